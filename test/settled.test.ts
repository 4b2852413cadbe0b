import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const item = (unit_price: string, quantity = '1') => ({
  description: 'Chart',
  quantity,
  unit_price,
  tax: { category: 'S', rate: '19' },
})

/** The status follows the balance at the edges: below zero, at zero, and where the lock is off. */
describe.each(ENGINES)('settled invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const issued = (items: readonly Json[], body: object = {}) =>
    given.invoice({ status: 'sent', issue_date: '2026-01-01', items, ...body })
  const outstanding = async () => {
    const { currencies } = (await app.call('GET', '/reports/summary')).json()
    return currencies.find((it: Json) => it.currency === 'EUR')?.outstanding.amount ?? '0.00'
  }

  test('an invoice below zero that was paid and then credited is due again', async () => {
    const { id } = await issued([item('100', '-1')], { due_date: '2026-01-10' })
    const before = Number(await outstanding())
    expect(await given.put(id, { status: 'paid' })).toMatchObject({ status: 'paid' })
    await given.creditNote(id, { status: 'sent' })
    expect(await given.read(id)).toMatchObject({
      status: 'sent',
      display_status: 'overdue',
      overdue: true,
      totals: { due: '119.00' },
    })
    expect(Number(await outstanding())).toBe(before + 119)
  })

  test('a paid invoice never changes, also over 0.00 and without the lock', async () => {
    await given.settings({ lockIssuedInvoices: false })
    const { id } = await issued([item('0')])
    await given.put(id, { status: 'paid' })
    const answer = await app.call('PATCH', `/invoices/${id}`, { items: [item('100')] })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('invoice_locked')
    await given.settings({ lockIssuedInvoices: true })
  })

  test('an invoice with payments cannot be deleted, even without the lock', async () => {
    await given.settings({ lockIssuedInvoices: false })
    const { id } = await issued([item('100')])
    const payment = await given.payment(id, { amount: '10' })
    const refused = await app.call('DELETE', `/invoices/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().code).toBe('invoice_has_payments')
    await app.call('DELETE', `/invoices/${id}/payments/${payment.id}`)
    expect((await app.call('DELETE', `/invoices/${id}`)).statusCode).toBe(204)
    await given.settings({ lockIssuedInvoices: true })
  })

  test('an invoice that was credited in full cannot be marked as paid', async () => {
    const { id } = await issued([item('100')])
    await given.creditNote(id, { status: 'sent' })
    const answer = await app.call('PUT', `/invoices/${id}`, { status: 'paid' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'invalid_transition', allowed: ['uncollectible'] })
    expect(await given.read(id)).toMatchObject({ status: 'sent', display_status: 'credited' })
  })

  test('a paid invoice over 0.00 stays paid when it is credited', async () => {
    const { id } = await issued([item('0')])
    await given.put(id, { status: 'paid' })
    const note = await app.call('POST', `/invoices/${id}/credit-note`, { status: 'sent' })
    if (note.statusCode === 201) expect(await given.read(id)).toMatchObject({ status: 'paid' })
    else expect(note.json().code).toBe('overcredit')
  })

  test('its customer does not learn that an invoice was written off', async () => {
    const { id } = await issued([item('100')], { due_date: '2026-01-10' })
    const { share_token: token } = (await app.call('POST', `/invoices/${id}/publish`)).json()
    const read = async () => (await app.call('GET', `/public/invoices/${token}`)).json()
    const before = await read()
    await given.put(id, { status: 'uncollectible' })
    expect(await read()).toEqual(before)
    expect(before).toMatchObject({ status: 'sent', display_status: 'overdue', overdue: true })
  })

  test('the exported list has the status that people see', async () => {
    const { id } = await issued([item('100')], { due_date: null })
    const csv = (await app.call('GET', '/invoices/export?format=csv')).body
    const [head = '', ...rows] = csv.split(/\r?\n/)
    const column = head.split(',').indexOf('display_status')
    expect(rows.find((row) => row.startsWith(id))?.split(',')[column]).toBe('open')
  })
})
