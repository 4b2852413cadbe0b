import {
  divideRounded,
  formatMinor,
  MICRO,
  minorDigits,
  parseMicro,
  percentOf,
  sumOf,
} from '@billwright/money'
import type { Calculation, TaxGroup, Totals } from '@billwright/totals'
import { AppError } from '../../../kernel/errors.ts'
import type { Contents } from '../contents.ts'

type Payable = Pick<Totals, 'totalMinor' | 'payableMinor'>

/** What the customer transfers before payments and credit notes. */
export const payableMinor = ({ totalMinor, payableMinor = totalMinor }: Payable): bigint =>
  payableMinor

/** The tax that the customer pays to the treasury: category B (EN 16931, split payment). */
const splitTaxMinor = (taxes: readonly TaxGroup[]): bigint =>
  sumOf(taxes.filter(({ category }) => category === 'B').map(({ amountMinor }) => amountMinor))

/** The two parts of the total that the customer does not transfer. */
export function keptOf({ totals, taxes }: Pick<Contents, 'totals' | 'taxes'>) {
  if (totals.payableMinor === undefined) return { withheldMinor: 0n, splitMinor: 0n }
  const splitMinor = splitTaxMinor(taxes)
  return { withheldMinor: totals.totalMinor - totals.payableMinor - splitMinor, splitMinor }
}

/** A charge for a pension fund. All but INPS (TC22) are no part of the fee. */
const FUND = /^TC(?!22)(?:0[1-9]|1[0-9]|2[01])\b/

export const isWithheldOn = ({ reason }: { readonly reason: string | null }): boolean =>
  !FUND.test(reason ?? '')

/** The net amount on which tax is withheld: items and charges less discounts, without pension funds. */
function withholdingBase(
  { items, charges, discounts }: Calculation,
  { charges: named }: Pick<Stated, 'charges'>,
): bigint {
  const net = (entries: readonly { readonly netMinor: bigint }[]) =>
    sumOf(entries.map(({ netMinor }) => netMinor))
  const withheld = charges.filter((_, index) => isWithheldOn(named[index] ?? { reason: null }))
  return net(items) + net(withheld) - net(discounts)
}

/** The tax that the customer keeps: the stated amount, else the rate on the base. */
function withheldOf({ italy, currency }: Stated, baseMinor: bigint): bigint {
  const withholding = italy?.withholding ?? null
  if (withholding === null) return 0n
  if (withholding.amount === null) return percentOf(baseMinor, parseMicro(withholding.rate))
  const scale = 10n ** BigInt(minorDigits(currency))
  const minor = divideRounded(parseMicro(withholding.amount) * scale, MICRO)
  return baseMinor < 0n ? -minor : minor
}

interface Stated extends Pick<Contents, 'currency'> {
  readonly charges: readonly { readonly reason: string | null }[]
  readonly italy?: Pick<Contents['italy'], 'withholding'>
}

/**
 * The totals with `payableMinor` where the customer keeps a part of the total.
 *
 * @throws AppError `withheld_too_large` if nothing would be left to pay, and less
 */
export function withPayable(figures: Calculation, invoice: Stated): Totals {
  const { totals, taxes } = figures
  const baseMinor = withholdingBase(figures, invoice)
  const withheldMinor = withheldOf(invoice, baseMinor)
  return keeping(totals, withheldMinor + splitTaxMinor(taxes), invoice.currency)
}

/**
 * The totals of everything that credit notes credit so far. A stated amount is withheld in
 * proportion to the base.
 */
export function creditedPayable(
  all: Calculation,
  {
    whole,
    invoice,
  }: {
    readonly whole: Calculation
    readonly invoice: Stated & Pick<Contents, 'totals' | 'taxes'>
  },
): Totals {
  if (invoice.totals.payableMinor === undefined) return all.totals
  const [part, base] = [withholdingBase(all, invoice), withholdingBase(whole, invoice)]
  const { withheldMinor } = keptOf(invoice)
  const isPart = part !== base && base !== 0n
  const credited = !isPart
    ? withheldMinor
    : invoice.italy?.withholding?.amount === null
      ? withheldOf(invoice, part)
      : divideRounded(withheldMinor * part, base)
  return keeping(all.totals, credited + splitTaxMinor(all.taxes), invoice.currency)
}

function keeping(totals: Totals, keptMinor: bigint, currency: string): Totals {
  if (keptMinor === 0n) return totals
  const { totalMinor } = totals
  const payableMinor = totalMinor - keptMinor
  if (totalMinor < 0n ? payableMinor > 0n : payableMinor < 0n)
    throw withheldTooLarge(formatMinor(keptMinor, currency), currency)
  return { ...totals, payableMinor }
}

const withheldTooLarge = (kept: string, currency: string): AppError =>
  new AppError(
    'invalid',
    'withheld_too_large',
    `The customer would keep ${kept} ${currency}, which is more than the total. Lower \`italy.withholding\`.`,
  )
