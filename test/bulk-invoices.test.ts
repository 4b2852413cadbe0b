import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { firstCompany } from '../src/core/companies/directory.ts'
import { unpackedData } from '../src/core/record/packed-data.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { listInvoiceRevisions } from '../src/sales/invoices/read.ts'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

/** More invoices than one transaction takes. */
const MANY = 130

describe.each(ENGINES)('many invoices of one request (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const bulk = async (items: readonly object[], mode = 'each'): Promise<Json> =>
    (await app.call('POST', '/invoices/bulk', { mode, items })).json()
  const numbersOf = (results: readonly Json[]) =>
    results.flatMap(({ resource }) => resource?.number ?? [])
  const expectVerified = async () =>
    expect(await withSnapshot(app.config.database, (scope) => verifyDatabase(scope))).toMatchObject(
      { ok: true, gaps: [] },
    )

  test('200: they are stored exactly as by single requests', async () => {
    const [single, other] = [await startTestApp(engine), await startTestApp(engine)]
    try {
      const bodies = await preparedBodies(single)
      const made: Json[] = []
      for (const body of bodies) made.push((await single.call('POST', '/invoices', body)).json())
      const same = await preparedBodies(other)
      const { results, failed } = (
        await other.call('POST', '/invoices/bulk', { items: same })
      ).json()
      expect(failed).toBe(0)
      const together = results.map(({ resource }: Json) => resource)
      expect(await stored(other, together)).toEqual(await stored(single, made))
    } finally {
      await single.close()
      await other.close()
    }
  })

  test('a faulty one among those issued uses no number, and the others follow without a gap', async () => {
    const { id: customer_id } = await given.customer()
    const items: Json[] = Array.from({ length: MANY }, (_, at) => ({
      ...{ customer_id, items: [ITEM], status: 'sent', reference: `Gap ${at}` },
    }))
    items[70] = { ...items[70], customer_id: 'cus_00000000000000000000000000' }
    items[71] = { ...items[71], items: [] }
    items[129] = { ...items[129], template: { id: 'nowhere' } }
    const { results, failed } = await bulk(items)
    expect(failed).toBe(3)
    const bad = results.filter(({ status }: Json) => status !== 201)
    expect(bad.map(({ index, status }: Json) => [index, status])).toEqual([
      [70, 422],
      [71, 422],
      [129, 422],
    ])
    const places = numbersOf(results).map((number) => Number(number.split('-').at(-1)))
    expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at))
    expect(results[128].resource.reference).toBe('Gap 128')
    await expectVerified()
  })

  test('409: the second of two with the same external id, and one that an invoice has', async () => {
    const { id: customer_id } = await given.customer()
    const named = (id: string) => ({
      ...{ customer_id, items: [ITEM], external_ids: [{ system: 'shop', id }] },
    })
    const { id: first } = await given.invoice(named('1'))
    const { results } = await bulk([named('2'), named('3'), named('2'), named('1'), named('4')])
    expect(results.map(({ status }: Json) => status)).toEqual([201, 201, 409, 409, 201])
    expect(results[2].problem.resource_id).toBe(results[0].resource.id)
    expect(results[3].problem.resource_id).toBe(first)
    const all = await app.call('POST', '/invoices/bulk', {
      mode: 'all',
      items: [named('5'), named('6'), named('5')],
    })
    expect([all.statusCode, all.json().code]).toEqual([409, 'external_id_taken'])
    expect((await app.call('GET', '/invoices?external_id=shop:6')).json().data).toEqual([])
  })

  test('numbers that another program gave are passed over', async () => {
    await given.settings({ invoiceNumbering: { pattern: 'P-{SEQ:4}', reset: 'never' } })
    const { id: customer_id } = await given.customer()
    const body = { customer_id, items: [ITEM], status: 'sent' }
    await given.invoice(body)
    const foreign = await given.invoice(body)
    await app.tables
      .updateTable('invoices')
      .set({ number: 'P-0005' })
      .where('id', '=', foreign.id)
      .execute()
    const { results } = await bulk(Array.from({ length: 6 }, () => body))
    const places = numbersOf(results).map((number) => Number(number.slice(2)))
    expect(new Set([...places, 5]).size).toBe(7)
    expect(places).toEqual(places.toSorted((one, two) => one - two))
  })

  test('422: with `all`, more than one short transaction takes', async () => {
    const { id: customer_id } = await given.customer()
    const refusalOf = async (count: number, each: number) => {
      const body = { customer_id, items: Array.from({ length: each }, () => ITEM) }
      const items = Array.from({ length: count }, () => body)
      const answer = await app.call('POST', '/invoices/bulk', { mode: 'all', items })
      const [error] = answer.json().errors ?? []
      return [answer.statusCode, error?.pointer, error?.code, error?.params]
    }
    const refused = (max: number) => [422, '/items', 'too_many_items', { max }]
    expect(await refusalOf(201, 1)).toEqual(refused(200))
    expect(await refusalOf(6, 834)).toEqual(refused(5000))
    expect(await refusalOf(3, 2)).toEqual([200, undefined, undefined, undefined])
  })

  test('`each` splits items with long lists into several transactions', async () => {
    const { id: customer_id } = await given.customer()
    const body = { customer_id, items: Array.from({ length: 900 }, () => ITEM) }
    const { results, succeeded } = await bulk(Array.from({ length: 7 }, () => body))
    expect([results.length, succeeded]).toEqual([7, 7])
  })

  test('422 bulk_failed: with `all` nothing is stored and no number is taken', async () => {
    const { id: customer_id } = await given.customer()
    const good = { customer_id, items: [ITEM], status: 'sent' }
    const before = await given.invoice(good)
    const items = Array.from({ length: MANY }, () => good)
    const bad = { ...good, template: { id: 'nowhere' } }
    const answer = await bulk([...items, bad], 'all')
    expect(answer).toMatchObject({ status: 422, code: 'bulk_failed' })
    expect(answer.errors.map(({ pointer }: Json) => pointer)).toEqual([
      `/items/${MANY}/template/id`,
    ])
    const { results } = await bulk(items, 'all')
    expect(placeOf(results[0].resource)).toBe(placeOf(before) + 1)
    expect(placeOf(results.at(-1).resource)).toBe(placeOf(before) + MANY)
  })

  test('409 limit_reached: as many are made as a company may have in a month', async () => {
    const { id: customer_id } = await given.customer()
    const { id } = await firstCompany(app.directory)
    const limit = (limits: object) => app.call('PATCH', `/companies/${id}`, { limits })
    const count = async () =>
      (await app.call('GET', '/invoices?include=total&limit=1')).json().total
    await limit({ invoices_per_month: (await count()) + 3 })
    const { results } = await bulk(
      Array.from({ length: 5 }, () => ({ customer_id, items: [ITEM] })),
    )
    expect(results.map(({ status }: Json) => status)).toEqual([201, 201, 201, 409, 409])
    await limit({})
  })

  test('two concurrent bulk requests beside single ones: no number twice, no gap', async () => {
    await given.settings({ invoiceNumbering: { pattern: 'T-{YYYY}-{SEQ:5}', reset: 'yearly' } })
    await app.call('POST', '/number-series', { key: 'X', pattern: 'X-{SEQ:5}', reset: 'never' })
    const ids: string[] = []
    for (const number_series of [null, 'X']) ids.push((await given.customer({ number_series })).id)
    // Two requests name the two series in opposite order. Locking in that order would be a deadlock.
    const bodies = (order: readonly string[]) =>
      Array.from({ length: MANY }, (_, at) => ({
        ...{ customer_id: order[at % 2], items: [ITEM], status: 'sent' },
      }))
    const single = async (): Promise<Json[]> => {
      const made: Json[] = []
      for (let at = 0; at < 10; at += 1)
        made.push((await app.call('POST', '/invoices', bodies(ids)[at % 2])).json())
      return made
    }
    const [one, two, alone] = await Promise.all([
      bulk(bodies(ids)),
      bulk(bodies(ids.toReversed())),
      single(),
    ])
    expect([one.failed, two.failed]).toEqual([0, 0])
    const numbers = [...numbersOf(one.results), ...numbersOf(two.results)]
    const all = [...numbers, ...alone.map(({ number }) => number)]
    for (const start of ['T-', 'X-']) {
      const own = all.filter((number) => number.startsWith(start))
      const places = own.map((number) => Number(number.split('-').at(-1))).toSorted((a, b) => a - b)
      const first = places[0] ?? 0
      expect(places).toEqual(places.map((_, at) => first + at))
      expect(places).toHaveLength(MANY + 5)
    }
  })
})

