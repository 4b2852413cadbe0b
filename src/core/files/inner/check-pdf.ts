import { createWorker, type Worker } from '../../../platform/worker.ts'
import { fileTypeRefused } from '../errors.ts'
import type { AttachedFiles } from './pdf.ts'

const CHECK_TIMEOUT_MS = 10_000

const tooComplex = () =>
  fileTypeRefused('The PDF takes too much time or memory to check. Save it as a smaller file.')

/** Runs `checkPdf` in a separate process, so that other requests do not wait. */
export const createPdfChecker = (): Worker<Uint8Array, AttachedFiles> =>
  createWorker({
    module: new URL('./check-pdf-worker.ts', import.meta.url),
    timeoutMs: CHECK_TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  })
