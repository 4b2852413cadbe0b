import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOutboundClient, type OutboundClient } from './client.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

let answer: Answer = () => {}
let server: Server
let port = 0
let client: OutboundClient
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] =
  []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    answer(request, response, body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  client = createOutboundClient({ allow: [`127.0.0.1:${port}`] })
})
afterEach(() => seen.splice(0))
afterAll(async () => {
  await client.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const url = (path = '/') => `http://127.0.0.1:${port}${path}`
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('a download', () => {
  test('returns the bytes, the final URL and the headers', async () => {
    answer = ({ url: path }, response) => {
      if (path === '/a') response.writeHead(302, { location: 'b?c=1' }).end('elsewhere')
      else response.writeHead(200, { 'X-Twice': ['1', '2'] }).end('hello')
    }
    const response = await client.send({ url: url('/a'), limitBytes: 5, accept: 'text/html' })
    expect(text(response.body)).toBe('hello')
    expect(response).toMatchObject({ status: 200, url: url('/b?c=1') })
    expect(response.headers['x-twice']).toBe('1, 2')
    expect(seen.map(({ headers }) => headers.accept)).toEqual(['text/html', 'text/html'])
  })

  test('download_too_large: one byte over, announced or not', async () => {
    const tooLarge = { kind: 'too_large', code: 'download_too_large', details: { limitBytes: 4 } }
    answer = (_request, response) => response.writeHead(200, { 'content-length': 5 }).end('hello')
    await expect(client.send({ url: url(), limitBytes: 4 })).rejects.toMatchObject(tooLarge)
    answer = (_request, response) => {
      response.write('hell')
      response.end('o')
    }
    await expect(client.send({ url: url(), limitBytes: 4 })).rejects.toMatchObject(tooLarge)
  })

  test('upstream_status: everything but 200, with the status in the details', async () => {
    answer = (_request, response) => response.writeHead(404).end('nothing')
    await expect(client.send({ url: url(), limitBytes: 10 })).rejects.toMatchObject({
      kind: 'upstream',
      code: 'upstream_status',
      details: { upstreamStatus: 404 },
    })
  })

  test('upstream_status: the fourth redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    await expect(client.send({ url: url(), limitBytes: 10 })).rejects.toMatchObject({
      code: 'upstream_status',
    })
    expect(seen).toHaveLength(4)
  })

  test('url_refused: a redirect to a place that may not be reached', async () => {
    for (const location of ['http://127.0.0.1:1/', 'https://169.254.169.254/', '//0127.0.0.1/']) {
      answer = (_request, response) => response.writeHead(302, { location }).end()
      const error = client.send({ url: url(), limitBytes: 10 })
      await expect(error).rejects.toMatchObject({ kind: 'invalid', code: 'url_refused' })
    }
  })

  test('headers of the caller do not follow to another origin', async () => {
    const both = createOutboundClient({
      allow: [`127.0.0.1:${port}`, `hooks.lan:${port}`],
      resolve: async () => ['127.0.0.1'],
    })
    answer = ({ url: path }, response) =>
      path === '/'
        ? response.writeHead(307, { location: `http://hooks.lan:${port}/next` }).end()
        : response.end('ok')
    await both.send({ url: url(), limitBytes: 10, headers: { Authorization: 'secret' } })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['secret', undefined])
    expect(seen[1]?.headers.host).toBe(`hooks.lan:${port}`)
  })
})

describe('redirects: 0', () => {
  test('the first answer comes back as sent, whatever it is, cut at the limit', async () => {
    for (const status of [200, 204, 302, 410, 500]) {
      answer = (_request, response) =>
        response
          .writeHead(status, { location: '/x', 'content-encoding': 'gzip' })
          .end(status === 204 ? undefined : 'much text')
      const response = await client.send({
        url: url(),
        method: 'POST',
        body: '{"a":1}',
        headers: { 'Content-Type': 'application/json', 'webhook-id': 'evt_1' },
        limitBytes: 4,
        redirects: 0,
      })
      expect([response.status, text(response.body)]).toEqual([status, status === 204 ? '' : 'much'])
    }
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
    })
    expect(seen).toHaveLength(5)
  })

  test('a body that breaks off or never ends is cut', async () => {
    for (const rest of ['break', 'hang']) {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 99 }).write('begun')
        if (rest === 'break') setImmediate(() => response.destroy())
      }
      const sent = client.send({ url: url(), limitBytes: 50, redirects: 0, timeoutMs: 300 })
      const response = await sent
      expect([response.status, text(response.body)]).toEqual([200, 'begun'])
    }
  })
})

