import type { Selectable } from 'kysely'
import { compiledOnce } from '../../platform/database/compiled.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Tables } from '../../platform/database/tables.ts'

export interface Outcome {
  readonly id: string
  readonly fingerprint: string
  readonly resourceId: string | null
  /** Sealed. Null: committed, but the response is unknown. */
  readonly answer: Uint8Array | null
  readonly createdAt: string
}

type Row = Selectable<Tables['idempotency_keys']>

export async function findOutcome(db: Db, id: string): Promise<Outcome | undefined> {
  const [row] = await findRow(db, id)
  if (!row) return undefined
  const { fingerprint, answer } = row
  return { id, fingerprint, resourceId: row.resource_id, answer, createdAt: row.created_at }
}

const findRow = compiledOnce((db, id: string) =>
  db.selectFrom('idempotency_keys').selectAll().where('id', '=', id),
)

/**
 * False: the key already has an outcome. If another transaction is inserting one, this waits until
 * it ends.
 */
export async function insertOutcome(
  db: Db,
  { id, fingerprint, resourceId, answer, createdAt }: Outcome,
): Promise<boolean> {
  const row = { id, fingerprint, resource_id: resourceId, answer, created_at: createdAt }
  return (await insertRow(db, row)).length === 1
}

const insertRow = compiledOnce((db, row: Row) =>
  db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
)

export async function saveAnswer(db: Db, id: string, answer: Uint8Array): Promise<void> {
  await updateRow(db, { id, answer })
}

const updateRow = compiledOnce((db, { id, answer }: Pick<Row, 'id' | 'answer'>) =>
  db.updateTable('idempotency_keys').set({ answer }).where('id', '=', id),
)

/** Deletes at most `limit` outcomes older than `instant` and returns how many. */
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

/** Deletes this outcome unless a newer one replaced it. */
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
