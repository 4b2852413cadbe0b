import { currentSettings } from '../../company/settings/read.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayOf, secondsAfter } from '../../platform/clock.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { type ChargeFailure, outcomeOfCharge, refusalOf, startCharge } from '../checkout/charge.ts'
import { requireCheckout } from '../checkout/follow.ts'
import { allows } from '../methods/method.ts'
import { lockMethod } from '../methods/read.ts'
import { recordCollection, saveChange } from './change.ts'
import type { Attempt, Collection } from './collection.ts'
import * as repository from './inner/repository.ts'
import { bankRuleOf, type FailureRule, noteCollected, noteFailed } from './outcome.ts'

/* Collections by methods that a provider keeps. A charge is a checkout without a page: it takes the claim. */

/** Charges of a day are made from 10:00 local time. */
const FROM_SECONDS = 10 * 60 * 60
const AT_ONCE_MAX = 500

/** Charges what is due now, and takes over what became of the charges that are on their way. */
export async function chargeDue(work: ReadWork): Promise<void> {
  const charged = { statuses: ['submitted'], via: 'provider' } as const
  for (const { attempts } of await repository.listWithStatus(work, charged, AT_ONCE_MAX))
    await followCharge(work, attempts.at(-1)?.ref ?? '')
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
    const amountMinor = dueMinor(invoice)
    // If more is due, the customer must first get a notice of the higher amount.
    if (amountMinor <= 0n || amountMinor > notice.amountMinor) return
    if (!allows(method, { amountMinor, currency: before.currency }))
      return stop(work, before, 'over_limit')
    const of = { collectionId: id, providerId, amountMinor, ref, kind }
    const checkout = await startCharge(work, invoice, of)
    if (!checkout) return
    const attempt: Attempt = {
      ...{ n: attempts.length + 1, at: work.at, day: today, noticeAt: notice.sentAt },
      ...{ outcome: 'submitted', code: null, ref: checkout.id },
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
    if (before.status === 'announced') await stop(work, before, String(error.details.reason))
  })
}

/** No charge is made: a person decides. */
async function stop(work: Work, before: Collection, endedBecause: string): Promise<void> {
  const after = await saveChange(work, before, {
    ...{ status: 'given_up', nextOn: null, endedBecause },
    problems: ['charge_failed'],
  })
  recordCollection(work, 'collection.given_up', after)
}

/** Takes over what became of a charge: it was paid or refused, or its money was taken back weeks later. */
export async function followCharge(work: ReadWork, checkoutId: string): Promise<void> {
  const { charged, shares } = await requireCheckout(work, checkoutId)
  const [share] = shares
  if (charged === null || share === undefined) return
  const all = await repository.listOfInvoice(work, share.invoiceId, AT_ONCE_MAX)
  const found = all.find((it) => isOfCharge(it, checkoutId))
  if (!found) return
  await transaction(work, async (work) => {
    const before = await repository.lockCollection(work, found.id)
    const { status, paymentId, failure } = await outcomeOfCharge(work, checkoutId)
    const isOpen = before.status === 'submitted' || before.status === 'collected'
    if (status === 'waiting' || !isOpen || !isOfCharge(before, checkoutId)) return
    const isPaid = status === 'paid' && before.status === 'submitted'
    const now = isPaid
      ? await noteCollected(work, before, { paymentId, onAccountMinor: 0n })
      : before
    if (failure === null) return
    const { timeZone } = await currentSettings(work)
    const { code } = failure
    const rule = await ruleOf(work, checkoutId, failure)
    await noteFailed(work, now, { code, day: dayOf(work.at, timeZone), rule })
  })
}

const isOfCharge = ({ attempts }: Collection, checkoutId: string): boolean =>
  attempts.at(-1)?.ref === checkoutId

/** Codes of banks (ISO 20022), which some providers pass on. */
const BANK_CODE = /^([A-Z]{2}\d{2}|[CD]NOR)$/

async function ruleOf(
  work: Work,
  checkoutId: string,
  { code, isDispute }: ChargeFailure,
): Promise<FailureRule> {
  if (code !== null && BANK_CODE.test(code)) return bankRuleOf(code)
  const tellsCustomer = true
  if (isDispute) return { method: 'suspended', most: 0, because: 'disputed', tellsCustomer }
  const { providerId } = await requireCheckout(work, checkoutId)
  const refusal = await refusalOf(work, { providerId, failure: code })
  const { collectRetries } = await currentSettings(work)
  if (refusal === 'soft')
    return { method: 'stays', most: collectRetries.length, because: 'attempts', tellsCustomer }
  const method = refusal === 'hard' ? 'suspended' : 'stays'
  return { method, most: 0, because: refusal, tellsCustomer }
}
