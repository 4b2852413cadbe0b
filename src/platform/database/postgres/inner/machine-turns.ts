import { LRUCache } from 'lru-cache'
import { AppError, overloaded } from '../../../../kernel/errors.ts'
import { every } from '../../../clock.ts'
import { createFairQueue, QueueFull } from '../../../fair-queue.ts'
import { isUnavailable } from '../../storage-error.ts'
import type { CompanyId } from '../../tables.ts'
import type { PostgresLease, PostgresPool } from './pool.ts'

/** A full machine that answers nothing for this long is asked, and has as long to answer. */
const SILENCE_MS = 2_000
const CHECK_MS = 250
/** Connections for statements over all companies, which need every machine. */
const SLOTS_OF_ALL = 2
/** A company that moved to another machine counts for the old one until then. */
const PLACE_KEPT_MS = 60_000
const PLACES_MAX = 10_000
/** The coordinator answers these without a machine. */
const OF_COORDINATOR = /^(begin|rollback)/

interface MachineTurns {
  /** The pool for statements of one company, with a limit for its machine. */
  poolOf(pool: PostgresPool, company: CompanyId): PostgresPool
  /** The pool for statements over all companies. */
  poolOfAll(pool: PostgresPool): PostgresPool
}

interface MachineTurnsOptions {
  /** All connections of the process. */
  readonly size: number
  /** How long a call waits for a machine that works. */
  readonly waitMs: number
  findMachine(company: CompanyId): Promise<bigint>
  /** Reads anything from the machine of a company. */
  ask(company: CompanyId): Promise<unknown>
}

interface Machine {
  /** Calls that have a connection or wait for one. */
  calls: number
  heardMs: number
  /** Null: not asked. */
  askedMs: number | null
}

/**
 * One machine of a distributed database gets at most half of the connections, so that requests for
 * other machines go on while it is frozen. Calls wait for a busy machine; they fail soon if it does
 * not even answer a question.
 */
export function createMachineTurns({
  size,
  waitMs,
  findMachine,
  ask,
}: MachineTurnsOptions): MachineTurns {
  // Asking the coordinator for each statement would double the round trips of a read.
  const places = new LRUCache<CompanyId, Promise<bigint>>({ max: PLACES_MAX, ttl: PLACE_KEPT_MS })
  const slotsPerKey = Math.max(1, size / 2)
  const turns = createFairQueue({ slots: Infinity, slotsPerKey, waitingMax: Infinity })
  const turnsOfAll = createFairQueue({ slots: SLOTS_OF_ALL, waitingMax: Infinity })
  const machines = new Map<bigint, Machine>()

  const placeOf = (company: CompanyId): Promise<bigint> => {
    const known = places.get(company)
    if (known) return known
    const found = findMachine(company)
    places.set(company, found)
    found.catch(() => places.delete(company))
    return found
  }
  const machineAt = (place: bigint): Machine => {
    const machine = machines.get(place) ?? { calls: 0, heardMs: 0, askedMs: null }
    machines.set(place, machine)
    return machine
  }
  const turn = async (place: bigint, company: CompanyId): Promise<() => void> => {
    const machine = machineAt(place)
    if (isSilent(machine)) throw machineAway()
    if (machine.calls === 0) hear(machine)
    machine.calls += 1
    const entered = turns.enter(waitMs, place)
    try {
      return machine.calls <= slotsPerKey
        ? await entered
        : await unlessSilent(machine, entered, () => ask(company))
    } catch (error) {
      machine.calls -= 1
      void entered.then(
        (leave) => leave(),
        () => {},
      )
      throw error instanceof QueueFull ? overloaded() : error
    }
  }

  return {
    poolOf: (pool, company) =>
      limited(pool, async () => {
        const place = await placeOf(company)
        const leave = await turn(place, company)
        const machine = machineAt(place)
        return {
          leave() {
            machine.calls -= 1
            leave()
          },
          onAnswer: () => hear(machine),
        }
      }),
    poolOfAll: (pool) =>
      limited(pool, async () => {
        const leave = await turnsOfAll.enter(waitMs).catch((error: unknown) => {
          throw error instanceof QueueFull ? machineAway() : error
        })
        return { leave, onAnswer: () => {} }
      }),
  }
}

interface Turn {
  leave(): void
  onAnswer(): void
}

const limited = (pool: PostgresPool, enter: () => Promise<Turn>): PostgresPool => ({
  ...pool,
  async connect() {
    const turn = await enter()
    try {
      return leaseIn(turn, await pool.connect())
    } catch (error) {
      turn.leave()
      throw error
    }
  },
})

const leaseIn = ({ leave, onAnswer }: Turn, lease: PostgresLease): PostgresLease => ({
  ...lease,
  async query(statement) {
    const isOfMachine = !OF_COORDINATOR.test(statement.text)
    try {
      const result = await lease.query(statement)
      if (isOfMachine) onAnswer()
      return result
    } catch (error) {
      if (isOfMachine && !isUnavailable(error)) onAnswer()
      throw error
    }
  },
  release(options) {
    leave()
    lease.release(options)
  },
})

const hear = (machine: Machine): void => {
  machine.heardMs = performance.now()
}

const isLongAgo = (ms: number): boolean => performance.now() - ms > SILENCE_MS

const isSilent = ({ askedMs }: Machine): boolean => askedMs !== null && isLongAgo(askedMs)

/** Waits for a turn, but not longer than the machine works. A slow statement is no silence. */
async function unlessSilent<T>(
  machine: Machine,
  entered: Promise<T>,
  ask: () => Promise<unknown>,
): Promise<T> {
  const silence = Promise.withResolvers<never>()
  const stop = every(CHECK_MS, () => {
    if (isSilent(machine)) silence.reject(machineAway())
    else if (machine.askedMs === null && isLongAgo(machine.heardMs)) void question(machine, ask)
  })
  try {
    return await Promise.race([entered, silence.promise])
  } finally {
    stop()
  }
}

async function question(machine: Machine, ask: () => Promise<unknown>): Promise<void> {
  machine.askedMs = performance.now()
  try {
    await ask()
    hear(machine)
  } catch {
    // The statements that wait for the machine report the fault.
  } finally {
    machine.askedMs = null
  }
}

const machineAway = (): AppError =>
  new AppError(
    'unavailable',
    'storage_unavailable',
    'The machine of this company does not answer. Nothing was changed. Try again.',
    { retryAfterSeconds: 2 },
  )
