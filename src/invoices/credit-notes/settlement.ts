import { sumOf } from '../../money/minor.ts'
import type { PaymentSums } from '../payments/payment.ts'

/** What became of the total of an issued credit note. The four amounts add up to it. */
export interface Settlement {
  /** It lowered what was due on the invoice. */
  readonly setOffMinor: bigint
  /** It was paid back to the customer. */
  readonly refundedMinor: bigint
  /** It went to the customer's account. */
  readonly onAccountMinor: bigint
  /** It is still to be paid back. */
  readonly refundDueMinor: bigint
}

/** The invoice that a credit note corrects, and the issued credit notes up to this one. */
export interface Corrected extends PaymentSums {
  readonly totalMinor: bigint
  readonly noteMinors: readonly bigint[]
}

/**
 * A credit note first lowers what is due; its rest goes back to the customer. Refunds count for the
 * credit notes in their order, and money paid back before money on account.
 */
export function settlementOf(corrected: Corrected): Settlement {
  const { totalMinor, receivedMinor, refundedMinor, onAccountMinor, noteMinors } = corrected
  const creditedMinor = sumOf(noteMinors)
  const noteMinor = noteMinors.at(-1) ?? 0n
  const tooMuchMinor = above(receivedMinor + creditedMinor - totalMinor)
  const earlierMinor = above(receivedMinor + creditedMinor - noteMinor - totalMinor)
  /** The part of an amount that this credit note has, after the earlier ones. */
  const own = (minor: bigint) => least(minor, tooMuchMinor) - least(minor, earlierMinor)
  const refunded = own(refundedMinor)
  const paidBack = own(refundedMinor + onAccountMinor)
  const owed = tooMuchMinor - earlierMinor
  return {
    setOffMinor: noteMinor - owed,
    refundedMinor: refunded,
    onAccountMinor: paidBack - refunded,
    refundDueMinor: owed - paidBack,
  }
}

const above = (minor: bigint): bigint => (minor > 0n ? minor : 0n)
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
