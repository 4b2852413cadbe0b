import type { SanitizedTemplate } from '@billwright/templates/sanitizer'
import { AppError } from '../../../kernel/errors.ts'
import { createWorker, type Worker } from '../../../platform/worker.ts'
import { templateTooComplex } from '../faults.ts'

export interface SanitizeJob {
  readonly source: string
  /** Paths of its files from the manifest. */
  readonly assets: readonly string[]
}

const TIMEOUT_MS = 10_000

/**
 * `sanitize` and a test compilation in a separate process, so that requests do not wait.
 */
export const createSanitizer = (): Worker<SanitizeJob, SanitizedTemplate> =>
  createWorker({
    module: new URL('./sanitize-worker.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    timedOut: () =>
      new AppError(
        'timeout',
        'template_timeout',
        'Sanitizing the template took too long. Simplify it.',
      ),
    outOfMemory: () =>
      templateTooComplex('Sanitizing the template takes too much memory. Simplify it.'),
  })
