import { setTimeout } from 'node:timers/promises'
import { roughly } from './ids.ts'

export interface Recurring {
  /** Resolves when the run under way, if any, has ended; none begins after. */
  stop(): Promise<void>
}

/**
 * Runs `work` at once and then again that long after it ended, a tenth more or less, so that several
 * processes do not work in step. A run that fails is told to `onError`; the next one comes all the same.
 */
export function startRecurring({
  everyMs,
  work,
  onError,
}: {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onError: (error: unknown) => void
}): Recurring {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async () => {
    while (!signal.aborted) {
      await work().catch(onError)
      await setTimeout(roughly(everyMs), undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
