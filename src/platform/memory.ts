import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { every } from './clock.ts'

const CHECK_EVERY_MS = 2_000
/** CPU share of one core; the timers of an idle service use less. */
const REST_SHARE = 0.05
const WORTH_BYTES = 16 * 1024 * 1024

/**
 * Returns unused memory to the system when the service is idle, because V8 keeps its peak size, 25
 * MiB more than needed after startup. A collection takes some 80 ms and runs again only after the
 * heap has grown. Does nothing without `--expose-gc`. Returns a function that stops it.
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

/**
 * `bytes`, but at most `share` of the memory that this process and its children may use: the limit of the
 * control group, such as a container's, or the memory of the machine.
 */
export const withinMemory = (bytes: number, share: number): number =>
  Math.min(bytes, memoryBytes() * share)

/** Node says 0 without a control group, and a huge number if the group has no limit. */
const memoryBytes = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem())
