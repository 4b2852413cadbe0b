import pg from 'pg'
import { every } from '../../../clock.ts'
import { storageCode } from '../../storage-error.ts'

export interface Watched {
  readonly server: string
  /** The server's process for this connection; null behind a pooler, where it changes. */
  readonly processId: number | null
  /** Time after which the server should have canceled the statement; null: never. */
  readonly limitMs: number | null
}

/** Calls `cut` for a statement whose answer will not come. Returns a function that ends the watch. */
export type StatementWatch = (statement: Watched, cut: () => void) => () => void

/** The server is asked about statements that take longer, and again after the same time. */
const ASK_EVERY_MS = 2_000
const ANSWER_TIMEOUT_MS = 2_000
/**
 * For work without a time limit, such as a migration: nobody waits for it, and its server may be
 * very busy.
 */
const PATIENT_SILENCES = 10

/**
 * If a network drops packets silently, neither `pg` nor the kernel notices for minutes. A
 * statement may take long, so we ask the server whether it is still working on it.
 */
export function createStatementWatch(): StatementWatch {
  const asked = new Map<string, Promise<Activity>>()
  /** One question at a time for each server, however many statements are slow. */
  const activityOf = (server: string): Promise<Activity> => {
    const answer = asked.get(server) ?? ask(server).finally(() => asked.delete(server))
    asked.set(server, answer)
    return answer
  }

  return ({ server, processId, limitMs }, cut) => {
    const startedMs = performance.now()
    let isOver = false
    let [idleAnswers, silences] = [0, 0]
    const silencesMax = limitMs === null ? PATIENT_SILENCES : 1
    const end = () => {
      isOver = true
      stop()
    }
    const stop = every(ASK_EVERY_MS, async () => {
      const activity = await activityOf(server)
      if (isOver) return
      const isIdle = Array.isArray(activity) && processId !== null && !activity.includes(processId)
      // At the first such reply, the statement's answer may still be on its way.
      idleAnswers = isIdle ? idleAnswers + 1 : 0
      silences = activity === 'silent' ? silences + 1 : 0
      const isLate = limitMs !== null && performance.now() - startedMs > limitMs
      if (silences < silencesMax && idleAnswers < 2 && !isLate) return
      end()
      cut()
    })
    return end
  }
}

/** The active processes. A server that refuses one more connection is busy, not silent. */
type Activity = readonly number[] | 'busy' | 'silent'

/** With `track_activities` off the state is null, and all count as active. */
const ACTIVE = `select pid from pg_stat_activity where state is null or state not like 'idle%'`

async function ask(server: string): Promise<Activity> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(ACTIVE)
    // This query is active itself, so an engine that lists no process does not report activity.
    return rows.length === 0 ? 'busy' : rows.map(({ pid }) => pid)
  } catch (error) {
    return storageCode(error).startsWith('53') ? 'busy' : 'silent'
  } finally {
    void client.end().catch(() => {})
  }
}
