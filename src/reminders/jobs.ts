import { handle, type JobHandler } from '../jobs/handler.ts'
import type { ReminderLook } from './look.ts'

/** Writes the reminders that are due, one transaction each, at the time of their plan. */
export const lookAtRemindersJob = (look: ReminderLook): JobHandler =>
  handle({ name: 'reminder.look', parallel: 1, everySeconds: 60 }, async (work, { signal }) => {
    await look.lookAtAll(work, signal)
    return null
  })
