import { sumOf } from '../../money/minor.ts'
import { divideRounded } from '../../money/rounding.ts'
import { type Decimal, decimal } from '../model/decimal.ts'
import type { EInvoice, TaxBreakdown } from '../model/document.ts'
import { at, type Rule, rule } from './rule.ts'

/** The official rules tolerate less than one unit of the currency in taxes. */
const TOLERANCE_CENTS = 100n

/** Sums (BR-CO-10 to BR-CO-17). */
export const SUM_RULES: readonly Rule[] = [
  rule(
    'BR-CO-10',
    'sums',
    at(
      'totals',
      ({ totals, lines }) => totals.linesCents !== sumOf(lines.map((it) => it.netCents)),
    ),
  ),
  rule(
    'BR-CO-11',
    'sums',
    at('totals', (it) => (it.totals.allowancesCents ?? 0n) !== amountsOf(it.allowances)),
  ),
  rule(
    'BR-CO-12',
    'sums',
    at('totals', (it) => (it.totals.chargesCents ?? 0n) !== amountsOf(it.charges)),
  ),
  rule(
    'BR-CO-13',
    'sums',
    at('totals', ({ totals }) => {
      const { linesCents, allowancesCents = 0n, chargesCents = 0n } = totals
      return totals.withoutTaxCents !== linesCents - allowancesCents + chargesCents
    }),
  ),
  rule(
    'BR-CO-14',
    'sums',
    at('totals', ({ totals, taxBreakdown }) => {
      const sum = sumOf(taxBreakdown.map(({ taxCents }) => taxCents))
      return taxBreakdown.length > 0 && (totals.taxCents ?? 0n) !== sum
    }),
  ),
  rule(
    'BR-CO-15',
    'sums',
    at(
      'totals',
      ({ totals }) => totals.withTaxCents !== totals.withoutTaxCents + (totals.taxCents ?? 0n),
    ),
  ),
  rule(
    'BR-CO-16',
    'sums',
    at('totals', ({ totals }) => {
      const { withTaxCents, paidCents = 0n, roundingCents = 0n } = totals
      return totals.dueCents !== withTaxCents - paidCents + roundingCents
    }),
  ),
  rule(
    'BR-CO-17',
    'sums',
    at('totals', ({ taxBreakdown }) =>
      taxBreakdown.some((group) => !isTaxOf(group, group.rate ?? decimal(0n, 0))),
    ),
  ),
]

/** Whether a group's tax matches its rate and taxable amount, with the tolerance of the official rules. */
export function isTaxOf({ taxableCents, taxCents }: TaxBreakdown, rate: Decimal): boolean {
  const expected = percentCents(abs(taxableCents), rate)
  const difference = abs(taxCents) - expected
  return rate.digits === 0n
    ? abs(taxCents) < TOLERANCE_CENTS / 2n
    : difference < TOLERANCE_CENTS && difference > -TOLERANCE_CENTS
}

export const percentCents = (cents: bigint, { digits, scale }: Decimal): bigint =>
  divideRounded(cents * digits, 100n * 10n ** BigInt(scale))

const amountsOf = (entries: EInvoice['allowances']): bigint =>
  sumOf(entries.map(({ amountCents }) => amountCents))

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
