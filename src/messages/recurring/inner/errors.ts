import { AppError } from '../../../kernel/errors.ts'

export const recurringNotFound = (): AppError =>
  new AppError('not_found', 'recurring_not_found', 'There is no recurring invoice with this id.')

export const occurrenceNotFound = (date: string): AppError =>
  new AppError(
    'not_found',
    'occurrence_not_found',
    `${date} is not a day of this schedule. GET …/occurrences lists its days.`,
    { params: { from: date } },
  )

export const occurrenceMade = (date: string): AppError =>
  new AppError(
    'conflict',
    'occurrence_made',
    `The invoice of ${date} already exists. Edit or credit that invoice instead.`,
    { allowed: ['edit', 'credit'], params: { from: date } },
  )

export const recurringEnded = (): AppError =>
  new AppError(
    'conflict',
    'recurring_ended',
    'This recurring invoice has ended. Duplicate it to start again.',
    { allowed: ['duplicate'] },
  )

export const recurringHasRuns = (): AppError =>
  new AppError(
    'conflict',
    'recurring_has_runs',
    'This recurring invoice has created invoices and cannot be deleted. End it instead.',
    { allowed: ['end'] },
  )

export const customerArchived = (name: string): AppError =>
  new AppError(
    'conflict',
    'customer_archived',
    `${name} is archived, so no invoice was created. Restore the customer, or end the recurring invoice.`,
    { allowed: ['restore', 'end'], params: { name } },
  )
