import pg from 'pg'

/** Tells a statement that takes long from one whose answer will never come. */
export interface PostgresProbe {
  /** Whether the server answers, and works for that process of its own (null: not known which). */
  worksFor(server: string, processId: number | null): Promise<Verdict>
}

export type Verdict = 'works' | 'idle' | 'silent'

const ANSWER_TIMEOUT_MS = 2_000
/** With `track_activities` off nothing is known of any, and all pass for active. */
const ACTIVE = `select pid from pg_stat_activity where state is null or state not like 'idle%'`

/** Asks over a connection of its own, one at a time for each server, however many want to know. */
export function createPostgresProbe(): PostgresProbe {
  const asked = new Map<string, Promise<ReadonlySet<number> | null>>()

  const activeOn = (server: string) => {
    const under = asked.get(server)
    if (under) return under
    const answer = findActive(server).finally(() => asked.delete(server))
    asked.set(server, answer)
    return answer
  }

  return {
    async worksFor(server, processId) {
      const active = await activeOn(server)
      if (active === null) return 'silent'
      // The question itself is active: who names nobody, as CockroachDB, does not tell.
      if (processId === null || active.size === 0) return 'works'
      return active.has(processId) ? 'works' : 'idle'
    },
  }
}

async function findActive(server: string): Promise<ReadonlySet<number> | null> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(ACTIVE)
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // A server that refuses one more connection has answered.
    return error instanceof pg.DatabaseError && error.code?.startsWith('53') ? ALL : null
  } finally {
    void client.end().catch(() => {})
  }
}

const ALL: ReadonlySet<number> = Object.assign(new Set<number>(), { has: () => true })
