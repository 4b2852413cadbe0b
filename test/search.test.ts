import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt, OWN_IBAN } from '../src/receivables/bank/statements.testing.ts'
import { type Givens, givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { AS_XML, supplierXml } from './supplier-xml.ts'

const NAME = 'Müller & Søn’s Straßenbau'
const SEARCHES = ['muller', 'mueller', 'MÜLLER', 'strasse', 'sons', "søn's strassenbau", 'soens']

describe.each(ENGINES)('search and order of every list (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine, {
      SMTP_URL: 'smtp://mail.invalid:2525?security=none',
      MAIL_FROM: 'Atelier Nord <billing@nord.example>',
    })
    given = givens(app)
  })
  afterAll(() => app.close())

  const created = async (path: string, body: unknown, headers = {}): Promise<Json> => {
    const response = await app.call('POST', path, body, headers)
    expect(response.statusCode, response.body).toBe(201)
    return response.json()
  }
  const list = async (path: string): Promise<readonly Json[]> => {
    const response = await app.call('GET', path)
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }
  const ids = async (path: string) => (await list(path)).map(({ id }) => id)

  const item = { ...ITEM, description: NAME }
  const making: Readonly<Record<string, () => Promise<{ readonly id: string }>>> = {
    '/customers': () => given.customer({ name: NAME }),
    '/invoices': () => given.invoice({ customer: { name: NAME } }),
    '/products': () => created('/products', { name: NAME }),
    '/quotes': async () => {
      const { id } = await given.customer()
      return created('/quotes', { customer_id: id, items: [item] })
    },
    '/entries': async () => {
      const { id } = await given.customer()
      const body = { customer_id: id, date: '2026-11-01', description: NAME }
      return created('/entries', { ...body, quantity: '1', unit_price: '1' })
    },
    '/recurring-invoices': async () => {
      const { id } = await given.customer()
      const schedule = { unit: 'month', start_date: '2027-01-01' }
      const body = { name: NAME, customer_id: id, schedule }
      return created('/recurring-invoices', { ...body, invoice: { items: [ITEM] } })
    },
    '/delivery-notes': async () => {
      const { id } = await given.invoice({ items: [item], status: 'sent' })
      return created('/delivery-notes', { invoice_id: id })
    },
    '/supplier-invoices': () =>
      created(
        '/supplier-invoices',
        Buffer.from(supplierXml('S-1', NAME.replace('&', '&amp;'))),
        AS_XML,
      ),
    '/bank-entries': async () => {
      await given.settings({ bankAccount: { iban: OWN_IBAN } })
      const name = NAME.replace('&', '&amp;')
      const bytes = camt([{ entries: [{ amount: '5.00', name, reference: 'R-1' }] }])
      const { id } = await created('/bank-files', bytes)
      return (await list(`/bank-entries?file_id=${id}`))[0]
    },
    '/messages': async () => {
      const customer = { name: 'Fernweh', email: 'desk@fernweh.example' }
      const { id } = await given.invoice({ customer, status: 'sent' })
      return created(`/invoices/${id}/send`, { subject: NAME, attach: [] })
    },
  }

  test('every list with a search is here', async () => {
    const { paths } = (await app.call('GET', '/openapi.json')).json()
    const searched = Object.entries<Json>(paths).flatMap(([path, { get }]) =>
      get?.parameters?.some(({ name }: Json) => name === 'q') ? path.replace('/api/v1', '') : [],
    )
    // The sums and files of a list take its filters.
    const lists = searched.filter((path) => !/\/(sums|export)$/.test(path))
    expect(lists.toSorted()).toEqual(Object.keys(making).toSorted())
  })

  test.each(Object.keys(making))('200: %s is found however its words are spelled', async (path) => {
    const { id } = (await making[path]?.()) ?? { id: '' }
    for (const q of SEARCHES)
      expect(await ids(`${path}?q=${encodeURIComponent(q)}`), q).toContain(id)
    expect(await ids(`${path}?q=mullern`)).toEqual([])
  })

  test('200: sort=number is numeric by series, page by page', async () => {
    const series = (kind: string) => {
      const key = `${kind[0]?.toUpperCase()}K`
      const pattern = `${key}-{YYYY}-{SEQ:4}`
      return created('/number-series', { key, name: key, kind, pattern, start: 9998 })
    }
    for (const kind of ['invoice', 'quote', 'delivery_note']) await series(kind)
    const expected = (key: string) =>
      [9998, 9999, 10000, 10001].map((place) => `${key}-2026-${place}`)
    for (let at = 0; at < 4; at += 1) {
      const body = { items: [ITEM], status: 'sent', number_series: 'IK' }
      const { id } = await given.invoice(body)
      await created('/delivery-notes', { invoice_id: id, number_series: 'DK' })
      const { id: customer_id } = await given.customer()
      const quote = await created('/quotes', { customer_id, items: [ITEM], number_series: 'QK' })
      const issued = await app.call('POST', `/quotes/${quote.id}/open`)
      expect(issued.statusCode, issued.body).toBe(200)
    }
    for (const number of ['R-10', 'R-9', 'R-100'])
      await created('/supplier-invoices', Buffer.from(supplierXml(number)), AS_XML)
    const numbers = async (path: string, start: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const page = `${path}&limit=2${cursor && `&cursor=${cursor}`}`
        const { data, next_cursor } = (await app.call('GET', page)).json()
        found.push(...data.map(({ number }: Json) => number ?? ''))
        if (next_cursor === null) return found.filter((number) => number.startsWith(start))
        cursor = next_cursor
      }
    }
    for (const [path, key, all] of [
      ['/invoices', 'IK', expected('IK')],
      ['/quotes', 'QK', expected('QK')],
      ['/delivery-notes', 'DK', expected('DK')],
      ['/supplier-invoices', 'R-', ['R-9', 'R-10', 'R-100']],
    ] as const) {
      expect(await numbers(`${path}?sort=number`, key)).toEqual(all)
      expect(await numbers(`${path}?sort=-number`, key)).toEqual(all.toReversed())
    }
  })
})
