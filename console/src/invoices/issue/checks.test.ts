import { describe, expect, test } from 'vitest'
import { findingsOf, type Given, isFatal } from './checks.ts'

const ADDRESS = { line1: 'Lindenallee 12', postal_code: '10999', city: 'Berlin' }
const item = (rate: string, category = 'S', more: object = {}) =>
  ({
    kind: 'item',
    tax: { rate, category },
    quantity: '1',
    discount: null,
    total: '100.00',
    ...more,
  }) as unknown as Given['invoice']['items'][number]
const tax = (rate: string, category = 'S') =>
  ({ rate, category }) as unknown as Given['invoice']['taxes'][number]

/** Nothing about it is unusual. */
const USUAL = {
  invoice: {
    id: 'inv_1',
    type: 'invoice',
    issue_date: '2026-11-21',
    due_date: '2026-12-21',
    delivery_date: null,
    period_start: null,
    period_end: null,
    kind: 'standard',
    delivery: { address: null } as unknown as Given['invoice']['delivery'],
    discounts: [],
    currency: 'EUR',
    language: 'de',
    terms: 'Zahlbar in 30 Tagen.',
    notes: null,
    customer_id: 'cus_1',
    items: [item('19')],
    taxes: [tax('19')],
    totals: { total: '119.00' } as Given['invoice']['totals'],
  },
  customer: {
    address: { ...ADDRESS, country_code: 'DE' } as Given['customer']['address'],
    tax_id: null,
  },
  settings: {
    companyTaxId: 'DE123456788',
    companyTaxNumber: null,
    taxNumbers: [],
    companyAddress: {
      line1: 'Lindenallee 12',
      city: 'Berlin',
      countryCode: 'DE',
    } as Given['settings']['companyAddress'],
    bankAccount: { iban: 'DE89370400440532013000' } as Given['settings']['bankAccount'],
    paymentInstructions: null,
    defaultTax: { category: 'S', rate: '19' } as Given['settings']['defaultTax'],
    taxPresets: [],
    defaultTerms: 'Zahlbar in 30 Tagen.',
    defaultNotes: 'Danke!',
    locale: 'de-DE',
  },
  alike: [],
  validation: null,
  closedUntil: '2026-11-20',
  isEInvoice: true,
} satisfies Given

const codesOf = (given: Given) => findingsOf(given).map(({ code }) => code)
const withInvoice = (invoice: object): Given => ({
  ...USUAL,
  invoice: { ...USUAL.invoice, ...invoice },
})
const withSettings = (settings: object): Given => ({
  ...USUAL,
  settings: { ...USUAL.settings, ...settings },
})
const withCustomer = (customer: object): Given => ({
  ...USUAL,
  customer: { ...USUAL.customer, ...customer },
})
const before = (number: string | null, issue_date: string, status = 'sent') => ({
  id: 'inv_0',
  number,
  issue_date,
  status,
})

