import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { findInvoiceToChange } from '../../sales/invoices/lock.ts'
import { isDebit, noticeDaysOf } from '../methods/method.ts'
import { requireMethod } from '../methods/read.ts'
import { recordCollection, saveChange, tellCustomer } from './change.ts'
import { type Collection, type Notice, noticedDay } from './collection.ts'
import { collectionEnded } from './errors.ts'
import * as repository from './inner/repository.ts'
import { collectionEtag } from './read.ts'

/** The customer was told by other means, such as a letter. */
export function announceCollection(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  { on }: { readonly on?: string },
): Promise<Collection> {
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    checkIfMatch(ifMatch, collectionEtag(before))
    if (before.status !== 'planned' && before.status !== 'announced')
      throw collectionEnded(before.status)
    const { timeZone } = await currentSettings(work)
    const today = dayOf(work.at, timeZone)
    return announce(work, before, {
      sentOn: on !== undefined && on < today ? on : today,
      ...{ messageId: null, isByMail: false },
    })
  })
}

/** The collection that a message announces, and the day that it says. */
export interface Said {
  readonly collectionId: string
  readonly day: string
}

/** A message about an invoice that is collected was accepted by a mail server, or was not. */
export async function noteNotice(
  work: Work,
  {
    invoiceId,
    messageId,
    writtenAt,
    isAccepted,
    says,
  }: {
    readonly invoiceId: string
    readonly messageId: string
    readonly writtenAt: string
    readonly isAccepted: boolean
    readonly says?: Said | undefined
  },
): Promise<void> {
  const found = await repository.findActive(work, invoiceId)
  if (!found) return
  const before = await repository.lockCollection(work, found.id)
  if (isAccepted && before.status === 'planned') {
    if (!(await isTold(work, before, says))) return
    const { timeZone } = await currentSettings(work)
    const sentOn = dayOf(work.at, timeZone)
    await announce(work, before, { sentOn, messageId, isByMail: true })
    return
  }
  const isWaiting = before.status === 'planned' || before.status === 'announced'
  if (isAccepted || !isWaiting || !isNoticeOf(before, { messageId, writtenAt })) return
  await saveChange(work, before, {
    status: 'planned',
    notice: null,
    problems: [...new Set([...before.problems, 'notice_not_sent' as const])],
  })
}

/** Whether the customer was told by a message, or should have been. */
function isNoticeOf(
  { notice }: Collection,
  { messageId, writtenAt }: { readonly messageId: string; readonly writtenAt: string },
): boolean {
  if (notice === null || notice.messageId === messageId) return true
  // The mail was quicker than the plan, so that its id is unknown.
  return notice.messageId === null && notice.isByMail && writtenAt <= notice.sentAt
}

/**
 * Whether a message told the customer of the next attempt: it says the day, or it is the invoice itself
 * that names the mandate.
 */
async function isTold(
  work: Work,
  { id, invoiceId, methodId, nextOn, attempts }: Collection,
  says: Said | undefined,
): Promise<boolean> {
  if (says !== undefined) return says.collectionId === id && says.day === nextOn
  const { mandate } = await requireMethod(work, methodId)
  const reference = mandate?.reference
  const invoice = await findInvoiceToChange(work, invoiceId)
  const isNamed = reference !== undefined && invoice?.payment?.mandate === reference
  return isNamed && attempts.length === 0
}

/** Gives a collection the problem `notice_not_sent` once, if its day comes before the customer has got a notice. */
export function noteUntold(work: ReadWork, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    const { status, nextOn, problems, version, updatedAt } = before
    if (status !== 'planned' || nextOn === null || problems.length > 0) return
    const { timeZone } = await currentSettings(work)
    // Later, a person has acknowledged it.
    if (version > 1 && dayOf(updatedAt, timeZone) >= nextOn) return
    await saveChange(work, before, { problems: ['notice_not_sent'] })
  })
}

/** Sends the customer a new notice if more is due than the last notice said. The higher amount waits for it. */
export function announceAgain(work: ReadWork, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockCollection(work, id)
    const invoice = await findInvoiceToChange(work, before.invoiceId)
    const amountMinor = invoice ? dueMinor(invoice) : 0n
    const { status, notice } = before
    if (status !== 'announced' || notice === null || amountMinor <= notice.amountMinor) return
    const settings = await currentSettings(work)
    const method = await requireMethod(work, before.methodId)
    const nextOn = noticedDay(before.collectOn, {
      sentOn: dayOf(work.at, settings.timeZone),
      noticeDays: noticeDaysOf(method, settings),
      isDebit: isDebit(method),
    })
    const after = await saveChange(work, before, {
      ...{ status: 'planned', notice: null, amountMinor, nextOn },
      problems: ['notice_not_sent'],
    })
    await tellCustomer(work, after)
  })
}

/** The notice says the day and the most that is collected. */
export async function announce(
  work: Work,
  before: Collection,
  { sentOn, ...by }: Pick<Notice, 'messageId' | 'isByMail'> & { readonly sentOn: string },
): Promise<Collection> {
  const settings = await currentSettings(work)
  const method = await requireMethod(work, before.methodId)
  const noticeDays = noticeDaysOf(method, settings)
  const invoice = await findInvoiceToChange(work, before.invoiceId)
  const amountMinor = invoice ? dueMinor(invoice) : before.amountMinor
  const nextOn = noticedDay(before.collectOn, {
    ...{ sentOn, noticeDays },
    isDebit: isDebit(method),
  })
  const after = await saveChange(work, before, {
    status: 'announced',
    amountMinor,
    nextOn,
    notice: { ...by, sentAt: work.at, collectOn: nextOn, amountMinor },
    problems: before.problems.filter((it) => it !== 'notice_not_sent'),
  })
  if (before.attempts.length === 0) recordCollection(work, 'collection.announced', after)
  return after
}