describe('failures of a request', () => {
  test('upstream_timeout: the time for the whole of it', async () => {
    answer = (_request, response) => void response.writeHead(200).write('a')
    const error = client.send({ url: url(), limitBytes: 10, timeoutMs: 100 })
    await expect(error).rejects.toMatchObject({ kind: 'upstream', code: 'upstream_timeout' })
  })

  test('upstream_timeout: a look-up that never ends', async () => {
    const stuck = createOutboundClient({ allow: [], resolve: () => new Promise(() => {}) })
    const error = stuck.send({ url: 'https://example.com/', limitBytes: 1, timeoutMs: 50 })
    await expect(error).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('upstream_unreachable: nothing listens, or the name is unknown; the answer names no address', async () => {
    const lost = createOutboundClient({
      allow: ['hooks.lan:1'],
      resolve: async (host) => {
        if (host === 'hooks.lan') return ['127.0.0.1']
        throw new Error('ENOTFOUND')
      },
    })
    for (const target of ['http://hooks.lan:1/', 'https://unknown.example.org/']) {
      const error = await lost.send({ url: target, limitBytes: 1 }).catch((reason) => reason)
      expect(error).toMatchObject({ kind: 'upstream', code: 'upstream_unreachable' })
      expect(error.message).not.toContain('127.0.0.1')
    }
  })

  test('url_refused: one private address among public ones, and nothing is dialled', async () => {
    let dialled = 0
    const trapped = createOutboundClient({
      allow: [],
      resolve: async () => ['8.8.8.8', '10.0.0.1'],
      connect: (to) => {
        dialled += 1
        return connect(to.port)
      },
    })
    const error = trapped.send({ url: 'https://example.com/', limitBytes: 1 })
    await expect(error).rejects.toMatchObject({ code: 'url_refused', details: { rule: 'address' } })
    expect(dialled).toBe(0)
  })

  test('upstream_unusable: incomplete or not plain HTTP', async () => {
    const breaks: readonly Answer[] = [
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      ({ socket }) => socket.end('220 smtp ready\r\n'),
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
      ({ socket }) => socket.destroy(),
    ]
    for (const each of breaks) {
      answer = each
      const error = client.send({ url: url(), limitBytes: 10 })
      await expect(error).rejects.toMatchObject({ kind: 'upstream', code: 'upstream_unusable' })
    }
  })
})

describe('many at once', () => {
  test('four sockets, sixteen waiting, and outbound_busy for the rest; all others are served', async () => {
    const pending: ServerResponse[] = []
    let open = 0
    let openMax = 0
    answer = (_request, response) => {
      open += 1
      openMax = Math.max(openMax, open)
      pending.push(response)
      setImmediate(() => {
        open -= 1
        response.end('ok')
      })
    }
    const sent = Array.from({ length: 25 }, () => client.send({ url: url(), limitBytes: 10 }))
    const outcomes = await Promise.allSettled(sent)
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.map((reason) => [reason.kind, reason.code])).toEqual(
      Array(5).fill(['too_many', 'outbound_busy']),
    )
    expect([pending.length, openMax <= 4]).toEqual([20, true])
  })

  test('as many at once as the client was made for', async () => {
    const narrow = createOutboundClient({
      allow: [`127.0.0.1:${port}`],
      queue: { active: 1, waiting: 0, waitMs: 10 },
    })
    answer = (_request, response) => response.end('ok')
    const [first, second] = [0, 1].map(() => narrow.send({ url: url(), limitBytes: 10 }))
    await expect(second).rejects.toMatchObject({ code: 'outbound_busy' })
    expect(text((await first)?.body ?? new Uint8Array())).toBe('ok')
  })

  test('outbound_closed: requests that closing cut off, which is not the server’s fault', async () => {
    const ending = createOutboundClient({ allow: [`127.0.0.1:${port}`] })
    const asked = Promise.withResolvers<void>()
    answer = () => asked.resolve()
    const hanging = ending.send({ url: url(), limitBytes: 10, answerTimeoutMs: 9_000 })
    hanging.catch(() => {})
    await asked.promise
    await ending.close()
    await expect(hanging).rejects.toMatchObject({ kind: 'unavailable', code: 'outbound_closed' })
  })

  test('outbound_closed: after closing nothing is sent, and running requests have ended', async () => {
    const ending = createOutboundClient({ allow: [`127.0.0.1:${port}`] })
    answer = (_request, response) => response.end('ok')
    const last = ending.send({ url: url(), limitBytes: 10 })
    await ending.close()
    expect(text((await last).body)).toBe('ok')
    const late = ending.send({ url: url(), limitBytes: 10 })
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'outbound_closed' })
  })
})
