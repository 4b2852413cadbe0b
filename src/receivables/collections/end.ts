import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { findInvoiceToChange } from '../../sales/invoices/lock.ts'
import { requireChargeable } from '../checkout/charge.ts'
import { isDebit, isFinal, noticeDaysOf, STOPPED_BY_CUSTOMER } from '../methods/method.ts'
import { requireMethod } from '../methods/read.ts'
import { recordCollection, saveChange, tellCustomer } from './change.ts'
import { type Collection, hasAttemptLeft, noticedDay } from './collection.ts'
import { attemptsUsedUp, collectionEnded, collectionExists, nothingToCollect } from './errors.ts'
import * as repository from './inner/repository.ts'
import { collectionEtag } from './read.ts'

const isWaiting = ({ status }: Collection): boolean =>
  status === 'planned' || status === 'announced'

/** A person cancels a collection before it is submitted. */
export function cancelCollection(work: ReadWork, request: VersionedRef): Promise<Collection> {
  return transaction(work, async (work) => {
    const before = await lockSeen(work, request)
    if (before.status === 'canceled') return before
    if (!isWaiting(before)) throw collectionEnded(before.status)
    return end(work, before, 'by_person')
  })
}

/** A person starts a collection again that was given up. The customer must be told again. */
export function retryCollection(work: ReadWork, request: VersionedRef): Promise<Collection> {
  return transaction(work, async (work) => {
    const before = await lockSeen(work, request)
    if (before.status !== 'given_up') throw collectionEnded(before.status)
    const invoice = await findInvoiceToChange(work, before.invoiceId)
    if (invoice?.status !== 'sent' || dueMinor(invoice) <= 0n) throw nothingToCollect()
    const other = await repository.findActive(work, before.invoiceId)
    if (other) throw collectionExists(other.id)
    const settings = await currentSettings(work)
    const method = await requireMethod(work, before.methodId)
    const { currency } = invoice
    await requireChargeable(work, method.providerId, { amountMinor: dueMinor(invoice), currency })
    const sentOn = dayOf(work.at, settings.timeZone)
    const noticeDays = noticeDaysOf(method, settings)
    const nextOn = noticedDay(sentOn, { sentOn, noticeDays, isDebit: isDebit(method) })
    if (!hasAttemptLeft(await repository.listAttempts(work, before.invoiceId), nextOn))
      throw attemptsUsedUp()
    const after = await saveChange(work, before, {
      status: 'planned',
      collectOn: nextOn,
      nextOn,
      notice: null,
      amountMinor: dueMinor(invoice),
      endedBecause: null,
      // Until a message is accepted, or a person says so.
      problems: ['notice_not_sent'],
    })
    recordCollection(work, 'collection.planned', after)
    await tellCustomer(work, after)
    return after
  })
}

/** A person has seen its problems. */
export function acknowledgeCollection(work: ReadWork, id: string): Promise<Collection> {
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    return before.problems.length === 0 ? before : saveChange(work, before, { problems: [] })
  })
}

/** Ends a waiting collection whose invoice is settled or closed, or whose method ended. */
export function endIfSettled(work: ReadWork, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    const reason = isWaiting(before) ? await reasonToEnd(work, before) : null
    if (reason !== null) await end(work, before, reason)
  })
}

/** Why nothing is collected any more; null: it goes on. */
export async function reasonToEnd(
  work: ReadWork,
  { invoiceId, methodId }: Collection,
): Promise<string | null> {
  const due = await repository.findDue(work, invoiceId)
  if (!due || due.status === 'void' || due.status === 'uncollectible') return 'invoice_closed'
  if (due.dueMinor <= 0n) return 'settled_otherwise'
  const { status, problem } = await requireMethod(work, methodId)
  if (!isFinal(status)) return null
  return problem === STOPPED_BY_CUSTOMER ? STOPPED_BY_CUSTOMER : 'method_ended'
}

async function end(work: Work, before: Collection, reason: string): Promise<Collection> {
  const after = await saveChange(work, before, {
    status: 'canceled',
    nextOn: null,
    endedBecause: reason,
    problems: [],
  })
  recordCollection(work, 'collection.canceled', after)
  return after
}

async function lockSeen(work: Work, { id, ifMatch }: VersionedRef): Promise<Collection> {
  const collection = await repository.lockCollection(work, id)
  checkIfMatch(ifMatch, collectionEtag(collection))
  return collection
}
