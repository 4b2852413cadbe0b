import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import { listToLookAt } from './inner/reminder-repository.ts'
import { lookAtReminders } from './look.ts'

/** Writes the due reminders at the time of their plan, one transaction each. */
export const lookAtRemindersJob = (): CompanyJob => ({
  ...handle({ name: 'reminder.look', parallel: 1, everySeconds: 60 }, async (work, { signal }) => {
    await lookAtReminders(work, signal)
    return null
  }),
  isRare: true,
  findDue: listToLookAt,
})
