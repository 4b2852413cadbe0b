import { compile } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import { OWN_TRAITS, traitsOf } from '../../company/templates/traits.ts'
import type { PrintedInvoice } from './document-source.ts'
import { formatterFor } from './format.ts'
import { LANGUAGES } from './labels/labels.ts'
import { sampleCase } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

type Withholding = NonNullable<PrintedInvoice['withholdings']>[number]

const SAMPLE = sampleCase('simple')
const ENTRY: Withholding = {
  ...{ kind: 'income_tax', name: null, rateMicro: 20_000_000n, base: 'net', amount: null },
  ...{ basePercentMicro: 100_000_000n, code: null, reason: null },
}

function withholding(entry: Partial<Withholding>, countryCode = 'DE', language = 'en') {
  const { seller, totals } = SAMPLE.invoice
  return {
    ...SAMPLE,
    invoice: {
      ...SAMPLE.invoice,
      language,
      seller: { ...seller, address: { ...seller.address, countryCode } },
      withholdings: [{ ...ENTRY, ...entry }],
      totals: {
        ...totals,
        totalMinor: 122_000n,
        payableMinor: 102_000n,
        withheld: [{ baseMinor: 100_000n, amountMinor: 20_000n }],
      },
    },
  }
}

const plain = (text: unknown) => String(text).replaceAll(/[\u00a0\u202f]/g, ' ')
const labelOf = (source: ReturnType<typeof withholding>) => {
  const { withholdings } = documentView(source)
  return plain((withholdings as readonly { readonly label: string }[])[0]?.label)
}

test.each(
  Object.keys(LANGUAGES),
)('in %s, a row names the withholding with its rate, its base and the amount', (language) => {
  const source = withholding({ kind: 'other' }, 'DE', language)
  const { currency, seller } = source.invoice
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const { labels } = LANGUAGES[language as keyof typeof LANGUAGES]
  const { withholdings } = documentView(source)
  const [row] = withholdings as readonly { readonly label: string; readonly amount: string }[]
  expect(row?.label.startsWith(labels.withholdingLabel)).toBe(true)
  expect(row?.label).toContain(format.percent(20_000_000n))
  expect(row?.label).toContain(format.money(100_000n))
  expect(row?.amount).toBe(format.money(-20_000n))
})

test.each<[string, Partial<Withholding>, string, string]>([
  ['Italy', {}, 'IT', 'Ritenuta d’acconto 20% on €1,000.00'],
  ['Spain', {}, 'ES', 'Retención IRPF 20% on €1,000.00'],
  ['Portugal', {}, 'PT', 'Retenção na fonte 20% on €1,000.00'],
  ['Germany', {}, 'DE', 'Withholding tax 20% on €1,000.00'],
  ['its own words', { name: 'IRS' }, 'PT', 'IRS 20% on €1,000.00'],
  [
    'an Italian agent',
    { code: 'RT04', kind: 'social' },
    'IT',
    'Contributo Enasarco 20% on €1,000.00',
  ],
  ['a stated amount', { amount: '200.00' }, 'IT', 'Ritenuta d’acconto 20%'],
])('the name of %s', (_, entry, country, label) =>
  expect(labelOf(withholding(entry, country))).toBe(label))

test('a template without rows for it names the amount among the terms', () => {
  const source = withholding({}, 'IT')
  const { paymentTerms } = documentView({
    ...source,
    traits: { ...OWN_TRAITS, printsWithholdings: false },
  })
  expect(plain(paymentTerms)).toContain('Ritenuta d’acconto 20% on €1,000.00: -€200.00')
  expect(plain(documentView(source).paymentTerms)).not.toContain('Ritenuta')
})

