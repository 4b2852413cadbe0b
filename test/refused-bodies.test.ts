import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { request as undiciRequest } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from './chromium.ts'
import { startTestApp } from './harness.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'

const API_KEY = 'test-key-0123456789abcdef'
const JSON_TYPE = 'application/json'
const MB = 1_000_000
const SIZES = [1.5, 5, 50].map((size) => size * MB)
/** Longer bodies take their time, in a browser most of all. */
const timesOf = (bytes: number): number => (bytes > 10 * MB ? 2 : 6)

interface Sending {
  readonly url: string
  readonly bytes: number
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}
/** Sends a body of so many bytes; the answer's status, and the code of its problem document. */
type Client = (sending: Sending) => Promise<{ readonly status: number; readonly code: string }>

const usual = { authorization: `Bearer ${API_KEY}`, 'content-type': JSON_TYPE }

const viaFetch: Client = async ({ url, bytes, method = 'POST', headers = usual }) => {
  const answer = await fetch(url, { method, headers, body: Buffer.alloc(bytes, ' ') })
  const { code } = (await answer.json()) as { readonly code: string }
  return { status: answer.status, code }
}

/** Chunked: nothing says at first how long the body is. */
const viaFetchChunked: Client = async ({ url, bytes, headers = usual }) => {
  const part = Buffer.alloc(100_000, ' ')
  async function* parts() {
    for (let sent = 0; sent < bytes; sent += part.length) yield part
  }
  const body = parts() as unknown as ReadableStream
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const answer = await fetch(url, init)
  const { code } = (await answer.json()) as { readonly code: string }
  return { status: answer.status, code }
}

const viaUndici: Client = async ({ url, bytes, headers = usual }) => {
  const body = Buffer.alloc(bytes, ' ')
  const answer = await undiciRequest(url, { method: 'POST', headers, body })
  const { code } = (await answer.body.json()) as { readonly code: string }
  return { status: answer.statusCode, code }
}

const viaCurl =
  (...options: readonly string[]): Client =>
  async ({ url, bytes, headers = usual }) => {
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const write = ['-sS', '-w', '\n%{http_code}', '--data-binary', '@-']
    const child = spawn('curl', [...write, ...named, ...options, url])
    child.stdin.on('error', () => {})
    child.stdin.end(Buffer.alloc(bytes, ' '))
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    await once(child, 'close')
    const [body = '', status] = printed.split(/\n(?=\d+$)/)
    return { status: Number(status), code: JSON.parse(body).code }
  }

const hasCurl = spawnSync('curl', ['--version']).status === 0
const withoutCurl = hasCurl ? '' : ' (skipped: there is no curl)'
const binary = await findBrowser()
const withoutBrowser = binary === null ? ' (skipped: no Chromium; name one in CHROMIUM_PATH)' : ''

let service: ServiceProcess
beforeAll(async () => {
  service = await startProcess({ API_KEY, LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0' })
  await service.ready()
})
afterAll(() => service.dispose())

const customers = () => `${service.url}/api/v1/customers`

describe.each(SIZES)('413 reaches a client that sends %d bytes', (bytes) => {
  const expectRefusals = async (client: Client, url = customers()) => {
    for (let time = 0; time < timesOf(bytes); time++)
      expect(await client({ url, bytes })).toEqual({ status: 413, code: 'body_too_large' })
  }

  test('with the fetch of Node', () => expectRefusals(viaFetch))
  test('with the fetch of Node, in chunks', () => expectRefusals(viaFetchChunked))
  test('with undici', () => expectRefusals(viaUndici))
  test.skipIf(!hasCurl)(`with curl${withoutCurl}`, () => expectRefusals(viaCurl()))
  test.skipIf(!hasCurl)(`with curl that expects nothing${withoutCurl}`, () =>
    expectRefusals(viaCurl('-H', 'Expect:')),
  )
  test('with an Idempotency-Key', async () => {
    const headers = { ...usual, 'idempotency-key': `refused-${bytes}` }
    const answer = await viaFetch({ url: customers(), bytes, headers })
    expect(answer).toEqual({ status: 413, code: 'body_too_large' })
  })
})

describe.skipIf(binary === null)(`in a browser${withoutBrowser}`, () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: binary?.path ?? '',
      chromiumSandbox: false,
      env: { ...process.env, LD_LIBRARY_PATH: binary?.libraryDir ?? '' },
    })
    page = await (await browser.newContext({ bypassCSP: true })).newPage()
    await page.goto(`${service.url}/healthz`)
  })
  afterAll(() => browser.close())

  test.each(SIZES)('413 reaches a client that sends %d bytes', async (bytes) => {
    const statuses = await page.evaluate(
      async ({ headers, bytes, times }) => {
        const body = ' '.repeat(bytes)
        const found: unknown[] = []
        for (let time = 0; time < times; time++)
          found.push(
            await fetch('/api/v1/customers', { method: 'POST', headers, body }).then(
              ({ status }) => status,
              String,
            ),
          )
        return found
      },
      { headers: usual, bytes, times: timesOf(bytes) },
    )
    expect(statuses).toEqual(Array.from({ length: timesOf(bytes) }, () => 413))
  })
})

