import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  compiledForCompany,
  deleteRowsBefore,
  type NewRow,
  tablesOf,
} from '../../../../platform/database/scope.ts'

export interface Outcome {
  readonly id: string
  readonly fingerprint: string
  readonly resourceId: string | null
  /** Sealed. Null: committed, but the response is unknown. */
  readonly answer: Uint8Array | null
  readonly createdAt: string
}

type Row = NewRow<'idempotency_keys'>

export async function findOutcome(scope: CompanyDb, id: string): Promise<Outcome | undefined> {
  const [row] = await findRow(scope, id)
  if (!row) return undefined
  const { fingerprint, answer } = row
  return { id, fingerprint, resourceId: row.resource_id, answer, createdAt: row.created_at }
}

const findRow = compiledForCompany((scope, id: string) =>
  tablesOf(scope).selectFrom('idempotency_keys').selectAll().where('id', '=', id),
)

/**
 * False: the key already has an outcome. If another transaction is inserting one, this waits until
 * it ends.
 */
export async function insertOutcome(
  scope: CompanyDb,
  { id, fingerprint, resourceId, answer, createdAt }: Outcome,
): Promise<boolean> {
  const row = { id, fingerprint, resource_id: resourceId, answer, created_at: createdAt }
  return (await insertRow(scope, row)).length === 1
}

const insertRow = compiledForCompany((scope, row: Row) =>
  tablesOf(scope)
    .insertInto('idempotency_keys', row)
    .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
    .returning('id'),
)

export async function saveAnswer(scope: CompanyDb, id: string, answer: Uint8Array): Promise<void> {
  await updateRow(scope, { id, answer })
}

const updateRow = compiledForCompany((scope, { id, answer }: Pick<Row, 'id' | 'answer'>) =>
  tablesOf(scope).updateTable('idempotency_keys').set({ answer }).where('id', '=', id),
)

/** Deletes at most `limit` outcomes older than `instant` and returns how many. */
export const deleteOutcomesBefore = (
  scope: CompanyDb,
  before: string,
  limit: number,
): Promise<number> =>
  deleteRowsBefore(scope, 'idempotency_keys', { column: 'created_at', before, limit })

/** The companies with outcomes from before `instant`. */
export const listWithOutcomesBefore = (db: Db, among: Among, instant: string) =>
  companiesWith(db, 'idempotency_keys', { among, where: sql`created_at < ${instant}` })

/** Deletes this outcome unless a newer one replaced it. */
export async function deleteOutcome(
  scope: CompanyDb,
  { id, createdAt }: Pick<Outcome, 'id' | 'createdAt'>,
): Promise<void> {
  await tablesOf(scope)
    .deleteFrom('idempotency_keys')
    .where('id', '=', id)
    .where('created_at', '=', createdAt)
    .execute()
}
