import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Fault, fault, ms, percentile, type Service, sleep } from './harness.ts'
import { API_KEY, call } from './request.ts'

const SLOW_HEADERS = 2_000
const SLOW_BODIES = 300
const IDLE = 2_000
const LATENCY_MAX_MS = 200
const REAPED_MAX_MS = 20_000
/** A body has 30 s to arrive, and Node looks every 5 s. */
const BODY_REAPED_MAX_MS = 40_000
const SAMPLE_EVERY_MS = 100
const FILES_MAX = 64
const CROWD = 200
const HEAD = `Host: localhost\r\nAuthorization: Bearer ${API_KEY}\r\n`

/**
 * Thousands of connections that send too slowly, or nothing: they are closed in time, and others are
 * served meanwhile as ever. Then more connections than the system allows: 503, and no crash.
 */
await fault(async (it) => {
  const service = await it.service()
  await service.ready()
  const usual = await latencies(service, async () => void (await sleep(3_000)))
  const limitMs = Math.max(LATENCY_MAX_MS, 3 * percentile(usual, 0.95))
  const figures = [`usually p95 ${ms(percentile(usual, 0.95))}`]

  const run = async (what: string, reapedMaxMs: number, open: () => Promise<Crowd>) => {
    let reapedMs = 0
    const millis = await latencies(service, async () => {
      const crowd = await open()
      reapedMs = await crowd.reaped(reapedMaxMs)
    })
    const p95 = percentile(millis, 0.95)
    if (p95 > limitMs) it.finding(`with ${what} an ordinary request took ${ms(p95)} (p95)`)
    if (reapedMs > reapedMaxMs) it.finding(`${what}: still open after ${ms(reapedMaxMs)}`)
    figures.push(`${what}: p95 ${ms(p95)}, all closed after ${ms(reapedMs)}`)
  }
  await run(`${SLOW_HEADERS} slow headers`, REAPED_MAX_MS, () =>
    openCrowd(service, SLOW_HEADERS, 'GET /healthz HTTP/1.1\r\nX-Slow: ', 'a'),
  )
  const body = `POST /api/v1/customers HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  await run(`${SLOW_BODIES} slow bodies`, BODY_REAPED_MAX_MS, () =>
    openCrowd(service, SLOW_BODIES, body, ' '),
  )
  await run(`${IDLE} idle connections`, REAPED_MAX_MS, () =>
    openCrowd(service, IDLE, `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`, null),
  )
  await longHeaders(it, service)
  figures.push(await outOfFiles(it))
  return figures.join('; ')
})

interface Crowd {
  /** Milliseconds until the last one was closed, at most a little more than `maxMs`. */
  reaped(maxMs: number): Promise<number>
}

/** Each sends `first` and then, every second, `drip`. */
async function openCrowd(
  { port }: Service,
  count: number,
  first: string,
  drip: string | null,
): Promise<Crowd> {
  const open = new Set<Socket>()
  const startedMs = performance.now()
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.on('connect', () => socket.write(first)).resume()
    // A burst would fill the queue of the listening socket, which is another matter.
    if (at % 50 === 0) await sleep(5)
  }
  const timer = setInterval(() => {
    if (drip !== null) for (const socket of open) socket.write(drip)
  }, 1_000)
  return {
    async reaped(maxMs) {
      while (open.size > 0 && performance.now() - startedMs < maxMs + 1_000) await sleep(50)
      clearInterval(timer)
      for (const socket of open) socket.destroy()
      return performance.now() - startedMs
    },
  }
}

/** How long ordinary requests took while `work` was under way. */
async function latencies({ url }: Service, work: () => Promise<void>): Promise<readonly number[]> {
  const millis: number[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedMs = performance.now()
    const { status } = await call(url, 'GET', '/customers')
    millis.push(status === 200 ? performance.now() - startedMs : Number.POSITIVE_INFINITY)
    await sleep(SAMPLE_EVERY_MS)
  }
  await working
  return millis
}

async function longHeaders(it: Fault, { port, url }: Service): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => {})
  socket.write(`GET /healthz HTTP/1.1\r\n${HEAD}X-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`)
  await once(socket, 'close')
  if (!received.startsWith('HTTP/1.1 431 ')) it.finding(`17 KiB of headers: ${received}`)
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-${at}`, '1']))
  const { status } = await call(url, 'GET', '/customers', { headers })
  if (status >= 500) it.finding(`200 headers: ${status}`)
}

/** A process that may open 64 files meets 200 connections that stay. */
async function outOfFiles(it: Fault): Promise<string> {
  const limited = ['/bin/sh', '-c', `ulimit -n ${FILES_MAX}; exec "$@"`, 'sh']
  const service = await it.service({ wrapper: limited })
  await service.ready()
  const counts = new Map<string, number>()
  const sockets: Socket[] = []
  const answers = Array.from({ length: CROWD }, async () => {
    const socket = connect(service.port, '127.0.0.1')
    sockets.push(socket)
    const answer = await firstLine(socket)
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  })
  await Promise.all(answers)
  const isAlive = service.child.exitCode === null
  for (const socket of sockets) socket.destroy()
  await sleep(500)
  const { status } = await call(service.url, 'GET', '/customers')
  if (!isAlive || status !== 200) it.finding(`without files left the service fell: ${status}`)
  if (![...counts.keys()].some((answer) => answer.includes('503')))
    it.finding('without files left nobody was told so (503)')
  const told = [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ')
  return `${CROWD} connections with ${FILES_MAX} open files: ${told}; afterwards ${status}`
}

async function firstLine(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.setEncoding('utf8').setTimeout(10_000, () => resolve('no answer'))
  socket.on('data', (text: string) => resolve(text.slice(9, 12)))
  socket.on('error', () => {}).on('close', () => resolve('closed'))
  socket.write(`GET /api/v1/customers HTTP/1.1\r\n${HEAD}\r\n`)
  return await promise
}
