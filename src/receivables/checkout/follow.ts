import { originOfLinks } from '../../core/companies/links.ts'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { instant, laterOf, secondsAfter } from '../../platform/clock.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { findEarlyPayment } from '../payments/early.ts'
import { callProvider, requireOwnPage } from '../providers/call.ts'
import { requireProvider } from '../providers/change.ts'
import {
  isRefusal,
  isUnknownOutcome,
  providerFailed,
  providerUnreachable,
  UNAUTHORIZED,
} from '../providers/errors.ts'
import { kindOf } from '../providers/kinds.ts'
import type { Opened, Order, PaymentPort } from '../providers/port.ts'
import type { Provider } from '../providers/provider.ts'
import { hookUrlOf } from '../providers/view.ts'
import { bookFacts, recordCheckout } from './book.ts'
import {
  type Checkout,
  type CloseReason,
  isKeyValid,
  isSaving,
  nextLook,
  purposeOf,
} from './checkout.ts'
import * as checkoutRepository from './inner/checkout-repository.ts'
import { checkoutNotFound } from './inner/errors.ts'
import * as paymentRepository from './inner/payment-repository.ts'
import { FOLLOW_CHECKOUT } from './kinds.ts'
import { reasonNotPayable } from './offers.ts'

/* What happens to a checkout after it is claimed. Providers are only called outside transactions. */

/** After a call that had no answer. */
const AGAIN_SECONDS = 60
const DESCRIPTION_MAX = 140

/** The work at this moment: a call to a provider takes time. */
export const now = (work: ReadWork): ReadWork => ({ ...work, at: instant(work.app.clock) })

export async function requireCheckout(work: ReadWork, id: string): Promise<Checkout> {
  const it = await checkoutRepository.findCheckout(work, id)
  if (!it) throw checkoutNotFound()
  return it
}

/**
 * Makes the object at the provider, once: a repeated call has the same key and the same content. Without
 * an answer the checkout stays `creating`, and the job asks again.
 */
export async function createAtProvider(work: ReadWork, checkout: Checkout): Promise<Checkout> {
  const provider = await requireProvider(work, checkout.providerId)
  const order = await orderOf(work, checkout, provider)
  try {
    const opened = await callProvider(work, provider, (port) => openAt(port, order, checkout))
    if (opened.url !== null) requireOwnPage(work, provider, opened.url)
    return await noteOpened(now(work), checkout.id, opened)
  } catch (error) {
    if (isUnknownOutcome(error)) return requireCheckout(work, checkout.id)
    if (isRefusal(error)) {
      const code = String(error.details.provider_code ?? 'refused')
      // The provider refused the key, not the method of the customer: the job charges it later.
      const isLater = code === UNAUTHORIZED && checkout.charged !== null
      if (!isLater) await noteFailed(now(work), checkout.id, code)
    }
    throw error
  }
}

async function openAt(port: PaymentPort, order: Order, { charged }: Checkout) {
  if (charged === null) return port.create(order)
  const ref = await port.charge?.({ ...order, ...charged })
  if (ref === undefined) throw providerFailed(null, 'It cannot charge kept methods.')
  return { ref, url: null, expiresAt: null }
}

async function orderOf(work: ReadWork, it: Checkout, provider: Provider): Promise<Order> {
  const numbers: string[] = []
  let page: string | null = null
  for (const { invoiceId } of it.shares) {
    const { invoice, shareUrl } = await getInvoice(work, invoiceId)
    numbers.push(invoice.number ?? '')
    page ??= shareUrl
  }
  return {
    checkoutId: it.id,
    currency: it.currency,
    asked: it.asked,
    method: it.method,
    description: numbers.join(', ').slice(0, DESCRIPTION_MAX),
    language: it.language,
    statementText: provider.statementText,
    // Not stored, because the link is a secret.
    returnUrl: `${page ?? originOfLinks(work.app.publicUrl, work)}?paid=${it.id}`,
    hookUrl: hookUrlOf(work, provider),
    createdAt: it.createdAt,
    expiresAt: it.expiresAt,
    purpose: purposeOf(it),
  }
}

