import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

const items = (price: string) => [
  { description: 'Consulting', unit_price: price, tax: { category: 'Z', rate: '0' } },
]

describe.each(ENGINES)('GET /customers/:id/statement (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const statement = async (id: string, query = ''): Promise<Json> => {
    const response = await app.call('GET', `/customers/${id}/statement${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const pay = (id: string, body: object) => app.call('POST', `/invoices/${id}/payments`, body)

  /** A customer with a year of invoices, a credit note, payments, and things that do not count. */
  async function givenAccount(customer: object = {}) {
    const { id: customer_id } = await given.customer(customer)
    const invoice = (issue_date: string, due_date: string, price: string, more: object = {}) =>
      given.invoice({
        customer_id,
        issue_date,
        due_date,
        items: items(price),
        status: 'sent',
        ...more,
      })
    const old = await invoice('2025-12-01', '2025-12-31', '100')
    const spring = await invoice('2026-03-01', '2026-08-20', '200')
    const autumn = await invoice('2026-10-01', '2026-10-31', '300')
    const dollars = await invoice('2026-10-02', '2026-12-01', '50', { currency: 'USD' })
    await invoice('2026-10-03', '2026-12-01', '999', { status: 'draft' })
    const gone = await invoice('2026-10-03', '2026-12-01', '999')
    await given.put(gone.id, { status: 'void' })
    await pay(old.id, { amount: '40', paid_at: '2025-12-15' })
    await pay(old.id, { amount: '60', paid_at: '2026-01-10', method: 'transfer', reference: 'B 1' })
    await pay(autumn.id, { amount: '100', paid_at: '2026-11-01' })
    const credit = { status: 'sent', items: [{ id: spring.items[0].id, amount: '50' }] }
    const path = `/invoices/${spring.id}/credit-note`
    const note = (await app.call('POST', path, { ...credit, issue_date: '2026-04-01' })).json()
    await app.call('POST', path, {})
    return { customer_id, old, spring, autumn, dollars, note }
  }

  test('200: opening balance, changes and closing balance, by currency', async () => {
    const { customer_id, old, spring, autumn, dollars, note } = await givenAccount()
    const answer = await statement(customer_id)
    expect(answer).toMatchObject({
      customer_id,
      customer_name: 'Fernweh Books',
      from: '2026-01-01',
      to: '2026-11-21',
    })
    expect(answer.accounts).toMatchObject([
      {
        currency: 'EUR',
        opening_balance: '60.00',
        rows: [
          {
            date: '2026-01-10',
            type: 'payment',
            number: old.number,
            invoice_id: old.id,
            method: 'transfer',
            reference: 'B 1',
            amount: '-60.00',
            balance: '0.00',
          },
          { type: 'invoice', id: spring.id, amount: '200.00', balance: '200.00' },
          { type: 'credit_note', id: note.id, invoice_id: spring.id, balance: '150.00' },
          { date: '2026-10-01', id: autumn.id, amount: '300.00', balance: '450.00' },
          { date: '2026-11-01', type: 'payment', amount: '-100.00', balance: '350.00' },
        ],
        invoiced: '500.00',
        credited: '50.00',
        paid: '160.00',
        closing_balance: '350.00',
        ageing: {
          not_due: '0.00',
          days_1_30: '200.00',
          days_31_60: '0.00',
          days_61_90: '0.00',
          over_90: '150.00',
          credit: '0.00',
        },
      },
      {
        currency: 'USD',
        opening_balance: '0.00',
        rows: [{ id: dollars.id, balance: '50.00' }],
        closing_balance: '50.00',
        ageing: { not_due: '50.00' },
      },
    ])
  })

  test('200: ageing is that of the last day, not of today', async () => {
    const { customer_id } = await givenAccount()
    const [euro] = (await statement(customer_id, '?to=2026-09-20&currency=EUR')).accounts
    expect(euro).toMatchObject({ closing_balance: '150.00', ageing: { days_31_60: '150.00' } })
    const [early] = (await statement(customer_id, '?from=2025-12-01&to=2025-12-31')).accounts
    expect(early).toMatchObject({
      opening_balance: '0.00',
      closing_balance: '60.00',
      ageing: { not_due: '60.00' },
    })
  })

  test('200: money that came before its invoice is a credit', async () => {
    const { id: customer_id } = await given.customer()
    const invoice = await given.invoice({
      customer_id,
      items: items('10'),
      status: 'sent',
      issue_date: '2026-11-10',
    })
    await pay(invoice.id, { paid_at: '2026-11-01' })
    const [account] = (await statement(customer_id, '?to=2026-11-05')).accounts
    expect(account).toMatchObject({ closing_balance: '-10.00', ageing: { credit: '-10.00' } })
  })

  test('200: without bookings, an empty account in the default currency', async () => {
    const { id } = await given.customer({ currency: 'KWD' })
    expect((await statement(id)).accounts).toMatchObject([
      { currency: 'KWD', opening_balance: '0.000', rows: [], closing_balance: '0.000' },
    ])
  })

  test.each([
    ['?from=2026-02-01&to=2026-01-01', '?from'],
    ['?from=spring', '?from'],
    ['?currency=euro', '?currency'],
    ['?form=2026-01-01', '?form'],
  ])('422: %s', async (query, pointer) => {
    const { id } = await given.customer()
    const response = await app.call('GET', `/customers/${id}/statement${query}`)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toMatchObject([{ pointer }])
  })

  test('404: no such customer', async () => {
    for (const path of ['', '/html', '/pdf'])
      expect((await app.call('GET', `/customers/cus_none/statement${path}`)).statusCode).toBe(404)
  })

  test('200: as a PDF, the same bytes every time', async () => {
    const { customer_id } = await givenAccount()
    const path = `/customers/${customer_id}/statement/pdf`
    const response = await app.call('GET', path)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers['content-disposition']).toBe('inline; filename="statement.pdf"')
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const headers = { 'if-none-match': String(response.headers.etag) }
    expect((await app.call('GET', path, undefined, headers)).statusCode).toBe(304)
  })

  test("200: as a page in the customer's language, with everything escaped", async () => {
    const { customer_id } = await givenAccount({ name: '<b>Müller</b> & Söhne', language: 'de' })
    const response = await app.call('GET', `/customers/${customer_id}/statement/html`)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.body).toContain('Kontoauszug')
    expect(response.body).toContain('&lt;b&gt;Müller&lt;/b&gt; &amp; Söhne')
    expect(response.body).toContain('Noch nicht fällig')
    expect(response.body).toMatch(/350,00\s€/)
    expect(response.body).not.toContain('<b>')
  })
})
