import { formatMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import type { Consent } from '../methods/method.ts'
import { type Checkout, isSaving, isUsable } from './checkout.ts'
import { createAtProvider, endCheckout } from './follow.ts'
import * as repository from './inner/checkout-repository.ts'
import { notPayableOnline } from './inner/errors.ts'
import { savingOffers } from './offers.ts'
import { storeCheckout } from './open.ts'

interface Saving {
  /** The invoice on whose page the customer is. */
  readonly invoiceId: string
  readonly method?: string | undefined
  readonly consent: Consent
}

const OF_INVOICE_MAX = 50

/**
 * Opens a page on which the customer gives a method for later charges, and pays nothing. A second click
 * gets the same page; another method or limit ends that page and opens a new one. Throws
 * `not_payable_online`, `provider_failed` or `provider_unreachable`.
 */
export async function openSaving(work: ReadWork, saving: Saving): Promise<Checkout> {
  const { made, others } = await transaction(work, async (work) => {
    const invoice = await lockForChange(work, { id: saving.invoiceId, ifMatch: undefined })
    const offers = await savingOffers(work, invoice)
    const offer = offers.find(
      ({ method }) => saving.method === undefined || method === null || method === saving.method,
    )
    if (!offer) throw notPayableOnline('no_provider')
    const { method } = offer
    const before = (await repository.listOfInvoice(work, invoice.id, OF_INVOICE_MAX)).filter(
      (it) => isSaving(it) && (it.status === 'creating' || it.status === 'open') && it.isLive,
    )
    const known = before.find(
      (it) =>
        isUsable(it, work.at) &&
        it.providerId === offer.provider.id &&
        it.method === method &&
        it.consent?.wordsSha256 === saving.consent.wordsSha256,
    )
    if (known) return { made: known, others: [] }
    const { checkoutMinutes: minutes } = await currentSettings(work)
    const stored = await storeCheckout(work, {
      providerId: offer.provider.id,
      customerId: invoice.customerId,
      method,
      shares: [{ invoiceId: invoice.id, amountMinor: 0n, discountMinor: 0n }],
      amountMinor: 0n,
      currency: invoice.currency,
      asked: formatMinor(0n, invoice.currency),
      openedBy: 'page',
      consent: saving.consent,
      charged: null,
      language: invoice.language,
      expiresAt: secondsAfter(work.at, minutes * 60),
    })
    return { made: stored, others: before }
  })
  for (const it of others) await endCheckout(work, it, 'other_method')
  return made.url === null ? createAtProvider(work, made) : made
}
