import { answerJobs } from '../../../../platform/worker.ts'
import { compile } from '../../language/render.ts'
import { sanitizeTemplate } from '../sanitize.ts'
import type { SanitizeJob } from './sanitize-apart.ts'

/** The worker of `createSanitizer`. */
answerJobs(({ source, options }: SanitizeJob) => {
  const result = sanitizeTemplate(source, options)
  compile(result.html)
  return result
})
