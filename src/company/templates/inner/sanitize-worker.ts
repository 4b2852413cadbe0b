import { answerJobs } from '../../../platform/worker.ts'
import { compileTemplate } from '../compile.ts'
import { sanitize } from '../sanitize.ts'
import type { SanitizeJob } from './sanitize-apart.ts'

/** The worker of `createSanitizer`. */
answerJobs(({ source, assets }: SanitizeJob) => {
  const result = sanitize(source, assets)
  compileTemplate(result.html)
  return result
})
