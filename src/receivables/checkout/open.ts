import { originOfLinks } from '../../core/companies/links.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { instant, secondsAfter } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { StoredInvoice } from '../../sales/invoices/invoice.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import type { Consent } from '../methods/method.ts'
import { recordCheckout } from './book.ts'
import { type Checkout, isUsable, LIFE_MINUTES } from './checkout.ts'
import { createAtProvider, endCheckout } from './follow.ts'
import { checkoutPending, notPayableOnline } from './inner/errors.ts'
import * as repository from './inner/repository.ts'
import { FOLLOW_CHECKOUT } from './kinds.ts'
import { type Offer, requireOffer } from './offers.ts'

interface Opening {
  readonly invoiceId: string
  readonly providerId?: string | undefined
  readonly method?: string | null | undefined
  readonly openedBy: Checkout['openedBy']
  /** The provider keeps the method under it. */
  readonly consent?: Consent | undefined
}

/** Every attempt either opens one or ends the one before. */
const ATTEMPTS = 5
/** If the process dies before the provider has answered. */
const CREATE_AGAIN_SECONDS = 5

/**
 * A page on which the customer pays what is due now. An invoice has one at most: a second click gets the
 * page of the first, another method ends it. The result is `creating` if the provider did not answer.
 *
 * Throws `not_payable_online`, `checkout_pending`, `provider_failed` or `provider_unreachable`.
 */
export async function openCheckout(work: ReadWork, opening: Opening): Promise<Checkout> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const now = { ...work, at: instant(work.app.clock) }
    const before = await repository.findClaim(now, opening.invoiceId)
    const { invoice, shareUrl } = await getInvoice(now, opening.invoiceId)
    if (before?.status === 'pending' || before?.charged) throw checkoutPending()
    const offer = await requireOffer(now, invoice, opening)
    const isSaving = (before?.consent ?? null) !== null
    if (
      before &&
      isSame(before, offer, dueMinor(invoice)) &&
      isSaving === (opening.consent !== undefined) &&
      isUsable(before, now.at)
    )
      return before
    if (before) {
      const isOther = before.amountMinor === dueMinor(invoice)
      await endOther(now, before, isOther ? 'other_method' : 'amount_changed')
      continue
    }
    const returnUrl = shareUrl ?? originOfLinks(now.app.publicUrl, now)
    const made = await claim(now, opening, returnUrl)
    if (made) return createAtProvider(now, made)
  }
  throw checkoutPending()
}

const isSame = (
  { providerId, method, amountMinor }: Checkout,
  offer: Offer,
  dueMinor: bigint,
): boolean =>
  providerId === offer.provider.id && method === offer.method && amountMinor === dueMinor

/** Ends an earlier checkout. If it was paid meanwhile, no second one is opened. */
async function endOther(
  work: ReadWork,
  before: Checkout,
  reason: 'other_method' | 'amount_changed',
): Promise<void> {
  const after = await endCheckout(work, before, reason)
  if (after.status === 'paid') throw notPayableOnline('paid')
  if (after.status === 'pending') throw checkoutPending()
}

/** The row and the claim, before the provider is called; null: another request has the claim. */
function claim(
  work: ReadWork,
  { invoiceId, ...chosen }: Opening,
  returnUrl: string,
): Promise<Checkout | null> {
  return transaction(work, async (work) => {
    const invoice = await lockForChange(work, { id: invoiceId, ifMatch: undefined })
    if (await repository.findClaim(work, invoiceId)) return null
    const offer = await requireOffer(work, invoice, chosen)
    return storeCheckout(work, newCheckout(work, invoice, { ...chosen, ...offer, returnUrl }))
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) return null
    throw error
  })
}

/** The row, the claims, and the job that follows it. */
export async function storeCheckout(work: Work, checkout: Checkout): Promise<Checkout> {
  await repository.insertCheckout(work, checkout)
  await enqueue(work, FOLLOW_CHECKOUT, [
    {
      key: checkout.id,
      payload: { checkoutId: checkout.id },
      group: checkout.providerId,
      // Nobody waits for a charge, so that the job makes it.
      dueAt: secondsAfter(work.at, checkout.charged === null ? CREATE_AGAIN_SECONDS : 0),
    },
  ])
  recordCheckout(work, checkout)
  return checkout
}

function newCheckout(
  work: Work,
  invoice: StoredInvoice,
  {
    provider,
    method,
    asked,
    openedBy,
    returnUrl,
    consent = null,
  }: Offer & {
    readonly consent?: Consent | null | undefined
    readonly openedBy: Checkout['openedBy']
    readonly returnUrl: string
  },
): Checkout {
  const id = newId('chk')
  const amountMinor = dueMinor(invoice)
  return {
    id,
    version: 1,
    providerId: provider.id,
    customerId: invoice.customerId,
    method,
    status: 'creating',
    isLive: true,
    shares: [{ invoiceId: invoice.id, amountMinor }],
    amountMinor,
    currency: invoice.currency,
    asked,
    ref: null,
    url: null,
    openedBy,
    consent,
    charged: null,
    returnUrl: `${returnUrl}?paid=${id}`,
    language: invoice.language,
    expiresAt: secondsAfter(work.at, LIFE_MINUTES * 60),
    pendingSince: null,
    failure: null,
    closedBecause: null,
    asks: 0n,
    asksSeen: 0n,
    createdAt: work.at,
    updatedAt: work.at,
  }
}
