import { AppError, invalidRequest } from '../../../../kernel/errors.ts'

export const seriesNotFound = (): AppError =>
  new AppError('not_found', 'series_not_found', 'There is no number series with this id.')

export const seriesInUse = (): AppError =>
  new AppError(
    'conflict',
    'series_in_use',
    'This series has assigned numbers and cannot be deleted. Archive it instead: PUT `archived: true`.',
    { allowed: ['archive'] },
  )

export const seriesFixed = (fields: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'series_fixed',
    'This series has assigned numbers, so its key, pattern, reset and start are fixed. Create another series.',
    { fields },
  )

export const tooManySeries = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_series',
    `There are ${max} number series, which is the limit. Delete one first.`,
    { allowed: ['delete'], params: { max } },
  )

export const keyTaken = (): AppError =>
  invalidRequest([
    {
      pointer: '/key',
      code: 'duplicate',
      message: 'Another series of this kind has this key. Choose another key.',
    },
  ])

export const sameNumbers = ({ name, pattern }: { name: string; pattern: string }): AppError =>
  invalidRequest([
    {
      pointer: '/pattern',
      code: 'same_numbers',
      message: `${name} would give the same numbers. Use different patterns.`,
      params: { value: pattern },
    },
  ])

export const unknownSeries = (pointer: string): AppError =>
  invalidRequest([
    {
      pointer,
      code: 'unknown_series',
      message: 'Unknown series: use the key of a number series that is not archived.',
    },
  ])
