import { createThread, type Thread } from '../../platform/worker.ts'
import { tooComplex } from '../xml/reading-errors.ts'
import type { ReadDraft } from './read-draft.ts'

const TIMEOUT_MS = 10_000

/** `readDraft` in a worker thread, so that other requests do not wait. */
export const createDraftReader = (): Thread<Uint8Array, ReadDraft> =>
  createThread({
    module: new URL('./read-draft-worker.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  })
