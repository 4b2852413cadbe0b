import { LRUCache } from 'lru-cache'
import { AppError } from '../../../../kernel/errors.ts'
import { createFairQueue, QueueFull } from '../../../fair-queue.ts'
import type { CompanyId } from '../../tables.ts'
import type { PostgresPool } from './pool.ts'

/** While all connections of a machine wait this long for it, it gets no more requests. */
const SILENCE_MS = 2_000
const WAIT_MS = 1_000
/** A company that moved to another machine counts for the old one until then. */
const PLACE_KEPT_MS = 60_000
const PLACES_MAX = 10_000

interface MachineTurns {
  /** The pool for statements of one company, with a limit for its machine. */
  poolOf(pool: PostgresPool, company: CompanyId): PostgresPool
}

/**
 * One machine of a distributed database gets at most half of the connections, so that requests for
 * other machines go on while it is frozen. Further requests for it fail soon instead of waiting.
 */
export function createMachineTurns(
  size: number,
  findMachine: (company: CompanyId) => Promise<bigint>,
): MachineTurns {
  // Asking the coordinator for each statement would double the round trips of a read.
  const places = new LRUCache<CompanyId, Promise<bigint>>({ max: PLACES_MAX, ttl: PLACE_KEPT_MS })
  const slotsPerKey = Math.max(1, size / 2)
  const turns = createFairQueue({ slots: Infinity, slotsPerKey, waitingMax: size })
  const held = new Map<bigint, number>()
  const heardMs = new Map<bigint, number>()

  const machineOf = (company: CompanyId): Promise<bigint> => {
    const known = places.get(company)
    if (known) return known
    const found = findMachine(company)
    places.set(company, found)
    found.catch(() => places.delete(company))
    return found
  }
  const isSilent = (machine: bigint): boolean =>
    (held.get(machine) ?? 0) + 1 > slotsPerKey &&
    performance.now() - (heardMs.get(machine) ?? 0) > SILENCE_MS
  const enter = async (machine: bigint): Promise<() => void> => {
    if (isSilent(machine)) throw machineAway()
    const leave = await turns.enter(WAIT_MS, machine).catch((error: unknown) => {
      throw error instanceof QueueFull ? machineAway() : error
    })
    const count = held.get(machine) ?? 0
    if (count === 0) heardMs.set(machine, performance.now())
    held.set(machine, count + 1)
    return () => {
      held.set(machine, (held.get(machine) ?? 1) - 1)
      heardMs.set(machine, performance.now())
      leave()
    }
  }

  return {
    poolOf: (pool, company) => ({
      ...pool,
      async connect() {
        const leave = await enter(await machineOf(company))
        try {
          const lease = await pool.connect()
          return {
            ...lease,
            release(options) {
              leave()
              lease.release(options)
            },
          }
        } catch (error) {
          leave()
          throw error
        }
      },
    }),
  }
}

const machineAway = (): AppError =>
  new AppError(
    'unavailable',
    'storage_unavailable',
    'The machine of this company does not answer. Nothing was changed. Try again.',
    { retryAfterSeconds: 2 },
  )
