import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { MICRO } from '@billwright/money'
import { compile, variablesOf } from '@billwright/templates'
import type { ItemTax } from '@billwright/totals'
import { describe, expect, test } from 'vitest'
import { builtInTemplates } from '../../company/templates/inner/builtin.ts'
import { sanitize } from '../../company/templates/sanitize.ts'
import { traitsOf } from '../../company/templates/traits.ts'
import type { DocumentSource, PrintedInvoice } from './document-source.ts'
import { expectToAddUp } from './printed-figures.testing.ts'
import { sampleSource } from './samples/sample.ts'
import { recalculated } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

const FOLDER = new URL('../../../../shared/templates/', import.meta.url)
const isThere = existsSync(FOLDER)
const files = isThere ? readdirSync(FOLDER).filter((name) => name.endsWith('.html')) : ['none']

const SAMPLE = sampleSource('en-IE')
const STANDARD: ItemTax = { category: 'S', rateMicro: 23n * MICRO, reason: null }
const REDUCED: ItemTax = { category: 'S', rateMicro: (135n * MICRO) / 10n, reason: null }
const EXEMPT: ItemTax = { category: 'E', rateMicro: 0n, reason: null }
const OUTSIDE: ItemTax = { category: 'O', rateMicro: 0n, reason: null }

/** The sample with those taxes on its items in turn, and a discount at the first. */
function taxed(taxes: readonly [ItemTax, ...ItemTax[]], changes: Partial<PrintedInvoice> = {}) {
  const { invoice } = SAMPLE
  const [first] = taxes
  return recalculated(SAMPLE, {
    ...invoice,
    items: invoice.items.map((item, at) => ({ ...item, tax: taxes[at % taxes.length] ?? first })),
    discounts: invoice.discounts.map((it) => ({ ...it, tax: first })),
    ...changes,
  })
}

const CHARGE = {
  reason: 'Express',
  value: { kind: 'amount', amountMinor: 1900n },
  tax: STANDARD,
  amountMinor: 1900n,
} as const
const INVOICES = [
  ['one rate', taxed([STANDARD])],
  ['two rates', taxed([STANDARD, REDUCED])],
  ['a part exempt', taxed([STANDARD, EXEMPT])],
  ['a part outside the scope', taxed([STANDARD, OUTSIDE])],
  ['all exempt', taxed([EXEMPT])],
  ['all outside the scope', taxed([OUTSIDE])],
  ['one rate, included', taxed([STANDARD], { pricesIncludeTax: true })],
  ['two rates, included', taxed([STANDARD, REDUCED], { pricesIncludeTax: true })],
  ['a credit note at two rates', taxed([STANDARD, REDUCED], { type: 'credit_note' })],
  ['two rates and a charge', taxed([STANDARD, REDUCED], { charges: [CHARGE] })],
  ['a charge, included', taxed([STANDARD], { charges: [CHARGE], pricesIncludeTax: true })],
] as const

const ITEMS = '{{#items}}<p>{{description}} {{lineTotal}}</p>{{/items}}<p>{{subtotal}}</p>'
const DISCOUNT = '{{#hasDiscount}}<p>-{{currency}} {{discountAmount}}</p>{{/hasDiscount}}'
const SINGLE = '{{#hasTax}}<p>Tax ({{taxRate}}%): {{taxAmount}}</p>{{/hasTax}}'
const LIST = '{{#taxSummary}}<p>{{label}} {{amount}}</p>{{/taxSummary}}'
const SUMMARY = `{{#hasTaxSummary}}${LIST}{{/hasTaxSummary}}`
const page = (taxes: string) => `${ITEMS}${DISCOUNT}${taxes}<p>{{total}}</p>`

/** Each way in which templates print taxes. */
const MANNERS = {
  'the total alone': page(SINGLE),
  'the total without a section': page('<p>Tax {{taxAmount}}</p>'),
  'the total where there is no list': page('{{^hasTaxSummary}}{{taxAmount}}{{/hasTaxSummary}}'),
  'one rate or a list': page(`${SINGLE}${SUMMARY}`),
  'one rate or the total': page(`${SINGLE}{{#hasTaxSummary}}{{taxAmount}}{{/hasTaxSummary}}`),
  'the total, and reasons': page(`${SINGLE}{{#taxes}}{{reason}}{{/taxes}}`),
  'a list only where there are several': page(SUMMARY),
  'a list': page(LIST),
}

const renderWith = (template: string, source: DocumentSource) =>
  compile(template).render(documentView({ ...source, traits: traitsOf(template) }))

describe.each(INVOICES)('%s', (_name, source) => {
  test.each(Object.entries(MANNERS))('adds up: %s', (_manner, html) => {
    expectToAddUp(html, source)
  })

  test.each(builtInTemplates())('adds up: $id', ({ html }) => {
    expectToAddUp(html, source)
  })

  test.skipIf(!isThere).each(files)('adds up: %s', (name) => {
    const { html } = sanitize(readFileSync(new URL(name, FOLDER), 'utf8'))
    expectToAddUp(html, source)
  })
})