describe('a refusal before the body is read reaches a client that sends 5 MB', () => {
  test.each([
    [401, 'unauthenticated', 'POST', '/api/v1/customers', { 'content-type': JSON_TYPE }],
    [404, 'no_such_endpoint', 'POST', '/api/v1/nothing', usual],
    [405, 'method_not_allowed', 'PATCH', '/api/v1/customers', usual],
    [422, 'invalid_idempotency_key', 'POST', '/api/v1/customers', { 'idempotency-key': 'ä b' }],
    [413, 'body_too_large', 'POST', '/api/v1/customers', { 'content-type': 'text/csv' }],
    [413, 'body_too_large', 'POST', '/api/v1/customers', { 'content-encoding': 'gzip' }],
  ])('%d %s', async (status, code, method, path, given) => {
    const headers = status === 401 ? given : { ...usual, ...given }
    for (let time = 0; time < 5; time++) {
      const sending = { url: service.url + path, bytes: 5 * MB, method, headers }
      expect(await viaFetch(sending)).toEqual({ status, code })
    }
  })
})

/** One connection, on which text is sent as it is; `received` grows. By default it ends with the other side. */
async function open({ endsToo = true, port = service.port } = {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: !endsToo })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const connection = { received: '', socket, closed }
  socket.setEncoding('utf8').on('data', (text) => {
    connection.received += text
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return connection
}

const head = (method: string, more: string) =>
  `${method} /api/v1/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: ${JSON_TYPE}\r\n${more}\r\n\r\n`

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(10)
}

describe('Expect: 100-continue', () => {
  test('413 comes instead of the invitation to send', async () => {
    const connection = await open()
    connection.socket.write(head('POST', 'Content-Length: 5000000\r\nExpect: 100-continue'))
    await until(() => connection.received.includes('\r\n\r\n{'))
    expect(statusesIn(connection.received)).toEqual([413])
    expect(connection.received).toMatch(/^connection: close\r$/im)
    connection.socket.destroy()
  })

  test('413 comes instead of it with an Idempotency-Key, too', async () => {
    const connection = await open()
    const more = 'Content-Length: 5000000\r\nExpect: 100-continue\r\nIdempotency-Key: x'
    connection.socket.write(head('POST', more))
    await until(() => connection.received.includes('\r\n\r\n{'))
    expect(statusesIn(connection.received)).toEqual([413])
    connection.socket.destroy()
  })

  test('404 instead if there is no such path', async () => {
    const connection = await open()
    const request = head('POST', 'Content-Length: 20\r\nExpect: 100-continue')
    connection.socket.write(request.replace('/customers', '/nothing'))
    await until(() => connection.received.includes('\r\n\r\n{'))
    expect(statusesIn(connection.received)).toEqual([404])
    expect(connection.received).toMatch(/^connection: close\r$/im)
    connection.socket.destroy()
  })

  test('200 instead if no body is read', async () => {
    const connection = await open()
    connection.socket.write(head('GET', 'Content-Length: 5000000\r\nExpect: 100-continue'))
    await connection.closed
    expect(statusesIn(connection.received)).toEqual([200])
  })

  test('an accepted body is invited, and the connection stays', async () => {
    const connection = await open()
    const body = '{"name":"Fernweh Books"}'
    for (const answers of [2, 4]) {
      connection.socket.write(
        head('POST', `Content-Length: ${body.length}\r\nExpect: 100-continue`),
      )
      await until(() => statusesIn(connection.received).length === answers - 1)
      connection.socket.write(body)
      await until(() => statusesIn(connection.received).length === answers)
    }
    expect(statusesIn(connection.received)).toEqual([100, 201, 100, 201])
    connection.socket.destroy()
  })
})

