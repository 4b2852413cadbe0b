import { AppError, invalidRequest } from '../../kernel/errors.ts'

export const entryNotFound = (): AppError =>
  new AppError('not_found', 'entry_not_found', 'There is no entry with this id.')

export const entryBilled = (invoiceId: string | null): AppError =>
  new AppError(
    'conflict',
    'entry_billed',
    'An invoice bills this entry. Delete the draft or its item, or void the invoice, then try again.',
    { invoice_id: invoiceId },
  )

export const unknownIn = (pointer: string, code: string, message: string): AppError =>
  invalidRequest([{ pointer, code, message }])