describe('the amount of a refund', () => {
  const paid = { paidMinor: SAMPLE.invoice.totals.totalMinor, creditedMinor: 5_950n }
  const refund: DocumentSource = {
    ...SAMPLE,
    invoice: { ...SAMPLE.invoice, ...paid },
    displayed: 'refund_due',
  }

  test.each([
    ['Balance due: {{amountDue}}', 'Balance due: -€59.50'],
    ['{{labels.paidLabel}} {{amountDue}}', 'Paid -€59.50'],
    ['{{labels.amountDueLabel}}: {{amountDue}}', 'To be refunded: €59.50'],
    ['{{#labels}}{{amountDueLabel}}{{/labels}}: {{amountDue}}', 'To be refunded: €59.50'],
    ['{{#isRefundDue}}Refund{{/isRefundDue}} {{amountDue}}', 'Refund €59.50'],
    ['{{^isRefundDue}}Due{{/isRefundDue}}{{amountDue}}', '€59.50'],
  ])('has its sign if the template does not distinguish a refund: %s', (template, expected) => {
    expect(renderWith(template, refund)).toBe(expected)
  })

  test('is called a refund even if the template has its own words for the amount due', () => {
    const template = '{{labels.amountDueLabel}}: {{amountDue}}'
    const strings = { amountDueLabel: 'Balance' }
    expect(renderWith(template, { ...refund, strings })).toBe('To be refunded: €59.50')
    const both = { ...strings, refundDueLabel: 'In your favor' }
    expect(renderWith(template, { ...refund, strings: both })).toBe('In your favor: €59.50')
  })
})

describe('a template that prints the total of taxes alone', () => {
  test.each([
    ['one rate', [STANDARD], 'Tax (23%)'],
    ['two rates', [STANDARD, REDUCED], 'Tax (23%, 13.5%)'],
    ['a part exempt', [STANDARD, EXEMPT], 'Tax (23%, 0%)'],
    ['a part outside the scope', [STANDARD, OUTSIDE], 'Tax (23%)'],
    ['two reasons for one rate', [STANDARD, EXEMPT, { ...EXEMPT, category: 'Z' }], 'Tax (23%, 0%)'],
  ] as const)('names every rate: %s', (_case, taxes, expected) => {
    expect(renderWith('{{#hasTax}}Tax ({{taxRate}}%){{/hasTax}}', taxed(taxes))).toBe(expected)
  })

  test.each([
    ['{{taxAmount}} {{ taxRate }} %', '23 %, 13.5 %'],
    ['{{taxAmount}} {{taxRate || "0"}}&nbsp;%', '23&nbsp;%, 13.5&nbsp;%'],
    ['{{taxAmount}} {{taxRate}}', '23, 13.5'],
  ])('writes the sign as the template does: %s', (template, expected) => {
    const printed = renderWith(template, taxed([STANDARD, REDUCED]))
    expect(printed.replaceAll('\u00a0', '&nbsp;')).toMatch(new RegExp(`${expected}$`))
  })

  test('says that tax is included in the prices', () => {
    const included = taxed([STANDARD], { pricesIncludeTax: true })
    expect(renderWith(SINGLE, included)).toBe('<p>Tax (23%): Includes €1,126.34</p>')
    const own = '{{#pricesIncludeTax}}incl. {{taxAmount}}{{/pricesIncludeTax}}'
    expect(renderWith(own, included)).toBe('incl. €1,126.34')
  })

  test('prints no row without tax', () => {
    expect(renderWith(SINGLE, taxed([EXEMPT]))).toBe('')
  })
})

describe.skipIf(!isThere)(
  'templates written for Invio (skipped: ../shared/templates is absent)',
  () => {
    test.each(files)('%s prints an invoice once and whole', (name) => {
      const source = readFileSync(new URL(name, FOLDER), 'utf8')
      const { html } = sanitize(source)
      const view = documentView({ ...sampleSource('en-IE'), traits: traitsOf(html) })
      const page = compile(html).render(view)
      const text = page.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')
      for (const part of [
        'Marlowe Fjord Expeditions',
        'INV-2026-0042',
        '7,408.87',
        'Brand identity',
      ]) {
        expect(text).toContain(part)
      }
      expect(text.match(/T12 X000/g), 'the town of the customer, once').toHaveLength(1)
      expect(text.match(/D02 X000/g), 'the town of the company, once').toHaveLength(1)
      expect(text, 'an amount with its currency twice').not.toMatch(/EUR\s+€/)
      expect(page).toContain('<img class="logo"')
    })

    test('the view has every name they use', () => {
      const used = new Set(
        files.flatMap((name) => variablesOf(readFileSync(new URL(name, FOLDER), 'utf8'))),
      )
      const view = documentView(sampleSource('en-IE'))
      const [item] = view.items as readonly object[]
      const [tax] = view.taxSummary as readonly object[]
      const known = new Set([
        ...Object.keys(view),
        ...Object.keys(item ?? {}),
        ...Object.keys(tax ?? {}),
        ...Object.keys(view.labels as object).map((it) => `labels.${it}`),
      ])
      expect([...used].filter((name) => !known.has(name))).toEqual([])
    })
  },
)
