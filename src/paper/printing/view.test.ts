import { MICRO } from '@billwright/money'
import { compile, Fragment, type View, type ViewValue } from '@billwright/templates'
import type { ItemTax } from '@billwright/totals'
import { describe, expect, test } from 'vitest'
import { builtInTemplates } from '../../company/templates/inner/builtin.ts'
import { traitsOf } from '../../company/templates/traits.ts'
import { displayStatus } from '../../sales/invoices/lifecycle.ts'
import type { DocumentSource, PrintedInvoice } from './document-source.ts'
import { sampleSource } from './samples/sample.ts'
import { recalculated, withItems } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

const SAMPLE = sampleSource('en-IE')

function given(
  change: Partial<PrintedInvoice>,
  { today = '2026-11-21', ...rest }: Partial<DocumentSource> & { readonly today?: string } = {},
): View {
  const invoice = { ...SAMPLE.invoice, ...change }
  return documentView({ ...SAMPLE, displayed: displayStatus(invoice, today), ...rest, invoice })
}

const html = (value: ViewValue) => (value instanceof Fragment ? value.html : value)
const label = (view: View, name: string) => (view.labels as View)[name]

describe('status', () => {
  test('a draft and a void document are marked, an open one is not', () => {
    expect(given({ status: 'draft', number: null })).toMatchObject({
      badge: 'Draft',
      watermark: 'Draft',
      invoiceNumber: '',
      paymentQr: '',
    })
    expect(given({ status: 'void' })).toMatchObject({
      watermark: 'Void',
      hasPayment: false,
      paymentQr: '',
    })
    expect(given({})).toMatchObject({ badge: '', watermark: '', status: 'sent' })
  })

  test('overdue from the day after the due date, while something is due', () => {
    expect(given({}, { today: '2026-12-05' }).status).toBe('sent')
    expect(given({}, { today: '2026-12-06' })).toMatchObject({
      status: 'overdue',
      badge: 'Overdue',
    })
    const creditedMinor = SAMPLE.invoice.totals.totalMinor
    expect(given({ creditedMinor }, { today: '2026-12-06' }).status).toBe('credited')
  })

  test('a refund has its own label, no sign, and no request for payment', () => {
    const paidMinor = SAMPLE.invoice.totals.totalMinor
    const paid = { status: 'paid', paidMinor, creditedMinor: 5_000n } as const
    const late = { today: '2027-12-06' }
    const view = given(paid, late)
    expect(view).toMatchObject({
      status: 'refund_due',
      statusLabel: 'Refund due',
      badge: 'Refund due',
      amountDue: '€50.00',
      hasAmountDue: true,
      isRefundDue: true,
      isPaid: false,
      isOverdue: false,
      dueDate: '',
      paymentTerms: '',
      hasPayment: false,
      payText: '',
      paymentQr: '',
      swissQrBill: '',
    })
    expect(label(view, 'amountDueLabel')).toBe('To be refunded')
    expect(label(given({}), 'amountDueLabel')).toBe('Amount due')
    expect(label(given({ ...paid, language: 'de' }, late), 'amountDueLabel')).toBe(
      'Erstattungsbetrag',
    )
  })

  test('a fully credited invoice is neither open nor paid', () => {
    const creditedMinor = SAMPLE.invoice.totals.totalMinor
    for (const status of ['sent', 'paid'] as const)
      expect(given({ status, creditedMinor }, { today: '2027-12-06' })).toMatchObject({
        status: 'credited',
        badge: 'Credited',
        amountDue: '€0.00',
        isPaid: false,
        isOverdue: false,
        dueDate: '',
        payText: '',
        paymentQr: '',
      })
  })

  test('an invoice below zero is a refund from the start', () => {
    const totals = { ...SAMPLE.invoice.totals, totalMinor: -2_000n }
    expect(given({ totals })).toMatchObject({
      hasAmountDue: true,
      amountDue: '€20.00',
      isRefundDue: true,
    })
  })

  test('an issued credit note is called issued', () => {
    expect(given({ type: 'credit_note', dueDate: null })).toMatchObject({
      status: 'sent',
      statusLabel: 'Issued',
      badge: '',
    })
  })

  test('a credit note has its own words and asks for no payment', () => {
    const view = given({
      type: 'credit_note',
      language: 'de',
      corrects: { id: 'inv_1', number: 'R-7', issueDate: '2026-11-02' },
    })
    expect(view).toMatchObject({
      hasPayment: false,
      payText: '',
      paymentQr: '',
      isCreditNote: true,
    })
    expect(view.corrects).toBe('R-7 vom 02.11.2026')
    expect(label(view, 'invoiceTitle')).toBe('Rechnungskorrektur')
  })

  test('a credit note shows how its total was used', () => {
    const none = { setOffMinor: 0n, refundedMinor: 0n, onAccountMinor: 0n, refundDueMinor: 0n }
    const settled = (settlement: Partial<typeof none>) =>
      given({ type: 'credit_note' }, { settlement: { ...none, ...settlement } })
    const owed = settled({ setOffMinor: 2_000n, refundDueMinor: 4_000n })
    expect(owed).toMatchObject({ credited: '-€20.00', paid: '', amountDue: '€40.00' })
    expect(label(owed, 'creditedLabel')).toBe('Set off against the invoice')
    expect(label(owed, 'amountDueLabel')).toBe('To be refunded')
    const back = settled({ refundedMinor: 500n, onAccountMinor: 1_500n })
    const part = settled({ refundedMinor: 500n, refundDueMinor: 100n })
    expect(part).toMatchObject({ amountDue: '€1.00', hasAmountDue: true })
    expect(back).toMatchObject({ credited: '', paid: '-€20.00', hasAmountDue: false })
    expect(label(back, 'paidLabel')).toBe('Refunded / Kept on account')
    expect(label(settled({ onAccountMinor: 1n }), 'paidLabel')).toBe('Kept on account')
    const used = settled({ setOffMinor: 6_000n })
    expect(used).toMatchObject({ credited: '-€60.00', amountDue: '', hasAmountDue: true })
    expect(label(used, 'amountDueLabel')).toBe('Set off in full')
  })
})

