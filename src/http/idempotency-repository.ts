import type { Db } from '../platform/database.ts'

/** What was answered, without what differs from one answer to the next (request id, date). */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Outcome {
  readonly id: string
  readonly fingerprint: string
  readonly resourceId: string | null
  /** Null: the work was committed, and what was answered is not known. */
  readonly answer: Answer | null
  readonly createdAt: string
}

export async function findOutcome(db: Db, id: string): Promise<Outcome | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, headers, body } = row
  return {
    id,
    fingerprint: row.fingerprint,
    resourceId: row.resource_id,
    answer:
      status === null
        ? null
        : {
            status: Number(status),
            headers: JSON.parse(headers ?? '{}'),
            body: body ?? new Uint8Array(),
          },
    createdAt: row.created_at,
  }
}

/**
 * False: the key has an outcome already. Where another transaction is about to give it one, this
 * waits until that one has ended.
 */
export async function insertOutcome(db: Db, outcome: Outcome): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({
      id: outcome.id,
      fingerprint: outcome.fingerprint,
      resource_id: outcome.resourceId,
      ...columnsOf(outcome.answer),
      created_at: outcome.createdAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function saveAnswer(db: Db, id: string, answer: Answer): Promise<void> {
  await db.updateTable('idempotency_keys').set(columnsOf(answer)).where('id', '=', id).execute()
}

/** Deletes at most `limit` outcomes from before `instant`, and says how many. */
export async function deleteOutcomesBefore(
  db: Db,
  instant: string,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('id', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('id')
        .where('created_at', '<', instant)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes that outcome unless it was replaced by a newer one in the meantime. */
export async function deleteOutcome(
  db: Db,
  { id, createdAt }: Pick<Outcome, 'id' | 'createdAt'>,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('id', '=', id)
    .where('created_at', '=', createdAt)
    .execute()
}

const columnsOf = (answer: Answer | null) => ({
  status: answer === null ? null : BigInt(answer.status),
  headers: answer === null ? null : JSON.stringify(answer.headers),
  body: answer === null ? null : answer.body,
})
