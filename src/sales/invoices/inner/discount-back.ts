import type { Work } from '../../../core/record/work.ts'
import { newId } from '../../../platform/ids.ts'
import { payableMinor } from '../../contents/totals/payable.ts'
import { comesBack, findLastBack, readGranted } from '../../ledger/discount-back.ts'
import { newPayment, type Payment, partsSum } from '../../ledger/payment.ts'
import { insertPayments } from '../../ledger/payments.ts'
import type { StoredInvoice } from '../invoice.ts'

export interface DiscountBack {
  /** The credit note that changes what comes back. */
  readonly note: Pick<StoredInvoice, 'id' | 'number'>
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/**
 * Takes the discount of the credited share back, or gives it again if less is credited now: a
 * payment without money. Null: nothing changes. The invoice is locked.
 */
export async function takeDiscountBack(
  work: Work,
  invoice: StoredInvoice,
  { note, day }: DiscountBack,
): Promise<Payment | null> {
  const { granted, backMinor } = await readGranted(work, invoice.id)
  const { totals, creditedMinor } = invoice
  const more = comesBack(granted, { payableMinor: payableMinor(totals), creditedMinor }) - backMinor
  if (more === 0n) return null
  const discountBack = newPayment(invoice, {
    id: newId('pay'),
    amountMinor: 0n,
    discountMinor: -more,
    paidAt: day,
    reference: note.number,
    creditNoteId: note.id,
    createdAt: work.at,
  })
  await insertPayments(work, [discountBack])
  return discountBack
}

/**
 * A payment with a discount is returned on that day, or removed: nothing of it can come back any
 * more.
 */
export async function giveDiscountAgain(
  work: Work,
  invoice: StoredInvoice,
  { gone, day }: { readonly gone: Payment; readonly day?: string },
): Promise<Payment | null> {
  if (partsSum(gone) === 0n) return null
  const last = await findLastBack(work, invoice.id)
  return last ? takeDiscountBack(work, invoice, { ...last, day: day ?? last.day }) : null
}
