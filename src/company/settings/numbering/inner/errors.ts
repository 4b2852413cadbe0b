import { AppError } from '../../../../kernel/errors.ts'

export const numberTaken = (number: string): AppError =>
  new AppError(
    'conflict',
    'number_taken',
    `The next number, ${number}, is already in use. Change the numbering pattern in the settings.`,
    { number, params: { number } },
  )
