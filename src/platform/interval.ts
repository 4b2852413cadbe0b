import { setTimeout } from 'node:timers/promises'
import { roughly } from './ids.ts'

export interface Interval {
  /** Resolves when the current run, if any, has ended; none starts after it. */
  stop(): Promise<void>
}

/**
 * Runs `work` now and again after each interval, with up to a tenth of jitter so that processes do
 * not run in step. A failure goes to `onError`, and the next run still happens.
 */
export function startInterval({
  everyMs,
  work,
  onError,
}: {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onError: (error: unknown) => void
}): Interval {
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
