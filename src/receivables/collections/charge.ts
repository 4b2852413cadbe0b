import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayOf, secondsAfter } from '../../platform/clock.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { findPaymentOfCharge, refusalOf, startCharge } from '../checkout/charge.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { requireCheckout } from '../checkout/follow.ts'
import { listPaymentMatters } from '../checkout/read.ts'
import { noteOnMethod } from '../methods/change.ts'
import { allows, isDebit, noticeDaysOf, type PaymentMethod } from '../methods/method.ts'
import { lockMethod } from '../methods/read.ts'
import { recordCollection, saveChange } from './change.ts'
import { type Attempt, type Collection, noticedDay, RETRIES, SPAN_DAYS } from './collection.ts'
import * as repository from './inner/repository.ts'
import { noteCollected } from './outcome.ts'

/* Collections by methods that a provider keeps. A charge is a checkout without a page: it takes the claim. */

/** Charges of a day are made from 10:00 local time. */
const FROM_SECONDS = 10 * 60 * 60
const AT_ONCE_MAX = 500

/** Charges what is due now, and takes over what became of earlier charges. */
export async function chargeDue(work: ReadWork): Promise<void> {
  const charged = { statuses: ['submitted'], via: 'provider' } as const
  for (const it of await repository.listWithStatus(work, charged, AT_ONCE_MAX))
    await followCharge(work, it)
  await followReturns(work)
  const { timeZone } = await currentSettings(work)
  const today = dayOf(secondsAfter(work.at, -FROM_SECONDS), timeZone)
  const due = { statuses: ['announced'], via: 'provider', until: today } as const
  for (const it of await repository.listWithStatus(work, due, AT_ONCE_MAX))
    await charge(work, it.id, today).catch((error) => giveUp(work, it.id, error))
}

/**
 * Looks at everything again, and commits the attempt with its claim. The job of the checkout calls the
 * provider afterwards. While a customer is paying, the charge waits.
 */
function charge(work: ReadWork, id: string, today: string): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    const { status, notice, attempts } = before
    if (status !== 'announced' || notice === null) return
    const method = await lockMethod(work, before.methodId)
    const { providerId, ref, kind } = method
    if (method.status !== 'active' || providerId === null || ref === null) return
    const invoice = await lockForChange(work, { id: before.invoiceId, ifMatch: undefined })
    const due = dueMinor(invoice)
    const amountMinor = due < notice.amountMinor ? due : notice.amountMinor
    if (amountMinor <= 0n || !allows(method, { amountMinor, currency: before.currency })) return
    const checkout = await startCharge(work, invoice, { providerId, amountMinor, ref, kind })
    if (!checkout) return
    const attempt: Attempt = {
      ...{ n: attempts.length + 1, at: work.at, day: today, ref: checkout.id },
      ...{ outcome: 'submitted', code: null },
    }
    const after = await saveChange(work, before, {
      ...{ status: 'submitted', amountMinor, nextOn: today },
      attempts: [...attempts, attempt],
    })
    recordCollection(work, 'collection.submitted', after)
  })
}

/** The provider cannot take the amount. */
function giveUp(work: ReadWork, id: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'not_payable_online') throw error
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    if (before.status !== 'announced') return
    const after = await saveChange(work, before, {
      ...{ status: 'given_up', nextOn: null, endedBecause: String(error.details.reason) },
      problems: ['charge_failed'],
    })
    recordCollection(work, 'collection.given_up', after)
  })
}

async function followCharge(work: ReadWork, { id, attempts }: Collection): Promise<void> {
  const checkout = await requireCheckout(work, attempts.at(-1)?.ref ?? '')
  const { status } = checkout
  if (status === 'creating' || status === 'open' || status === 'pending') return
  await transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    if (before.status !== 'submitted') return
    const paymentId = status === 'paid' ? await findPaymentOfCharge(work, checkout) : undefined
    if (paymentId !== undefined) await noteCollected(work, before, paymentId)
    else await noteRefused(work, before, checkout)
  })
}

/** A charge that was paid can come back weeks later. */
async function followReturns(work: ReadWork): Promise<void> {
  for (const { problem, payment } of await listPaymentMatters(work, AT_ONCE_MAX)) {
    if (problem !== 'payment_returned') continue
    const checkout = await requireCheckout(work, payment.checkoutId)
    const [share] = checkout.shares
    if (checkout.charged === null || share === undefined) continue
    const all = await repository.listOfInvoice(work, share.invoiceId, AT_ONCE_MAX)
    const found = all.find((it) => it.attempts.at(-1)?.ref === checkout.id)
    if (found?.status !== 'collected') continue
    await transaction(work, async (work) => {
      const before = await repository.lockCollection(work, found.id)
      if (before.status === 'collected') await noteRefused(work, before, checkout)
    })
  }
}

/** Plans the next attempt, or gives up. The code decides. */
async function noteRefused(work: Work, before: Collection, checkout: Checkout): Promise<void> {
  const wasCollected = before.status === 'collected'
  const refusal = await refusalOf(work, checkout)
  const { failure: code } = checkout
  const method = await lockMethod(work, before.methodId)
  if (refusal === 'hard' && method.status === 'active')
    await noteOnMethod(work, method, { status: 'suspended', problem: code })
  const last = { outcome: wasCollected ? ('returned' as const) : ('failed' as const), code }
  const attempts = before.attempts.map((it) => (it.ref === checkout.id ? { ...it, ...last } : it))
  const { timeZone, directDebit } = await currentSettings(work)
  const today = dayOf(work.at, timeZone)
  const noticeDays = isDebit(method) ? noticeDaysOf(method, directDebit.preNotificationDays) : 0
  const other = await repository.findActive(work, before.invoiceId)
  const isFree = other === undefined || other.id === before.id
  const nextOn =
    refusal === 'soft' && isFree ? nextChargeOn(attempts, { method, today, noticeDays }) : null
  const after = await saveChange(work, before, {
    ...{ status: nextOn === null ? 'given_up' : 'announced', nextOn, attempts, paymentId: null },
    endedBecause: nextOn === null ? (refusal === 'soft' ? 'attempts' : refusal) : null,
    problems: nextOn === null ? ['charge_failed'] : [],
  })
  recordCollection(work, wasCollected ? 'collection.returned' : 'collection.failed', after)
  if (nextOn === null) recordCollection(work, 'collection.given_up', after)
}

/** At most four attempts in five weeks. */
function nextChargeOn(
  attempts: readonly Attempt[],
  {
    method,
    today,
    noticeDays,
  }: { readonly method: PaymentMethod; readonly today: string; readonly noticeDays: number },
): string | null {
  const wait = RETRIES[attempts.length - 1]
  const [first] = attempts
  if (wait === undefined || first === undefined) return null
  const about = { sentOn: today, noticeDays, isDebit: isDebit(method) }
  const day = noticedDay(addDays(today, wait), about)
  return day <= addDays(first.day, SPAN_DAYS) ? day : null
}