describe('addresses', () => {
  const at = (
    countryCode: string | null,
    city: string | null,
    postalCode: string | null,
    region: string | null = null,
  ) => ({
    ...SAMPLE.invoice.buyer,
    address: { line1: '1 Way', line2: null, city, postalCode, region, countryCode },
  })

  test.each([
    ['DE', ['Bremen', '28195'], '1 Way|28195 Bremen|Germany'],
    ['US', ['Salem', '01970', 'MA'], '1 Way|Salem, MA 01970|United States'],
    ['CA', ['Ottawa', 'K1A 0B1', 'ON'], '1 Way|Ottawa ON K1A 0B1|Canada'],
    ['GB', ['Bath', 'BA1 1AA'], '1 Way|Bath|BA1 1AA|United Kingdom'],
    ['IT', ['Roma', '00144', 'RM'], '1 Way|00144 Roma RM|Italy'],
    ['IE', ['Cork', null], '1 Way|Cork'],
    [null, ['Cork', null], '1 Way|Cork'],
  ] as const)('%s', (country, [city, code, region], expected) => {
    const view = given({ buyer: at(country, city, code, region ?? null) })
    expect(
      String(html(view.customerAddress))
        .replaceAll(/<\/?bdi>/g, '')
        .split('<br>')
        .join('|'),
    ).toBe(expected)
  })

  test('Japanese addresses run from large to small', () => {
    const view = documentView(sampleSource('ja'))
    expect((view.customerAddress as Fragment).text).toBe('〒105-0000, 東京都港区羅針町3丁目8番地')
  })

  test('a template that prints town and country separately gets only the street', () => {
    const template = '{{{customerAddress}}} {{customerPostalCity}}'
    const view = given({ buyer: at('DE', 'Bremen', '28195') }, { traits: traitsOf(template) })
    expect(compile(template).render(view)).toBe('<bdi>1 Way</bdi> 28195 Bremen')
  })

  test('a phone number and account numbers read from left to right also in Arabic', () => {
    const source = sampleSource('ar')
    const { seller } = source.invoice
    const bankAccount = {
      ...seller.bankAccount,
      iban: null,
      number: '12 345 678',
      bankCode: '60 20',
    }
    const invoice = { ...source.invoice, seller: { ...seller, bankAccount } }
    const { footerContact, footerLegal } = documentView({ ...source, invoice })
    expect(footerContact).toContain(`\u2066${seller.phone}\u2069`)
    expect(footerLegal).toContain('\u206612 345 678\u2069')
    expect(footerLegal).toContain('\u206660 20\u2069')
    expect(documentView(sampleSource('de')).footerContact).not.toMatch(/[\u2066\u2069]/)
  })

  test('the terms of a quote have their own heading, or are notes of a template without them', () => {
    const source = { quoteTerms: 'Half in advance.' }
    const own = '{{labels.termsHeading}}: {{quoteTerms}} {{labels.notesHeading}}: {{notes}}'
    const older = '{{labels.notesHeading}}: {{notes}}'
    const print = (template: string) =>
      compile(template).render(
        given({ notes: 'Thank you.' }, { ...source, traits: traitsOf(template) }),
      )
    expect(print(own)).toBe('Terms: Half in advance. Notes: Thank you.')
    expect(print(older)).toBe('Notes: Thank you.\n\nHalf in advance.')
  })

  test('paper: Letter by the region of the language, else by the country of the seller', () => {
    expect(given({ language: 'en-US' }).pageSize).toBe('Letter')
    expect(given({ language: 'en-GB' }).pageSize).toBe('A4')
    const seller = {
      ...SAMPLE.invoice.seller,
      address: { ...SAMPLE.invoice.seller.address, countryCode: 'CA' },
    }
    expect(given({ language: 'en', seller }).pageSize).toBe('Letter')
  })
})

