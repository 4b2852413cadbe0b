import type { Selectable } from 'kysely'
import { compiledOnce } from '../../../../platform/database/compiled.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import type { Outcome } from './repository.ts'

/** The functions of `repository.ts` for the table of the installation. */
interface Place {
  readonly db: Db
}

type Row = Selectable<Tables['installation_idempotency_keys']>

export async function findOutcome({ db }: Place, id: string): Promise<Outcome | undefined> {
  const [row] = await findRow(db, id)
  if (!row) return undefined
  const { fingerprint, answer } = row
  return { id, fingerprint, resourceId: row.resource_id, answer, createdAt: row.created_at }
}

const findRow = compiledOnce((db, id: string) =>
  db.selectFrom('installation_idempotency_keys').selectAll().where('id', '=', id),
)

export async function insertOutcome(
  { db }: Place,
  { id, fingerprint, resourceId, answer, createdAt }: Outcome,
): Promise<boolean> {
  const row = { id, fingerprint, resource_id: resourceId, answer, created_at: createdAt }
  return (await insertRow(db, row)).length === 1
}

const insertRow = compiledOnce((db, row: Row) =>
  db
    .insertInto('installation_idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
)

export async function saveAnswer({ db }: Place, id: string, answer: Uint8Array): Promise<void> {
  await db
    .updateTable('installation_idempotency_keys')
    .set({ answer })
    .where('id', '=', id)
    .execute()
}

export async function deleteOutcomesBefore(
  { db }: Place,
  instant: string,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('installation_idempotency_keys')
    .where('id', 'in', (query) =>
      query
        .selectFrom('installation_idempotency_keys')
        .select('id')
        .where('created_at', '<', instant)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function deleteOutcome(
  { db }: Place,
  { id, createdAt }: Pick<Outcome, 'id' | 'createdAt'>,
): Promise<void> {
  await db
    .deleteFrom('installation_idempotency_keys')
    .where('id', '=', id)
    .where('created_at', '=', createdAt)
    .execute()
}
