import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The load of this process. */
export interface Pressure {
  /** Median event loop delay over the last window. */
  eventLoopDelayMs(): number
  /** The system's limit of open files, including connections; null if unknown. */
  readonly openFilesMax: number | null
  stop(): void
}

const RESOLUTION_MS = 20
/** Long enough that a single slow statement does not affect the median. */
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
    // Only Linux has this file; elsewhere a safe default applies.
    return null
  }
}