describe('a template without rows for what is withheld and rounded', () => {
  const entry = { ...ENTRY, rateMicro: 20_000_000n }
  const { totals, seller } = SAMPLE.invoice
  const invoice: PrintedInvoice = {
    ...SAMPLE.invoice,
    ...{ language: 'en', cashRounding: '0.50', pricesIncludeTax: false, withholdings: [entry] },
    ...{ discounts: [], charges: [], paidMinor: 0n, creditedMinor: 0n, earlyPayment: [] },
    seller: { ...seller, address: { ...seller.address, countryCode: 'IT' } },
    totals: {
      ...totals,
      ...{ subtotalMinor: 10_002n, discountMinor: 0n, chargeMinor: 0n, netMinor: 10_002n },
      ...{ taxMinor: 2_200n, roundingMinor: -2n, totalMinor: 12_200n, payableMinor: 10_200n },
      withheld: [{ baseMinor: 10_002n, amountMinor: 2_000n }],
    },
  }
  const ROWS =
    '{{#items}}{{description}}{{/items}} NET {{net}} TAX {{taxAmount}} TOTAL {{total}} DUE {{amountDue}}'
  const ROUNDING = '{{#rounding}} ROUNDING {{rounding}}{{/rounding}}'
  const TERMS = ' TERMS {{paymentTerms}}'
  const WITHHELD = 'Ritenuta d’acconto 20% on €100.02: -€20.00'
  const printed = (template: string, displayed = SAMPLE.displayed) =>
    plain(
      compile(template).render(
        documentView({ ...SAMPLE, invoice, displayed, traits: traitsOf(template) }),
      ),
    )

  test('one row for all rounding, and what is withheld beside the total', () => {
    const paper = printed(ROWS + ROUNDING)
    expect(paper).toContain(`TAX €22.00 TOTAL €122.00 (${WITHHELD}) DUE €102.00 ROUNDING -€0.02`)
  })

  test('without a row for any rounding, it is beside the total too', () =>
    expect(printed(ROWS)).toContain(`TOTAL €122.00 (Rounding: -€0.02, ${WITHHELD}) DUE`))

  test('without a row for the cent of prices with tax, it is beside the total', () => {
    const gross = {
      ...invoice,
      ...{ cashRounding: null, pricesIncludeTax: true, withholdings: [] },
      totals: {
        ...{ subtotalMinor: 10_000n, discountMinor: 0n, chargeMinor: 0n, netMinor: 8_403n },
        ...{ taxMinor: 1_596n, roundingMinor: 1n, totalMinor: 10_000n },
      },
    }
    const paper = (template: string) =>
      plain(
        compile(template).render(
          documentView({ ...SAMPLE, invoice: gross, traits: traitsOf(template) }),
        ),
      )
    expect(paper(ROWS)).toContain('TOTAL €100.00 (Rounding: €0.01) DUE')
    expect(paper(ROWS + ROUNDING)).toContain('TOTAL €100.00 DUE €100.00 ROUNDING €0.01')
    expect(paper('SUBTOTAL {{subtotal}} TOTAL {{total}}')).toContain('TOTAL €100.00')
    expect(paper('SUBTOTAL {{subtotal}} TOTAL {{total}}')).not.toContain('Rounding')
  })

  test('in the payment terms if the template prints them', () => {
    const paper = printed(ROWS + TERMS)
    expect(paper).toContain('TOTAL €122.00 DUE €102.00')
    expect(paper).toMatch(
      /TERMS [\s\S]*Rounding: -€0\.02\nRitenuta d’acconto 20% on €100\.02: -€20\.00/,
    )
  })

  test('beside the total if the document prints no terms, as it was credited', () => {
    const paper = printed(ROWS + ROUNDING + TERMS, 'credited')
    expect(paper).toContain(`TOTAL €122.00 (${WITHHELD}) DUE`)
  })

  test('a template with all rows repeats nothing', () => {
    const rows = ' {{cashRounding}} {{#withholdings}}{{label}} {{amount}}{{/withholdings}}'
    const paper = printed(ROWS + ROUNDING + rows + TERMS)
    expect(paper).toContain('TOTAL €122.00 DUE €102.00')
    expect(paper.split('-€0.02')).toHaveLength(2)
    expect(paper.split('Ritenuta')).toHaveLength(2)
  })
})
