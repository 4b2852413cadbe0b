import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import type { MessageHooks } from '../mail/ports.ts'
import { note } from './inner/changes.ts'
import { printLetter } from './inner/paper.ts'
import * as repository from './inner/reminder-repository.ts'
import { claimReason } from './inner/situation.ts'
import { withSituations } from './read.ts'

/** Why the message of a reminder must not be sent anymore. */
const cause: NonNullable<MessageHooks['cause']> = async (work, message) => {
  if (!message.automatic) return null
  const written = await repository.listOfMessage(work, message.id)
  for (const { situation, reminder } of await withSituations(work, written)) {
    const reason = claimReason(situation.claim)
    if (reason !== null) return reason === 'nothing_due' ? 'paid' : reason
    if (dueMinor(situation.claim) !== reminder.content.dueMinor) return 'amount_changed'
    if (situation.wait === 'paused' || situation.wait === 'being_paid') return situation.wait
    if (situation.heldMinor > (reminder.content.heldMinor ?? 0n)) return 'money_held'
  }
  return null
}

/** The outbox callbacks of reminders. */
export const reminderHooks = { cause, note, print: printLetter } satisfies MessageHooks
