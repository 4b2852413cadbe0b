import type pg from 'pg'
import { after } from '../../clock.ts'
import { breaksConnection, isPlanOutdated, storageCode } from '../storage-error.ts'
import type { PostgresProbe } from './probe.ts'

interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** By which the server keeps it for the next time; undefined: it need not. */
  readonly name: string | undefined
}

/** A connection, until it is released. */
export interface PostgresLease {
  query(statement: Statement): Promise<pg.QueryResult>
  release(options?: { readonly isBroken: boolean }): void
}

export interface LeaseOptions {
  readonly server: string
  /** Of the server's own process for it; null where somebody stands between, e.g. a pooler. */
  readonly processId: number | null
  readonly probe: PostgresProbe
  /** When the server should have given up by itself; null: it need not. */
  readonly limitMs: number | null
  /** Called when the server takes no writes any more, or does not even answer. */
  onLost(): void
}

/** How long a statement takes before somebody asks what has become of it, and between two times. */
const ASK_AFTER_MS = 2_000
const ASK_AGAIN_MS = 500

export function leaseOf(client: pg.PoolClient, options: LeaseOptions): PostgresLease {
  let isUseless = false

  const ask = ({ text, parameters, name }: Statement) => {
    // A pooler hands on each transaction to another server's process, which knows no names of before.
    const named = name === undefined || options.processId === null ? {} : { name }
    return answered(client, options, () =>
      client.query({ ...named, text, values: [...parameters] }),
    )
  }

  return {
    async query(statement) {
      const isAlone = client.getTransactionStatus() === 'I'
      try {
        return await ask(statement)
      } catch (error) {
        isUseless ||= breaksConnection(error) || isPlanOutdated(error)
        if (storageCode(error) === '25006' || error instanceof Unanswered) options.onLost()
        if (isAlone && isPlanOutdated(error)) return await ask({ ...statement, name: undefined })
        throw error
      }
    },
    release({ isBroken } = { isBroken: false }) {
      const isInTransaction = client.getTransactionStatus() !== 'I'
      client.release(isBroken || isUseless || isInTransaction)
    },
  }
}

/**
 * A network that swallows what is sent says nothing, and neither `pg` nor the kernel notices for many
 * minutes. A statement may take long; one that its server does not know of never ends.
 */
export class Unanswered extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('PostgreSQL did not answer.')
  }
}

async function answered<T>(
  client: pg.PoolClient,
  options: LeaseOptions,
  ask: () => Promise<T>,
): Promise<T> {
  let isCut = false
  const watch = watchStatement(options, () => {
    isCut = true
    // With a statement under way this cuts the connection at once, and the statement fails.
    void client.end().catch(() => {})
  })
  try {
    return await ask()
  } catch (error) {
    throw isCut ? new Unanswered() : error
  } finally {
    watch.end()
  }
}

function watchStatement({ server, processId, probe, limitMs }: LeaseOptions, cut: () => void) {
  let isOver = false
  let doubts = 0
  const end = () => {
    isOver = true
    stopAsking()
    stopWaiting()
  }
  const give = () => {
    if (isOver) return
    end()
    cut()
  }
  const look = async () => {
    const verdict = await probe.worksFor(server, processId)
    if (isOver) return
    if (verdict === 'silent') return give()
    // Its answer may be on the way just now.
    doubts = verdict === 'idle' ? doubts + 1 : 0
    if (doubts > 1) return give()
    stopAsking = after(doubts > 0 ? ASK_AGAIN_MS : ASK_AFTER_MS, look)
  }
  let stopAsking = after(ASK_AFTER_MS, look)
  const stopWaiting = limitMs === null ? () => {} : after(limitMs, give)
  return { end }
}
