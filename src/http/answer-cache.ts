import type { Clock } from '../platform/clock.ts'
import { committedState, type Db } from '../platform/database/db.ts'

const CHARACTERS_MAX = 8 * 1024 * 1024
/** What each takes besides: callers choose how many small ones there are. */
const ENTRY_SIZE = 200
const MINUTE_MS = 60_000

/** A body as it is sent, with the tag that it is known by. */
export interface JsonAnswer {
  readonly json: string
  readonly etag: string
}

export type AnswerCache = UnchangedCache<JsonAnswer>

export const createAnswerCache = (deps: Pick<UnchangedCacheDeps<JsonAnswer>, 'db' | 'clock'>) =>
  createUnchangedCache<JsonAnswer>({
    ...deps,
    sizeMax: CHARACTERS_MAX,
    sizeOf: ({ json }) => json.length,
  })

export type UnchangedCache<T> = (key: string, make: () => Promise<T>) => Promise<T>

export interface UnchangedCacheDeps<T> {
  readonly db: Db
  readonly clock: Clock
  /** Of all that is kept together. */
  readonly sizeMax: number
  readonly sizeOf: (answer: T) => number
}

/**
 * Answers that need not be made again, because nothing was committed since they were, by whatever
 * process, and the minute is the same (days begin with one). Only for what depends on the database, the
 * day and the key. Where the database cannot say so at once (PostgreSQL), every answer is made anew.
 */
export function createUnchangedCache<T>(deps: UnchangedCacheDeps<T>): UnchangedCache<T> {
  const { db, clock, sizeMax, sizeOf } = deps
  const answers = new Map<string, T>()
  let size = 0
  let validFor = ''

  const stateNow = (): string | null => {
    const state = committedState(db)
    const nowMs = clock.now()
    return state === null ? null : `${state} ${nowMs - (nowMs % MINUTE_MS)}`
  }

  const clear = () => {
    answers.clear()
    size = 0
  }

  const keep = (key: string, answer: T) => {
    const more = ENTRY_SIZE + key.length + sizeOf(answer)
    if (size + more > sizeMax) clear()
    if (more > sizeMax) return
    answers.set(key, answer)
    size += more
  }

  return async (key, make) => {
    const state = stateNow()
    if (state === null) return make()
    if (state !== validFor) clear()
    validFor = state
    const known = answers.get(key)
    if (known) return known
    const answer = await make()
    // What was committed while it was made may be in it or not.
    if (validFor === state && stateNow() === state) keep(key, answer)
    return answer
  }
}