describe('figures', () => {
  test('prices that include tax', () => {
    const view = documentView(recalculated(SAMPLE, { ...SAMPLE.invoice, pricesIncludeTax: true }))
    expect(view).toMatchObject({ pricesIncludeTax: true, hasNet: false, total: '€6,023.47' })
    expect(view.taxes).toMatchObject([
      { includedLabel: 'Includes VAT 23%', onText: 'on €4,897.13' },
    ])
  })

  test('no tax, and why not', () => {
    const tax = { category: 'AE', rateMicro: 0n, reason: null } as const
    const items = SAMPLE.invoice.items.map((item) => ({ ...item, tax }))
    const view = documentView(recalculated(SAMPLE, { ...SAMPLE.invoice, items, discounts: [] }))
    expect(view.taxReasons).toEqual(['Reverse charge: VAT to be accounted for by the recipient'])
    expect(view).toMatchObject({ hasTax: false, hasTaxSummary: true, total: '€6,340.50' })
  })

  test('outside the scope of the tax: a reason, and no row', () => {
    const tax = { category: 'O', rateMicro: 0n, reason: 'Small business' } as const
    const items = SAMPLE.invoice.items.map((item) => ({ ...item, tax }))
    const view = documentView(recalculated(SAMPLE, { ...SAMPLE.invoice, items, discounts: [] }))
    expect(view).toMatchObject({ taxes: [], hasTaxSummary: false, taxReasons: ['Small business'] })
  })

  test('discounts, charges, payments and credit notes each have their row', () => {
    const tax = { category: 'S', rateMicro: 23n * MICRO, reason: null } as const
    const charge = {
      reason: null,
      value: { kind: 'amount', amountMinor: 1900n },
      tax,
      amountMinor: 1900n,
    } as const
    const paid = { paidMinor: 50_000n, creditedMinor: 10_000n }
    const source = recalculated(SAMPLE, { ...SAMPLE.invoice, charges: [charge], ...paid })
    expect(documentView(source)).toMatchObject({
      adjustments: [
        { label: 'Launch partner discount', detail: '5%', amount: '-€317.03' },
        { label: 'Charge', detail: '', amount: '€19.00' },
      ],
      paid: '-€500.00',
      credited: '-€100.00',
      hasAmountDue: true,
      discountAmount: '€317.03',
      discountPercentage: '5',
    })
  })

  test('an item shows its rate if rates differ', () => {
    expect(documentView(SAMPLE)).toMatchObject({ hasItemTaxes: false, itemColumns: 4 })
    expect(documentView(withItems(SAMPLE, 4))).toMatchObject({ hasItemTaxes: true, itemColumns: 5 })
  })

  test('reasons are beside their tax, and marks refer items to them', () => {
    const [item] = SAMPLE.invoice.items
    if (!item) throw new Error('The sample has no items.')
    const taxes = [
      { category: 'S', rateMicro: 19n * MICRO, reason: null },
      { category: 'E', rateMicro: 0n, reason: 'Education' },
      { category: 'AE', rateMicro: 0n, reason: null },
      { category: 'Z', rateMicro: 0n, reason: null },
    ] as const
    const view = given({
      items: taxes.map((tax) => ({ ...item, tax })),
      taxes: taxes.map((tax) => ({ ...tax, taxableMinor: 100n, amountMinor: 0n })),
    })
    const marks = (entries: ViewValue, name: string) => (entries as View[]).map((it) => it[name])
    expect(marks(view.items, 'taxMark')).toEqual(['', '¹', '²', ''])
    expect(marks(view.taxes, 'mark')).toEqual(['', '¹', '²', ''])
    expect(marks(view.taxes, 'reason')).toEqual([
      '',
      'Education',
      expect.stringMatching(/^Rev/),
      '',
    ])
    expect(view.otherTaxReasons).toEqual([])
    const page = compile(builtInTemplates()[0]?.html ?? '').render(view)
    expect(page.match(/Education/g)).toHaveLength(1)
    expect(page).toMatch(/¹ <span class="quiet">on .+<span class="why">¹ Education<\/span>/)
  })

  test('a reason outside the sums has its mark, if there are several taxes', () => {
    const untaxed = { category: 'O', rateMicro: 0n, reason: 'Deposit' } as const
    const taxed = { category: 'S', rateMicro: 19n * MICRO, reason: null } as const
    const reasons = (...taxes: readonly Pick<ItemTax, 'category' | 'rateMicro' | 'reason'>[]) =>
      given({ taxes: taxes.map((tax) => ({ ...tax, taxableMinor: 100n, amountMinor: 0n })) })
        .otherTaxReasons
    expect(reasons(taxed, untaxed)).toEqual(['¹ Deposit'])
    expect(reasons(untaxed)).toEqual(['Deposit'])
  })

  test('partly paid documents show that', () => {
    expect(given({ paidMinor: 100n })).toMatchObject({ badge: 'Partly paid', status: 'sent' })
  })

  test('a line without notes does not print those of the document', () => {
    const items = SAMPLE.invoice.items.slice(0, 1).map((item) => ({ ...item, details: null }))
    expect(compile('{{#items}}[{{notes}}]{{/items}}').render(given({ items }))).toBe('[]')
  })
})

