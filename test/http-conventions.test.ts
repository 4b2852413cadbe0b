import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'
import { ROOT } from './source-files.ts'

const MIB = 1024 * 1024

describe('conventions of all responses', () => {
  let app: TestApp
  let document: Json
  let customer: Json
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    customer = await givens(app).customer({ notes: 'Long. '.repeat(400) })
    document = (await app.call('GET', '/openapi.json')).json()
  })
  afterAll(() => app.close())

  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.server.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { host: 'localhost', authorization: `Bearer ${API_KEY}`, ...headers },
    })

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
    ['zstd', undefined],
    ['br;q=x', undefined],
  ])('a response above 1 KB for Accept-Encoding %j is %s', async (accepted, encoding) => {
    const response = await send(`/customers/${customer.id}`, { 'accept-encoding': accepted })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers.vary).toContain('accept-encoding')
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    const body = textOf(response.rawPayload, encoding)
    expect(JSON.parse(body)).toEqual(customer)
    expect(response.headers.etag).toMatch(/^"/)
  })

  test('HEAD claims no other length than GET, and 304 has no body', async () => {
    const [path, accepted] = [`/customers/${customer.id}`, { 'accept-encoding': 'br' }]
    const get = await send(path, accepted)
    const head = await send(path, accepted, 'HEAD')
    for (const name of ['etag', 'vary']) expect(head.headers[name]).toBe(get.headers[name])
    expect(head.headers['content-length']).toBeUndefined()
    expect(head.rawPayload.length).toBe(0)
    const etag = String(get.headers.etag)
    const known = await send(path, { ...accepted, 'if-none-match': etag })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    expect(known.headers['content-encoding']).toBeUndefined()
    const changed = await app.call('PATCH', path, { notes: 'Short.' }, { 'if-match': etag })
    expect(changed.statusCode).toBe(200)
    const short = await send(path, accepted)
    expect(short.headers['content-encoding']).toBeUndefined()
    customer = short.json()
    customer = (await app.call('PATCH', path, { notes: 'Long. '.repeat(400) })).json()
  })

  test('a repeated request with an Idempotency-Key has the same body in any encoding', async () => {
    const key = { 'idempotency-key': 'compressed' }
    const body = { name: 'Fernweh Books', notes: 'Long. '.repeat(400) }
    const first = await app.call('POST', '/customers', body, { ...key, 'accept-encoding': 'br' })
    const again = await app.call('POST', '/customers', body, key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(textOf(first.rawPayload, 'br'))
  })

  test('a request with a cookie is not compressed: its length could tell a secret', async () => {
    const headers = { 'accept-encoding': 'br', cookie: 'a=b' }
    const response = await send(`/customers/${customer.id}`, headers)
    expect(response.headers['content-encoding']).toBeUndefined()
  })

  test('the OpenAPI document is a fifth of its size or less', async () => {
    const plain = await send('/openapi.json')
    for (const encoding of ['br', 'gzip']) {
      const accepted = { 'accept-encoding': encoding }
      const [first, again] = [
        await send('/openapi.json', accepted),
        await send('/openapi.json', accepted),
      ]
      expect(first.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
      expect(again.rawPayload).toEqual(first.rawPayload)
      expect(textOf(first.rawPayload, encoding)).toBe(plain.body)
    }
  })

  test('the version of the API is in each response, also of refusals', async () => {
    for (const path of ['/customers', '/customers/none', '/openapi.json'])
      expect((await send(path)).headers['billwright-api-version']).toBe('1')
    expect((await app.server.inject('/healthz')).headers['billwright-api-version']).toBeUndefined()
  })

  test('exactly what is deprecated in the document says so in its responses', async () => {
    const read = Object.entries<Json>(document.paths).filter(
      ([path, { get }]) => get && !path.includes('{'),
    )
    for (const [path, { get }] of read) {
      const { headers } = await send(path.replace('/api/v1', ''), {}, 'HEAD')
      expect([path, headers.deprecation !== undefined]).toEqual([path, get.deprecated === true])
    }
    for (const [path, item] of Object.entries<Json>(document.paths))
      for (const [method, { deprecated }] of Object.entries<Json>(item).filter(
        ([it]) => it !== 'get',
      ))
        if (deprecated === true || path === '/api/v1/settings') {
          const { headers } = await send(path.replace('/api/v1', ''), {}, method.toUpperCase())
          expect([path, headers.deprecation !== undefined]).toEqual([path, deprecated === true])
        }
  })

  test('what a sentence calls deprecated is marked as such, and the changelog lists it', () => {
    const operations = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(item).map((it) => ({ ...it, name: it.operationId })),
    )
    const events = Object.entries<Json>(document.webhooks).map(([name, { post }]) => ({
      ...post,
      name,
    }))
    const all = [...operations, ...events]
    const namesOf = (some: readonly Json[]) => some.map(({ name }) => name).sort()
    const marked = namesOf(all.filter(({ deprecated }) => deprecated === true))
    const isSaid = ({ summary = '', description = '' }: Json) =>
      /\b(deprecated|prefer|preferred|newer name|older name)\b/i.test(`${summary} ${description}`)
    expect(namesOf(all.filter(isSaid))).toEqual(marked)
    expect(marked).toContain('patchAdminSettings')
    expect(marked).toContain('invoice.payment_recorded')
    const page = (path: string) => readFileSync(join(ROOT, path), 'utf8')
    const sections = page('CHANGELOG.md').split(/^##+ /m)
    const listed = sections.find((it) => it.startsWith('Deprecated')) ?? ''
    const named = [...listed.matchAll(/^- `([^`]+)`/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual(marked)
    const headings = page('docs/events.md').split(/^## /m)
    const inPage = headings.filter((it) => /\bDeprecated\b/.test(it))
    expect(inPage.map((it) => it.split('\n')[0]?.replaceAll('`', ''))).toEqual(
      namesOf(events.filter(({ deprecated }) => deprecated === true)),
    )
  })

  test('the table of limits of bodies is right, and proxies let them pass', async () => {
    const limits = new Map<number, string[]>()
    for (const [path, item] of Object.entries<Json>(document.paths))
      for (const method of ['post', 'put', 'patch'].filter((it) => item[it]?.requestBody)) {
        const url = path.replaceAll(/\{\w+\}/g, 'x')
        const headers = { authorization: `Bearer ${API_KEY}`, host: 'localhost' }
        const sent = { ...headers, 'content-type': 'application/json', 'content-length': '1e9' }
        const response = await app.server.inject({ method: method as 'POST', url, headers: sent })
        const bytes = response.json().params?.max_bytes ?? MIB
        const route = `${method.toUpperCase()} ${path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')}`
        limits.set(bytes, [...(limits.get(bytes) ?? []), route])
      }
    const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
    const rows = page.matchAll(/^\| (\d+) MiB \| (`POST .*) \|$/gm)
    const documented = Map.groupBy(
      [...rows].flatMap(([, mib, routes = '']) =>
        routes.split(', ').map((it) => [Number(mib), it.replaceAll('`', '')] as const),
      ),
      ([mib]) => mib * MIB,
    )
    limits.delete(MIB)
    const sorted = (all: readonly string[] = []) => all.toSorted()
    expect([...documented.keys()].toSorted()).toEqual([...limits.keys()].toSorted())
    for (const [bytes, routes] of limits)
      expect(sorted(documented.get(bytes)?.map(([, route]) => route))).toEqual(sorted(routes))
    const nginx = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
    const [, allowed] = /client_max_body_size (\d+)m;/.exec(nginx) ?? []
    expect(Number(allowed) * MIB).toBeGreaterThan(Math.max(...limits.keys()))
  })
})

function textOf(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
