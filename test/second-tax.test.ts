import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const GST = { category: 'S', rate: '5', label: 'GST' }
const BOTH = { ...GST, second: { label: 'QST', rate: '9.975' } }
const item = (unit_price: string, tax: object = BOTH, quantity = '1') => ({
  ...{ description: 'Conseil', quantity, unit_price, tax },
})
const PRESET = {
  ...{ key: 'quebec', name: 'GST and QST', category: 'S', label: 'GST' },
  second: { label: 'QST', rate: '9.975' },
  rates: [{ from: null, rate: '5' }],
}

/** Description, input, and `label rate: tax on taxable` of each row, then the total. */
const CASES: readonly (readonly [title: string, body: object, rows: readonly string[]])[] = [
  [
    'GST is of all items, QST of some',
    { items: [item('199.99'), item('24.95', GST, '3')] },
    ['GST 5: 13.74 on 274.84', 'second QST 9.975: 19.95 on 199.99', '308.53'],
  ],
  [
    'two pairs of equal labels, the higher rates first',
    {
      items: [
        item('149.99', { rate: '2.5', label: 'CGST', second: { label: 'SGST', rate: '2.5' } }),
        item('999.95', { rate: '9', label: 'CGST', second: { label: 'SGST', rate: '9' } }),
      ],
    },
    [
      'CGST 9: 90.00 on 999.95',
      'CGST 2.5: 3.75 on 149.99',
      'second SGST 9: 90.00 on 999.95',
      'second SGST 2.5: 3.75 on 149.99',
      '1337.44',
    ],
  ],
  [
    'one second tax beside two first ones',
    {
      items: [
        item('100', { rate: '21', second: { label: 'R.E.', rate: '5.2' } }),
        item('50', { rate: '10', second: { label: 'R.E.', rate: '1.4' } }),
        item('20', { rate: '21' }),
      ],
    },
    [
      ' 21: 25.20 on 120.00',
      ' 10: 5.00 on 50.00',
      'second R.E. 5.2: 5.20 on 100.00',
      'second R.E. 1.4: 0.70 on 50.00',
      '206.10',
    ],
  ],
  [
    'returned goods mirror sold ones',
    { items: [item('33.35', BOTH, '-1')] },
    ['GST 5: -1.67 on -33.35', 'second QST 9.975: -3.33 on -33.35', '-38.35'],
  ],
  [
    'rounded per line',
    { items: [item('0.05'), item('0.05')], rounding: 'line' },
    ['GST 5: 0.00 on 0.10', 'second QST 9.975: 0.00 on 0.10', '0.10'],
  ],
  [
    'prices with tax: each pair is divided, the rest is the rounding',
    { items: [item('10.00'), item('10.00', GST)], prices_include_tax: true },
    ['GST 5: 0.91 on 18.22', 'second QST 9.975: 0.87 on 8.70', '20.00'],
  ],
  [
    'a discount without a tax takes that of the items',
    { items: [item('500')], discounts: [{ percent: '10' }] },
    ['GST 5: 22.50 on 450.00', 'second QST 9.975: 44.89 on 450.00', '517.39'],
  ],
]

