import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL, EVERY_FIELD, ITEM_ALL } from '../../../test/every-field.ts'
import { type Givens, givens, ITEM } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { FIELDS, OPTIONAL_FIELDS } from '../contents/fields.ts'
import { requireInvoice } from '../invoices/inner/repository.ts'
import { STATE_VERSION, stateTextOf } from '../invoices/revisions/state.ts'

/** An external id belongs to one invoice. */
const { external_ids: _, ...OTHERS } = ALL

/**
 * These have a value without being given one, change the total, are another spelling of `italy.withholding`, or name
 * other records.
 */
const LEFT_OUT = [
  ...['currency', 'prices_include_tax', 'rounding', 'cash_rounding', 'withholdings'],
  ...['contact_id', 'delivery_address_id', 'number_series'],
]

test('each field has a value in test/every-field.ts', () => {
  const names = Object.values({ ...FIELDS, ...OPTIONAL_FIELDS }).map(({ wire }) => wire)
  expect(names.filter((name) => !(name in EVERY_FIELD))).toEqual(LEFT_OUT)
})

describe.each(ENGINES)('the fields of e-invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const post = (body: object) =>
    app.call('POST', '/invoices', { customer: { name: 'A' }, items: [ITEM], ...body })
  const put = (id: string, body: object) => app.call('PUT', `/invoices/${id}`, body)

  test('201: all of them are answered as they were sent, and read again', async () => {
    const invoice = await given.invoice({ ...EVERY_FIELD, items: [ITEM_ALL] })
    expect(invoice).toMatchObject({ ...EVERY_FIELD, items: [ITEM_ALL] })
    expect(await given.read(invoice.id)).toEqual(invoice)
    expect(invoice.taxes[0]).toMatchObject({ reason_code: 'VATEX-EU-132-1I' })
    // 1.5 × 80 ÷ 10 and a quarter of it.
    expect(invoice.items[0].total).toBe('15.00')
  })

  test('201: nothing of it is the usual, and stored as before there was any', async () => {
    const { id } = await given.invoice({ kind: 'standard', references: {}, status: 'sent' })
    const text = stateTextOf(await requireInvoice(app.work(), id), STATE_VERSION)
    for (const name of ['optional_fields', 'reason_code', 'charge_', 'trading_name', 'kind'])
      expect(text).not.toContain(name)
    const row = await app.tables
      .selectFrom('invoices')
      .select('optional_fields')
      .where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ optional_fields: null })
  })

  test('200: parts merge, lists are replaced, null clears', async () => {
    const { id } = await given.invoice(OTHERS)
    const changed = await given.put(id, {
      references: { project: 'P2', contract: null },
      delivery: { address: { city: 'Lund' } },
      preceding: [{ number: 'INV-3' }],
      payment: null,
      kind: 'standard',
    })
    expect(changed).toMatchObject({
      kind: 'standard',
      references: { project: 'P2', contract: null, sales_order: 'SO' },
      delivery: { name: 'Lager', address: { line1: 'Tor 3', city: 'Lund' } },
      preceding: [{ number: 'INV-3', issue_date: null }],
      payment: { means: null, mandate: null },
      tax_point_date: '2026-11-20',
    })
  })

  test.each([
    ['/delivery/address/country_code', { delivery: { address: { country_code: 'XX' } } }],
    ['/delivery/identifier/scheme', { delivery: { identifier: { scheme: '?', id: '1' } } }],
    ['/tax_in_currency/currency', { tax_in_currency: { currency: 'XXX', amount: '1' } }],
    ['/tax_in_currency/amount', { tax_in_currency: { currency: 'SEK', amount: '1.234' } }],
    ['/payment/payer_iban', { payment: { payer_iban: 'DE00120300000000202051' } }],
    ['/payment/means', { payment: { means: '580' } }],
    ['/payment/card_last4', { payment: { card_last4: '4242424242424242' } }],
    ['/references/projekt', { references: { projekt: 'P' } }],
    ['/preceding/0/number', { preceding: [{ number: '' }] }],
    ['/attachments/0/url', { attachments: [{ reference: 'A', url: 'javascript:1' }] }],
    ['/kind', { kind: 'pro_forma' }],
    ['/e_invoice_profile', { e_invoice_profile: 'zugferd' }],
    ['/tax_point_date', { tax_point_date: '2026-02-30' }],
    ['/items/0/gtin', { items: [{ ...ITEM, gtin: '123' }] }],
    ['/items/0/origin_country', { items: [{ ...ITEM, origin_country: 'XX' }] }],
    [
      '/items/0/period_end',
      { items: [{ ...ITEM, period_start: '2026-02-01', period_end: '2026-01-01' }] },
    ],
    ['/items/0/charge', { items: [{ ...ITEM, charge: { reason: 'Night' } }] }],
    ['/items/0/charge/percent', { items: [{ ...ITEM, charge: { percent: '-1' } }] }],
    ['/items/0/tax/reason_code', { items: [{ ...ITEM, tax: { reason_code: 'no' } }] }],
    ['/discounts/0/reason_code', { discounts: [{ amount: '1', reason_code: 'long' }] }],
  ])('422: %s', async (pointer, body) => {
    const response = await post(body)
    expect(response.statusCode, response.body).toBe(422)
    expect(response.json().errors.map((it: { pointer: string }) => it.pointer)).toContain(pointer)
  })

  test('409: all of it is frozen when the invoice is issued', async () => {
    const { id } = await given.invoice({ ...OTHERS, e_invoice_profile: null, status: 'sent' })
    for (const [field, value] of Object.entries({
      kind: 'partial',
      preceding: [],
      tax_point_date: null,
      references: { project: 'other' },
      delivery: { name: 'other' },
      payment: { means: '58' },
      attachments: [],
      e_invoice_profile: 'peppol',
    })) {
      const refused = (await put(id, { [field]: value })).json()
      expect(refused, field).toMatchObject({ code: 'invoice_locked', fields: [field] })
    }
    expect((await put(id, { kind: 'corrected', references: { project: 'P' } })).statusCode).toBe(
      200,
    )
  })

  test('200: the revisions contain it', async () => {
    const { id } = await given.invoice(OTHERS)
    await given.put(id, { references: { project: 'P3' }, kind: 'partial' })
    const { data } = (await app.call('GET', `/invoices/${id}/revisions`)).json()
    const changed = data.at(-1).changes.map(({ field }: { field: string }) => field)
    expect(changed.sort()).toEqual(['kind', 'references'])
  })

  test('201: a credit note keeps the references; a duplicate how it is paid', async () => {
    const { id } = await given.invoice({ ...OTHERS, e_invoice_profile: null, status: 'sent' })
    const note = await given.creditNote(id)
    expect(note).toMatchObject({ kind: 'standard', preceding: [], references: ALL.references })
    expect(note.payment.means).toBeNull()
    const copy = (await app.call('POST', `/invoices/${id}/duplicate`)).json()
    expect(copy).toMatchObject({ kind: 'standard', preceding: [], tax_point_date: null })
    expect(copy).toMatchObject({ payment: ALL.payment, delivery: ALL.delivery })
  })

  test('201: a charge on an item is credited in proportion', async () => {
    const items = [{ ...ITEM, quantity: '4', unit_price: '25', charge: { amount: '10.00' } }]
    const { id, items: sold } = await given.invoice({ items, status: 'sent' })
    const body = { items: [{ id: sold[0].id, quantity: '1' }], status: 'sent' }
    const part = await given.creditNote(id, body)
    expect(part.items[0]).toMatchObject({ total: '27.50', charge: { amount: '2.50' } })
    const rest = await given.creditNote(id, { status: 'sent' })
    expect(rest.items[0]).toMatchObject({ total: '82.50', charge: { amount: '7.50' } })
    expect((await given.read(id)).totals.due).toBe('0.00')
  })

  test('200: a calculation explains the charge', async () => {
    const items = [{ ...ITEM, charge: { percent: '25' } }]
    const body = { customer: { name: 'A' }, items }
    const { steps } = (await app.call('POST', '/invoices/calculate?explain=true', body)).json()
    expect(steps.slice(0, 2)).toMatchObject([
      { rule: 'BT-141', result: '30.00' },
      { rule: 'BT-131', expression: '1.5 × 80 + 30.00 = 150', result: '150.00' },
    ])
  })
})
