import { formatMinor, minorDigits } from '@billwright/money'
import type { StoredInvoice } from '../../../../sales/invoices/invoice.ts'
import type { DifferenceReason, TotalDifference } from '../../report.ts'
import { toScaled } from '../source-values.ts'
import type { InvioInvoice } from './source.ts'

/** Decimals that Invio stores in every currency. */
const SOURCE_DIGITS = 2

const EXPLANATIONS: Readonly<Record<DifferenceReason, string>> = {
  float_noise: 'Binary floating point: the stored amount is off by less than a minor unit.',
  currency_digits: 'Invio stores two decimals in every currency; this currency has none.',
  line_rounding:
    'Invio rounds the sum of the lines once; Billwright rounds each line (EN 16931 BR-CO-10).',
  discount_spread:
    'Invio splits the discount across the lines before it rounds tax; Billwright has one entry per rate.',
  taxes_combined: 'Invio rounds each of several taxes on one item; Billwright has one rate.',
  tax_rounding: 'Invio rounds tax neither per line nor per rate.',
  price_with_tax: 'Invio removes the tax from each price before it rounds.',
  follows: 'It follows from the differences above.',
  no_items: 'The invoice has no items in Invio that explain the amount.',
  unexplained: 'The stored amount does not follow from the items and was not imported.',
}

const FIELDS = ['subtotal', 'discount', 'tax', 'total'] as const
type Field = (typeof FIELDS)[number]

const COLUMNS: Readonly<Record<Field, string>> = {
  subtotal: 'subtotal',
  discount: 'discount_amount',
  tax: 'tax_amount',
  total: 'total',
}

const ours = ({ totals }: StoredInvoice): Readonly<Record<Field, bigint>> => ({
  subtotal: totals.subtotalMinor,
  discount: totals.discountMinor,
  tax: totals.taxMinor,
  total: totals.totalMinor,
})

/** Whether tax and total equal those stored in Invio, to the minor unit. */
export const isSameTotal = (invoice: StoredInvoice, source: InvioInvoice): boolean =>
  (['tax', 'total'] as const).every((field) => {
    const stored = storedMinor(invoice, source, field)
    return stored === null || stored.scaled === ours(invoice)[field]
  })

/** Every total that differs in Invio, and the reason. */
export function differencesOf(
  invoice: StoredInvoice,
  source: InvioInvoice,
  label: string,
): readonly TotalDifference[] {
  const deltas = new Map<Field, bigint>()
  return FIELDS.flatMap((field) => {
    const stored = storedMinor(invoice, source, field)
    const own = ours(invoice)[field]
    if (stored === null || (stored.scaled === own && stored.isExact)) return []
    deltas.set(field, stored.scaled - own)
    const reason = reasonFor(field, { invoice, source, deltas })
    return [
      {
        invoice: label,
        field,
        source: String(source.row[COLUMNS[field]]),
        ours: formatMinor(own, invoice.currency),
        reason,
        explanation: EXPLANATIONS[reason],
      },
    ]
  })
}

const storedMinor = ({ currency }: StoredInvoice, { row }: InvioInvoice, field: Field) =>
  toScaled(row[COLUMNS[field]], minorDigits(currency))

interface Case {
  readonly invoice: StoredInvoice
  readonly source: InvioInvoice
  /** Source minus ours, of the fields compared so far. */
  readonly deltas: ReadonlyMap<Field, bigint>
}

function reasonFor(field: Field, { invoice, source, deltas }: Case): DifferenceReason {
  const delta = deltas.get(field) ?? 0n
  if (delta === 0n)
    return toScaled(source.row[COLUMNS[field]], SOURCE_DIGITS)?.isExact
      ? 'currency_digits'
      : 'float_noise'
  if (source.items.length === 0) return 'no_items'
  if (field === 'total' && delta === consequence(invoice, deltas)) return 'follows'
  if (!isSmall(delta, source)) return 'unexplained'
  if (field === 'subtotal' || field === 'discount') return 'line_rounding'
  if (source.items.some(({ taxes }) => taxes.length > 1)) return 'taxes_combined'
  if (invoice.discounts.length > 0) return 'discount_spread'
  return invoice.pricesIncludeTax ? 'price_with_tax' : 'tax_rounding'
}

/** The effect of the other differences on the total. */
function consequence({ pricesIncludeTax }: StoredInvoice, deltas: ReadonlyMap<Field, bigint>) {
  const of = (field: Field) => deltas.get(field) ?? 0n
  return of('subtotal') - of('discount') + (pricesIncludeTax ? 0n : of('tax'))
}

/** Whether rounding explains it: half a minor unit for each rounded amount, there and here. */
function isSmall(delta: bigint, { items }: InvioInvoice): boolean {
  const rounded = items.reduce((count, { taxes }) => count + 1 + taxes.length, 0)
  return (delta < 0n ? -delta : delta) <= BigInt(rounded)
}
