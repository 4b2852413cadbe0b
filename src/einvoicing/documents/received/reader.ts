import { createWorker, type Worker } from '../../../platform/worker.ts'
import { tooComplex } from '../errors.ts'
import type { GivenFile } from '../inner/hybrid/xml-of.ts'
import type { Received } from './inner/read-received.ts'

export type { GivenFile, Place } from '../inner/hybrid/xml-of.ts'
export type { ReceivedContent, ReceivedParty } from './inner/content.ts'
export type { ReceivedProfile } from './inner/judged.ts'
export type { Received } from './inner/read-received.ts'

const READ_TIMEOUT_MS = 10_000

/** Runs `readReceived` in a separate process, so that other requests do not wait. */
export const createReceivedReader = (): Worker<GivenFile, readonly Received[]> =>
  createWorker({
    module: new URL('./read-received-worker.ts', import.meta.url),
    timeoutMs: READ_TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  })
