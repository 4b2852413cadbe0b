import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../http/metrics.ts'
import { LeaseLost } from './handler.ts'
import type { JobObserver } from './runner.ts'

/** Logs failures, and times everything. */
export const createJobObserver = (
  logger: Pick<Logger, 'warn' | 'error'>,
  timeJob: Metrics['timeJob'],
): JobObserver => ({
  ended({ id, kind, attempts }, { outcome, error }, seconds) {
    timeJob({ kind, outcome, seconds })
    if (outcome === 'done' || error instanceof LeaseLost) return
    const details = { err: error, job: id, kind, attempts }
    if (outcome === 'failed') logger.error(details, 'a job failed and waits for a person')
    else logger.warn(details, 'a job failed and runs again')
  },
  warn: (error) => logger.warn({ err: error }, 'jobs could not be claimed or noted'),
})
