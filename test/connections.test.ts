import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'

const API_KEY = 'test-key-0123456789abcdef'
const HEAD = `Host: localhost\r\nAuthorization: Bearer ${API_KEY}\r\n`
const CLOSE = 'Connection: close\r\n\r\n'
/** What differs from one answer to the next. */
const OWN_HEADERS = [
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'x-request-id'],
]

/** One connection, on which text is sent as it is; `received` grows. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const connection = { received: '', socket, closed }
  socket.setEncoding('utf8').on('data', (text) => {
    connection.received += text
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return connection
}

const headersIn = (received: string): ReadonlyMap<string, string> =>
  new Map(
    (received.split('\r\n\r\n', 1)[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => [line.replace(/:.*/, '').toLowerCase(), line.replace(/^.*?: ?/, '')]),
  )

const problemIn = (received: string) => JSON.parse(received.slice(received.indexOf('{')))

describe('connections', () => {
  let service: ServiceProcess
  beforeAll(async () => {
    service = await startProcess({ API_KEY, LOG_LEVEL: 'silent' })
    await service.ready()
  })
  afterAll(() => service.dispose())

  test.each([
    [431, 'headers_too_large', `GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(17_000)}\r\n\r\n`],
    [431, 'headers_too_large', `GET / HTTP/1.1\r\n${HEAD}${'X: x\r\n'.repeat(110)}\r\n`],
    [400, 'malformed_request', `GET /healthz HTTP/1.1\r\n${HEAD}${HEAD}${CLOSE}`],
    [400, 'malformed_request', `GET /x HTTP/1.1\r\n${HEAD}hOsT: evil.example\r\n${CLOSE}`],
    [400, 'malformed_request', 'HELO there\r\n\r\n'],
    [400, 'malformed_request', `GET / HTTP/1.1\r\n${HEAD}Content-Length: x\r\n\r\n`],
    [400, 'malformed_request', `GET /api/v1/%E0%A4%A HTTP/1.1\r\n${HEAD}${CLOSE}`],
    [400, 'malformed_request', `GET /healthz HTTP/1.1\r\n${CLOSE}`],
    [404, 'no_such_endpoint', `GET /x HTTP/1.1\r\n${HEAD}Expect: more\r\n${CLOSE}`],
    [404, 'no_such_endpoint', `GET /x HTTP/1.1\r\n${HEAD}Upgrade: websocket\r\n${CLOSE}`],
    [405, 'method_not_allowed', `TRACE /healthz HTTP/1.1\r\n${HEAD}${CLOSE}`],
    [421, 'misdirected_request', `GET / HTTP/1.1\r\nHost: evil.example\r\n${CLOSE}`],
  ])('%d is a problem document, with the headers of every answer: %s', async (status, code, text) => {
    const connection = await open(service.port)
    connection.socket.write(text)
    await connection.closed
    const received = headersIn(connection.received)
    expect(received.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(received.get('cache-control')).toBe('no-store')
    expect(problemIn(connection.received)).toMatchObject({
      status,
      code,
      request_id: received.get('x-request-id'),
    })
    const usual = await fetch(`${service.url}/healthz`)
    const common = [...usual.headers].filter(([name]) => !OWN_HEADERS.includes(name))
    expect(common.length).toBeGreaterThan(8)
    for (const [name, value] of common) expect(received.get(name), name).toBe(value)
  })
})

test('408: a client sends headers or a body too slowly, while others are served', async () => {
  const app = await startTestApp('sqlite')
  const { server } = app.server
  expect(server).toMatchObject({ headersTimeout: 10_000, connectionsCheckingInterval: 5_000 })
  // The limits of the service in a tenth of the time.
  Object.assign(server, { headersTimeout: 1_000, connectionsCheckingInterval: 500 })
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(url).port)
  const slow = await Promise.all([open(port), open(port)])
  slow[0]?.socket.write('GET / HTTP/1.1\r\nHost: loc')
  slow[1]?.socket.write('GET / HTTP/1.1\r\n')
  const drip = setInterval(() => slow[0]?.socket.write('a'), 50)
  await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(drip)
  for (const { received } of slow)
    expect(problemIn(received)).toMatchObject({ status: 408, code: 'request_timeout' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await app.close()
})

test('SIGTERM: 200 requests under way are all answered, and the process exits with 0', async () => {
  const service = await startProcess({ API_KEY, LOG_LEVEL: 'silent' })
  try {
    await service.ready()
    const body = '{"name":"Fernweh Books"}'
    const headers = `${HEAD}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const connections = await Promise.all(Array.from({ length: 200 }, () => open(service.port)))
    for (const { socket } of connections)
      socket.write(`POST /api/v1/customers HTTP/1.1\r\n${headers}\r\n${body.slice(0, 9)}`)
    // Who is answered after them shows that they were all accepted.
    const last = await open(service.port)
    last.socket.write(`GET /healthz HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`)
    await last.closed
    const exited = service.exit('SIGTERM')
    while (await isListening(service.port)) await delay(10)
    for (const { socket } of connections) socket.write(body.slice(9))
    expect(await exited).toBe(0)
    await Promise.all(connections.map(({ closed }) => closed))
    expect(new Set(connections.map(({ received }) => received.slice(9, 12)))).toEqual(
      new Set(['201']),
    )
    const isTold = ({ received }: { received: string }) => /^connection: close\r$/im.test(received)
    expect(connections.every(isTold)).toBe(true)
  } finally {
    await service.dispose()
  }
})

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true))
    probe.on('connect', () => probe.destroy()).on('error', () => resolve(false))
  })
