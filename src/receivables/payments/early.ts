import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { discountFor, type Offering, offerOn } from '../../sales/contents/early-payment.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { sumDiscounts } from '../../sales/ledger/payments.ts'
import { discountNotAllowed } from './inner/errors.ts'

/** What settles the rest of an invoice until that day. */
export interface EarlyPayment {
  readonly amountMinor: bigint
  readonly discountMinor: bigint
  /** `YYYY-MM-DD`, which still counts. */
  readonly until: string
}

/** What the discount of an invoice depends on. */
export type Discountable = Offering &
  Pick<
    StoredInvoice,
    'id' | 'type' | 'status' | 'totals' | 'paidMinor' | 'creditedMinor' | 'dueDate'
  >

/** Null: nothing is due, or no discount is left on that day, by default today. */
export async function findEarlyPayment(
  work: ReadWork,
  invoice: Discountable,
  on?: string,
): Promise<EarlyPayment | null> {
  const day = on ?? dayOf(work.at, (await currentSettings(work)).timeZone)
  const offer = offerOn(invoice, day)
  const due = dueMinor(invoice)
  if (!offer || due <= 0n) return null
  const grantedMinor = await sumDiscounts(work, invoice.id)
  const discountMinor = discountFor({ offer, grantedMinor, dueMinor: due, amountMinor: null })
  const amountMinor = due - discountMinor
  if (discountMinor === 0n || amountMinor === 0n) return null
  return { amountMinor, discountMinor, until: offer.until }
}

/** Throws `discount_not_allowed`. */
export async function requireEarlyPayment(
  work: ReadWork,
  invoice: Discountable,
): Promise<EarlyPayment> {
  const found = await findEarlyPayment(work, invoice)
  if (!found) throw discountNotAllowed()
  return found
}
