import { isDeepStrictEqual } from 'node:util'
import { currentSettings } from '../../company/settings/read.ts'
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
import { amountOf } from '../payments/amounts.ts'
import { type Discountable, requireEarlyPayment } from '../payments/early.ts'
import { recordCheckout } from './book.ts'
import { type Checkout, isUsable, type Share } from './checkout.ts'
import { createAtProvider, endCheckout } from './follow.ts'
import * as checkoutRepository from './inner/checkout-repository.ts'
import * as claimRepository from './inner/claim-repository.ts'
import {
  amountWithDiscount,
  checkoutPending,
  notPayableOnline,
  otherInvoice,
  partNotPossible,
  repeatedInvoice,
} from './inner/errors.ts'
import { FOLLOW_CHECKOUT } from './kinds.ts'
import { askedAt, type Offer, reasonNotPayable, requireOffer } from './offers.ts'

/** An invoice to pay, and how much of it; by default what is due. */
interface Part {
  readonly invoiceId: string
  readonly amount?: string | number | undefined
  /** All that is due, less the discount for early payment that is allowed today. */
  readonly discount?: 'auto' | undefined
}

interface Opening extends Part {
  /** Further invoices of the same customer, in the same currency. */
  readonly others?: readonly Part[] | undefined
  readonly providerId?: string | undefined
  readonly method?: string | null | undefined
  readonly openedBy: Checkout['openedBy']
  /** The consent of the customer that the provider keeps the method. */
  readonly consent?: Consent | undefined
}

/** Every attempt either opens one or ends the one before. */
const ATTEMPTS = 5
/** If the process dies before the provider has answered. */
const CREATE_AGAIN_SECONDS = 5
/** The least part of an amount: 1.00 EUR, 100 JPY, 0.100 KWD. */
export const LEAST_PART_MINOR = 100n

/**
 * A page on which the customer pays what is due now. An invoice has one at most: a second click gets the
 * page of the first, another method ends it. The result is `creating` if the provider did not answer.
 *
 * Throws `not_payable_online`, `checkout_pending`, `provider_failed` or `provider_unreachable`.
 */
export async function openCheckout(work: ReadWork, opening: Opening): Promise<Checkout> {
  const parts = [opening, ...(opening.others ?? [])]
  for (let attempt = 0; attempt < ATTEMPTS + parts.length; attempt += 1) {
    const now = { ...work, at: instant(work.app.clock) }
    const before = await findClaimOf(now, parts)
    if (before?.status === 'pending' || before?.charged) throw checkoutPending()
    const wanted = await readParts(now, parts, (id) =>
      getInvoice(now, id).then(({ invoice }) => invoice),
    )
    const offer = await requireOffer(now, wanted.first, { ...opening, ...wanted })
    // The customer may have come back to agree to a lower amount.
    const isSameConsent = before?.consent?.wordsSha256 === opening.consent?.wordsSha256
    if (before && isSame(before, offer, wanted) && isSameConsent && isUsable(before, now.at))
      return before
    if (before) {
      const isOther = before.amountMinor === wanted.amountMinor
      await endOther(now, before, isOther ? 'other_method' : 'amount_changed')
      continue
    }
    const made = await claim(now, { ...opening, parts })
    if (made) return createAtProvider(now, made)
  }
  throw checkoutPending()
}

/** The checkout that may bring money for one of the invoices now. */
async function findClaimOf(work: ReadWork, parts: readonly Part[]): Promise<Checkout | undefined> {
  const found: Checkout[] = []
  for (const { invoiceId } of parts) {
    const checkout = await claimRepository.findClaim(work, invoiceId)
    if (checkout) found.push(checkout)
  }
  return found.find(({ status }) => status === 'pending') ?? found[0]
}

type Payable = Parameters<typeof reasonNotPayable>[0] &
  Discountable &
  Pick<StoredInvoice, 'id' | 'customerId' | 'language'>

interface Wanted {
  readonly first: Payable
  readonly shares: readonly Share[]
  readonly amountMinor: bigint
}

