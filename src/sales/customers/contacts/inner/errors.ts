import { AppError } from '../../../../kernel/errors.ts'

export const contactNotFound = (): AppError =>
  new AppError('not_found', 'contact_not_found', 'This customer has no contact with this id.')

export const addressNotFound = (): AppError =>
  new AppError('not_found', 'address_not_found', 'This customer has no address with this id.')

export const tooManyEntries = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_entries',
    `This customer has ${max} contacts or addresses, which is the limit. Delete one first.`,
    { allowed: ['delete'], params: { max } },
  )
