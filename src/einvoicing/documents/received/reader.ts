import type { GivenFile, Received } from '@billwright/einvoice/read'
import { createWorker, type Worker } from '../../../platform/worker.ts'
import { tooComplex } from '../errors.ts'

export type {
  GivenFile,
  Place,
  Received,
  ReceivedContent,
  ReceivedParty,
  ReceivedProfile,
} from '@billwright/einvoice/read'

const READ_TIMEOUT_MS = 10_000

/** Runs `readReceived` in a separate process, so that other requests do not wait. */
export const createReceivedReader = (): Worker<GivenFile, readonly Received[]> =>
  createWorker({
    module: new URL('./read-received-worker.ts', import.meta.url),
    timeoutMs: READ_TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  })