const noteOpened = (
  work: ReadWork,
  id: string,
  opened: Omit<Opened, 'url'> & { readonly url: string | null },
): Promise<Checkout> =>
  changeCheckout(work, id, (it) => ({
    ...it,
    // A hook may have told of it before.
    status: it.status === 'creating' ? 'open' : it.status,
    ref: it.ref ?? opened.ref,
    url: opened.url,
    expiresAt: opened.expiresAt ?? it.expiresAt,
  }))

const noteFailed = (work: ReadWork, id: string, failure: string): Promise<Checkout> =>
  changeCheckout(work, id, (it) =>
    it.status === 'creating' ? { ...it, status: 'failed', isLive: false, failure } : it,
  )

/** Saves a change of the locked checkout, and tells of a new status. */
function changeCheckout(
  work: ReadWork,
  id: string,
  change: (before: Checkout) => Checkout,
): Promise<Checkout> {
  return transaction(work, async (work) => {
    const before = await checkoutRepository.lockCheckout(work, id)
    if (!before) throw checkoutNotFound()
    const changed = change(before)
    if (changed === before) return before
    const updatedAt = laterOf(work.at, before.updatedAt)
    const after = { ...changed, version: before.version + 1, updatedAt }
    await checkoutRepository.saveCheckout(work, after)
    if (after.status !== before.status) await recordCheckout(work, after)
    await lookSoon(work, after)
    return after
  })
}

/** The job looks again when the state of the checkout asks for it. */
async function lookSoon(work: Work, it: Checkout): Promise<void> {
  const { traits } = kindOf(await requireProvider(work, it.providerId))
  const hasOpenMatter = await paymentRepository.hasOpenMatter(work, it.id)
  const dueAt = nextLook(it, work.at, { traits, hasOpenMatter })
  if (dueAt === null) return
  const job = { key: it.id, payload: { checkoutId: it.id }, group: it.providerId, dueAt }
  await enqueue(work, FOLLOW_CHECKOUT, [job])
}

/**
 * Ends a checkout, so that nobody pays with it. One that the provider cannot end gives its claim back
 * and is followed to its end. If it is paid already, that is booked. Throws `provider_unreachable`.
 */
export async function endCheckout(
  work: ReadWork,
  checkout: Checkout,
  reason: CloseReason,
): Promise<Checkout> {
  const it = checkout.ref === null ? await createAtProvider(work, checkout) : checkout
  const { ref } = it
  if (ref === null) throw providerUnreachable()
  const provider = await requireProvider(work, it.providerId)
  const outcome = await callProvider(work, provider, (port) => port.expire(ref))
  if (outcome === 'paid' || outcome === 'pending') return fetchCheckout(work, it)
  return changeCheckout(now(work), it.id, (it) => {
    if (it.status !== 'open' || !it.isLive) return it
    const isEnded = outcome === 'expired'
    return {
      ...it,
      isLive: false,
      closedBecause: reason,
      status: isEnded ? 'canceled' : it.status,
    }
  })
}

/** Asks the provider for the facts, and books them. */
export async function fetchCheckout(work: ReadWork, checkout: Checkout): Promise<Checkout> {
  const { id, ref } = checkout
  if (ref === null) return checkout
  const provider = await requireProvider(work, checkout.providerId)
  const { ask, completes } = await transaction(work, async (work) => ({
    ask: await checkoutRepository.takeAsk(work, id),
    completes: await mayComplete(work, id),
  }))
  const facts = await callProvider(work, provider, (port) => port.read(ref, { completes }))
  if (facts === null) return checkout
  return transaction(now(work), async (work) => {
    const after = await bookFacts(work, id, { facts, ask })
    if (after) await lookSoon(work, after)
    return after ?? checkout
  })
}

/** No money is captured for a checkout that was ended, or whose invoice is settled or closed. */
async function mayComplete(work: Work, id: string): Promise<boolean> {
  const it = await requireCheckout(work, id)
  return it.isLive && (await reasonToEnd(work, it)) === null
}

