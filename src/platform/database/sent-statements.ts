import { type CompiledQuery, type QueryResult, sql } from 'kysely'
import type { Db } from './tables.ts'

type OnAnswer = (answer: Promise<QueryResult<unknown>>) => void

const SENT = new WeakMap<object, OnAnswer>()

/**
 * Sends this statement of a transaction to PostgreSQL without waiting for its answer, so that
 * others wait less for the transaction's locks. The next statement or the commit throws its error.
 * Use it only for a statement without rows whose error the caller does not catch.
 */
function sentOnly<Query extends CompiledQuery>(query: Query): Query {
  SENT.set(query, () => {})
  return query
}

/**
 * An earlier sent statement failed: a caller that catches errors of this one must not mistake it
 * for its own.
 */
export class EarlierFailure extends Error {}

export function failEarlier(cause: unknown): never {
  throw new EarlierFailure('A statement that was sent before failed.', { cause })
}

export const send = async (db: Db, query: CompiledQuery): Promise<void> =>
  void (await db.executeQuery(sentOnly(query)))

/**
 * Sends a statement with rows. Read them after the next statement, which is sent meanwhile.
 */
export async function asked<Row>(
  db: Db,
  query: CompiledQuery<Row>,
): Promise<() => Promise<readonly Row[]>> {
  let coming: Promise<QueryResult<unknown>> | undefined
  SENT.set(query, (answer) => {
    coming = answer
  })
  const result = await db.executeQuery(query)
  return async () => ((await (coming ?? result)) as QueryResult<Row>).rows
}

/** Throws the error of a statement that was only sent. */
export const settle = async (db: Db): Promise<void> => void (await sql`select 1`.execute(db))

/** How to handle the answer of a statement that is only sent; undefined: wait for it. */
export const onAnswerOf = (query: CompiledQuery): OnAnswer | undefined => SENT.get(query)
