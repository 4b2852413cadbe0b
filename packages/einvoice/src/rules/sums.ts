import { divideRounded, sumOf } from '@billwright/money'
import { type Decimal, decimal } from '../model/decimal.ts'
import type { EInvoice, TaxBreakdown } from '../model/document.ts'
import type { Allowance } from '../model/line.ts'
import { at, type Rule } from './rule.ts'

/** The official rules tolerate less than one unit of the currency in taxes. */
const TOLERANCE_CENTS = 100n
const ZERO = decimal(0n, 0)

const sums = (id: string, isOff: (document: EInvoice) => boolean): Rule =>
  at(id, ['totals', 'sums'], isOff)

/** Sums (BR-CO-10 to BR-CO-17). */
export const SUM_RULES: readonly Rule[] = [
  sums('BR-CO-10', ({ totals, lines }) => totals.linesCents !== netOf(lines)),
  sums('BR-CO-11', (it) => (it.totals.allowancesCents ?? 0n) !== amountOf(it.allowances)),
  sums('BR-CO-12', (it) => (it.totals.chargesCents ?? 0n) !== amountOf(it.charges)),
  sums('BR-CO-13', ({ totals }) => {
    const { linesCents, allowancesCents = 0n, chargesCents = 0n } = totals
    return totals.withoutTaxCents !== linesCents - allowancesCents + chargesCents
  }),
  sums('BR-CO-14', ({ totals, taxBreakdown }) => {
    const sum = sumOf(taxBreakdown.map(({ taxCents }) => taxCents))
    return taxBreakdown.length > 0 && (totals.taxCents ?? 0n) !== sum
  }),
  sums(
    'BR-CO-15',
    ({ totals: { withTaxCents, withoutTaxCents, taxCents = 0n } }) =>
      withTaxCents !== withoutTaxCents + taxCents,
  ),
  sums('BR-CO-16', ({ totals }) => {
    const { withTaxCents, paidCents = 0n, roundingCents = 0n } = totals
    return totals.dueCents !== withTaxCents - paidCents + roundingCents
  }),
  sums('BR-CO-17', ({ taxBreakdown }) => !taxBreakdown.every((group) => isTaxOf(group))),
]

/** Whether a group's tax matches its rate and taxable amount, with the tolerance of the official rules. */
export function isTaxOf({ taxableCents, taxCents, rate = ZERO }: TaxBreakdown): boolean {
  const expected = percentCents(abs(taxableCents), rate)
  const difference = abs(taxCents) - expected
  return rate.digits === 0n
    ? abs(taxCents) < TOLERANCE_CENTS / 2n
    : difference < TOLERANCE_CENTS && difference > -TOLERANCE_CENTS
}

export const percentCents = (cents: bigint, { digits, scale }: Decimal): bigint =>
  divideRounded(cents * digits, 100n * 10n ** BigInt(scale))

export const netOf = (lines: EInvoice['lines']): bigint =>
  sumOf(lines.map(({ netCents }) => netCents))

export const amountOf = (entries: readonly Allowance[]): bigint =>
  sumOf(entries.map(({ amountCents }) => amountCents))

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
