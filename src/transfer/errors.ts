import { AppError, invalidRequest } from '../errors.ts'
import type { CsvReport } from './report.ts'

/** `reason` is a sentence. */
export const csvUnreadable = (reason: string): AppError =>
  new AppError('invalid', 'csv_unreadable', reason)

export const csvTooLarge = (bytesMax: number): AppError =>
  new AppError(
    'too_large',
    'csv_too_large',
    `The file is larger than ${bytesMax / 1024 / 1024} MiB. Split it, or use the command line.`,
    { limitBytes: bytesMax },
  )

/** The faults of a file, by line and column. */
export const csvFaults = ({ faults }: CsvReport): AppError =>
  invalidRequest(
    faults.map(({ line = 0, field, code, message }) => ({
      pointer: `/lines/${line}/${field}`,
      code,
      message,
    })),
  )

export const wrongMapping = (): AppError =>
  invalidRequest([
    {
      pointer: '?columns',
      code: 'wrong_format',
      message: 'Wrong format: use a JSON object such as {"Artikel":"name"}.',
    },
  ])
