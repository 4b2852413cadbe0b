import { AppError } from '../../../kernel/errors.ts'

export const jobNotFound = (): AppError =>
  new AppError('not_found', 'job_not_found', 'There is no such job. Completed jobs are deleted.')

export const jobRunning = (): AppError =>
  new AppError('conflict', 'job_running', 'The job is running now. Try again when it has ended.')

export const jobPeriodic = (): AppError =>
  new AppError(
    'conflict',
    'job_periodic',
    'This job repeats, so it cannot be dropped. Retry it to run it now.',
  )
