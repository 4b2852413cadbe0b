import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { freePort } from '../service-process.ts'
import { startBalancer } from './balancer.ts'
import { type Fault, fault, ms, percentile, rounds, type Service, sleep } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { API_KEY, call, request } from './request.ts'

const RATE_PER_SECOND = Number(process.env.FAULT_RATE ?? 200)
const STEADY_MS = 1_500
/** A machine that is slower than the rate gets as much as it can do, and not an ever longer queue. */
const UNDER_WAY_MAX = 100
const EXIT_MAX_MS = 10_000
const PDFS = 4
const ANSWER_TIMEOUT_MS = 20_000

/**
 * Two processes behind a balancer, 200 requests a second; one after the other gets the signal to stop and is
 * replaced. No request fails, each process exits with 0 within 10 s, PDFs under way are printed.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const env = { DATABASE_URL: await postgres.createDatabase('billwright'), LOG_LEVEL: 'error' }
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => it.service({ port, env, withBrowser: true })
  const services: Service[] = []
  for (const port of ports) services.push(await start(port))
  for (const service of services) await service.ready()
  const balancer = await startBalancer(services.map(({ url }) => url))
  it.after(() => balancer.close())
  const invoice = await givenInvoice(balancer.url)
  const canPrint = await isPrinting(services[0]?.url ?? '', invoice)

  const load = startLoad(balancer.url, invoice)
  it.after(() => load.stop())
  const exitMs: number[] = []
  let pdfs = 0
  for (let round = 0; round < rounds(3); round++) {
    await sleep(STEADY_MS)
    const at = round % 2
    const service = services[at]
    if (!service) break
    const drafts = canPrint ? await duplicates(service.url, invoice) : []
    const printing = Promise.all(drafts.map((id) => print(service.url, id)))
    await sleep(50)
    const startedMs = performance.now()
    const code = await service.stop()
    exitMs.push(performance.now() - startedMs)
    if (code !== 0) it.finding(`a process exited with ${code}: ${service.output().slice(-500)}`)
    for (const status of await printing) {
      if (status !== 200) it.finding(`a PDF under way at the stop got ${status}`)
      pdfs++
    }
    services[at] = await start(ports[at] ?? 0)
    await services[at]?.ready()
  }
  await load.stop()
  await secondSignal(it, services[0])

  it.findings(load.failures())
  const slowest = Math.max(...exitMs)
  if (slowest > EXIT_MAX_MS) it.finding(`a process took ${ms(slowest)} to exit`)
  const { count, millis, seconds } = load.figures()
  const printed = canPrint ? `${pdfs} PDFs under way were printed` : 'no browser here, so no PDFs'
  return `${exitMs.length} stops under ${Math.round(count / seconds)} requests/s: ${load.failures().length} of ${count} requests failed (${balancer.retries()} sent on to the other process), answers p50 ${ms(percentile(millis, 0.5))}, p99 ${ms(percentile(millis, 0.99))}; exits after at most ${ms(slowest)}; ${printed}`
})

async function givenInvoice(url: string): Promise<string> {
  const items = [{ description: 'Design', quantity: '1', unit_price: '40.00' }]
  const body = { customer: { name: 'Fernweh Books' }, currency: 'EUR', items }
  const { status, json, text } = await call(url, 'POST', '/invoices', { body })
  if (status !== 201) throw new Error(`No invoice: ${status} ${text}`)
  return json.id
}

async function isPrinting(url: string, id: string): Promise<boolean> {
  const { status } = await call(url, 'GET', `/invoices/${id}/pdf`, { timeoutMs: 60_000 })
  return status === 200
}

/** Each request has a new invoice: a printed one would come from the store. */
async function duplicates(url: string, id: string): Promise<readonly string[]> {
  const made = Array.from({ length: PDFS }, () => call(url, 'POST', `/invoices/${id}/duplicate`))
  return (await Promise.all(made)).map(({ json }) => json.id)
}

function print(url: string, id: string): Promise<number | string> {
  return call(url, 'GET', `/invoices/${id}/pdf`).then(({ status }) => status, String)
}

interface Reply {
  readonly status: number
  readonly text: string
}

/** Reads, and every tenth request a change with a key. */
function startLoad(url: string, invoice: string) {
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  const millis: number[] = []
  const under = new Set<Promise<void>>()
  let count = 0
  const send = () => {
    if (under.size >= UNDER_WAY_MAX) return
    const isChange = ++count % 10 === 0
    const path = isChange ? '/customers' : count % 2 === 0 ? `/invoices/${invoice}` : '/invoices'
    const startedMs = performance.now()
    const one = ask(agent, url, isChange, path).then(
      ({ status, text }) => {
        millis.push(performance.now() - startedMs)
        if (status >= 300) failures.push(`${path} got ${status}: ${text.slice(0, 200)}`)
      },
      (error: unknown) => void failures.push(`${path}: ${error}`),
    )
    under.add(one)
    one.finally(() => under.delete(one))
  }
  const begunMs = performance.now()
  let due = 0
  const timer = setInterval(() => {
    // By the time that has passed: timers come late, and would make fewer.
    const soFar = ((performance.now() - begunMs) / 1_000) * RATE_PER_SECOND
    for (; due < soFar; due++) send()
  }, 1_000 / RATE_PER_SECOND)
  return {
    failures: (): readonly string[] => failures,
    figures: () => ({ count, millis, seconds: (performance.now() - begunMs) / 1_000 }),
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
      agent.destroy()
    },
  }
}

function ask(agent: Agent, url: string, isChange: boolean, path: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const headers = {
    authorization: `Bearer ${API_KEY}`,
    ...(isChange ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
  }
  const method = isChange ? 'POST' : 'GET'
  const sent = httpRequest(`${url}/api/v1${path}`, { agent, method, headers }, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject)
  })
  sent.setTimeout(ANSWER_TIMEOUT_MS, () => sent.destroy(new Error('no answer')))
  sent.on('error', reject).end(isChange ? '{"name":"Fernweh Books"}' : undefined)
  return promise
}

/** An impatient person sends it twice. Within a second, it would be taken for the same signal, which npm passes on. */
async function secondSignal(it: Fault, service: Service | undefined): Promise<void> {
  if (!service) return
  const exited = service.stop()
  await sleep(200)
  const { status } = await request(service.url, 'GET', '/readyz')
  if (status !== 503) it.finding(`/readyz said ${status} while the process was stopping`)
  await sleep(1_000)
  const startedMs = performance.now()
  service.child.kill('SIGTERM')
  await exited
  const tookMs = performance.now() - startedMs
  if (tookMs > 1_000) it.finding(`after a second signal the process lived ${ms(tookMs)}`)
}
