import type { Clock } from '../platform/clock.ts'
import { committedState, type Db } from '../platform/database.ts'

const CHARACTERS_MAX = 8 * 1024 * 1024
const MINUTE_MS = 60_000

/** A body as it is sent, with the tag that it is known by. */
export interface JsonAnswer {
  readonly json: string
  readonly etag: string | null
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Answers that need not be made again, because nothing was committed since they were, by whatever
 * process, and the minute is the same (days begin with one). Only for what depends on the database, the
 * day and the key. Where the database cannot say so at once (PostgreSQL), every answer is made anew.
 */
export function createAnswerCache({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const answers = new Map<string, JsonAnswer>()
  let characters = 0
  let validFor = ''

  const stateNow = (): string | null => {
    const state = committedState(db)
    const nowMs = clock.now()
    return state === null ? null : `${state} ${nowMs - (nowMs % MINUTE_MS)}`
  }

  const clear = () => {
    answers.clear()
    characters = 0
  }

  const keep = (key: string, answer: JsonAnswer) => {
    if (characters + answer.json.length > CHARACTERS_MAX) clear()
    if (answer.json.length > CHARACTERS_MAX) return
    answers.set(key, answer)
    characters += answer.json.length
  }

  return async (key: string, make: () => Promise<JsonAnswer>): Promise<JsonAnswer> => {
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
