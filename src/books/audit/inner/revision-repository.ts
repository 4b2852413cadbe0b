import { sql } from 'kysely'
import { canonicalJson } from '../../../core/record/canonical-json.ts'
import type { Revision } from '../../../core/record/chain.ts'
import { unpacked } from '../../../core/record/packed-changes.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { batches, ROWS_PER_BATCH } from './batches.ts'
import type { ReadRevision } from './chain-walk.ts'
import { type DeletedInvoice, deletedIn } from './deleted-numbers.ts'

/** The last revision of an invoice. */
export interface LastRevision {
  readonly invoice_id: string
  readonly sequence: bigint
  readonly version: bigint
  readonly action: string
  readonly state_version: bigint
  readonly state_hash: string
}

/** The whole chain in its order. */
export const readChain = (scope: CompanyDb) =>
  batches<ReadRevision>(async (after) => {
    const rows = await tablesOf(scope)
      .selectFrom('revisions')
      .selectAll()
      // From the very first, even if its sequence was changed.
      .$if(after !== undefined, (query) => query.where('sequence', '>', after?.sequence ?? 0n))
      .orderBy('sequence')
      .limit(ROWS_PER_BATCH)
      .execute()
    return rows.map(toRead)
  })

const toRead = (row: Tables['revisions']): ReadRevision => ({
  sequence: row.sequence,
  invoiceId: row.invoice_id,
  revision: toRevision(row),
})

/** Null: the changes are not the stored canonical JSON. */
export function toRevision(row: Tables['revisions']): Revision | null {
  const text = unpacked(row)
  const changes = text === null ? undefined : parsed(text)
  if (changes === undefined || canonicalJson(changes) !== text) return null
  return {
    sequence: row.sequence,
    resourceId: row.invoice_id,
    version: Number(row.version),
    action: row.action,
    actor: {
      kind: row.actor_kind as Revision['actor']['kind'],
      id: row.actor_id,
      name: row.actor_name,
    },
    at: row.at,
    changes: changes as Revision['changes'],
    stateVersion: Number(row.state_version),
    stateHash: row.state_hash,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const LAST_REVISION = [
  'invoice_id',
  'sequence',
  'version',
  'action',
  'state_version',
  'state_hash',
] as const

export async function lastRevisions(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LastRevision>> {
  const rows = await tablesOf(scope)
    .selectFrom('revisions')
    .select(LAST_REVISION)
    .where('invoice_id', 'in', ids)
    .where('sequence', '=', (e) =>
      e
        .selectFrom('revisions as later')
        .select((l) => l.fn.max('later.sequence').as('last'))
        .where('later.company_id', '=', scope.companyId)
        .whereRef('later.invoice_id', '=', 'revisions.invoice_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.invoice_id, row]))
}

/** The tables whose rows have revisions, by id. */
const RECORDED = [
  'invoices',
  'quotes',
  'delivery_notes',
  'supplier_invoices',
  'account_entries',
] as const

/** The last revisions of missing objects that no revision deleted. */
export async function listVanished(
  scope: CompanyDb,
  limit: number,
): Promise<readonly LastRevision[]> {
  const left = tablesOf(scope)
    .selectFrom('revisions')
    .select(LAST_REVISION)
    .where('action', '!=', 'deleted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions as later')
            .select('later.sequence')
            .where('later.company_id', '=', scope.companyId)
            .whereRef('later.invoice_id', '=', 'revisions.invoice_id')
            .whereRef('later.sequence', '>', 'revisions.sequence'),
        ),
      ),
    )
  const isGone = (
    table: string,
  ) => sql<boolean>`not exists (select 1 from ${sql.table(table)} as recorded
    where recorded.company_id = ${scope.companyId} and recorded.id = revisions.invoice_id)`
  return RECORDED.reduce((query, table) => query.where(isGone(table)), left)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** Oldest first. */
export async function revisionsOf(
  scope: CompanyDb,
  invoiceId: string,
): Promise<readonly Revision[]> {
  const rows = await tablesOf(scope)
    .selectFrom('revisions')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('sequence')
    .execute()
  return rows.flatMap((row) => toRevision(row) ?? [])
}

/** The issued invoices that were deleted. */
export async function listDeleted(scope: CompanyDb): Promise<readonly DeletedInvoice[]> {
  const rows = await tablesOf(scope)
    .selectFrom('revisions')
    .selectAll()
    .where('action', '=', 'deleted')
    .where('changes', 'like', '{"number":["%')
    .orderBy('sequence')
    .execute()
  const revisions = rows.flatMap((row) => toRevision(row) ?? [])
  return revisions.flatMap((revision) => deletedIn(revision) ?? [])
}