describe('unusual parts of a draft', () => {
  test('nothing', () => expect(findingsOf(USUAL)).toEqual([]))

  test.each<[string, Given]>([
    ['no_tax_id', withSettings({ companyTaxId: null })],
    ['no_seller_address', withSettings({ companyAddress: { ...ADDRESS, line1: null } })],
    [
      'no_bank_account',
      withSettings({ bankAccount: { iban: null, number: null, bankName: null } }),
    ],
    ['no_buyer_address', withCustomer({ address: { line1: null, postal_code: null, city: null } })],
    ['no_buyer_tax_id', withInvoice({ items: [item('0', 'AE')], taxes: [tax('0', 'AE')] })],
    ['unusual_rate', withInvoice({ items: [item('17')] })],
    ['no_total', withInvoice({ totals: { total: '0.00' } })],
    ['due_before_issue', withInvoice({ due_date: '2026-11-20' })],
    ['foreign_terms', withInvoice({ language: 'ar' })],
    ['foreign_notes', withInvoice({ language: 'ar', terms: null, notes: 'Danke!' })],
    ['duplicate', { ...USUAL, alike: [before('INV-7', '2026-10-20')] }],
  ])('%s', (code, given) => expect(codesOf(given)).toEqual([code]))

  test.each<[string, Given]>([
    [
      'a tax number instead of a VAT number',
      withSettings({ companyTaxId: null, companyTaxNumber: '21/815' }),
    ],
    ['no VAT number without tax', withSettings({ companyTaxId: null })],
  ])('%s is usual', (_, given) => {
    const untaxed = { ...given.invoice, taxes: [tax('0', 'O')], items: [item('0', 'O')] }
    expect(codesOf({ ...given, invoice: untaxed })).toEqual([])
  })

  const large = { totals: { total: '250.01' } as Given['invoice']['totals'] }

  test.each<[string, object, readonly string[]]>([
    ['no day', {}, ['no_supply_day']],
    ['a day', { delivery_date: '2026-11-20' }, []],
    ['a period', { period_start: '2026-10-01', period_end: '2026-10-31' }, []],
    ['a period on each item', { items: [item('19', 'S', { period_end: '2026-10-31' })] }, []],
    ['a deposit', { kind: 'prepayment' }, []],
    ['a small amount', { totals: { total: '250.00' } }, []],
    ['a credit note', { type: 'credit_note' }, []],
  ])('the day of supply of a German invoice: %s', (_, more, codes) => {
    expect(codesOf(withInvoice({ ...large, ...more }))).toEqual(codes)
    const abroad = withSettings({ companyAddress: { ...ADDRESS, countryCode: 'FR' } })
    const { invoice } = withInvoice({ ...large, ...more, items: [item('20')], taxes: [tax('20')] })
    expect(codesOf({ ...abroad, invoice })).not.toContain('no_supply_day')
  })

  test.each([
    ['400.00', []],
    ['400.01', ['no_supply_day']],
  ])('the day of supply of an Austrian invoice of %s', (total, codes) => {
    const { settings } = withSettings({ companyAddress: { ...ADDRESS, countryCode: 'AT' } })
    const more = { totals: { total }, items: [item('20')], taxes: [tax('20')] }
    const found = codesOf({ ...withInvoice(more), settings })
    expect(found.filter((code) => code === 'no_supply_day')).toEqual(codes)
  })

  const french = { address: { ...ADDRESS, country_code: 'FR' }, tax_id: 'FR40303265045' }
  test.each<[string, object, object, readonly string[]]>([
    ['with a VAT number', {}, {}, ['eu_business_taxed']],
    ['without one', { tax_id: null }, {}, []],
    ['with a national number', { tax_id: '303265045' }, {}, []],
    ['under reverse charge', {}, { items: [item('0', 'AE')], taxes: [tax('0', 'AE')] }, []],
    ['at the rate of that country', {}, { items: [item('20')], taxes: [tax('20')] }, []],
    ['delivered at home', {}, { delivery: { address: { country_code: 'DE' } } }, []],
    [
      'outside the EU',
      { address: { ...ADDRESS, country_code: 'CH' }, tax_id: 'CHE123456788' },
      {},
      [],
    ],
    ['at home', { address: { ...ADDRESS, country_code: 'DE' }, tax_id: 'DE136695976' }, {}, []],
  ])('a customer in another EU country %s', (_, customer, more, codes) => {
    const given = withCustomer({ ...french, ...customer })
    expect(codesOf({ ...given, invoice: withInvoice(more).invoice })).toEqual(codes)
  })

  const off = { discount: { amount: '200.00' }, total: '-100.00' }
  test.each<[string, object, readonly string[]]>([
    ['of an item', { items: [item('19', 'S', off)] }, ['/items/0/discount']],
    ['of a return', { items: [item('19', 'S', { ...off, quantity: '-1' })] }, []],
    ['of 100 %', { items: [item('19', 'S', { discount: { percent: '100' }, total: '0.00' })] }, []],
    [
      'of the document',
      { discounts: [{ amount: '200.00' }], totals: { total: '-119.00' } },
      ['/discounts/0'],
    ],
    [
      'of one tax',
      { discounts: [{ amount: '200.00' }], taxes: [{ ...tax('7'), taxable: '-100.00' }] },
      ['/discounts/0'],
    ],
  ])('a discount %s that is larger than its amount', (_, more, pointers) => {
    const found = findingsOf(withInvoice(more)).filter(({ code }) => code === 'discount_too_large')
    expect(found.map((it) => 'place' in it && it.place.pointer)).toEqual(pointers)
  })

  test('a reduced rate, a rate of one’s own and one of the customer’s country are usual', () => {
    expect(codesOf(withInvoice({ items: [item('7')] }))).toEqual([])
    const presets = [{ rates: [{ rate: '17' }] }]
    const own = withSettings({ taxPresets: presets })
    expect(codesOf({ ...own, invoice: withInvoice({ items: [item('17')] }).invoice })).toEqual([])
    const french = withCustomer({ address: { ...ADDRESS, country_code: 'FR' } })
    expect(codesOf({ ...french, invoice: withInvoice({ items: [item('5.5')] }).invoice })).toEqual(
      [],
    )
  })

  test('an invoice is no duplicate of an old one, a draft, a void one or itself', () => {
    const others = [
      before('INV-1', '2026-09-01'),
      before(null, '2026-11-20', 'draft'),
      before('INV-2', '2026-11-20', 'void'),
      { ...before('INV-3', '2026-11-20'), id: 'inv_1' },
    ]
    expect(codesOf({ ...USUAL, alike: others })).toEqual([])
  })

  test('a closed day prevents issuing', () => {
    const [found, ...others] = findingsOf({ ...USUAL, closedUntil: '2026-11-21' })
    expect(found).toMatchObject({ code: 'period_closed', until: '2026-11-21' })
    expect(found && isFatal(found)).toBe(true)
    expect(others).toEqual([])
  })

  test('broken rules come first, warnings last', () => {
    const error = (level: 'error' | 'warning', message: string) =>
      ({ rule: 'BR-1', level, resource: 'invoice', pointer: '/reference', message }) as const
    const validation = {
      profile: 'xrechnung' as const,
      valid: false,
      errors: [error('warning', 'Later'), error('error', 'First')],
    }
    const given = { ...withSettings({ companyTaxId: null }), validation }
    expect(findingsOf(given).map((it) => ('message' in it ? it.message : it.code))).toEqual([
      'First',
      'no_tax_id',
      'Later',
    ])
  })
})
