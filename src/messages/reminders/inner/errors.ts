import { AppError } from '../../../kernel/errors.ts'
import { table } from '../../../kernel/table.ts'

export const reminderPlanNotFound = (): AppError =>
  new AppError('not_found', 'reminder_plan_not_found', 'There is no reminder plan with this id.')

export const reminderNotFound = (): AppError =>
  new AppError('not_found', 'reminder_not_found', 'There is no waiting reminder with this id.')

export const chargeNotFound = (): AppError =>
  new AppError('not_found', 'charge_not_found', 'This invoice has no such charge.')

export const reminderPlanInUse = (by: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'reminder_plan_in_use',
    'The plan is the default, or a customer or invoice uses it. Choose another plan there first.',
    { by },
  )

export const tooManyReminderPlans = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_reminder_plans',
    `There are ${max} reminder plans already. Delete one first.`,
    { max, params: { max } },
  )

const SENTENCES = table<string>({
  draft: 'The invoice is a draft. Issue it first.',
  credit_note: 'A credit note has no reminders.',
  paid: 'The invoice is paid.',
  void: 'The invoice is void.',
  uncollectible: 'The invoice is written off. Reopen it first.',
  nothing_due: 'Nothing is due.',
  no_due_date: 'The invoice has no due date.',
  not_due: 'The invoice is not due yet.',
  paused: 'The reminders of the invoice are paused. Resume them first.',
  being_paid: 'The invoice is collected, or money for it is on its way.',
  gap: 'The last reminder was sent too recently.',
  level_sent: 'This level or a later one was sent already.',
  unknown_level: 'The plan has no such level.',
  finished: 'All levels of the plan were sent.',
})

/** `reason` gives the cause; `from` is the first day on which it can be sent. */
export const notRemindable = (reason: string, more: { readonly from?: string } = {}): AppError =>
  new AppError(
    'conflict',
    'not_remindable',
    SENTENCES[reason] ?? 'No reminder can be sent for this invoice.',
    { reason, ...more, params: { reason, ...more } },
  )

export const notPaused = (): AppError =>
  new AppError('conflict', 'reminders_not_paused', 'The reminders of this invoice are not paused.')

export const chargeNotClaimed = (status: string): AppError =>
  new AppError(
    'conflict',
    'charge_not_claimed',
    `The charge is ${status} already. Only a claimed charge can change.`,
    { charge_status: status },
  )

export const nothingClaimed = (claimed: string, currency: string): AppError =>
  new AppError(
    'conflict',
    'charges_exceeded',
    `Charges of ${claimed} ${currency} are claimed. Settle this amount or less.`,
    { claimed, params: { amount: claimed, currency } },
  )
