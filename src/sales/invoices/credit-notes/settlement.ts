import { leastOf, sumOf } from '@billwright/money'
import type { PaymentSums } from '../../ledger/payment.ts'

/** How the total of an issued credit note was used. The four amounts add up to it. */
export interface Settlement {
  /** It reduced the amount due of the invoice, or took a discount back. */
  readonly setOffMinor: bigint
  /** It was refunded to the customer. */
  readonly refundedMinor: bigint
  /** It was kept on the customer's account. */
  readonly onAccountMinor: bigint
  /** It is still to be refunded. */
  readonly refundDueMinor: bigint
}

/** The invoice that a credit note corrects, and the issued credit notes up to this one. */
interface Corrected extends PaymentSums {
  readonly totalMinor: bigint
  readonly notes: readonly { readonly minor: bigint; readonly discountBackMinor: bigint }[]
}

/**
 * A credit note first reduces the amount due; the rest is a refund. Refunds count for the earliest
 * credit note first, and money paid back before money on account.
 */
export function settlementOf(corrected: Corrected): Settlement {
  const { totalMinor, receivedMinor, refundedMinor, onAccountMinor, notes } = corrected
  const returned = notes.map(({ minor, discountBackMinor }) => minor - discountBackMinor)
  const creditedMinor = sumOf(returned)
  const noteMinor = returned.at(-1) ?? 0n
  const tooMuchMinor = above(receivedMinor + creditedMinor - totalMinor)
  const earlierMinor = above(receivedMinor + creditedMinor - noteMinor - totalMinor)
  /** The part of an amount that belongs to this credit note, after the earlier ones. */
  const own = (minor: bigint) => leastOf(minor, tooMuchMinor) - leastOf(minor, earlierMinor)
  const refunded = own(refundedMinor)
  const paidBack = own(refundedMinor + onAccountMinor)
  const owed = tooMuchMinor - earlierMinor
  return {
    setOffMinor: (notes.at(-1)?.minor ?? 0n) - owed,
    refundedMinor: refunded,
    onAccountMinor: paidBack - refunded,
    refundDueMinor: owed - paidBack,
  }
}

const above = (minor: bigint): bigint => (minor > 0n ? minor : 0n)