describe('safety', () => {
  const HOSTILE = `"><script>alert(1)</script>{{companyName}}'\u0000</style>`

  test.each(
    builtInTemplates().map(({ id, html: source }) => [id, source]),
  )('%s prints hostile values as text', (_id, source) => {
    const { seller, buyer } = SAMPLE.invoice
    const view = given({
      number: HOSTILE,
      notes: HOSTILE,
      terms: HOSTILE,
      reference: HOSTILE,
      seller: {
        ...seller,
        name: HOSTILE,
        accentColor: 'red;} body {',
        paymentInstructions: HOSTILE,
        taxLabel: HOSTILE,
      },
      buyer: {
        ...buyer,
        name: HOSTILE,
        address: { ...buyer.address, line1: HOSTILE, countryCode: '<b>' },
      },
      items: SAMPLE.invoice.items.map((item) => ({
        ...item,
        description: HOSTILE,
        details: HOSTILE,
        unit: '<b>',
      })),
    })
    const page = compile(source).render(view)
    expect(page).not.toMatch(/<script|<b>|red;/)
    expect(page.match(/<\/style>/g)).toHaveLength(1)
    expect(page).toContain('&lt;script&gt;alert(1)')
  })

  test('only a picture in a data URL becomes a logo', () => {
    expect(given({}, { logo: 'https://example.test/logo.png' })).toMatchObject({
      logo: '',
      hasLogo: false,
    })
    expect(given({}, { logo: 'data:text/html;base64,PGI+' }).logo).toBe('')
    expect(given({}, { logo: 'data:image/png;base64,AA=="onerror="x' }).logo).toBe('')
    const view = given(
      {},
      { logo: 'data:image/png;base64,AAAA', logoSize: { width: 8, height: 2 } },
    )
    expect(html(view.logo)).toBe(
      '<img class="logo" alt="Quill &amp; Tide Studio" width="8" height="2" src="data:image/png;base64,AAAA">',
    )
  })
})
