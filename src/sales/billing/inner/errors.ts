import { AppError, invalidRequest } from '../../../kernel/errors.ts'

export const nothingToBill = (): AppError =>
  new AppError(
    'conflict',
    'nothing_to_bill',
    'This customer has no open time or expenses in this currency up to that day.',
  )

export const wrongEntries = (message: string): AppError =>
  invalidRequest([{ pointer: '/entry_ids', code: 'unknown_entry', message }])
