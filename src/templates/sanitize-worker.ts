import { parentPort } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import type { ThreadAnswer } from '../platform/worker.ts'
import { compile } from './render.ts'
import { type SanitizedTemplate, sanitizeTemplate } from './sanitize.ts'
import type { SanitizeJob } from './sanitize-apart.ts'

/** The thread's side of `createSanitizer`. */
function answer({ source, options }: SanitizeJob): ThreadAnswer<SanitizedTemplate> {
  try {
    const result = sanitizeTemplate(source, options)
    compile(result.html)
    return { result }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { kind, code, message, details } = error
    return { kind, code, message, details }
  }
}

parentPort?.on('message', (job: SanitizeJob) => parentPort?.postMessage(answer(job)))
