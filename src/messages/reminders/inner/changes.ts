import { recordEvent } from '../../../core/record/journal.ts'
import type { Work } from '../../../core/record/work.ts'
import { isId } from '../../../platform/ids.ts'
import { lockInvoice } from '../../../sales/invoices/lock.ts'
import type { MessageHooks } from '../../mail/ports.ts'
import type { ReminderPlan } from '../plan.ts'
import * as chargeRepository from './charge-repository.ts'
import { requireSituation } from './facts.ts'
import * as planRepository from './plan-repository.ts'
import type { Reminder } from './reminder.ts'
import * as reminderRepository from './reminder-repository.ts'
import type { Situation } from './situation.ts'

export async function lockSituation(work: Work, id: string): Promise<Situation> {
  if (isId('inv', id)) await lockInvoice(work, id)
  return requireSituation(work, id)
}

/** The plan of an invoice, or the default. */
export function usablePlan({ plan, plans }: Situation): ReminderPlan {
  const found = plan ?? plans.find(({ isDefault }) => isDefault)
  if (!found) throw new Error('There is no default reminder plan.')
  return found
}

export const note: NonNullable<MessageHooks['note']> = async (work, message) => {
  const written = await reminderRepository.listOfMessage(work, message.id)
  if (written.length === 0) return
  const byPerson = message.status === 'canceled' && message.reason === 'canceled'
  const status = byPerson ? 'dismissed' : message.status === 'sending' ? 'queued' : message.status
  for (const reminder of written) {
    if (reminder.status === status) continue
    await reminderRepository.saveReminder(work, { ...reminder, status, updatedAt: work.at })
    if (status === 'sent') recordSent(work, reminder)
  }
  if (message.status !== 'canceled') return
  await chargeRepository.deleteClaimedBy(
    work,
    written.map(({ id }) => id),
  )
  if (!byPerson) await planRepository.lookAgain(work, [...new Set(written.map((it) => it.planId))])
}

const recordSent = (work: Work, reminder: Reminder): void =>
  recordEvent(work, {
    type: 'reminder.sent',
    resourceId: reminder.id,
    data: {
      id: reminder.id,
      invoice_id: reminder.invoiceId,
      customer_id: reminder.customerId,
      level: reminder.level,
      n: reminder.n,
      message_id: reminder.messageId,
    },
  })
