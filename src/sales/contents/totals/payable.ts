import { formatMinor } from '@billwright/money'
import { isUsuallyWithheldOn } from '@billwright/rules/withholding'
import { splitTaxMinor, type Totals } from '@billwright/totals'
import { AppError } from '../../../kernel/errors.ts'
import type { Contents, DocumentAdjustment } from '../contents.ts'

type Payable = Pick<Totals, 'totalMinor' | 'payableMinor'>

/** What the customer transfers before payments and credit notes. */
export const payableMinor = ({ totalMinor, payableMinor = totalMinor }: Payable): bigint =>
  payableMinor

/** The two parts of the total that the customer does not transfer. */
export function keptOf({ totals, taxes }: Pick<Contents, 'totals' | 'taxes'>) {
  if (totals.payableMinor === undefined) return { withheldMinor: 0n, splitMinor: 0n }
  const splitMinor = splitTaxMinor(taxes)
  return { withheldMinor: totals.totalMinor - totals.payableMinor - splitMinor, splitMinor }
}

/** Whether withholdings count a discount or charge. */
export const isWithheldOn = ({
  reason,
  withhold = isUsuallyWithheldOn(reason),
}: Pick<DocumentAdjustment, 'reason' | 'withhold'>): boolean => withhold

/**
 * The totals, unless the customer would keep more than there is.
 *
 * @throws AppError `withheld_too_large`
 */
export function checkKept(totals: Totals, currency: string): Totals {
  const { totalMinor } = totals
  const payable = payableMinor(totals)
  if (totalMinor < 0n ? payable > 0n : payable < 0n)
    throw withheldTooLarge(formatMinor(totalMinor - payable, currency), currency)
  return totals
}

const withheldTooLarge = (kept: string, currency: string): AppError =>
  new AppError(
    'invalid',
    'withheld_too_large',
    `The customer would keep ${kept} ${currency}, which is more than the total. Lower \`withholdings\`.`,
  )
