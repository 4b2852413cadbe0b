import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json, MISSING_ID } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { addDays } from '../../kernel/calendar.ts'

test.each([
  ['2026-11-21', 30, '2026-12-21'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 0, '2026-12-31'],
  ['2026-03-29', 1, '2026-03-30'],
  ['9999-12-31', 30, '9999-12-31'],
  ['0001-01-01', 1, '0001-01-02'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})

/** A first tax without a name of its own and without a reason. */
const PLAIN = { second: false, label: null, reason: null, reason_code: null }

describe.each(ENGINES)('the contents of a draft (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const create = (body: object) =>
    app.call('POST', '/invoices', { customer: { name: 'Fernweh Books' }, items: [ITEM], ...body })
  const faultsOf = async (body: object): Promise<Json> => {
    const response = await create(body)
    expect(response.statusCode, response.body).toBe(422)
    return response.json().errors
  }

  describe('defaults', () => {
    const company = {
      currency: 'CHF',
      locale: 'de-CH',
      paymentTermsDays: 10,
      defaultTerms: 'Zahlbar in 10 Tagen.',
      defaultNotes: 'Danke.',
      defaultTax: { category: 'S', rate: '8.1' },
      pricesIncludeTax: true,
      rounding: 'line',
    }
    beforeAll(() => given.settings(company))
    afterAll(() =>
      given.settings(Object.fromEntries(Object.keys(company).map((key) => [key, null]))),
    )

    test('201: texts are in the language of the document, and follow it until they are edited', async () => {
      const arabic = {
        language: 'ar',
        terms: 'الدفع خلال 10 أيام.',
        notes: null,
        termsOfQuotes: 'عرض.',
      }
      await given.settings({ defaultTexts: [arabic] })
      const invoice = await given.invoice({ language: 'ar' })
      expect(invoice).toMatchObject({ terms: arabic.terms, notes: null })
      const german = await given.put(invoice.id, { language: 'de-CH' })
      expect(german).toMatchObject({ terms: 'Zahlbar in 10 Tagen.', notes: 'Danke.' })
      const own = await given.put(invoice.id, { terms: 'Sofort.' })
      expect(await given.put(own.id, { language: 'ar' })).toMatchObject({ terms: 'Sofort.' })
      const { id: customer_id } = await given.customer({ language: 'ar' })
      const quote = await app.call('POST', '/quotes', { customer_id, items: [ITEM] })
      expect(quote.json()).toMatchObject({ terms_text: 'عرض.', terms: arabic.terms })
      const twice = { defaultTexts: [arabic, arabic] }
      const refused = await app.call('PATCH', '/settings', twice)
      expect(refused.json().errors).toMatchObject([
        { pointer: '/defaultTexts/1/language', code: 'duplicate' },
      ])
      await given.settings({ defaultTexts: [] })
    })

    test('201: come from the settings', async () => {
      const invoice = await given.invoice({ items: [{ description: 'x', unit_price: '108.10' }] })
      expect(invoice).toMatchObject({
        currency: 'CHF',
        language: 'de-CH',
        due_date: '2026-12-01',
        terms: 'Zahlbar in 10 Tagen.',
        notes: 'Danke.',
        prices_include_tax: true,
        rounding: 'line',
        items: [{ tax: { category: 'S', rate: '8.1' } }],
        totals: { net: '100.00', tax: '8.10', total: '108.10' },
      })
    })

    test('201: the customer has its own before them', async () => {
      const own = { currency: 'USD', language: 'fr', payment_terms_days: 0, reference: 'R-1' }
      const { id: customer_id } = await given.customer(own)
      expect(await given.invoice({ customer_id })).toMatchObject({
        currency: 'USD',
        language: 'fr',
        due_date: '2026-11-21',
        reference: 'R-1',
      })
    })

    test('201: the request has precedence over both', async () => {
      const { id: customer_id } = await given.customer({ currency: 'USD', language: 'fr' })
      const body = { currency: 'JPY', language: 'ja', due_date: null, terms: null, notes: '' }
      const invoice = await given.invoice({ customer_id, ...body, prices_include_tax: false })
      expect(invoice).toMatchObject({ ...body, notes: null, prices_include_tax: false })
    })

    test('201: the due date follows the issue date', async () => {
      const invoice = await given.invoice({ issue_date: '2028-02-25' })
      expect(invoice.due_date).toBe('2028-03-06')
    })
  })

  describe('totals and tax on the wire', () => {
    test.each([
      ['EUR', '33.33', '99.99', '19.00', '118.99'],
      ['JPY', '333', '999', '190', '1189'],
      ['KWD', '33.333', '99.999', '19.000', '118.999'],
    ])('201: %s', async (currency, unit_price, net, tax, total) => {
      const items = [{ ...ITEM, quantity: 3, unit_price }]
      const invoice = await given.invoice({ currency, items })
      expect(invoice.items[0]).toMatchObject({ unit_price, total: net })
      expect(invoice.totals).toMatchObject({ subtotal: net, net, tax, total, paid: zeroOf(net) })
      expect(invoice.taxes).toEqual([
        { ...PLAIN, category: 'S', rate: '19', taxable: net, amount: tax },
      ])
    })

    test('201: several rates, and no rate without tax', async () => {
      const taxes = [
        { category: 'S', rate: 19 },
        { category: 'S', rate: '7' },
        { category: 'AE', reason: 'Reverse charge' },
      ]
      const items = taxes.map((tax) => ({ description: 'x', unit_price: '10', tax }))
      const invoice = await given.invoice({ items })
      expect(invoice.taxes).toEqual([
        {
          ...PLAIN,
          category: 'S',
          rate: '19',
          taxable: '10.00',
          amount: '1.90',
        },
        {
          ...PLAIN,
          category: 'S',
          rate: '7',
          taxable: '10.00',
          amount: '0.70',
        },
        {
          ...PLAIN,
          category: 'AE',
          rate: '0',
          reason: 'Reverse charge',
          taxable: '10.00',
          amount: '0.00',
        },
      ])
      expect(invoice.totals.total).toBe('32.60')
    })

    test('201: numbers and texts are the same exact decimals', async () => {
      const as = (value: (text: string) => unknown) => [
        {
          description: 'x',
          quantity: value('0.1'),
          unit_price: value('0.7'),
          tax: { rate: value('19') },
        },
      ]
      const texts = await given.invoice({ items: as((text) => text) })
      const numbers = await given.invoice({ items: as(Number) })
      expect(numbers.totals).toEqual(texts.totals)
      expect(numbers.items[0]).toMatchObject({ quantity: '0.1', unit_price: '0.70', total: '0.07' })
    })

    test('201: up to six decimals, kept as written', async () => {
      const items = [{ description: 'x', quantity: '0.000001', unit_price: '123456.654321' }]
      const invoice = await given.invoice({ items })
      expect(invoice.items[0]).toMatchObject({ ...items[0], total: '0.12' })
    })

    test.each([
      [{ unit_price: '0.0012345678' }, '12.345678', '10000', '1.23'],
      [{ unit_price: '0.1234567', price_base_quantity: '100' }, '1.234567', '1000', '1.23'],
      [{ unit_price: '45.00', price_base_quantity: 100 }, '45.00', '100', '450.00'],
    ])('201: the price %o is %s for %s units', async (price, unit_price, per, total) => {
      const items = [{ ...ITEM, quantity: '1000', ...price }]
      const invoice = await given.invoice({ items })
      const answered = { unit_price, price_base_quantity: per, total }
      expect(invoice.items).toMatchObject([answered])
      const again = await given.put(invoice.id, {
        items: [{ ...ITEM, quantity: 1000, ...answered, total: undefined }],
      })
      expect(again.items).toMatchObject([answered])
    })

    test('200: another currency has its own digits', async () => {
      const { id } = await given.invoice({
        items: [{ ...ITEM, discount: { amount: '2.00' } }],
        discounts: [{ amount: '1.00' }],
      })
      const yen = await given.put(id, { currency: 'JPY' })
      expect(yen).toMatchObject({
        currency: 'JPY',
        items: [{ unit_price: '80', discount: { amount: '2' }, total: '118' }],
        discounts: [{ amount: '1' }],
        totals: { subtotal: '118', total: '139' },
      })
      const dinar = await given.put(id, { currency: 'KWD' })
      expect(dinar).toMatchObject({ discounts: [{ amount: '1.000' }], totals: { net: '117.000' } })
    })

    test('201: a discount on the document may be taken back, and so may a charge', async () => {
      const invoice = await given.invoice({
        items: [ITEM],
        discounts: [{ amount: '-10.00', reason: 'Loyalty', tax: { rate: '19' } }],
        charges: [{ percent: '-50', tax: { rate: '19' } }],
      })
      expect(invoice).toMatchObject({
        discounts: [{ amount: '-10.00' }],
        charges: [{ percent: '-50', amount: '-60.00' }],
        totals: { subtotal: '120.00', discount: '-10.00', charge: '-60.00', net: '70.00' },
      })
    })

    test('422: an amount that the new currency has no digits for', async () => {
      const before = await given.invoice({ discounts: [{ amount: '1.50' }] })
      const response = await app.call('PUT', `/invoices/${before.id}`, { currency: 'JPY' })
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer: '/currency', code: 'too_precise' }])
      expect(await given.read(before.id)).toEqual(before)
    })
  })

  describe('faults', () => {
    const item = (fault: object) => ({ items: [{ ...ITEM, ...fault }] })
    test.each<readonly [string, object, string, string]>([
      ['no items', { items: [] }, '/items', 'too_few_items'],
      ['no description', { items: [{ quantity: 1 }] }, '/items/0/description', 'required'],
      ['a blank description', item({ description: ' ' }), '/items/0/description', 'required'],
      ['a negative price', item({ unit_price: '-1' }), '/items/0/unit_price', 'out_of_range'],
      ['11 decimals', item({ unit_price: '0.12345678901' }), '/items/0/unit_price', 'too_precise'],
      [
        'no units',
        item({ price_base_quantity: '0' }),
        '/items/0/price_base_quantity',
        'out_of_range',
      ],
      ['16 digits', item({ quantity: '1234567890.123456' }), '/items/0/quantity', 'too_precise'],
      ['an absurd quantity', item({ quantity: '1e9' }), '/items/0/quantity', 'not_a_number'],
      ['a negative rate', item({ tax: { rate: -1 } }), '/items/0/tax/rate', 'out_of_range'],
      [
        'a rate where none is',
        item({ tax: { category: 'E', rate: 7 } }),
        '/items/0/tax/rate',
        'not_allowed',
      ],
      [
        'S without a rate',
        item({ tax: { category: 'S', rate: 0 } }),
        '/items/0/tax/rate',
        'not_allowed',
      ],
      [
        'an unknown category',
        item({ tax: { category: 'X' } }),
        '/items/0/tax/category',
        'not_allowed',
      ],
      [
        '101 percent off',
        item({ discount: { percent: 101 } }),
        '/items/0/discount/percent',
        'out_of_range',
      ],
      [
        'a negative discount',
        item({ discount: { amount: -1 } }),
        '/items/0/discount/amount',
        'out_of_range',
      ],
      [
        'percent and amount',
        item({ discount: { percent: 1, amount: 1 } }),
        '/items/0/discount',
        'percent_or_amount',
      ],
      ['no such unit', item({ unit: 'furlongs' }), '/items/0/unit', 'unknown_unit'],
      ['no such currency', { currency: 'ZZZ' }, '/currency', 'unknown_currency'],
      ['a small currency', { currency: 'eur' }, '/currency', 'wrong_format'],
      ['no such language', { language: '12' }, '/language', 'wrong_format'],
      [
        'more than all taken back',
        { discounts: [{ percent: '-101' }] },
        '/discounts/0/percent',
        'out_of_range',
      ],
      [
        'a period that ends first',
        { period_start: '2026-11-02', period_end: '2026-11-01' },
        '/period_end',
        'out_of_range',
      ],
      ['no such template', { template: { id: 'none' } }, '/template/id', 'unknown_template'],
      ['a total', { total: '1.00' }, '/total', 'computed_field'],
      ['an item total', item({ total: '1.00' }), '/items/0/total', 'computed_field'],
      ['a number', { number: 'INV-1' }, '/number', 'computed_field'],
      ['a share token', { share_token: 'x' }, '/share_token', 'computed_field'],
      ['a typo', { note: 'x' }, '/note', 'unknown_field'],
      ['a number as metadata', { metadata: { a: 1 } }, '/metadata/a', 'wrong_type'],
      [
        'a line end in a name of metadata',
        { metadata: { 'a\nb': { deep: 1 } } },
        '/metadata/a\nb',
        'wrong_type',
      ],
      ['a long name of metadata', { metadata: { ['k'.repeat(41)]: 'v' } }, '/metadata', 'too_long'],
      ['long metadata', { metadata: { k: 'v'.repeat(501) } }, '/metadata/k', 'too_long'],
      ['51 pairs of metadata', { metadata: pairs(51) }, '/metadata', 'too_many_fields'],
      [
        '51 discounts',
        { discounts: Array(51).fill({ amount: 1 }) },
        '/discounts',
        'too_many_items',
      ],
      ['long notes', { notes: 'n'.repeat(10_001) }, '/notes', 'too_long'],
    ])('422: %s', async (_what, body, pointer, code) => {
      expect(await faultsOf(body)).toContainEqual(expect.objectContaining({ pointer, code }))
    })

    test('422: a discount whose tax is unclear', async () => {
      const items = [ITEM, { ...ITEM, tax: { category: 'S', rate: '7' } }]
      const faults = await faultsOf({ items, discounts: [{ amount: 1 }] })
      expect(faults).toMatchObject([{ pointer: '/discounts/0/tax', code: 'required' }])
    })

    test('422: every fault is named at once', async () => {
      const body = {
        currency: 'ZZZ',
        period_start: '2026-01-02',
        period_end: '2026-01-01',
        items: [
          { ...ITEM, quantity: 'two' },
          { ...ITEM, unit_price: '-1' },
        ],
      }
      const pointers = (await faultsOf(body)).map(({ pointer }: Json) => pointer)
      const expected = ['/currency', '/items/0/quantity', '/items/1/unit_price', '/period_end']
      expect(pointers.sort()).toEqual(expected)
    })

    test.each([
      '/invoices',
      '/invoices/calculate',
    ])('422: %s names faults of form and of meaning together, and creates nothing', async (path) => {
      const body = {
        customer: { name: '' },
        currency: 'ZZZ',
        odd: 1,
        notes: 7,
        items: [{ ...ITEM, quantity: 'two', unit: 5 }, ITEM],
      }
      const { errors } = (await app.call('POST', path, body)).json()
      expect(errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort()).toEqual([
        '/currency unknown_currency',
        '/customer/name required',
        '/items/0/quantity not_a_number',
        '/items/0/unit wrong_type',
        '/notes wrong_type',
        '/odd unknown_field',
      ])
    })

    test('422: faults of form alone, and of a body that has nothing else', async () => {
      const pointers = async (body: object) => (await faultsOf(body)).map((it: Json) => it.pointer)
      expect(await pointers({ items: ['text', ITEM] })).toEqual(['/items/0'])
      expect(await pointers({ items: [{ ...ITEM, unit: 5 }] })).toEqual(['/items/0/unit'])
    })

    test('201: an invoice at all limits', async () => {
      const body = { metadata: pairs(50), notes: 'n'.repeat(10_000) }
      expect(await given.invoice(body)).toMatchObject(body)
    })
  })

  describe('POST /invoices/:id/duplicate', () => {
    test('201: a draft with the same content and without the history', async () => {
      const { id: customer_id } = await given.customer({ payment_terms_days: 7 })
      const source = await given.invoice({
        customer_id,
        status: 'paid',
        issue_date: '2026-01-31',
        language: 'nl',
        reference: 'R',
        items: [{ ...ITEM, discount: { percent: '10' } }],
        discounts: [{ reason: 'Loyalty', amount: '8.00' }],
        charges: [{ reason: 'Courier', percent: '5' }],
        terms: 'T',
        notes: 'N',
        template: { id: 'professional-modern' },
      })
      await given.publish(source.id)
      app.clock.set('2026-12-24T10:00:00.000Z')
      const response = await app.call('POST', `/invoices/${source.id}/duplicate`)
      app.clock.set('2026-11-21T09:30:00.000Z')
      expect(response.statusCode).toBe(201)
      const copy = response.json()
      expect(response.headers.location).toBe(`/api/v1/invoices/${copy.id}`)
      expect(copy.id).not.toBe(source.id)
      expect(copy).toEqual({
        ...source,
        id: copy.id,
        number: null,
        status: 'draft',
        display_status: 'draft',
        issue_date: '2026-12-24',
        due_date: '2026-12-31',
        items: [{ ...source.items[0], id: copy.items[0].id }],
        totals: { ...source.totals, paid: '0.00', due: source.totals.total },
        version: 1,
        created_at: '2026-12-24T10:00:00.000Z',
        updated_at: '2026-12-24T10:00:00.000Z',
        issued_at: null,
      })
      expect(copy.items[0].id).not.toBe(source.items[0].id)
      expect(await given.read(copy.id)).toEqual(copy)
    })

    test('201: also for a void invoice; 404: for an unknown one', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      await given.put(id, { status: 'void' })
      expect((await app.call('POST', `/invoices/${id}/duplicate`)).json().status).toBe('draft')
      for (const missing of [MISSING_ID, 'x'])
        expect((await app.call('POST', `/invoices/${missing}/duplicate`)).statusCode).toBe(404)
    })
  })

  describe('conditional requests', () => {
    test('304: If-None-Match has the ETag, until something changes', async () => {
      const { id } = await given.invoice()
      const path = `/invoices/${id}`
      const { etag = '' } = (await app.call('GET', path)).headers
      const conditional = { 'if-none-match': String(etag) }
      const unchanged = await app.call('GET', path, undefined, conditional)
      expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
      await given.put(id, { notes: 'x' })
      const changed = await app.call('GET', path, undefined, conditional)
      expect(changed.statusCode).toBe(200)
      expect(changed.headers.etag).not.toBe(etag)
    })

    test('200: the ETag of a draft changes with the company it shows', async () => {
      const { id } = await given.invoice()
      const { etag } = (await app.call('GET', `/invoices/${id}`)).headers
      await given.settings({ companyName: 'Renamed' })
      expect((await app.call('GET', `/invoices/${id}`)).headers.etag).not.toBe(etag)
    })

    test('412: a stale If-Match, and nothing changes; 200: the current one', async () => {
      const { id } = await given.invoice()
      const path = `/invoices/${id}`
      const stale = { 'if-match': String((await app.call('GET', path)).headers.etag) }
      const current = await given.put(id, { notes: 'second' })
      for (const [method, at, body] of [
        ['PUT', path, { notes: 'x' }],
        ['PATCH', path, { status: 'sent' }],
        ['DELETE', path, undefined],
        ['POST', `${path}/publish`, undefined],
        ['POST', `${path}/unpublish`, undefined],
      ] as const) {
        const response = await app.call(method, at, body, stale)
        expect(response.statusCode, `${method} ${at}`).toBe(412)
        expect(response.json().code).toBe('precondition_failed')
      }
      expect(await given.read(id)).toEqual(current)
      const fresh = { 'if-match': String((await app.call('GET', path)).headers.etag) }
      expect((await app.call('PUT', path, { notes: 'third' }, fresh)).statusCode).toBe(200)
    })

    test('of two concurrent changes with the same If-Match, one gets 200 and one 412', async () => {
      const { id } = await given.invoice()
      const path = `/invoices/${id}`
      const match = { 'if-match': String((await app.call('GET', path)).headers.etag) }
      const changes = ['a', 'b', 'c'].map((notes) => app.call('PUT', path, { notes }, match))
      const statuses = (await Promise.all(changes)).map(({ statusCode }) => statusCode)
      expect(statuses.sort()).toEqual([200, 412, 412])
    })
  })

  describe.each([
    ['Pacific/Auckland', '2026-12-21T10:59:59Z', '2026-12-21T11:00:00Z'],
    ['America/Los_Angeles', '2026-12-22T07:59:59Z', '2026-12-22T08:00:00Z'],
  ])('the day in %s', (timeZone, lastSecond, midnight) => {
    beforeAll(() => given.settings({ timeZone }))
    afterAll(async () => {
      await given.settings({ timeZone: 'UTC' })
      app.clock.set('2026-11-21T09:30:00.000Z')
    })

    test('200: an invoice is overdue from the midnight after its due date', async () => {
      app.clock.set('2026-12-01T00:00:00Z')
      const { id } = await given.invoice({ status: 'sent', due_date: '2026-12-21' })
      const path = `/invoices?overdue=true&customer_id=${(await given.read(id)).customer_id}`
      app.clock.set(lastSecond)
      expect((await given.read(id)).overdue).toBe(false)
      expect((await app.call('GET', path)).json().data).toEqual([])
      app.clock.set(midnight)
      expect((await given.read(id)).overdue).toBe(true)
      expect((await app.call('GET', path)).json().data).toMatchObject([{ id, overdue: true }])
    })

    test('201: today is the issue date', async () => {
      app.clock.set(lastSecond)
      expect((await given.invoice()).issue_date).toBe('2026-12-21')
      app.clock.set(midnight)
      expect((await given.invoice()).issue_date).toBe('2026-12-22')
    })
  })
})

const zeroOf = (amount: string): string => amount.replace(/\d/g, '0').replace(/^0+(?=0)/, '')

function pairs(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, 'value']))
}