/** The shares that the parts ask for. Throws `not_payable_online`, `discount_not_allowed` or `invalid_request`. */
async function readParts(
  work: ReadWork,
  parts: readonly Part[],
  invoiceOf: (id: string) => Promise<Payable>,
): Promise<Wanted> {
  const { allowPartialOnline } = await currentSettings(work)
  const shares: Share[] = []
  let first: Payable | undefined
  for (const [index, { invoiceId, amount, discount }] of parts.entries()) {
    const invoice = await invoiceOf(invoiceId)
    first ??= invoice
    const at = index === 0 ? '' : `/others/${index - 1}`
    const reason = reasonNotPayable(invoice)
    if (reason !== null) throw notPayableOnline(reason)
    if (invoice.customerId !== first.customerId || invoice.currency !== first.currency)
      throw otherInvoice(`${at}/invoice_id`)
    if (shares.some((it) => it.invoiceId === invoice.id)) throw repeatedInvoice(`${at}/invoice_id`)
    if (discount === 'auto') {
      if (amount !== undefined) throw amountWithDiscount(`${at}/amount`)
      const { amountMinor, discountMinor } = await requireEarlyPayment(work, invoice)
      shares.push({ invoiceId: invoice.id, amountMinor, discountMinor })
      continue
    }
    const due = dueMinor(invoice)
    const least = allowPartialOnline ? LEAST_PART_MINOR : due
    const asked = amount === undefined ? due : amountOf(amount, invoice.currency, `${at}/amount`)
    if (asked > due || (asked < least && asked !== due))
      throw partNotPossible(`${at}/amount`, { least, due, currency: invoice.currency })
    shares.push({ invoiceId: invoice.id, amountMinor: asked, discountMinor: 0n })
  }
  if (!first) throw notPayableOnline('nothing_due')
  const amountMinor = shares.reduce((sum, share) => sum + share.amountMinor, 0n)
  return { first, shares, amountMinor }
}

/** What a part leaves must be payable online, too. */
function requirePayableRest(invoice: StoredInvoice, share: Share, { provider }: Offer): void {
  const rest = dueMinor(invoice) - share.amountMinor - share.discountMinor
  if (rest === 0n) return
  const asked = askedAt(provider, rest, invoice.currency)
  // The customer can pay an amount above the maximum in several parts.
  if ('reason' in asked && asked.reason !== 'above_maximum') throw notPayableOnline(asked.reason)
}

const isSame = (
  { providerId, method, shares }: Checkout,
  offer: Offer,
  wanted: Pick<Wanted, 'shares'>,
): boolean =>
  providerId === offer.provider.id &&
  method === offer.method &&
  isDeepStrictEqual(shares, wanted.shares)

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

/** The row and the claims, before the provider is called; null: another request has a claim. */
function claim(
  work: ReadWork,
  { parts, ...chosen }: Opening & { readonly parts: readonly Part[] },
): Promise<Checkout | null> {
  return transaction(work, async (work) => {
    const invoices = new Map<string, StoredInvoice>()
    for (const id of parts.map((it) => it.invoiceId).toSorted())
      invoices.set(id, await lockForChange(work, { id, ifMatch: undefined }))
    if (await findClaimOf(work, parts)) return null
    const wanted = await readParts(work, parts, async (id) => {
      const invoice = invoices.get(id)
      if (!invoice) throw new Error(`The invoice ${id} is not locked.`)
      return invoice
    })
    const offer = await requireOffer(work, wanted.first, { ...chosen, ...wanted })
    for (const share of wanted.shares) {
      const invoice = invoices.get(share.invoiceId)
      if (invoice) requirePayableRest(invoice, share, offer)
    }
    const { first, shares, amountMinor } = wanted
    const { provider, method, asked } = offer
    const { openedBy, consent = null } = chosen
    const { checkoutMinutes: minutes } = await currentSettings(work)
    return storeCheckout(work, {
      providerId: provider.id,
      customerId: first.customerId,
      method,
      shares,
      amountMinor,
      asked,
      currency: first.currency,
      openedBy,
      consent,
      charged: null,
      language: first.language,
      expiresAt: secondsAfter(work.at, minutes * 60),
    })
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) return null
    throw error
  })
}

type Fresh = Omit<Checkout, keyof typeof UNMADE | 'id' | 'createdAt' | 'updatedAt'>

/** A checkout of which the provider does not know yet. */
const UNMADE = {
  version: 1,
  status: 'creating',
  isLive: true,
  ref: null,
  url: null,
  pendingSince: null,
  failure: null,
  closedBecause: null,
  asks: 0n,
  asksSeen: 0n,
} as const

/** The row, the claims, and the job that follows it. */
export async function storeCheckout(work: Work, fresh: Fresh): Promise<Checkout> {
  const checkout: Checkout = {
    ...UNMADE,
    ...fresh,
    id: newId('chk'),
    createdAt: work.at,
    updatedAt: work.at,
  }
  await checkoutRepository.insertCheckout(work, checkout)
  await enqueue(work, FOLLOW_CHECKOUT, [
    {
      key: checkout.id,
      payload: { checkoutId: checkout.id },
      group: checkout.providerId,
      // No customer waits for a charge, so the job makes it at once.
      dueAt: secondsAfter(work.at, checkout.charged === null ? CREATE_AGAIN_SECONDS : 0),
    },
  ])
  await recordCheckout(work, checkout)
  return checkout
}
