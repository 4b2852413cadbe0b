import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { findInvoiceToChange } from '../../sales/invoices/lock.ts'
import { isDebit, noticeDaysOf } from '../methods/method.ts'
import { requireMethod } from '../methods/read.ts'
import { recordCollection, saveChange } from './change.ts'
import { type Collection, noticedDay } from './collection.ts'
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
      messageId: null,
    })
  })
}

/** A message about an invoice that is collected was accepted by a mail server, or was not. */
export async function noteNotice(
  work: Work,
  {
    invoiceId,
    messageId,
    writtenAt,
    isAccepted,
  }: {
    readonly invoiceId: string
    readonly messageId: string
    readonly writtenAt: string
    readonly isAccepted: boolean
  },
): Promise<void> {
  const found = await repository.findActive(work, invoiceId)
  if (!found) return
  const before = await repository.lockCollection(work, found.id)
  if (isAccepted && before.status === 'planned') {
    if (!(await saysSo(work, before, writtenAt))) return
    const { timeZone } = await currentSettings(work)
    await announce(work, before, { sentOn: dayOf(work.at, timeZone), messageId })
    return
  }
  const isOwn = before.notice === null || before.notice.messageId === messageId
  const isWaiting = before.status === 'planned' || before.status === 'announced'
  if (isAccepted || !isOwn || !isWaiting) return
  await saveChange(work, before, {
    status: 'planned',
    notice: null,
    problems: [...new Set([...before.problems, 'notice_not_sent' as const])],
  })
}

/**
 * Whether the customer was told: the invoice itself names the mandate; a message that was written after
 * the plan says what is charged.
 */
async function saysSo(
  work: Work,
  { invoiceId, methodId, createdAt }: Collection,
  writtenAt: string,
): Promise<boolean> {
  const { via, mandate } = await requireMethod(work, methodId)
  if (via === 'provider') return writtenAt >= createdAt
  const reference = mandate?.reference
  const invoice = await findInvoiceToChange(work, invoiceId)
  return reference !== undefined && invoice?.payment?.mandate === reference
}

/** The notice says the day and the most that is collected. */
export async function announce(
  work: Work,
  before: Collection,
  { sentOn, messageId }: { readonly sentOn: string; readonly messageId: string | null },
): Promise<Collection> {
  const settings = await currentSettings(work)
  const method = await requireMethod(work, before.methodId)
  const noticeDays = noticeDaysOf(method, settings.directDebit.preNotificationDays)
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
    notice: { messageId, sentAt: work.at, collectOn: nextOn, amountMinor },
    problems: before.problems.filter((it) => it !== 'notice_not_sent'),
  })
  if (before.attempts.length === 0) recordCollection(work, 'collection.announced', after)
  return after
}
