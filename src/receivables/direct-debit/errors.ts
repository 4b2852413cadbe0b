import { AppError, invalidRequest } from '../../kernel/errors.ts'

export const runNotFound = (): AppError =>
  new AppError('not_found', 'run_not_found', 'There is no direct debit run with this id.')

export const runNotDraft = (status: string): AppError =>
  new AppError(
    'conflict',
    'run_not_draft',
    `The run is ${status}. Only drafts can be changed, approved or deleted.`,
    { params: { value: status } },
  )

export const runNotOpen = (status: string): AppError =>
  new AppError('conflict', 'run_not_open', `The run is ${status}, so this is not possible.`, {
    params: { value: status },
  })

export const collectOnPast = (today: string): AppError =>
  invalidRequest([
    {
      pointer: '/collect_on',
      code: 'out_of_range',
      message: 'Use today or a later day.',
      params: { from: today },
    },
  ])

export const runChanged = (): AppError =>
  new AppError(
    'conflict',
    'run_changed',
    'What can be collected, or an account or mandate, has changed since the draft was made. Send `PATCH` with an empty object to compute it again.',
  )

export const secondPersonNeeded = (limit: string): AppError =>
  new AppError(
    'conflict',
    'second_person_needed',
    `You have already approved this run. Above ${limit} EUR in 24 hours, a second person must approve it, too.`,
    { params: { amount: limit, currency: 'EUR' } },
  )

export const alreadySubmitted = (): AppError =>
  new AppError(
    'conflict',
    'already_submitted',
    'The bank has the files of this run, so it cannot be canceled. If the bank refused them, record that instead.',
  )

export const fileNotInRun = (): AppError =>
  new AppError('not_found', 'run_file_not_found', 'The run has no file with this number.')

export const reportUnreadable = (message: string): AppError =>
  new AppError('invalid', 'report_unreadable', message)

export const reportForbidden = (): AppError =>
  new AppError('invalid', 'xml_forbidden', 'The XML has a DOCTYPE, which is not allowed.')

export const reportForeign = (): AppError =>
  new AppError(
    'invalid',
    'report_foreign',
    'The report is about a file that is not in this run. Send it to the run whose `message_id` it names.',
  )

export const reportTooLarge = (max: number): AppError =>
  new AppError('too_large', 'file_too_large', `The report is larger than ${max} bytes.`, {
    params: { max },
  })
