import type { Clock } from '../../../platform/clock.ts'

export const WINDOW_MS = 60_000
/** Callers with a counter each, per minute; all later ones share one counter. */
const CALLERS_MAX = 50_000
const EVERYBODY_ELSE = 'everybody else'
/** Once a caller has used this part of its limit, the other processes get its count. */
const TOLD_SHARE = 20
/** Callers whose counts are sent in a minute, at most. */
const TOLD_MAX = 1_000

/** One counted request, which may be taken back. */
export interface Use {
  readonly key: string
  readonly limit: number
  readonly windowEndsMs: number
}

/** Requests that a process counted since it last sent its counts. */
export interface Untold {
  readonly key: string
  readonly count: number
}

interface Count {
  own: number
  /** The requested resource exists. */
  isKnown: boolean
  /** The part of `own` that the other processes know. */
  told: number
  others: number
}

export type RequestCounters = ReturnType<typeof createRequestCounters>

/** Counts by key. Each minute begins at zero. */
export function createRequestCounters(clock: Clock) {
  const counts = new Map<string, Count>()
  const telling = new Map<string, Count>()
  let windowEndsMs = 0

  const turn = () => {
    const isCurrent = clock.now() < windowEndsMs && windowEndsMs - clock.now() <= WINDOW_MS
    if (isCurrent) return
    counts.clear()
    telling.clear()
    windowEndsMs = clock.now() - (clock.now() % WINDOW_MS) + WINDOW_MS
  }

  const countOf = (key: string): Count => {
    const known = counts.get(key)
    if (known) return known
    const made = { own: 0, isKnown: false, told: 0, others: 0 }
    counts.set(key, made)
    return made
  }

  return {
    take(wanted: string, limit: number): Use {
      turn()
      const key = counts.has(wanted) || counts.size < CALLERS_MAX ? wanted : EVERYBODY_ELSE
      const count = countOf(key)
      count.own++
      const isMuch = key !== EVERYBODY_ELSE && count.own * TOLD_SHARE >= limit
      if (isMuch && telling.size < TOLD_MAX) telling.set(key, count)
      return { key, limit, windowEndsMs }
    },

    /** Takes the request back; an entry without requests is deleted. */
    giveBack({ key, windowEndsMs: endedMs }: Use): void {
      const count = counts.get(key)
      if (!count || endedMs !== windowEndsMs) return
      count.own--
      if (count.own === 0 && !telling.has(key)) counts.delete(key)
    },

    /** Records that the key opens a resource; it counts as known until the minute ends. */
    remember({ key }: Use): void {
      const count = counts.get(key)
      if (count && key !== EVERYBODY_ELSE) count.isKnown = true
    },

    knows: (key: string): boolean => counts.get(key)?.isKnown ?? false,

    /** Requests left; below zero if there were too many. */
    left({ key, limit }: Pick<Use, 'key' | 'limit'>): number {
      turn()
      const { own, others } = counts.get(key) ?? { own: 0, others: 0 }
      return limit - own - others
    },

    secondsLeft: (): number => Math.max(1, Math.ceil((windowEndsMs - clock.now()) / 1000)),

    /** The counts to send to the others now, for the minute that ends at `windowEndsMs`. */
    untold(): { readonly windowEndsMs: number; readonly counts: readonly Untold[] } {
      turn()
      const due = [...telling].filter(([, { own, told }]) => own !== told)
      return {
        windowEndsMs,
        counts: due.map(([key, { own, told }]) => ({ key, count: own - told })),
      }
    },

    /** Records that the others have the count, and the total of all processes. */
    learn(told: Untold & { readonly windowEndsMs: number; readonly total: number }): void {
      const count = counts.get(told.key)
      if (!count || told.windowEndsMs !== windowEndsMs) return
      count.told += told.count
      count.others = told.total - count.told
    },
  }
}
