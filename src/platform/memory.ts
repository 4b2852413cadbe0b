import { getHeapStatistics } from 'node:v8'
import { every } from './clock.ts'

const CHECK_EVERY_MS = 2_000
/** Of one core; the timers of a service that nobody asks for anything take less. */
const REST_SHARE = 0.05
const WORTH_BYTES = 16 * 1024 * 1024

/**
 * Gives back to the system what work has left behind, whenever there is a rest: V8 keeps what it grew
 * to, after a start 25 MiB more than it needs. It takes some 80 ms, and not again before the heap has
 * grown. Needs `--expose-gc`; without it nothing happens. Returns what ends it.
 */
export function giveMemoryBack(): () => void {
  const { gc } = globalThis
  if (!gc) return () => {}
  let before = process.cpuUsage()
  let keptBytes = 0
  return every(CHECK_EVERY_MS, () => {
    const used = process.cpuUsage(before)
    before = process.cpuUsage()
    keptBytes = Math.min(keptBytes, heapBytes())
    const isResting = (used.user + used.system) / 1000 < CHECK_EVERY_MS * REST_SHARE
    if (!isResting || heapBytes() - keptBytes < WORTH_BYTES) return
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    keptBytes = heapBytes()
  })
}

const heapBytes = (): number => getHeapStatistics().total_heap_size
