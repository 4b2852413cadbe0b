import type { Clock } from '../../platform/clock.ts'

export const WINDOW_MS = 60_000
/** So many callers a minute have a counter of their own; all that come later share one. */
const CALLERS_MAX = 50_000
const EVERYBODY_ELSE = 'everybody else'
/** From this part of its limit on, a caller's count is sent to the other processes. */
const TOLD_SHARE = 20
/** At most so many callers' counts are sent a minute. */
const TOLD_MAX = 1_000

/** One that was counted, and may be given back. */
export interface Use {
  readonly key: string
  readonly limit: number
  readonly windowEndsMs: number
}

/** What a process counted since it last told the others. */
export interface Untold {
  readonly key: string
  readonly count: number
}

interface Count {
  own: number
  /** What was asked for was there. */
  isKnown: boolean
  /** Of `own`, what the others know of. */
  told: number
  others: number
}

export type RequestCounters = ReturnType<typeof createRequestCounters>

/** Counts by key, all from zero again at the beginning of each minute. */
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

    /** As if it had not been taken; what counts nothing takes no room. */
    giveBack({ key, windowEndsMs: endedMs }: Use): void {
      const count = counts.get(key)
      if (!count || endedMs !== windowEndsMs) return
      count.own--
      if (count.own === 0 && !telling.has(key)) counts.delete(key)
    },

    /** That what it was used for is there: until the minute ends, a key is known or not. */
    remember({ key }: Use): void {
      const count = counts.get(key)
      if (count && key !== EVERYBODY_ELSE) count.isKnown = true
    },

    knows: (key: string): boolean => counts.get(key)?.isKnown ?? false,

    /** How many requests are left; below zero when too many were made. */
    left({ key, limit }: Pick<Use, 'key' | 'limit'>): number {
      turn()
      const { own, others } = counts.get(key) ?? { own: 0, others: 0 }
      return limit - own - others
    },

    secondsLeft: (): number => Math.max(1, Math.ceil((windowEndsMs - clock.now()) / 1000)),

    /** What the others are to be told now, of the minute that ends at `windowEndsMs`. */
    untold(): { readonly windowEndsMs: number; readonly counts: readonly Untold[] } {
      turn()
      const due = [...telling].filter(([, { own, told }]) => own !== told)
      return {
        windowEndsMs,
        counts: due.map(([key, { own, told }]) => ({ key, count: own - told })),
      }
    },

    /** They were told, and all processes together have counted `total`. */
    learn(told: Untold & { readonly windowEndsMs: number; readonly total: number }): void {
      const count = counts.get(told.key)
      if (!count || told.windowEndsMs !== windowEndsMs) return
      count.told += told.count
      count.others = told.total - count.told
    },
  }
}
