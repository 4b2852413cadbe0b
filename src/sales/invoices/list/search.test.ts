import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json, rowToCopy } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { FIRST_COMPANY } from '../../../core/companies/company.ts'
import { companyDb } from '../../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../../platform/database/tables.ts'
import { selectInvoices } from './list.ts'
import { searchTextOf } from './search.ts'

/** More than the list checks in its order before it looks the conditions up. */
const ROWS = 2600
const ROWS_PER_INSERT = 200
/** More than the list fetches and sorts. */
const MANY = 5200
const LONG = Array.from({ length: 100 }, (_, at) => `prägung${100 + at}`)
const STATUSES = ['draft', 'sent', 'paid']
const SORTS = ['issue_date', 'due_date', 'created_at', 'number', 'total']

interface Expected {
  readonly id: string
  readonly words: readonly string[]
  readonly status: string
  readonly name: string
  readonly published: boolean
  readonly dueDate: string | null
}

/** So many that an index looks up the rare ones. */
describe.each(ENGINES)('the list of many invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let customers: readonly Json[]
  let all: readonly Expected[]

  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    customers = [
      await given.customer({ name: 'Ada Ltd' }),
      await given.customer({ name: 'Grace & Sons', email: 'rare@example.org' }),
    ]
    const { id } = await given.invoice({ customer_id: customers[0].id })
    const row = await rowToCopy(app, id)
    await app.call('DELETE', `/invoices/${id}`)
    const expected: Expected[] = []
    for (let start = 0; start < ROWS; start += ROWS_PER_INSERT) {
      const copies = Array.from({ length: ROWS_PER_INSERT }, (_, index) => copy(row, start + index))
      expected.push(...copies.map(({ expected }) => expected))
      const rows = copies.map((it) => it.row)
      await app.tables.insertInto('invoices').values(rows).execute()
    }
    all = expected
  })
  afterAll(() => app.close())

  /**
   * Every 500th has a rare word, every 26th another, at the end; few are of the second customer. Three
   * in seven have a long text.
   */
  function copy(row: Insertable<Tables['invoices']>, at: number) {
    const isGrace = at % 900 === 5
    const status = STATUSES[at % 3] ?? 'draft'
    const words = [
      `${at}`.padStart(6, '0'),
      at % 2 === 0 ? 'consulting' : 'typesetting',
      ...(at % 7 < 3 ? LONG : []),
      ...(at % 500 === 7 ? ['zinc'] : []),
      ...(at % 26 === 3 ? ['gilding'] : []),
    ]
    const customer = customers[isGrace ? 1 : 0]
    const id = `inv_019aa3c1-4a7e-7cc0-8000-${`${(at * 7919) % 1_000_003}`.padStart(12, '0')}`
    const published = at % 1200 === 11
    const dueDate = at % 4 === 0 ? null : `2026-${`${1 + (at % 12)}`.padStart(2, '0')}-01`
    return {
      expected: { id, words, status, name: customer.name, published, dueDate },
      row: {
        ...row,
        id,
        number: status === 'draft' ? null : `N${at}`,
        status,
        customer_id: customer.id,
        customer_name: customer.name,
        issue_date: `2026-01-${`${1 + (at % 28)}`.padStart(2, '0')}`,
        due_date: dueDate,
        total_minor: BigInt((at * 31) % 777),
        share_nonce: published ? `nonce ${at}` : null,
        search_text: searchTextOf(FIRST_COMPANY, words),
      },
    }
  }

  async function idsOf(query: string, limit = 100): Promise<readonly string[]> {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const page = `limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`
      const response = await app.call('GET', `/invoices?${page}`)
      expect(response.statusCode, response.body).toBe(200)
      const { data, next_cursor } = response.json()
      ids.push(...data.map((entry: Json) => entry.id))
      cursor = next_cursor ?? ''
      if (cursor === '') return ids
    }
  }
  const expectIds = async (query: string, keep: (it: Expected) => boolean) => {
    const expected = all.filter(keep).map(({ id }) => id)
    const found = await idsOf(query)
    expect(found.toSorted()).toEqual(expected.toSorted())
    const response = await app.call('GET', `/invoices?limit=1&include=total&${query}`)
    expect(response.json().total).toBe(expected.length)
  }
  const has = (start: string) => (it: Expected) => it.words.some((word) => word.startsWith(start))

  test.each(SORTS)('200: a rare word, by %s, on every page once', async (sort) => {
    await expectIds(`q=zinc&sort=${sort}`, has('zinc'))
    const ids = await idsOf(`q=zinc&sort=-${sort}`)
    expect(await idsOf(`q=zinc&sort=-${sort}`, 2)).toEqual(ids)
    expect(ids).toEqual((await idsOf(`q=zinc&sort=${sort}`)).toReversed())
  })

  test.each(SORTS)('200: a word now and then, by %s, on every page once', async (sort) => {
    await expectIds(`q=gilding&sort=${sort}`, has('gilding'))
    const ids = await idsOf(`q=gilding&sort=-${sort}`)
    expect(await idsOf(`q=gilding&sort=-${sort}`, 70)).toEqual(ids)
    expect(await idsOf(`q=gilding&sort=-${sort}`, 7)).toEqual(ids)
    expect(ids).toEqual((await idsOf(`q=gilding&sort=${sort}`)).toReversed())
  })

  test('200: a frequent word; a number by its beginning; both', async () => {
    await expectIds('q=consult', has('consult'))
    await expectIds('q=00012', has('00012'))
    await expectIds('q=00012+typeset', (it) => has('00012')(it) && has('typeset')(it))
    await expectIds('q=zinc+typesetting+0025', (it) => it.words[0] === '002507')
    await expectIds('q=zinc+consulting', () => false)
  })

  test('200: several words by total, in long texts and in short ones', async () => {
    const both = (first: string, second: string) => (it: Expected) =>
      has(first)(it) && has(second)(it)
    for (const sort of ['total', '-total']) {
      await expectIds(`q=gilding+typesetting&sort=${sort}`, both('gilding', 'typesetting'))
      await expectIds(`q=gilding+consulting&sort=${sort}`, () => false)
      await expectIds(`q=zinc+prägung199&sort=${sort}`, both('zinc', 'prägung199'))
      await expectIds(`q=prägung20&sort=${sort}`, () => false)
      await expectIds(`q=ada+gilding&sort=${sort}`, (it) => it.name[0] === 'A' && has('gild')(it))
      await expectIds(
        `q=gilding&status=paid&sort=${sort}`,
        (it) => it.status === 'paid' && has('gilding')(it),
      )
    }
  })

  test('200: by total a text is found while it is short, and when it has become long', async () => {
    const { id } = await given.invoice({ customer_id: customers[0].id })
    const item = (description: string) => ({ description, unit_price: '2' })
    const holds = async (q: string) => (await idsOf(`q=${q}&sort=-total`)).includes(id)
    await given.put(id, { items: [item('Vellum')] })
    expect([await holds('vellum'), await holds('marbling')]).toEqual([true, false])
    const long = Array.from({ length: 60 }, (_, at) => item(`Prägung ${at} ${'x'.repeat(at)}`))
    await given.put(id, { items: [...long, item('Marbling')] })
    expect([await holds('vellum'), await holds('marbling')]).toEqual([false, true])
    await given.put(id, { items: [item('Vellum')] })
    expect([await holds('vellum'), await holds('marbling')]).toEqual([true, false])
    await app.call('DELETE', `/invoices/${id}`)
    expect(await holds('vellum')).toBe(false)
  })

  test('200: a rare word of the customer, alone and with one of the invoice', async () => {
    const isGrace = ({ name }: Expected) => name === 'Grace & Sons'
    await expectIds('q=rare', isGrace)
    await expectIds('q=grace+typesetting', (it) => isGrace(it) && has('typesetting')(it))
    await expectIds('q=ada+zinc', (it) => !isGrace(it) && has('zinc')(it))
  })

  test('200: rare filters in every sort, and with a word', async () => {
    for (const sort of SORTS) await expectIds(`published=true&sort=${sort}`, (it) => it.published)
    await expectIds(`customer_id=${customers[1].id}&sort=total`, (it) => it.name[0] === 'G')
    await expectIds(
      'published=true&status=sent&q=typesetting',
      (it) => it.published && it.status === 'sent' && has('typesetting')(it),
    )
    await expectIds('due_to=2026-02-01&sort=-due_date', ({ dueDate }) =>
      ['2026-01-01', '2026-02-01'].includes(dueDate ?? ''),
    )
  })

  test('200: changed invoices are found by their current words, deleted ones not at all', async () => {
    const { id } = await given.invoice({ customer_id: customers[0].id })
    const holds = async (q: string) => (await idsOf(`q=${q}`)).includes(id)
    expect(await holds('cover')).toBe(true)
    await given.put(id, { items: [{ description: 'Embossing', unit_price: '10' }] })
    expect([await holds('cover'), await holds('emboss')]).toEqual([false, true])
    await given.put(id, { customer_id: customers[1].id })
    expect([await holds('ltd'), await holds('rare')]).toEqual([false, true])
    await app.call('PATCH', `/customers/${customers[1].id}`, { email: 'quartz@example.org' })
    expect([await holds('rare'), await holds('quartz+embossing')]).toEqual([false, true])
    await app.call('DELETE', `/invoices/${id}`)
    expect(await holds('embossing')).toBe(false)
  })

  test('200: a company finds only its own invoices, even if others have the same words', async () => {
    const company = 2n as CompanyId
    const { tables } = app
    const [, { id: customerId }] = customers
    const customer = await tables
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    await tables
      .insertInto('customers')
      .values({ ...customer, company_id: company })
      .execute()
    const word = { company_id: company, customer_id: customerId, word: Buffer.from('grace') }
    await tables.insertInto('customer_words').values(word).execute()
    const { row } = copy(await rowToCopy(app, all[5]?.id ?? ''), 5)
    const texts = ['000005', 'typesetting', 'intaglio']
    const own = { ...row, company_id: company, search_text: searchTextOf(company, texts) }
    await tables.insertInto('invoices').values(own).execute()
    const scope = companyDb(app.db, company)
    const list = async (q: string) => {
      const request = { limit: 100, after: null, withTotal: true, direction: 'asc' } as const
      const filter = { q, today: '2026-11-21' }
      const pages = SORTS.map((sort) => selectInvoices(scope, filter, { ...request, sort }))
      return (await Promise.all(pages)).map(({ data, total }) => [data.map(({ id }) => id), total])
    }
    for (const q of ['intaglio', 'typesetting', 'grace', 'grace 000005'])
      expect(await list(q), q).toEqual(SORTS.map(() => [[row.id], 1]))
    expect(await list('zinc')).toEqual(SORTS.map(() => [[], 0]))
    expect(await idsOf('q=intaglio')).toEqual([])
    await expectIds('q=grace', ({ name }) => name === 'Grace & Sons')
  })

  test('200: a filter with many matches, but not among the next in the order', async () => {
    const row = await rowToCopy(app, all[0]?.id ?? '')
    const many = Array.from({ length: MANY }, (_, at) => ({
      ...copy(row, ROWS + at).row,
      currency: 'SEK',
      total_minor: BigInt(10_000 + at),
    }))
    for (let start = 0; start < MANY; start += ROWS_PER_INSERT)
      await app.tables
        .insertInto('invoices')
        .values(many.slice(start, start + ROWS_PER_INSERT))
        .execute()
    const found = await idsOf('currency=SEK&sort=total')
    expect(found).toEqual(many.map(({ id }) => id))
  })
})
