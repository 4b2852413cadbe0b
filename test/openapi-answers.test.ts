import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undocumented } from './documented-answers.ts'
import { givens, type Json } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly spec: Json
}

const HOST = 'localhost:3000'
const JSON_TYPE = { 'content-type': 'application/json' }
const TOO_LONG = 1024 * 1024

/** What may be wrong with a request, whatever it is for; each on top of one that could be right. */
const ODDITIES: Readonly<Record<string, InjectOptions>> = {
  'no credential': { headers: { authorization: '' } },
  'a wrong credential': { headers: { authorization: 'Bearer wrong' } },
  'a foreign name': { headers: { host: 'evil.example' } },
  'another site': { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
  'unknown query': { query: { unknown: 'x', limit: '-1', cursor: 'x', from: 'x', format: 'x' } },
  'a query nobody can store': { query: { q: 'a\u0000b' } },
  'no body': {},
  'an empty object': { headers: JSON_TYPE, payload: '{}' },
  'no JSON': { headers: JSON_TYPE, payload: '{"a":' },
  'no object': { headers: JSON_TYPE, payload: '[]' },
  'unknown fields': { headers: JSON_TYPE, payload: '{"unknown":1,"id":"x","total":"1"}' },
  'another type of body': { headers: { 'content-type': 'text/plain' }, payload: 'a' },
  'a long body': { headers: JSON_TYPE, payload: `{"a":"${'a'.repeat(TOO_LONG)}"}` },
  'another version': { headers: { 'if-match': '"other"' } },
  'any version known': { headers: { 'if-none-match': '*' } },
  'a key of nothing': { headers: { 'idempotency-key': ' ' } },
  'a key of its own': { headers: { ...JSON_TYPE, 'idempotency-key': 'odd' }, payload: '{}' },
  'only what nobody makes': { headers: { accept: 'image/x-none' } },
}

/** These reach the database, each differently. The others are refused before it, or ask it the same. */
const IN_THE_DATABASE = [
  'unknown query',
  'a query nobody can store',
  'no body',
  'unknown fields',
  'another version',
  'any version known',
  'a key of its own',
]

/** What cannot be asked for in passing: it takes seconds and a browser. */
const isSlow = ({ path }: Operation): boolean => path.endsWith('/pdf')

describe.each(ENGINES)('every answer is documented (%s)', (engine) => {
  let app: TestApp
  let operations: readonly Operation[]
  let ids: Readonly<Record<string, string>>

  beforeAll(async () => {
    app = await startTestApp(engine, { RATE_LIMIT_PER_MINUTE: '100000' })
    const document: Json = (await app.send({ url: '/api/v1/openapi.json' })).json()
    operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, spec]) => ({ method, path, spec })),
    )
    const given = givens(app)
    const { id } = await given.invoice({ status: 'sent' })
    const customer = await given.customer()
    const payment = await given.payment(id, { amount: '1.00' })
    const hook = await app.call('POST', '/webhooks', { url: 'https://93.184.215.14/' })
    const key = await app.call('POST', '/api-keys', { name: 'x', scopes: ['read'] })
    await app.call('PATCH', `/customers/${customer.id}`, { name: 'Has a delivery' })
    const events = (await app.call('GET', '/events')).json()
    ids = {
      invoices: id,
      customers: customer.id,
      webhooks: hook.json().id,
      'api-keys': key.json().id,
      events: events.data[0].id,
      jobs: (await app.call('GET', '/jobs')).json().data[0].id,
      templates: 'minimalist-clean',
      payments: payment.id,
      public: (await given.publish(id)).share_token,
    }
  })
  afterAll(() => app.close())

  const existing = (path: string): string =>
    path
      .replace(/\/(public\/invoices|[\w-]+)\/\{\w+\}/g, (whole, name: string) => {
        const known = ids[name.replace('/invoices', '')]
        return known ? `/${name}/${known}` : whole
      })
      .replace(/\{[^}]+\}/g, 'x')
  const missing = (path: string): string => path.replace(/\{[^}]+\}/g, 'x')

  const ask = async ({ method }: Operation, url: string, odd: InjectOptions) => {
    const headers = { host: HOST, authorization: `Bearer ${API_KEY}`, ...odd.headers }
    const request = { ...odd, method: method.toUpperCase() as 'GET', url, headers }
    return { request, answer: await app.server.inject(request) }
  }
  /** Sentences on what no caller would expect, none if all is as documented. */
  const surprises = async (asked: readonly Operation[], odd: InjectOptions) => {
    const found = new Set<string>()
    for (const operation of asked)
      for (const url of [existing(operation.path), missing(operation.path)]) {
        const { request, answer } = await ask(operation, url, odd)
        for (const sentence of undocumented(request, answer)) found.add(sentence)
      }
    return [...found]
  }

  const oddities = Object.entries(ODDITIES).filter(
    ([name]) => engine === 'sqlite' || IN_THE_DATABASE.includes(name),
  )

  test.each(oddities)('of reads, with %s', async (_name, odd) => {
    const reads = operations.filter((it) => it.method === 'get' && !isSlow(it))
    expect(await surprises(reads, odd)).toEqual([])
  })

  test.each(oddities)('of changes, with %s', async (_name, odd) => {
    // Nothing is deleted, as what is read later would not be there.
    const changes = operations.filter((it) => it.method !== 'get' && it.method !== 'delete')
    expect(await surprises(changes, odd)).toEqual([])
  })

  test.each(oddities)('of deletions of nothing, with %s', async (_name, odd) => {
    const found: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'delete')) {
      const { request, answer } = await ask(operation, missing(operation.path), odd)
      found.push(...undocumented(request, answer))
    }
    expect(found).toEqual([])
  })

  test('304: each read that accepts If-None-Match, and no other', async () => {
    const reads = operations.filter((it) => it.method === 'get' && !isSlow(it))
    const wrong: string[] = []
    for (const operation of reads) {
      const odd = { headers: { 'if-none-match': '*' } }
      const { answer } = await ask(operation, existing(operation.path), odd)
      const isTold = '304' in operation.spec.responses
      if (answer.statusCode < 400 && (answer.statusCode === 304) !== isTold)
        wrong.push(`${operation.path}: ${answer.statusCode}`)
    }
    expect(wrong).toEqual([])
  })

  test('429: any operation, with word of the limit', async () => {
    const tight = await startTestApp(engine, { RATE_LIMIT_PER_MINUTE: '1' })
    try {
      await tight.call('GET', '/customers')
      const statuses = new Set<number>()
      for (const { method, path } of operations) {
        const answer = await tight.call(method.toUpperCase(), missing(path).slice('/api/v1'.length))
        statuses.add(answer.statusCode)
      }
      expect([...statuses]).toContain(429)
    } finally {
      await tight.close()
    }
  })

  test('500: any operation, when nothing works any more', async () => {
    await app.db.destroy()
    const statuses = new Set<number>()
    // What is sent while it is read has begun with 200 by then.
    for (const operation of operations.filter(({ path }) => !path.endsWith('/export'))) {
      const { request, answer } = await ask(operation, existing(operation.path), {})
      expect(undocumented(request, answer)).toEqual([])
      statuses.add(answer.statusCode)
    }
    expect([...statuses].some((status) => status >= 500)).toBe(true)
  })
})