const placeOf = ({ number }: Json): number => Number(number.split('-').at(-1))

/** Bodies of invoices that use every feature, after creating the customers, products and templates that they name. */
async function preparedBodies(app: TestApp): Promise<readonly object[]> {
  const given = givens(app)
  const post = async (path: string, body: object) => {
    const answer = await app.call('POST', path, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  await given.settings({ applyCreditOnIssue: true })
  await post('/number-series', { key: 'X', pattern: 'X-{SEQ}', reset: 'never' })
  await post('/templates', { id: 'own', name: 'Own', html: '<p>{{number}}</p>' })
  const product = await post('/products', {
    name: 'Print',
    tax: { category: 'S', rate: '19' },
    prices: [{ currency: 'EUR', unit_price: '12.50' }],
  })
  const { id: customer_id } = await given.customer()
  const { id: ofSeries } = await given.customer({ name: 'Export', number_series: 'X' })
  const { id: ofAccount } = await given.customer({ name: 'Prepaid' })
  await post(`/customers/${ofAccount}/payments`, { amount: '500.00', apply: 'none' })
  const discounts = [{ percent: '10', reason: 'Loyal', tax: ITEM.tax }]
  const charges = [{ amount: '4.90', reason: 'Freight', tax: ITEM.tax }]
  const kinds = [
    { customer_id },
    { customer_id, status: 'sent', discounts, charges },
    { customer_id, status: 'paid', paid_at: '2026-11-20', payment_method: 'card' },
    { customer: { name: 'New', email: 'new@example.org' }, status: 'sent' },
    { customer_id, type: 'credit_note', status: 'sent' },
    { customer_id: ofSeries, status: 'sent' },
    { customer_id: ofAccount, status: 'sent' },
    { customer_id, status: 'sent', issue_date: '2025-12-30' },
    { customer_id, template: { id: 'own' } },
    { customer_id, template: { id: 'own' }, status: 'sent' },
    { customer_id, items: [{ product_id: product.id, quantity: '3' }, ITEM] },
  ]
  return Array.from({ length: 3 }, (_, round) =>
    kinds.map((kind, at) => ({
      items: [ITEM, { ...ITEM, description: `Round ${round}` }],
      reference: `Kind ${at}`,
      external_ids: [{ system: 'shop', id: `${round}-${at}` }],
      metadata: { round: String(round), at: String(at) },
      ...kind,
    })),
  ).flat()
}

const TABLES = [
  'invoices',
  'invoice_items',
  'invoice_adjustments',
  'invoice_taxes',
  'invoice_products',
  'external_ids',
  'metadata_pairs',
  'payments',
  'number_series',
  'account_entries',
  'customers',
  'customer_words',
] as const

const dataOf = (row: Tables['events']) => JSON.parse(unpackedData(row, row.resource_id))

/** The answers, their rows, revisions and events. Ids are replaced by names in the order of the answers. */
async function stored(app: TestApp, answers: readonly Json[]): Promise<Json> {
  const names = new Map<string, string>()
  const named = (value: unknown): Json =>
    JSON.parse(
      JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? String(it) : it)).replaceAll(
        /\b(?:inv|itm|cus|pay|acc|prd)_[0-9a-f-]+/g,
        (id) => names.get(id) ?? id.slice(0, 3),
      ),
    )
  for (const [at, { id, customer, items }] of answers.entries()) {
    names.set(id, `invoice ${at}`)
    for (const [place, item] of items.entries()) names.set(item.id, `item ${place} of ${at}`)
    if (customer.name === 'New') names.set(answers[at].customer_id, `customer of ${at}`)
  }
  const rows: Record<string, readonly string[]> = {}
  for (const table of TABLES) {
    const all = await app.tables.selectFrom(table).selectAll().execute()
    rows[table] = all.map((row) => JSON.stringify(named({ ...row, search_key: null }))).toSorted()
  }
  const revisions: Json[] = []
  for (const { id } of answers) {
    const page = { after: 0n, limit: 10 }
    const { data } = await listInvoiceRevisions(app.work(), id, page)
    for (const { action, version, at, actor, changes } of data)
      revisions.push(named({ id, action, version, at, actor, changes }))
  }
  const events = await app.tables.selectFrom('events').selectAll().orderBy('sequence').execute()
  const byResource = Map.groupBy(events, ({ resource_id }) => named(resource_id) as string)
  const told = [...byResource]
    .map(([id, all]) => [id, all.map((row) => named([row.type, row.at, dataOf(row)]))])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return { answers: named(answers), rows, revisions, told }
}
