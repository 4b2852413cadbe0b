import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import type { ReminderLook } from './inner/look.ts'
import { listToLookAt } from './inner/repository.ts'

/** Writes the due reminders at the time of their plan, one transaction each. */
export const lookAtRemindersJob = (look: ReminderLook): CompanyJob => ({
  ...handle({ name: 'reminder.look', parallel: 1, everySeconds: 60 }, async (work, { signal }) => {
    await look.lookAtAll(work, signal)
    return null
  }),
  isRare: true,
  findDue: listToLookAt,
})