describe('a connection', () => {
  test('stays when a short body was refused, also one with an Idempotency-Key', async () => {
    const connection = await open()
    const body = ' '.repeat(500_000)
    const more = `Content-Length: ${body.length}`
    const wrong = head('POST', `${more}\r\nIdempotency-Key: kept`).replace(JSON_TYPE, 'text/csv')
    connection.socket.write(wrong + body)
    connection.socket.write(head('POST', more).replace('Bearer', 'Basic') + body)
    connection.socket.write(head('GET', 'Connection: close'))
    await connection.closed
    expect(statusesIn(connection.received)).toEqual([415, 401, 200])
  })

  test('does nothing more after the answer to a body that is too long', async () => {
    const connection = await open()
    const body = ' '.repeat(2_000_000)
    const name = 'Came After The Refusal'
    const next = `{"name":"${name}"}`
    connection.socket.write(head('POST', `Content-Length: ${body.length}`) + body)
    connection.socket.write(head('POST', `Content-Length: ${next.length}`) + next)
    await connection.closed
    expect(statusesIn(connection.received)).toEqual([413])
    const found = await fetch(`${customers()}?q=${encodeURIComponent(name)}`, { headers: usual })
    expect(((await found.json()) as { readonly data: unknown[] }).data).toEqual([])
  })

  test('ends when an endless body was refused', async () => {
    const connection = await open({ endsToo: false })
    connection.socket.write(head('POST', 'Transfer-Encoding: chunked'))
    const chunk = `100000\r\n${' '.repeat(0x10_0000)}\r\n`
    let sent = 0
    while (!connection.socket.destroyed && connection.socket.writable) {
      sent += chunk.length
      if (!connection.socket.write(chunk))
        await Promise.race([once(connection.socket, 'drain'), connection.closed]).catch(() => {})
    }
    expect(statusesIn(connection.received)).toEqual([413])
    expect(sent).toBeLessThan(100 * MB)
  })

  test('ends in time when a refused body is sent byte by byte, while others are served', async () => {
    const app = await startTestApp('sqlite')
    // Node takes the longer of both for the whole request.
    const limits = { headersTimeout: 2_000, requestTimeout: 2_000 }
    Object.assign(app.server.server, { ...limits, connectionsCheckingInterval: 500 })
    const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const options = { port: Number(new URL(url).port), endsToo: false }
    const slow = await Promise.all(Array.from({ length: 200 }, () => open(options)))
    for (const { socket } of slow) socket.write(head('POST', `Content-Length: ${5 * MB}`))
    const drip = setInterval(() => {
      for (const { socket } of slow) trickle(socket)
    }, 200)
    await until(() => slow.every(({ received }) => received.includes('body_too_large')))
    const others = await viaFetch({ url: `${url}/api/v1/customers`, bytes: 5 * MB })
    expect(others.status).toBe(413)
    await Promise.all(slow.map(({ closed }) => closed))
    clearInterval(drip)
    for (const { received } of slow) expect(statusesIn(received)).toEqual([413])
    await app.close()
  })
})

function trickle(socket: Socket): void {
  if (socket.writable) socket.write(' ')
}
