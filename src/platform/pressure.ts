import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How hard it is for this process to keep up. */
export interface Pressure {
  /** Median over the last window of how late the process comes to what is due. */
  eventLoopDelayMs(): number
  /** Open files, connections among them, that the system allows this process; null where unknown. */
  readonly openFilesMax: number | null
  stop(): void
}

const RESOLUTION_MS = 20
/** One long statement is no overload; a median over so long a time does not see it. */
const WINDOW_MS = 2_000
const NANOSECONDS = 1e6

export function watchPressure(): Pressure {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    delayMs = histogram.percentile(50) / NANOSECONDS
    histogram.reset()
  }, WINDOW_MS).unref()
  return {
    eventLoopDelayMs: () => delayMs,
    openFilesMax: openFilesMax(),
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

function openFilesMax(): number | null {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    // Only Linux says so in a file; elsewhere the limit that holds everywhere must do.
    return null
  }
}
