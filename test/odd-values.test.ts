import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const DAYS = [
  '2026-02-30',
  '2025-02-29',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '+012026-01-01',
  '-0001-01-01',
  '2026-1-1',
  '2026-11-21T00:00:00Z',
  'today',
  '٢٠٢٦-01-01',
  ' ',
]
const INSTANTS = [...DAYS, '0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '2026-11-21T25:00:00Z']
const CURRENCIES = ['XYZ', 'XXX', 'XAU', 'BGN', 'eur', 'EURO', '€', 'E R', ' ']
const COUNTRIES = ['ZZ', 'XX', 'AA', 'de', 'DEU', 'D', 'A1', '🇩🇪', ' ']
const LANGUAGES = [
  'xx',
  'zz-ZZ',
  'und',
  'root',
  'en-',
  '-',
  'en_US',
  'i-default',
  'x-private',
  'de-DE-u-ca-buddhist-nu-thai',
  'toString',
  '__proto__',
  'a'.repeat(60),
  ' ',
]
const TIME_ZONES = ['Mars/Olympus', '+25:00', '-00:00', '+05:30', 'EST5EDT', 'Etc/GMT+15', ' ']
/** Of a parameter with a number. */
const NUMBERS = ['1e400', '-1e400', '9'.repeat(30)]
const NOT_TEXT = [null, 7, true, [], {}]

/** The odd values of a parameter, by its name; undefined: it is about something else. */
function oddValues(name: string): readonly unknown[] | undefined {
  if (/currency$/.test(name)) return CURRENCIES
  if (/country(_?code)?$/i.test(name)) return COUNTRIES
  if (/^(language|locale)$/.test(name)) return LANGUAGES
  if (/^time_?zone$/i.test(name)) return TIME_ZONES
  if (/^expires_at$/.test(name)) return INSTANTS
  return /(^|_)(date|from|to|start|end|paid_at)$/.test(name) ? DAYS : undefined
}

interface Place {
  readonly method: string
  readonly path: string
  /** Of a field in a body; a query parameter has one name. */
  readonly names: readonly string[]
  readonly values: readonly unknown[]
}

/** Every place in the API that takes such a value, as its own document says. */
function placesOf(document: Json): { readonly queries: Place[]; readonly fields: Place[] } {
  const queries: Place[] = []
  const fields: Place[] = []
  for (const [path, operations] of Object.entries<Json>(document.paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries<Json>(operations)) {
      // The handlers of another path take these.
      if (path.includes('/admin/') || (method === 'patch' && operations.put)) continue
      const place = { method: method.toUpperCase(), path: path.replace('/api/v1', '') }
      for (const { in: where, name, schema } of parameters) {
        const isNumber = ['integer', 'number'].includes(schema.type)
        const values = isNumber ? NUMBERS : oddValues(name)
        if (where === 'query' && values) queries.push({ ...place, names: [name], values })
      }
      const body = requestBody?.content?.['application/json']?.schema
      for (const names of fieldsOf(body, document)) {
        const values = oddValues(names.at(-1) ?? '')
        if (values) fields.push({ ...place, names, values: [...values, ...NOT_TEXT] })
      }
    }
  return { queries, fields }
}

function fieldsOf(named: Json, document: Json): readonly string[][] {
  if (!named) return []
  const schema = named.$ref ? document.components.schemas[named.$ref.split('/').at(-1)] : named
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    [name],
    ...fieldsOf(field, document).map((names) => [name, ...names]),
  ])
  const items = fieldsOf(schema.items, document).map((names) => ['0', ...names])
  return [...own, ...items, ...branches.flatMap((it) => fieldsOf(it, document))]
}

/** A copy of `body` with a value at a place that may not be there yet. */
function withValue(body: Json, [name = '', ...rest]: readonly string[], value: unknown): Json {
  const set = rest.length === 0 ? value : withValue(body?.[name] ?? {}, rest, value)
  if (name === '0') return [set]
  return { ...body, [name]: set }
}

