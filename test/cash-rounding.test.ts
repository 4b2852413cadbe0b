import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const item = (unit_price: string, rate = '0', quantity = '1') => ({
  ...{ description: 'Käse', quantity, unit_price },
  tax: { category: rate === '0' ? 'Z' : 'S', rate },
})

describe.each(ENGINES)('rounding of what is paid (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({
      companyName: 'Alpkäserei',
      companyTaxId: 'CHE-123.456.788',
      companyAddress: { line1: 'Dorf 1', city: 'Chur', postalCode: '7000', countryCode: 'CH' },
      cashRounding: [
        { currency: 'CHF', to: '0.05' },
        { currency: 'SEK', to: '1.00' },
      ],
    })
  })
  afterAll(() => app.close())

  const invoice = (body: object): Promise<Json> => given.invoice({ currency: 'CHF', ...body })

  test.each([
    ['CHF', '12.31', '0.05', '12.30', '-0.01'],
    ['CHF', '12.33', '0.05', '12.35', '0.02'],
    ['SEK', '100.50', '1.00', '101.00', '0.50'],
    ['DKK', '10.75', '0.50', '11.00', '0.25'],
    ['CHF', '12.33', null, '12.33', '0.00'],
  ])('%s %s to %s is %s', async (currency, price, cash_rounding, payable, rounding) => {
    const { totals, taxes } = await invoice({ currency, items: [item(price)], cash_rounding })
    expect(totals).toMatchObject({ net: price, total: payable, payable, rounding })
    expect(taxes).toMatchObject([{ taxable: price, amount: '0.00' }])
  })

  test('a new document has the step of its currency, and follows it', async () => {
    const body = { items: [item('12.33')] }
    const draft = await invoice(body)
    expect(draft).toMatchObject({ cash_rounding: '0.05', totals: { payable: '12.35' } })
    const swedish = await given.put(draft.id, { currency: 'SEK' })
    expect(swedish).toMatchObject({ cash_rounding: '1.00', totals: { payable: '12.00' } })
    expect((await invoice({ ...body, currency: 'EUR' })).cash_rounding).toBeNull()
    expect((await given.put(draft.id, { cash_rounding: null })).totals.payable).toBe('12.33')
  })

  test('credit notes together round as their invoice; withheld tax is of the amount before', async () => {
    const sent = await invoice({
      ...{ status: 'sent', items: [item('18.37', '2.6', '3')] },
      withholdings: [{ rate: '10', base: 'total' }],
    })
    expect(sent.totals).toMatchObject({
      ...{ net: '55.11', tax: '1.43', withheld: '5.65', rounding: '0.01' },
      ...{ total: '56.55', payable: '50.90' },
    })
    const payables: number[] = []
    for (let at = 0; at < 3; at++) {
      const note = await given.creditNote(sent.id, {
        ...{ items: [{ id: sent.items[0].id, quantity: '1' }], status: 'sent' },
      })
      payables.push(Math.round(Number(note.totals.payable) * 100))
    }
    expect(payables.every((minor) => minor % 5 === 0)).toBe(true)
    expect(payables.reduce((sum, minor) => sum + minor, 0)).toBe(5090)
    expect((await given.read(sent.id)).totals.due).toBe('0.00')
  })

  test('verify accepts prices with tax that are rounded, and their credit notes', async () => {
    const two = [item('12.33'), item('7.01')]
    const gross = { items: two, prices_include_tax: true, currency: 'CHF', cash_rounding: '0.05' }
    const { id, totals, items } = await invoice({ ...gross, status: 'sent' })
    expect(totals).toMatchObject({ total: '19.35', payable: '19.35' })
    await given.creditNote(id, { items: [{ id: items[0].id, amount: '3.02' }], status: 'sent' })
    await given.creditNote(id, { status: 'sent' })
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
    const more = { subtotal_minor: 1920n }
    await app.tables.updateTable('invoices').set(more).where('id', '=', id).execute()
    const found = (await verifyDatabase(app.work())).breaks.map(({ field }) => field)
    expect(found).toContain('total_minor')
  })

  test('paper prints the row above the total; UBL has BT-114; explain names the step', async () => {
    const items = [item('18.35', '2.6', '3'), item('45', '8.1')]
    const customer = { name: 'Hotel', address: { country_code: 'CH' } }
    const { id } = await invoice({ status: 'sent', language: 'en', items, customer })
    const html = (await app.call('GET', `/invoices/${id}/html`)).body
    const text = html.replace(/<[^>]*>/g, ' ').replace(/&nbsp;|\u00a0/g, ' ')
    expect(text).toMatch(/Rounding\s+0\.02\s+Total\s+CHF 105\.15/)
    const xml = (await app.call('GET', `/invoices/${id}/xml?format=ubl`)).body
    expect(xml).toContain('<cbc:PayableRoundingAmount currencyID="CHF">0.02<')
    expect(xml).toContain('<cbc:PayableAmount currencyID="CHF">105.15<')
    const answer = await app.call('POST', '/invoices/calculate?explain=true', {
      ...{ currency: 'CHF', items },
    })
    const steps = answer.json().steps.slice(-2)
    expect(steps.map(({ expression, result }: Json) => `${expression} → ${result}`)).toEqual([
      '105.15 − 105.13 → 0.02',
      '100.05 + 5.08 + 0.02 → 105.15',
    ])
  })

  test.each([
    ['JPY', '0.05', 'not_allowed'],
    ['CHF', '0.03', 'not_allowed'],
  ])('422: %s to %s', async (currency, cash_rounding, code) => {
    const body = { customer: { name: 'A' }, items: [item('1')], currency, cash_rounding }
    const answer = await app.call('POST', '/invoices', body)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors).toMatchObject([{ pointer: '/cash_rounding', code }])
  })

  test('422: a setting with a currency twice', async () => {
    const twice = ['0.05', '0.10'].map((to) => ({ currency: 'CHF', to }))
    const answer = await app.call('PATCH', '/settings', { cashRounding: twice })
    expect(answer.json().errors).toMatchObject([
      { pointer: '/cashRounding/1/currency', code: 'duplicate' },
    ])
  })

  test('409: issuing locks it', async () => {
    const { id } = await invoice({ status: 'sent', items: [item('12.33')] })
    const refused = await app.call('PATCH', `/invoices/${id}`, { cash_rounding: null })
    expect(refused.json()).toMatchObject({ code: 'invoice_locked', fields: ['cash_rounding'] })
  })
})
