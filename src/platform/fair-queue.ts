/**
 * Runs a few jobs at once and lets a few more wait. Each key, such as a company, has a queue, and
 * the queues are served in turn, so that a long one does not delay the others.
 */
export interface FairQueue {
  /** Runs the job now or in its turn. Throws `QueueFull` at once, or after waiting `waitMs`. */
  run<T>(job: () => Promise<T>, waitMs: number, key?: Key): Promise<T>
  /** Resolves at the caller's turn with a function that ends the turn. */
  enter(waitMs: number, key?: Key): Promise<() => void>
  /** Whether several keys had jobs lately. */
  isShared(): boolean
  /** Resolves once nothing runs or waits. */
  drained(): Promise<void>
}

interface FairQueueOptions {
  /** Jobs that run at once. */
  readonly slots: number
  /** Jobs of one key that run at once; default: all. A function is asked each time. */
  readonly slotsPerKey?: number | (() => number)
  /** Jobs of one key that wait. */
  readonly waitingMax: number
}

type Key = bigint | null
type Start = () => void

/** A key that is not among so many jobs in a row is no longer counted. */
const LATELY = 100

export class QueueFull extends Error {}

export function createFairQueue({
  slots,
  slotsPerKey = slots,
  waitingMax,
}: FairQueueOptions): FairQueue {
  /** In the order of their turns. */
  const lines = new Map<Key, Set<Start>>()
  const runningOf = new Map<Key, number>()
  const idle = new Set<() => void>()
  let running = 0
  let latest: Key | undefined
  let sinceAnother = Infinity

  const limit = typeof slotsPerKey === 'function' ? slotsPerKey : () => slotsPerKey
  const hasRoom = (key: Key) => (runningOf.get(key) ?? 0) + 1 <= limit()

  const begin = (key: Key) => {
    running += 1
    if (latest !== undefined) sinceAnother = key === latest ? sinceAnother + 1 : 0
    latest = key
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1)
  }

  const turn = (waitMs: number, key: Key) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(key) ?? new Set()
      if (line.size >= waitingMax) return reject(new QueueFull('Too many jobs are waiting.'))
      const timer = setTimeout(() => {
        line.delete(start)
        if (line.size === 0) lines.delete(key)
        reject(new QueueFull('The job waited too long.'))
      }, waitMs)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      lines.set(key, line.add(start))
    })

  /**
   * Starts the first job of the next line directly, so that no later job takes the place; the line
   * goes to the end. Starts more if there is room, because the share of a key may have grown.
   */
  const beginNext = () => {
    for (const [key, line] of lines) {
      if (running >= slots) return
      const [start] = line
      if (!start || !hasRoom(key)) continue
      line.delete(start)
      lines.delete(key)
      // The loop reaches this line again, because a `Map` is iterated in insertion order.
      if (line.size > 0) lines.set(key, line)
      begin(key)
      start()
    }
  }

  const leave = (key: Key) => {
    running -= 1
    const others = (runningOf.get(key) ?? 1) - 1
    if (others === 0) runningOf.delete(key)
    else runningOf.set(key, others)
    beginNext()
    if (running > 0) return
    for (const resolve of idle) resolve()
    idle.clear()
  }

  const begun = (waitMs: number, key: Key): Promise<void> | null => {
    if (running >= slots || !hasRoom(key)) return turn(waitMs, key)
    begin(key)
    return null
  }

  return {
    enter: async (waitMs, key = null) => {
      await begun(waitMs, key)
      let hasLeft = false
      return () => {
        if (!hasLeft) leave(key)
        hasLeft = true
      }
    },
    run: async (job, waitMs, key = null) => {
      const waiting = begun(waitMs, key)
      if (waiting) await waiting
      try {
        return await job()
      } finally {
        leave(key)
      }
    },
    isShared: () => sinceAnother < LATELY,
    drained: () =>
      new Promise((resolve) => {
        if (running === 0) resolve()
        else idle.add(resolve)
      }),
  }
}
