import { calculate } from '../invoices/totals.ts'
import { MICRO } from '../money/decimal.ts'
import { sampleSource } from './sample.ts'
import type { DocumentSource, PrintedInvoice } from './view.ts'

/** The cases that the pictures in docs/images and the golden documents show. */
export const SAMPLE_CASES = ['simple', 'three-pages', 'arabic', 'japanese', 'draft'] as const
export type SampleCase = (typeof SAMPLE_CASES)[number]

export function sampleCase(name: SampleCase): DocumentSource {
  switch (name) {
    case 'simple':
      return sampleSource('en-IE')
    case 'three-pages':
      return withItems(sampleSource('de'), 38)
    case 'arabic':
      return sampleSource('ar')
    case 'japanese':
      return sampleSource('ja')
    case 'draft': {
      const source = sampleSource('fr')
      return { ...source, invoice: { ...source.invoice, number: null, status: 'draft' } }
    }
  }
}

/** The same document with its items repeated up to `count`, in two tax rates. */
export function withItems(source: DocumentSource, count: number): DocumentSource {
  const { invoice } = source
  const tax = { category: 'S', rateMicro: 7n * MICRO, reason: null } as const
  const items = Array.from({ length: count }, (_, index) => {
    const item = invoice.items[index % invoice.items.length]
    return item === undefined
      ? []
      : [{ ...item, id: `itm_sample_${index + 1}`, ...(item.unit === 'H87' ? { tax } : {}) }]
  }).flat()
  return recalculated(source, { ...invoice, items })
}

/** The source with the figures that follow from the invoice's items, discounts and charges. */
export function recalculated(source: DocumentSource, invoice: PrintedInvoice): DocumentSource {
  const figures = calculate({
    ...invoice,
    rounding: 'document',
    items: invoice.items.map((item) => ({
      ...item,
      adjustments: item.discount === null ? [] : [{ kind: 'discount', value: item.discount }],
    })),
  })
  const { totals, taxes } = figures
  return {
    ...source,
    invoice: {
      ...invoice,
      items: invoice.items.map((item, index) => ({
        ...item,
        totalMinor: figures.items[index]?.totalMinor ?? 0n,
      })),
      discounts: invoice.discounts.map((it, index) => ({
        ...it,
        amountMinor: figures.discounts[index]?.amountMinor ?? 0n,
      })),
      charges: invoice.charges.map((it, index) => ({
        ...it,
        amountMinor: figures.charges[index]?.amountMinor ?? 0n,
      })),
      totals,
      taxes,
    },
    dueMinor: totals.totalMinor - invoice.paidMinor - (source.creditedMinor ?? 0n),
  }
}