describe.each(ENGINES)('a second tax (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({
      ...{ companyName: 'Atelier Nord', currency: 'CAD', companyTaxId: '123456789' },
      companyAddress: { line1: 'Rue A 1', city: 'Québec', postalCode: 'G1A', countryCode: 'CA' },
      taxPresets: [PRESET],
      taxNumbers: [
        { label: 'GST', id: '123456789RT0001' },
        { label: 'QST', id: '1234567890TQ0001' },
      ],
    })
  })
  afterAll(() => app.close())

  const call = async (method: string, path: string, body?: object, status = 200) => {
    const answer = await app.call(method, path, body)
    expect(answer.statusCode, answer.body).toBe(status)
    return answer.json() as Json
  }
  const rowsOf = ({ taxes, totals }: Json) => [
    ...taxes.map(
      ({ second, label, rate, amount, taxable }: Json) =>
        `${second ? 'second ' : ''}${label ?? ''} ${rate}: ${amount} on ${taxable}`,
    ),
    totals.total,
  ]
  const sent = (body: object): Promise<Json> =>
    given.invoice({ language: 'en', ...body, status: 'sent' })
  const textOf = async (path: string) =>
    (await app.call('GET', path)).body
      .slice(-20_000)
      .replace(/<[^>]*>/g, ' ')
      .replace(/&nbsp;|\u00a0|\s+/g, ' ')

  test.each(CASES)('%s', async (_title, body, rows) => {
    const invoice = await given.invoice(body)
    expect(rowsOf(invoice)).toEqual(rows)
    const calculated = await call('POST', '/invoices/calculate?explain=true', body)
    expect(rowsOf(calculated)).toEqual(rows)
    expect(calculated.steps.at(-1).result).toBe(invoice.totals.total)
  })

  test('a preset gives both taxes; another second tax is typed; products and duplicates keep it', async () => {
    const { items } = await given.invoice({ items: [item('10', { preset: 'quebec' })] })
    expect(items[0].tax).toMatchObject({ ...BOTH, preset: 'quebec' })
    const alone = await given.invoice({ items: [item('10', { preset: 'quebec', second: null })] })
    expect(alone.items[0].tax).toMatchObject({ ...GST, second: null, preset: null })
    const product = await call('POST', '/products', { name: 'Hour', tax: BOTH, prices: [] }, 201)
    expect((await call('GET', `/products/${product.id}`)).tax).toMatchObject(BOTH)
    const invoice = await given.invoice({ items: [{ product_id: product.id, unit_price: '10' }] })
    expect(invoice.items[0].tax).toMatchObject(BOTH)
    const copy = await call('POST', `/invoices/${invoice.id}/duplicate`, undefined, 201)
    expect(rowsOf(copy)).toEqual(rowsOf(invoice))
    // What was read can be sent back, and nothing changes.
    const again = await given.put(invoice.id, { items: invoice.items })
    expect(again.version).toBe(invoice.version)
  })

  test('a typed label stays when a change asks the preset again', async () => {
    const typed = { preset: 'quebec', label: 'TPS' }
    const invoice = await given.invoice({
      items: [item('10', typed), item('20', { preset: 'quebec' })],
      discounts: [{ percent: '5', tax: typed }],
    })
    const path = `/invoices/${invoice.id}`
    const changed = await call('PATCH', path, { delivery_date: '2026-11-20' })
    const labels = ({ items, discounts }: Json) =>
      [...items, ...discounts].map(({ tax }: Json) => [tax.label, tax.preset])
    const expected = ['TPS', 'GST', 'TPS'].map((label) => [label, 'quebec'])
    expect(labels(changed)).toEqual(expected)
    expect(labels(await call('POST', `${path}/duplicate`, undefined, 201))).toEqual(expected)
  })

  test('entries, recurring invoices and imported tables bring it', async () => {
    const { id: customer_id } = await given.customer({ name: 'Érable' })
    const entry = { customer_id, description: 'Hour', unit_price: '10', tax: BOTH }
    const { id } = await call('POST', '/entries', entry, 201)
    expect((await call('GET', `/entries/${id}`)).tax).toEqual(BOTH)
    const billed = await call('POST', '/entries/invoice', { customer_id, entry_ids: [id] }, 201)
    expect(billed.items[0].tax).toMatchObject(BOTH)
    const schedule = { unit: 'month', start_date: '2026-01-31' }
    const invoice = { items: [item('10')] }
    const body = { name: 'Hosting', customer_id, schedule, invoice }
    const recurring = await call('POST', '/recurring-invoices', body, 201)
    expect(recurring.invoice.items[0].tax).toMatchObject(BOTH)
    const lines = [
      'invoice,customer_name,issue_date,description,unit_price,tax.rate,tax.label,tax.second.label,tax.second.rate',
      'A,Érable,2026-03-02,Conseil,100.00,5,GST,QST,9.975',
    ]
    const type = { 'content-type': 'text/csv' }
    const file = Buffer.from(lines.join('\n'))
    const imported = await app.call('POST', '/imports?kind=invoices', file, type)
    await app.services.jobRunner.runDue()
    await app.call('POST', `/imports/${imported.json().id}/commit`, {})
    await app.services.jobRunner.runDue()
    const { data } = await call('GET', `/invoices?customer_id=${customer_id}&status=draft`)
    expect(data.map((it: Json) => it.total)).toContain('114.98')
  })

  test('credit notes in parts together are the invoice, in each row', async () => {
    const body = { items: [item('10.01', BOTH, '3'), item('7.77', GST)], cash_rounding: '0.05' }
    const invoice = await sent({ ...body, discounts: [{ amount: '1.00', tax: BOTH }] })
    const [first, second] = invoice.items
    const notes: Json[] = []
    for (const part of [
      [{ id: first.id, quantity: '1' }],
      [{ id: second.id, amount: '3.33' }],
      [
        { id: first.id, quantity: '2' },
        { id: second.id, amount: '4.44' },
      ],
    ])
      notes.push(await given.creditNote(invoice.id, { items: part, status: 'sent' }))
    const sums = (rows: readonly Json[], name: string) =>
      (rows.reduce((sum, it) => sum + Number(it[name]) * 100, 0) / 100).toFixed(2)
    for (const row of invoice.taxes) {
      const same = notes.flatMap(({ taxes }) =>
        taxes.filter((it: Json) => it.label === row.label && it.second === row.second),
      )
      expect([sums(same, 'taxable'), sums(same, 'amount')]).toEqual([row.taxable, row.amount])
    }
    expect((await given.read(invoice.id)).totals.due).toBe('0.00')
  })

  test('deposits of a quote bear both taxes, and the final invoice deducts them', async () => {
    const { id: customer_id } = await given.customer()
    const items = [item('199.99'), item('24.95', GST, '3')]
    const quote = await call('POST', '/quotes', { customer_id, items }, 201)
    await call('POST', `/quotes/${quote.id}/open`)
    await call('POST', `/quotes/${quote.id}/accept`, {})
    const deposit = await call(
      ...(['POST', `/quotes/${quote.id}/invoice`] as const),
      { mode: 'deposit', percent: '30' },
      201,
    )
    expect(rowsOf(deposit)).toEqual([
      ...['GST 5: 4.12 on 82.45', 'second QST 9.975: 5.99 on 60.00'],
      '92.56',
    ])
    await call('PATCH', `/invoices/${deposit.id}`, { status: 'sent' })
    const final = await call('POST', `/quotes/${quote.id}/invoice`, { mode: 'final' }, 201)
    expect(rowsOf(final)).toEqual([
      ...['GST 5: 9.62 on 192.39', 'second QST 9.975: 13.96 on 139.99'],
      '215.97',
    ])
    await call('PATCH', `/invoices/${final.id}`, { status: 'sent' })
  })

  test('paper and page name each tax and what it is on', async () => {
    const { id } = await sent({ items: [item('199.99'), item('24.95', GST, '3')] })
    const text = await textOf(`/invoices/${id}/html`)
    expect(text).toMatch(/GST 123456789RT0001\s+QST 1234567890TQ0001/)
    expect(text).toMatch(/5% \+ 9\.975%/)
    expect(text).toMatch(/GST 5% on \S*274\.84.*13\.74.*QST 9\.975% on \S*199\.99.*19\.95/)
    const { share_token } = await given.publish(id)
    const shared = await call('GET', `/public/invoices/${share_token}`)
    expect(shared.taxes).toMatchObject([{ label: 'GST' }, { label: 'QST', second: true }])
  })

  test('409: no e-invoice of it; 422 where a profile requires one, named before', async () => {
    const { id } = await sent({ items: [item('100')] })
    for (const place of ['xml', 'xml?format=fatturapa', 'pdf?format=factur-x'])
      expect(await call('GET', `/invoices/${id}/${place}`, undefined, 409)).toMatchObject({
        code: 'second_tax',
      })
    expect((await app.call('GET', `/invoices/${id}/pdf`)).statusCode).toBe(200)
    for (const e_invoice_profile of ['en16931', 'ksef']) {
      const draft = await given.invoice({
        items: [{ kind: 'heading', description: 'Mars' }, item('100')],
        e_invoice_profile,
      })
      const fault = { rule: 'BW-SECOND-TAX', pointer: '/items/1/tax/second', level: 'error' }
      const { valid, errors } = await call('GET', `/invoices/${draft.id}/validation`)
      expect({ valid, errors }).toMatchObject({ valid: false, errors: [fault] })
      const refused = await call('PATCH', `/invoices/${draft.id}`, { status: 'sent' }, 422)
      expect(refused).toMatchObject({ code: 'einvoice_invalid', errors: [fault] })
    }
  })

  test('one label is an ordinary e-invoice, two labels of one rate are not', async () => {
    const body = { customer: { name: 'B', address: { country_code: 'CA' } }, terms: 'Now' }
    const one = await sent({ ...body, items: [item('100', GST), item('7', GST)] })
    expect((await app.call('GET', `/invoices/${one.id}/xml`)).body).toContain('>5.35<')
    const two = await sent({
      ...body,
      items: [item('100', GST), item('7', { ...GST, label: 'HST' })],
    })
    const refused = await call('GET', `/invoices/${two.id}/xml`, undefined, 422)
    expect(refused.errors).toMatchObject([{ rule: 'BW-TAX-LABELS', pointer: '/items/1/tax/label' }])
  })

  test('mail carries the plain PDF', async () => {
    const customer = { name: 'B', email: 'b@nord.example', e_invoice_profile: 'factur-x' }
    const { id } = await given.invoice({ items: [item('100')], customer })
    const preview = await call('POST', `/invoices/${id}/send/preview`, {
      attach: ['factur-x', 'xrechnung'],
    })
    expect(preview.attachments).toMatchObject([{ media_type: 'application/pdf' }])
  })

  test.each([
    [{ category: 'Z', rate: '0', second: BOTH.second }, '/items/0/tax/second', 'not_allowed'],
    [{ rate: '5', second: { label: ' ', rate: '1' } }, '/items/0/tax/second/label', 'required'],
    [{ rate: '5', second: { label: 'A', rate: '-1' } }, '/items/0/tax/second/rate', 'out_of_range'],
    [{ rate: '5', second: { label: 'A', rate: 'x' } }, '/items/0/tax/second/rate', 'not_a_number'],
    [{ rate: '5', label: 'A name that is too long' }, '/items/0/tax/label', 'too_long'],
  ])('422: %j', async (tax, pointer, code) => {
    const body = { customer: { name: 'A' }, items: [item('1', tax)] }
    const { errors } = await call('POST', '/invoices', body, 422)
    expect(errors).toMatchObject([{ pointer, code }])
  })

  test('verify finds no fault', async () => {
    const report = await withSnapshot(app.config.database, (scope) =>
      verifyDatabase(scope, () => {}),
    )
    expect(report).toMatchObject({ ok: true, breaks: [] })
  })
})