/** The job of one checkout. Resolves to the time of the next look; null: none. */
export async function followCheckout(
  work: ReadWork,
  { payload: { checkoutId } }: RunningJob<{ readonly checkoutId: string }>,
): Promise<string | null> {
  const before = await checkoutRepository.findCheckout(work, checkoutId)
  if (!before) return null
  let isAnswered = true
  try {
    await look(work, before)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    isAnswered = false
  }
  const after = await requireCheckout(work, checkoutId)
  const { traits } = kindOf(await requireProvider(work, after.providerId))
  const { at } = now(work)
  const hasOpenMatter = await paymentRepository.hasOpenMatter(work, checkoutId)
  const next = nextLook(after, at, { traits, hasOpenMatter })
  if (isAnswered) return next
  const soon = secondsAfter(at, AGAIN_SECONDS)
  return next === null || next > soon ? soon : next
}

async function look(work: ReadWork, it: Checkout): Promise<void> {
  const { traits } = kindOf(await requireProvider(work, it.providerId))
  if (it.ref === null && it.status === 'creating') {
    if (!isKeyValid(it, work.at, traits)) return find(work, it)
    const made = await createAtProvider(work, it)
    // A charge has its result at once.
    if (made.charged !== null) await fetchCheckout(work, made)
    return
  }
  if (it.charged !== null) return void (await fetchCheckout(work, it))
  const reason = it.isLive && it.status === 'open' ? await reasonToEnd(work, it) : null
  if (reason !== null) return void (await endCheckout(work, it, reason))
  const after = await fetchCheckout(work, it)
  // Not every provider ends an unused page. The invoice must not wait for it.
  const isUnused = after.status === 'open' && after.isLive && after.expiresAt <= now(work).at
  if (isUnused && !traits.endsPages) return void (await endCheckout(work, after, 'timed_out'))
  // The address of its page is unknown if a hook named it before the provider's answer arrived.
  const isOpen = after.status === 'open' || after.status === 'creating'
  if (isOpen && after.url === null && after.isLive && isKeyValid(after, work.at, traits))
    await createAtProvider(work, after)
}

/** The call that made it had no answer, and cannot be repeated anymore. */
async function find(work: ReadWork, it: Checkout): Promise<void> {
  const provider = await requireProvider(work, it.providerId)
  const ref = await callProvider(work, provider, (port) => port.find(it.id, it.createdAt))
  // A charge that was not made is made now: nobody waits for its page.
  if (ref === null && it.charged !== null)
    await fetchCheckout(work, await createAtProvider(work, it))
  else if (ref === null) await noteFailed(now(work), it.id, 'not_created')
  else await fetchCheckout(work, await bindRef(work, it, ref))
}

/** A ref that its metadata gave to the checkout. */
export const bindRef = (work: ReadWork, it: Checkout, ref: string): Promise<Checkout> =>
  changeCheckout(now(work), it.id, (it) => (it.ref === null ? { ...it, ref } : it))

/**
 * Why nobody should pay with it anymore: less is due than it asks for, its discount is over, or an
 * earlier one brings the money.
 */
export async function reasonToEnd(work: ReadWork, it: Checkout): Promise<CloseReason | null> {
  if (isSaving(it)) return null
  for (const { invoiceId, amountMinor, discountMinor } of it.shares) {
    const { invoice } = await getInvoice(work, invoiceId)
    const reason = reasonNotPayable(invoice)
    if (reason === 'nothing_due') return 'settled_otherwise'
    if (reason !== null) return 'invoice_closed'
    if (dueMinor(invoice) < amountMinor + discountMinor) return 'amount_changed'
    const pending = await checkoutRepository.findPending(work, invoiceId)
    if (pending && pending.id !== it.id) return 'settled_otherwise'
    if (discountMinor === 0n) continue
    const early = await findEarlyPayment(now(work), invoice)
    if ((early?.discountMinor ?? 0n) < discountMinor) return 'amount_changed'
  }
  return null
}