/** Values of the right form that mean nothing: they are refused or taken, and never break an answer. */
describe.each(
  ENGINES,
)('odd currencies, countries, languages, time zones and days (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let places: ReturnType<typeof placesOf>
  let ids: { readonly customer: string; readonly draft: string; readonly issued: string }
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    places = placesOf((await app.call('GET', '/openapi.json')).json())
    const customer_id = (await given.customer()).id
    const issued = await given.invoice({ customer_id, status: 'sent', issue_date: '2026-11-01' })
    const key = (await app.call('POST', '/api-keys', { name: 'k', scopes: ['read'] })).json()
    ids = { customer: customer_id, draft: key.id, issued: issued.id }
  })
  afterAll(() => app.close())

  const expectNoFault = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(method, path, body)
    const asked = `${method} ${path} ${JSON.stringify(body) ?? ''}`
    expect(answer.statusCode, `${asked}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
    return answer
  }

  test('in a query', async () => {
    expect(places.queries.length).toBeGreaterThan(20)
    for (const { method, path, names, values } of places.queries)
      for (const value of values) {
        const at = path.replace('{id}', ids.customer)
        await expectNoFault(method, `${at}?${names[0]}=${encodeURIComponent(String(value))}`)
      }
  })

  test('422: a number that is infinite, at every parameter with a number', async () => {
    const isRead = ({ method, values }: Place) => method === 'GET' && values === NUMBERS
    const numbers = places.queries.filter(isRead)
    expect(numbers.length).toBeGreaterThan(20)
    for (const { path, names } of numbers) {
      const answer = await app.call(
        'GET',
        `${path.replace('{id}', ids.customer)}?${names[0]}=1e400`,
      )
      expect(answer.statusCode, `${path} ${names[0]}`).toBe(422)
    }
  })

  test('422: a statement in an unknown currency', async () => {
    for (const form of ['', '/html', '/pdf']) {
      const path = `/customers/${ids.customer}/statement${form}?currency=XYZ`
      const answer = await app.call('GET', path)
      expect(answer.statusCode, path).toBe(422)
      expect(answer.json()).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '?currency', code: 'unknown_currency' }],
      })
    }
  })

  test('in a body, and on the pages of the stored resource', async () => {
    expect(places.fields.length).toBeGreaterThan(50)
    for (const { method, path, names, values } of places.fields)
      for (const value of values) {
        const target = await targetOf(method, path)
        const body = withValue(target.body, names, value)
        const answer = await expectNoFault(method, target.path, body)
        if (answer.statusCode < 400) await readAgain(path, answer)
      }
    for (const path of ['/invoices', '/customers', '/reports/summary', '/settings'])
      expect((await app.call('GET', path)).statusCode).toBe(200)
  })

  /** The address and a body that is taken, but for what a test puts into it. */
  async function targetOf(method: string, path: string) {
    const buyer = { customer: { name: 'Fernweh Books' } }
    if (path === '/invoices' || path === '/invoices/calculate')
      return { path, body: { ...buyer, items: [ITEM] } }
    if (path === '/invoices/{id}')
      return { path: `/invoices/${(await given.invoice()).id}`, body: {} }
    if (path.startsWith('/invoices/{id}/payments'))
      return { path: path.replace('{id}', ids.issued), body: { amount: '0.01' } }
    if (path.startsWith('/invoices/')) return { path: path.replace('{id}', ids.issued), body: {} }
    if (path.startsWith('/customers'))
      return { path: path.replace('{id}', ids.customer), body: { name: 'Fernweh Books' } }
    if (path.startsWith('/templates'))
      return { path: path.replace('{id}', 'minimalist-clean'), body: {} }
    const body = method === 'POST' ? { name: 'k', scopes: ['read'] } : {}
    return { path: path.replace('{id}', ids.draft), body }
  }

  async function readAgain(path: string, answer: { json(): Json }): Promise<void> {
    if (path === '/customers')
      await expectNoFault('GET', `/customers/${answer.json().id}/statement/html`)
    if (path !== '/invoices') return
    const { id, customer_id } = answer.json()
    for (const form of ['', '/html', '/xml', '/validation'])
      await expectNoFault('GET', `/invoices/${id}${form}`)
    await expectNoFault('GET', `/customers/${customer_id}/statement/html`)
  }
})
