import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './tables.ts'

type OnAnswer = (answer: Promise<QueryResult<unknown>>) => void

const SENT = new WeakMap<object, OnAnswer>()

/**
 * PostgreSQL gets this statement of a transaction without a wait for its answer, so that others wait
 * less for what the transaction has locked. Its error is thrown by the next statement or by the
 * commit: only for a statement without rows to return, whose error the caller does not catch.
 */
function sentOnly<Query extends CompiledQuery>(query: Query): Query {
  SENT.set(query, () => {})
  return query
}

/** A statement that was sent before failed: who catches errors of this one must not take it for theirs. */
export class EarlierFailure extends Error {}

export function failEarlier(cause: unknown): never {
  throw new EarlierFailure('A statement that was sent before failed.', { cause })
}

export const send = async (db: Db, query: CompiledQuery): Promise<void> =>
  void (await db.executeQuery(sentOnly(query)))

/** The same for a statement with rows. Read them after the next statement, which is sent meanwhile. */
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

/** What to do with the answer of a statement that is only sent; undefined: it is waited for. */
export const onAnswerOf = (query: CompiledQuery): OnAnswer | undefined => SENT.get(query)
