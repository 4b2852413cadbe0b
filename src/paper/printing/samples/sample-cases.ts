import { MICRO } from '@billwright/money'
import type { ItemTax } from '@billwright/totals'
import { withTotals } from '../../../sales/contents/totals/totals.ts'
import type { DocumentSource, PrintedInvoice } from '../document-source.ts'
import { sampleSource } from './sample.ts'

/** Cases for the pictures in docs/images and the golden files. */
const CASES = {
  simple: () => sampleSource('en-IE'),
  'three-pages': () => withItems(sampleSource('de'), 38),
  arabic: () => sampleSource('ar'),
  japanese: () => sampleSource('ja'),
  draft: () => changed(sampleSource('fr'), { number: null, status: 'draft' }, 'draft'),
  swiss: () => swissSource(1),
  'swiss-pages': () => swissSource(38),
  refund: () => {
    const source = sampleSource('de')
    const paidMinor = source.invoice.totals.totalMinor
    return changed(source, { status: 'paid', paidMinor, creditedMinor: 11_900n }, 'refund_due')
  },
}
type SampleCase = keyof typeof CASES
export const SAMPLE_CASES = Object.keys(CASES) as readonly SampleCase[]

export const sampleCase = (name: SampleCase): DocumentSource => CASES[name]()

const changed = (
  source: DocumentSource,
  changes: Partial<PrintedInvoice>,
  displayed: DocumentSource['displayed'],
): DocumentSource => ({ ...source, invoice: { ...source.invoice, ...changes }, displayed })

/** An invoice in francs on a Swiss account, whose last page ends with a QR-bill. */
function swissSource(count: number): DocumentSource {
  const source = sampleSource('de-CH')
  const { invoice } = source
  const { seller, buyer } = invoice
  const tax = { category: 'S', rateMicro: 8_100_000n, reason: null } as const
  const town = { region: null, line2: null, countryCode: 'CH' }
  const swiss: PrintedInvoice = {
    ...invoice,
    currency: 'CHF',
    seller: {
      ...seller,
      phone: '+41 44 555 01 42',
      taxId: 'CHE-123.456.788 MWST',
      address: { ...town, line1: 'Laternengasse 14', postalCode: '8001', city: 'Zürich' },
      bankAccount: {
        ...seller.bankAccount,
        iban: 'CH9300762011623852957',
        qrIban: 'CH4431999123000889012',
      },
    },
    buyer: {
      ...buyer,
      taxId: null,
      address: { ...town, line1: 'Kompasskai 3a', postalCode: '6003', city: 'Luzern' },
    },
    items: invoice.items.map((item) => ({ ...item, tax })),
    discounts: invoice.discounts.map((it) => ({ ...it, tax })),
  }
  return withItems({ ...source, invoice: swiss }, count, tax)
}

/** A document with its items repeated up to `count`; items sold by the piece have their own rate. */
export function withItems(
  source: DocumentSource,
  count: number,
  tax: ItemTax = { category: 'S', rateMicro: 7n * MICRO, reason: null },
): DocumentSource {
  const { invoice } = source
  const items = Array.from({ length: count }, (_, index) => {
    const item = invoice.items[index % invoice.items.length]
    return item === undefined
      ? []
      : [{ ...item, id: `itm_sample_${index + 1}`, ...(item.unit === 'H87' ? { tax } : {}) }]
  }).flat()
  return recalculated(source, { ...invoice, items })
}

/** The source with totals computed from its items, discounts and charges. */
export const recalculated = (source: DocumentSource, invoice: PrintedInvoice): DocumentSource => ({
  ...source,
  invoice: withTotals({ ...invoice, rounding: 'document' }),
})
