import { expect, test } from 'vitest'
import type { PrintedInvoice } from './document-source.ts'
import { formatterFor } from './format.ts'
import { LANGUAGES } from './labels/labels.ts'
import { sampleCase } from './samples/sample-cases.ts'
import { withoutCodes } from './skonto.ts'
import { documentView, titleOf } from './view.ts'

const printed = (terms: string, language = 'de', more: object = {}, isDated = true): string =>
  withoutCodes(terms, {
    invoice: {
      currency: 'EUR',
      issueDate: '2026-03-02',
      creditedMinor: 0n,
      totals: { totalMinor: 119_000n },
      ...more,
    } as unknown as PrintedInvoice,
    format: formatterFor({ language, currency: 'EUR', dateFormat: 'medium' }),
    labels: LANGUAGES[language as keyof typeof LANGUAGES].labels,
    isDated,
  }).replaceAll('\u00a0', ' ')

test('a code becomes a sentence with day, discount and amount', () => {
  const text = printed('Zahlbar in 30 Tagen\n#SKONTO#TAGE=14#PROZENT=2.00#')
  expect(text).toMatch(
    /^Zahlbar in 30 Tagen\n2 % Skonto bei Zahlung bis 16\. ?(März|03\.) ?2026: 23,80 € Abzug, zu zahlen 1\.?166,20 €\.$/,
  )
})

test.each<[string, string, RegExp, object?]>([
  ['of a base', '#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=1000.00#', /30,00 €.*1\.?160,00 €/],
  ['in small letters', '#skonto#tage=14#prozent=2.00#', /23,80 €/],
  [
    'of what is left after a credit',
    '#SKONTO#TAGE=14#PROZENT=2.00#',
    /2,38 €/,
    { creditedMinor: 107_100n },
  ],
])('a discount %s', (_, code, expected, more = {}) => {
  expect(printed(code, 'de', more)).toMatch(expected)
})

test.each([
  '#SKONTO#TAGE=x#PROZENT=2.00#',
  '#SKONTO#',
  'a\n#SKONTO#TAGE=14#',
  '#SKONTO#TAGE=14#PROZENT=200#',
])('a code that cannot be read is not printed: %j', (terms) =>
  expect(printed(terms)).not.toContain('#'))

test('a quote names days instead of a day; other texts stay as they are', () => {
  expect(printed('#SKONTO#TAGE=14#PROZENT=2.00#', 'en', {}, false)).toContain('within 14 days')
  expect(printed('# 1\n#2#')).toBe('# 1\n#2#')
})

const EARLY_PAYMENT = [
  { percentMicro: 3_000_000n, days: 7 },
  { percentMicro: 2_000_000n, days: 14 },
]

test.each(
  Object.keys(LANGUAGES),
)('in %s, an agreed discount is a sentence with percent, day, amount off and amount to pay', (language) => {
  const sample = sampleCase('simple')
  const { seller, currency } = sample.invoice
  const totals = { ...sample.invoice.totals, totalMinor: 119_000n }
  const invoice = { ...sample.invoice, language, totals, issueDate: '2026-03-02' }
  const without = documentView({ ...sample, invoice })
  const view = documentView({ ...sample, invoice: { ...invoice, earlyPayment: EARLY_PAYMENT } })
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const [second, first] = String(view.paymentTerms).split('\n').toReversed()
  for (const [line, percent, day, minors] of [
    [first, 3_000_000n, '2026-03-09', [3_570n, 115_430n]],
    [second, 2_000_000n, '2026-03-16', [2_380n, 116_620n]],
  ] as const) {
    expect(line).toContain(format.percent(percent))
    expect(line).toContain(format.date(day))
    for (const minor of minors) expect(line).toContain(format.money(minor))
    expect(line).not.toMatch(/[{}#]/)
  }
  expect(String(view.paymentTerms).startsWith(String(without.paymentTerms))).toBe(true)
})

test('a quote names the days of an agreed discount', () => {
  const sample = sampleCase('simple')
  const invoice = { ...sample.invoice, earlyPayment: EARLY_PAYMENT }
  const view = documentView({ ...sample, invoice, strings: {} })
  expect(view.paymentTerms).toMatch(/within 7 days.*\n.*within 14 days/)
})

test.each(Object.keys(LANGUAGES))('in %s, every document has its title and no gap', (language) => {
  const text = printed('#SKONTO#TAGE=14#PROZENT=2.00#', language)
  expect(text).not.toMatch(/[{}#]/)
  const { labels } = LANGUAGES[language as keyof typeof LANGUAGES]
  const { seller } = sampleCase('simple').invoice
  const plain = { type: 'invoice', items: [], seller } as unknown as PrintedInvoice
  const final = { ...plain, items: [{ deducts: 'inv_1' }] } as unknown as PrintedInvoice
  const titles = [plain, { ...plain, isDeposit: true as const }, final].map((it) =>
    titleOf(it, labels),
  )
  expect(new Set(titles).size).toBe(3)
})
