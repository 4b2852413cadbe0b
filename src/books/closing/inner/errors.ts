import { AppError } from '../../../kernel/errors.ts'

export const notPast = (until: string): AppError => {
  const message = `Only past days can be closed. Use ${until} or an earlier day.`
  const params = { until }
  return new AppError('invalid', 'not_past', message, {
    params,
    faults: [{ pointer: '/until', code: 'not_past', message, params }],
  })
}

export const alreadyClosed = (until: string): AppError =>
  new AppError(
    'conflict',
    'already_closed',
    `The books are closed until ${until} already. Use a later day, or reopen them.`,
    { closed_until: until, params: { until } },
  )

export const notClosed = (until: string | null): AppError =>
  new AppError(
    'conflict',
    'not_closed',
    until === null
      ? 'Nothing is closed.'
      : `The books are closed until ${until} only. Use an earlier day, or null to reopen all.`,
    { closed_until: until, ...(until === null ? {} : { params: { until } }) },
  )
