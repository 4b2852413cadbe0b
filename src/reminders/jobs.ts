import { type CompanyJob, handle } from '../jobs/handler.ts'
import type { ReminderLook } from './look.ts'
import { listToLookAt } from './repository.ts'

/** Writes the due reminders at the time of their plan, one transaction each. */
export const lookAtRemindersJob = (look: ReminderLook): CompanyJob => ({
  ...handle({ name: 'reminder.look', parallel: 1, everySeconds: 60 }, async (work, { signal }) => {
    await look.lookAtAll(work, signal)
    return null
  }),
  isRare: true,
  findDue: listToLookAt,
})
