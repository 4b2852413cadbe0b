import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Clock, instant, instantAfter, secondsAfter } from '../../../platform/clock.ts'
import type { CommitHook } from '../../../platform/database/commit-hook.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Among, CompanyDb } from '../../../platform/database/scope.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { type Answer, openAnswer, sealAnswer } from './inner/answer.ts'
import * as ofInstallation from './inner/installation-repository.ts'
import {
  answerLost,
  fingerprintOf,
  type KeyedRequest,
  keyInFlight,
  keyReused,
} from './inner/key.ts'
import * as ofCompany from './inner/repository.ts'

type Log = Pick<FastifyBaseLogger, 'warn'>

const KEPT_SECONDS = 24 * 60 * 60
/** Time for another process between commit and storing the response; after that it counts as dead. */
const ANSWERED_WITHIN_SECONDS = 10
const LOST_MAX = 1_000

/** Knows which keys this process works on, and the outcomes of the others. */
export function createOutcomes(clock: Clock) {
  /** Fingerprints of the keys that this process is working on. */
  const inFlight = new Map<string, string>()
  /** Keys committed here whose response was not stored: retries need not wait. */
  const lost = new LRUCache<string, true>({ max: LOST_MAX })

  /** The outcome of the key's first request. Undefined if this is the first; the key is then taken. */
  async function begin(request: FastifyRequest, keyed: KeyedRequest) {
    const { id } = keyed
    const fingerprint = fingerprintOf(request, keyed)
    const other = inFlight.get(id)
    if (other !== undefined) throw other === fingerprint ? keyInFlight() : keyReused()
    inFlight.set(id, fingerprint)
    try {
      const known = await findKept(keyed)
      if (!known) return undefined
      if (known.fingerprint !== fingerprint) throw keyReused()
      if (known.answer === null) throw isStillComing(known) ? keyInFlight() : answerLost(known)
      const answer = await openAnswer(keyed, known.answer)
      if (answer === null) throw answerLost(known)
      inFlight.delete(id)
      return answer
    } catch (error) {
      inFlight.delete(id)
      throw error
    }
  }

  const isStillComing = ({ id, createdAt }: ofCompany.Outcome): boolean =>
    !lost.has(id) && createdAt >= instantAfter(clock, -ANSWERED_WITHIN_SECONDS)

  async function findKept(keyed: KeyedRequest): Promise<ofCompany.Outcome | undefined> {
    const { scope, id } = keyed
    const known = await storeOf(keyed).findOutcome(scope, id)
    if (!known || known.createdAt >= instantAfter(clock, -KEPT_SECONDS)) return known
    await storeOf(keyed).deleteOutcome(scope, known)
    return undefined
  }

  const outcomeOf = (id: string, given: Pick<ofCompany.Outcome, 'resourceId' | 'answer'>) => ({
    id,
    fingerprint: inFlight.get(id) ?? '',
    createdAt: instant(clock),
    ...given,
  })

  const commitHookOf = (keyed: KeyedRequest): CommitHook => ({
    async beforeCommit(trx, result) {
      // A second transaction, or work after the response, adds nothing.
      if (!keyed.isOpen || keyed.isCommitted) return
      const outcome = outcomeOf(keyed.id, { resourceId: idIn(result), answer: null })
      if (await storeOf(keyed).insertOutcome({ ...keyed.scope, db: trx }, outcome)) return
      keyed.isLate = true
      throw keyInFlight()
    },
    afterCommit() {
      if (keyed.isOpen) keyed.isCommitted = true
    },
  })

  /** Stores the response, except 429 and 5xx, where a retry may succeed. */
  async function conclude(keyed: KeyedRequest, answer: Answer | null, log: Log) {
    if (keyed.isCommitted) lost.set(keyed.id, true)
    if (keyed.isLate || answer === null || answer.status === 429 || answer.status >= 500) return
    if (!(await keep(keyed, answer, log))) throw keyInFlight()
  }

  /** False: another process used this key first, and its response counts. */
  async function keep(keyed: KeyedRequest, given: Answer, log: Log): Promise<boolean> {
    try {
      const answer = await sealAnswer(keyed, given)
      if (!keyed.isCommitted)
        return await storeOf(keyed).insertOutcome(
          keyed.scope,
          outcomeOf(keyed.id, { resourceId: null, answer }),
        )
      await storeOf(keyed).saveAnswer(keyed.scope, keyed.id, answer)
      lost.delete(keyed.id)
    } catch (error) {
      // The change is committed, so this response is better than none.
      log.warn({ err: error }, 'the response to a request with an Idempotency-Key was not stored')
    }
    return true
  }

  return {
    begin,
    commitHookOf,
    async end(keyed: KeyedRequest, answer: Answer | null, log: Log): Promise<void> {
      try {
        await conclude(keyed, answer, log)
      } finally {
        inFlight.delete(keyed.id)
      }
    },
  }
}

const storeOf = ({ isOfInstallation }: KeyedRequest) =>
  isOfInstallation ? ofInstallation : ofCompany

type AtTime<Place> = Place & { readonly at: string }

/** Deletes up to `limit` expired outcomes and returns how many. */
export const deleteOldOutcomes = (scope: AtTime<CompanyDb>, limit: number): Promise<number> =>
  ofCompany.deleteOutcomesBefore(scope, secondsAfter(scope.at, -KEPT_SECONDS), limit)

/** The companies that have expired outcomes. */
export const findOldOutcomes = (db: Db, among: Among, at: string): Promise<readonly CompanyId[]> =>
  ofCompany.listWithOutcomesBefore(db, among, secondsAfter(at, -KEPT_SECONDS))

/** Deletes expired outcomes in the table of the installation. */
export const deleteOldOutcomesOfInstallation = (
  place: AtTime<Pick<CompanyDb, 'db'>>,
  limit: number,
): Promise<number> =>
  ofInstallation.deleteOutcomesBefore(place, secondsAfter(place.at, -KEPT_SECONDS), limit)

/** The id in the result of a transaction, or in the first part of it that has one. */
function idIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null
  const owner = [result, ...Object.values(result)].find((it) => typeof it?.id === 'string')
  return owner?.id ?? null
}
