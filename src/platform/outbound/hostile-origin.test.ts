import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMIT_MS } from '../../../test/patience.ts'
import { createOutboundClient, type OutboundClient } from './client.ts'

const LIMIT_BYTES = 1_000
/** Limits of the whole request and of the wait for an answer; the limit not under test is long. */
const TIMEOUTS = { timeoutMs: LIMIT_MS, answerTimeoutMs: LIMIT_MS }
const HEAD = 'HTTP/1.1 200 OK\r\n'

/** The bytes that the origin sends for a request; a function keeps sending. */
type Script = string | ((socket: Socket) => void)

let script: Script = ''
let origin = ''
let client: OutboundClient
let sentBytes = 0
const requests: string[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', (data) => {
    requests.push(String(data))
    if (typeof script === 'function') script(socket)
    else socket.end(script)
  })
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createOutboundClient({ allow: [origin] })
})
afterAll(async () => {
  await client.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function outcomeOf(answer: Script, timeouts = TIMEOUTS): Promise<string> {
  script = answer
  requests.length = 0
  sentBytes = 0
  const request = { url: `http://${origin}/`, limitBytes: LIMIT_BYTES, ...timeouts }
  try {
    const { body } = await client.send(request)
    return Buffer.from(body).toString()
  } catch (error) {
    return String((error as { code?: unknown }).code ?? error)
  }
}

/** Sends until the client closes the connection. */
function endlessly(start: string, more: string) {
  return (socket: Socket): void => {
    socket.write(start)
    const again = () => {
      if (socket.destroyed) return
      sentBytes += more.length
      if (socket.write(more)) setImmediate(again)
      else socket.once('drain', again)
    }
    again()
  }
}

const slowly = (start: string, more: string) => (socket: Socket) => {
  socket.write(start)
  const timer = setInterval(() => socket.write(more), 20)
  socket.once('close', () => clearInterval(timer))
}

describe('responses of a hostile origin', () => {
  test.each([
    ['a length', `${HEAD}content-length: 5\r\n\r\nhello`],
    ['chunks (RFC 9112 7.1)', `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
    ['all there is until it hangs up', `${HEAD}\r\nhello`],
    ['more than it announced', `${HEAD}content-length: 5\r\n\r\nhello and more`],
    ['a hint before the answer', `HTTP/1.1 103 Early Hints\r\n\r\n${HEAD}\r\nhello`],
    ['"identity" for no coding', `${HEAD}content-encoding: Identity\r\n\r\nhello`],
  ])('200: %s', async (_name, answer) => expect(await outcomeOf(answer)).toBe('hello'))

  test.each([
    ['nothing', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['HTTP/0.9', '<p>hello</p>'],
    ['a status that is no number', 'HTTP/1.1 OK\r\n\r\n'],
    ['a header without a name', `${HEAD}: x\r\n\r\nhello`],
    ['headers of 20 kB', `${HEAD}x: ${'a'.repeat(20_000)}\r\n\r\nhello`],
    ['two lengths', `${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`],
    ['a negative length', `${HEAD}content-length: -1\r\n\r\nhello`],
    ['a length that is no number', `${HEAD}content-length: 5a\r\n\r\nhello`],
    ['less than it announced', `${HEAD}content-length: 9\r\n\r\nhello`],
    ['a chunk that is no chunk', `${HEAD}transfer-encoding: chunked\r\n\r\nhello`],
    ['a chunk that ends early', `${HEAD}transfer-encoding: chunked\r\n\r\nff\r\nhello`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
  ])('upstream_unusable: %s', async (_name, answer) => {
    expect(await outcomeOf(answer)).toBe('upstream_unusable')
  })

  test.each([
    'gzip',
    'deflate',
    'br',
    'zstd',
    'compress',
    'identity, gzip',
    'x',
  ])('upstream_unusable: unrequested %s', async (coding) => {
    const answer = `${HEAD}content-encoding: ${coding}\r\n\r\nhello`
    expect(await outcomeOf(answer)).toBe('upstream_unusable')
  })

  test.each([
    '201 Created',
    '204 No Content',
    '206 Partial Content',
    '300 Multiple Choices',
    '304 Not Modified',
    '400 Bad Request',
    '401 Unauthorized',
    '404 Not Found',
    '418 I am a teapot',
    '500 Internal Server Error',
    '999 Other',
  ])('upstream_status: %s', async (status) => {
    expect(await outcomeOf(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`)).toBe(
      'upstream_status',
    )
  })

  test('download_too_large: the length it announces, before any of it is read', async () => {
    const announced = `${HEAD}content-length: ${LIMIT_BYTES + 1}\r\n\r\n`
    expect(await outcomeOf((socket) => socket.write(announced))).toBe('download_too_large')
    const whole = 'a'.repeat(LIMIT_BYTES)
    expect(await outcomeOf(`${HEAD}\r\n${whole}`)).toBe(whole)
    expect(await outcomeOf(`${HEAD}content-length: ${LIMIT_BYTES}\r\n\r\n${whole}`)).toBe(whole)
  })

  test.each([
    ['a body without end', `${HEAD}\r\n`, 'a'.repeat(1_000)],
    [
      'chunks without end',
      `${HEAD}transfer-encoding: chunked\r\n\r\n`,
      `3e8\r\n${'a'.repeat(1_000)}\r\n`,
    ],
    ['compressed bytes without end', `${HEAD}content-encoding: gzip\r\n\r\n`, 'a'.repeat(1_000)],
    ['headers without end', HEAD, `x: ${'a'.repeat(1_000)}\r\n`],
  ])('%s: the client hangs up', async (name, start, more) => {
    const code = await outcomeOf(endlessly(start, more))
    const isBody = name.startsWith('a body') || name.startsWith('chunks')
    expect(code).toBe(isBody ? 'download_too_large' : 'upstream_unusable')
    // As much as the buffers of both sides take.
    expect(sentBytes).toBeLessThan(20_000_000)
  })

  test.each([
    ['a head that never ends', HEAD, 'x: y\r\n'],
    ['a body that drips', `${HEAD}content-length: 900\r\n\r\n`, 'a'],
    ['hints without end', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('upstream_timeout: %s', async (_name, start, more) => {
    const isBody = start.includes('content-length')
    const timeouts = { ...TIMEOUTS, ...(isBody ? { timeoutMs: 400 } : { answerTimeoutMs: 200 }) }
    expect(await outcomeOf(slowly(start, more), timeouts)).toBe('upstream_timeout')
  })
})

describe('redirects of a hostile origin', () => {
  const redirect = (location: string, status = 302) =>
    `HTTP/1.1 ${status} Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`

  test.each([301, 302, 303, 307, 308])('%d is followed three times and no more', async (status) => {
    expect(await outcomeOf(redirect('/again', status))).toBe('upstream_status')
    expect(requests).toHaveLength(4)
  })

  test.each(['', ' '])('upstream_status: a redirect to "%s"', async (location) => {
    expect(await outcomeOf(redirect(location))).toBe('upstream_status')
  })

  test('upstream_status: a redirect that names no place', async () => {
    expect(await outcomeOf('HTTP/1.1 302 Found\r\n\r\n')).toBe('upstream_status')
  })

  test('url_refused: a redirect to two places at once', async () => {
    const both = 'HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: https://127.0.0.1/\r\n\r\n'
    expect(['url_refused', 'upstream_status']).toContain(await outcomeOf(both))
    expect(requests.every((request) => request.includes(`host: ${origin}`))).toBe(true)
  })
})

test('a request reveals only the product name', async () => {
  await outcomeOf(`${HEAD}\r\nhello`)
  const [request = ''] = requests
  expect(request.split('\r\n').toSorted()).toEqual([
    '',
    '',
    'GET / HTTP/1.1',
    'accept-encoding: identity',
    'accept: */*',
    'connection: close',
    `host: ${origin}`,
    'user-agent: Billwright',
  ])
})

describe('encryption', () => {
  /** For `localhost` and 127.0.0.1, self-signed and valid until 2126. */
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu2tbPNaisij9c4rF
KmBAsChOTmOulCRnpX1GIu+oER2hRANCAATh3maJ1Trvy5uu5VQjzhrJeUHYxVIX
pYarfponoIWPUaPysiFTg62RbYuIMqYucQa5b13HngmKaJo0AnceD1Mf
-----END PRIVATE KEY-----`
  const cert = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUHg5xRy+dJvD/lKYp0yeTHs27fnswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE3NDIxOFoYDzIxMjYxMDI5
MTc0MjE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATh3maJ1Trvy5uu5VQjzhrJeUHYxVIXpYarfponoIWPUaPysiFTg62R
bYuIMqYucQa5b13HngmKaJo0AnceD1Mfo28wbTAdBgNVHQ4EFgQUdHmDRNcR18jt
TajOywNrwyivphAwHwYDVR0jBBgwFoAUdHmDRNcR18jtTajOywNrwyivphAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgU/ersPXh4Q7HJmrDRI2n5MiwuANSEM8RJn1u4djI6IcCIG5V
Sgk8194riKKf9HVqvydWqmWBYE9/+2+TlVlCT2bR
-----END CERTIFICATE-----`
  const secure = createTlsServer({ key, cert }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      requests.push(String(data))
      socket.end(`${HEAD}\r\nhello`)
    })
  })
  let port = 0
  beforeAll(async () => {
    secure.on('tlsClientError', () => {})
    await once(secure.listen(0, '127.0.0.1'), 'listening')
    port = (secure.address() as AddressInfo).port
  })
  afterAll(() => secure.close())

  test('upstream_unreachable: an untrusted certificate, with any environment', async () => {
    const trusting = createOutboundClient({
      allow: [`127.0.0.1:${port}`, `hooks.lan:${port}`],
      resolve: async () => ['127.0.0.1'],
    })
    requests.length = 0
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    try {
      for (const value of ['1', '0']) {
        process.env.NODE_TLS_REJECT_UNAUTHORIZED = value
        for (const host of ['127.0.0.1', 'hooks.lan']) {
          const sent = trusting.send({ url: `https://${host}:${port}/`, limitBytes: LIMIT_BYTES })
          await expect(sent).rejects.toMatchObject({ code: 'upstream_unreachable' })
        }
      }
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    }
    expect(requests).toEqual([])
    await trusting.close()
  })
})
