import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The load of this process. */
export interface Pressure {
  /** Starts to measure. The start of the process blocks the event loop, so it does not count. */
  begin(): void
  /** Median event loop delay, the lower one of the last two windows; 0 before `begin`. */
  eventLoopDelayMs(): number
  /** The system's limit of open files, including connections; null if unknown. */
  readonly openFilesMax: number | null
  stop(): void
}

type Histogram = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'reset' | 'percentile'
>

const RESOLUTION_MS = 20
/** A long step that fills one window does not count: after it, the process keeps up again. */
const WINDOW_MS = 2_000
const NANOSECONDS = 1e6

export function watchPressure(
  histogram: Histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
): Pressure {
  let timer: NodeJS.Timeout | undefined
  let before = 0
  let last = 0
  const endWindow = () => {
    before = last
    last = histogram.percentile(50) / NANOSECONDS
    histogram.reset()
  }
  return {
    begin() {
      if (timer) return
      histogram.enable()
      timer = setInterval(endWindow, WINDOW_MS).unref()
    },
    eventLoopDelayMs: () => Math.min(before, last),
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
