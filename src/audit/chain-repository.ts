import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { canonicalJson } from '../record/canonical-json.ts'
import type { Revision } from '../record/chain.ts'
import type { ReadRevision } from './chain-walk.ts'
import { type DeletedInvoice, deletedIn } from './deleted-numbers.ts'

const REVISIONS_PER_BATCH = 500

/** The last revision of an invoice. */
export interface LastRevision {
  readonly invoice_id: string
  readonly sequence: bigint
  readonly version: bigint
  readonly action: string
  readonly state_hash: string
}

/** The whole chain in its order; in batches, so that its length does not matter. */
export async function* readChain(db: Db): AsyncGenerator<readonly ReadRevision[]> {
  let after = sql<boolean>`true`
  for (;;) {
    const rows = await db
      .selectFrom('revisions')
      .selectAll()
      .where(after)
      .orderBy('sequence')
      .limit(REVISIONS_PER_BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toRead)
    after = sql<boolean>`sequence > ${last.sequence}`
  }
}

const toRead = (row: Tables['revisions']): ReadRevision => ({
  sequence: row.sequence,
  invoiceId: row.invoice_id,
  revision: toRevision(row),
})

/** Null where the changes are not the canonical JSON that was stored. */
export function toRevision(row: Tables['revisions']): Revision | null {
  const changes = parsed(row.changes)
  if (changes === undefined || canonicalJson(changes) !== row.changes) return null
  return {
    sequence: row.sequence,
    invoiceId: row.invoice_id,
    version: Number(row.version),
    action: row.action,
    actor: {
      kind: row.actor_kind as Revision['actor']['kind'],
      id: row.actor_id,
      name: row.actor_name,
    },
    at: row.at,
    changes: changes as Revision['changes'],
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

export async function lastRevisions(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('revisions as r')
    .select(['r.invoice_id', 'r.sequence', 'r.version', 'r.action', 'r.state_hash'])
    .where('r.invoice_id', 'in', ids)
    .where('r.sequence', '=', (e) =>
      e
        .selectFrom('revisions as n')
        .select((n) => n.fn.max('n.sequence').as('last'))
        .whereRef('n.invoice_id', '=', 'r.invoice_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.invoice_id, row]))
}

/** The last revisions of invoices that are gone without one that says so. */
export async function listVanished(db: Db, limit: number): Promise<readonly LastRevision[]> {
  return db
    .selectFrom('revisions as r')
    .select(['r.invoice_id', 'r.sequence', 'r.version', 'r.action', 'r.state_hash'])
    .where('r.action', '!=', 'deleted')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoices').select('id').whereRef('id', '=', 'r.invoice_id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions as n')
            .select('n.sequence')
            .whereRef('n.invoice_id', '=', 'r.invoice_id')
            .whereRef('n.sequence', '>', 'r.sequence'),
        ),
      ),
    )
    .orderBy('r.sequence')
    .limit(limit)
    .execute()
}

/** Oldest first. */
export async function revisionsOf(db: Db, invoiceId: string): Promise<readonly Revision[]> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('sequence')
    .execute()
  return rows.flatMap((row) => toRevision(row) ?? [])
}

/** The issued invoices that were deleted. */
export async function listDeleted(db: Db): Promise<readonly DeletedInvoice[]> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .where('action', '=', 'deleted')
    .where('changes', 'like', '{"number":["%')
    .orderBy('sequence')
    .execute()
  const revisions = rows.flatMap((row) => toRevision(row) ?? [])
  return revisions.flatMap((revision) => deletedIn(revision) ?? [])
}
