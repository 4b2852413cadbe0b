import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { rendererBusy } from '../../platform/browser/pdf/inner/errors.ts'
import { createPoolRenderer, POOL_QUEUE } from '../../platform/browser/pdf/pool.ts'
import type { PdfRenderer, PrintOptions } from '../../platform/browser/pdf/renderer.ts'
import {
  answerSignature,
  type PrintTicket,
  requestSignature,
} from '../../platform/browser/pdf/signature.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'
import type { Server } from '../http/server.ts'
import { createRenderServer } from './server.ts'

const SECRET = 'a-secret-of-thirty-two-characters-'
const NOW = Date.parse('2026-11-21T09:30:00.000Z')
const HTML = '<!doctype html><p>Grüße'
const clock = { now: () => NOW }

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** Stands in for the browser: its PDF names the document. */
function fakeRenderer(print?: PdfRenderer['print']) {
  const printed: PrintOptions[] = []
  const renderer: PdfRenderer = {
    print: async (html, options = {}) => {
      printed.push(options)
      return print ? print(html, options) : Buffer.from(`%PDF-1.4 ${html}`)
    },
    check: async () => {
      throw new Error('Not asked for.')
    },
    checkStarted: async () => null,
    warm: async () => {},
    close: async () => {},
  }
  return { renderer, printed }
}

function poolAt(url: string, secret = SECRET): PdfRenderer {
  const outbound = createOutboundClient({ allow: [new URL(url).host], queue: POOL_QUEUE })
  const pool = createPoolRenderer({ url, secret, outbound, clock, log: () => {} })
  endings.push(() => pool.close())
  return pool
}

async function served(print?: PdfRenderer['print']) {
  const { renderer, printed } = fakeRenderer(print)
  const logger = pino({ level: 'silent' })
  const server = await createRenderServer({ secret: SECRET, renderer, clock, logger })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  endings.push(() => server.close())
  return { url, printed }
}

const unavailable = { kind: 'unavailable', code: 'renderer_unavailable' }

describe('a pool of render processes', () => {
  test('prints a document for a company', async () => {
    const { url, printed } = await served()
    const pdf = await poolAt(url).print(HTML, { company: 7n, timeoutMs: 3_000 })
    expect(Buffer.from(pdf).toString()).toBe(`%PDF-1.4 ${HTML}`)
    expect(printed).toMatchObject([{ company: 7n, timeoutMs: 3_000 }])
  })

  test('503: its queue is full', async () => {
    const { url } = await served(() => Promise.reject(rendererBusy()))
    await expect(poolAt(url).print(HTML)).rejects.toMatchObject({ code: 'renderer_busy' })
  })

  test('its other refusals are ours, and a failure without a code is 503', async () => {
    const refusal = new AppError('timeout', 'render_timeout', 'Too long.')
    const late = await served(() => Promise.reject(refusal))
    await expect(poolAt(late.url).print(HTML)).rejects.toMatchObject({ code: 'render_timeout' })
    const broken = await served(() => Promise.reject(new Error('broken')))
    await expect(poolAt(broken.url).print(HTML)).rejects.toMatchObject(unavailable)
  })

  test('503: it is away, or has another secret', async () => {
    const { url, printed } = await served()
    const stranger = poolAt(url, 'another-secret-of-thirty-two-chars')
    await expect(stranger.print(HTML)).rejects.toMatchObject(unavailable)
    expect(printed).toEqual([])
    const away = poolAt('http://127.0.0.1:9')
    await expect(away.print(HTML)).rejects.toMatchObject(unavailable)
    expect(await away.check()).toMatchObject({ ok: false })
    expect(await poolAt(url).check()).toMatchObject({ ok: true, engine: url })
  })

  type Lie = (signature: string) => { readonly pdf: Buffer; readonly signature: string }
  const OTHER = Buffer.from('%PDF-1.4 another document')
  const LIES: readonly (readonly [string, Lie])[] = [
    ['without a signature', () => ({ pdf: OTHER, signature: '' })],
    [
      'signed for another request',
      () => ({ pdf: OTHER, signature: answerSignature(SECRET, 'f'.repeat(64), OTHER) }),
    ],
    [
      'changed on the way',
      (signature) => ({
        pdf: Buffer.concat([OTHER, Buffer.from('!')]),
        signature: answerSignature(SECRET, signature, OTHER),
      }),
    ],
    [
      'that is no PDF',
      (signature) => {
        const pdf = Buffer.from('<h1>It works!</h1>')
        return { pdf, signature: answerSignature(SECRET, signature, pdf) }
      },
    ],
  ]

  test.each(LIES)('503: an answer %s is never handed on', async (_name, lie) => {
    const server = createHttpServer((request, response) => {
      const { pdf, signature } = lie(String(request.headers['billwright-signature']))
      request.resume().on('end', () => {
        response.writeHead(200, { 'billwright-signature': signature }).end(pdf)
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    endings.push(async () => server.close())
    const { port } = server.address() as AddressInfo
    await expect(poolAt(`http://127.0.0.1:${port}`).print(HTML)).rejects.toMatchObject(unavailable)
  })
})

describe('a render process', () => {
  let server: Server
  const { renderer, printed } = fakeRenderer()
  beforeAll(async () => {
    const logger = pino({ level: 'silent' })
    server = await createRenderServer({ secret: SECRET, renderer, clock, logger })
  })
  afterAll(() => server.close())

  const send = (change: Partial<PrintTicket>, html = HTML, signedHtml = html) => {
    const ticket = { at: NOW, company: 1n, timeoutMs: 15_000, ...change }
    return server.inject({
      method: 'POST',
      url: '/internal/print',
      headers: {
        host: 'render',
        'content-type': 'text/html; charset=utf-8',
        'billwright-time': String(ticket.at),
        'billwright-company': String(ticket.company),
        'billwright-timeout': String(ticket.timeoutMs),
        'billwright-signature': requestSignature(SECRET, ticket, Buffer.from(signedHtml)),
      },
      payload: html,
    })
  }

  test('200: signed within a minute', async () => {
    for (const at of [NOW, NOW - 60_000, NOW + 60_000])
      expect((await send({ at })).statusCode).toBe(200)
  })

  test.each([
    ['a minute old', () => send({ at: NOW - 60_001 })],
    ['a minute ahead', () => send({ at: NOW + 60_001 })],
    ['with another document', () => send({}, HTML, `${HTML}!`)],
    ['with a time that is no number', () => send({ at: Number.NaN })],
    [
      'without any of it',
      () => server.inject({ method: 'POST', url: '/internal/print', headers: { host: 'x' } }),
    ],
  ])('401: a request %s', async (_name, request) => {
    const before = printed.length
    const answer = await request()
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'print_unsigned'])
    expect(printed).toHaveLength(before)
  })

  test.each([
    '/',
    '/api/v1/invoices',
    '/docs',
    '/console',
    '/metrics',
    '/i/x',
  ])('404: %s', async (url) => {
    expect((await server.inject({ url, headers: { host: 'x' } })).statusCode).toBe(404)
  })

  test('200: its health, before and without a document', async () => {
    for (const url of ['/healthz', '/readyz'])
      expect((await server.inject({ url, headers: { host: 'x' } })).statusCode).toBe(200)
  })
})
