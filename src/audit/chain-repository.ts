import { sql } from 'kysely'
import { of, type Scope } from '../platform/database/scope.ts'
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
  readonly state_version: bigint
  readonly state_hash: string
}

/** The whole chain in its order; in batches, so that its length does not matter. */
export async function* readChain(scope: Scope): AsyncGenerator<readonly ReadRevision[]> {
  let after = sql<boolean>`true`
  for (;;) {
    const rows = await of(scope)
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
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LastRevision>> {
  const rows = await of(scope)
    .selectFrom('revisions')
    .select(LAST_REVISION)
    .where('invoice_id', 'in', ids)
    .where('sequence', '=', (e) =>
      e
        .selectFrom('revisions as later')
        .select((l) => l.fn.max('later.sequence').as('last'))
        .whereRef('later.company_id', '=', 'revisions.company_id')
        .whereRef('later.invoice_id', '=', 'revisions.invoice_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.invoice_id, row]))
}

/** The last revisions of invoices that are gone although no revision deleted them. */
export async function listVanished(scope: Scope, limit: number): Promise<readonly LastRevision[]> {
  return of(scope)
    .selectFrom('revisions')
    .select(LAST_REVISION)
    .where('action', '!=', 'deleted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices')
            .select('invoices.id')
            .whereRef('invoices.company_id', '=', 'revisions.company_id')
            .whereRef('invoices.id', '=', 'revisions.invoice_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions as later')
            .select('later.sequence')
            .whereRef('later.company_id', '=', 'revisions.company_id')
            .whereRef('later.invoice_id', '=', 'revisions.invoice_id')
            .whereRef('later.sequence', '>', 'revisions.sequence'),
        ),
      ),
    )
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** Oldest first. */
export async function revisionsOf(scope: Scope, invoiceId: string): Promise<readonly Revision[]> {
  const rows = await of(scope)
    .selectFrom('revisions')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('sequence')
    .execute()
  return rows.flatMap((row) => toRevision(row) ?? [])
}

/** The issued invoices that were deleted. */
export async function listDeleted(scope: Scope): Promise<readonly DeletedInvoice[]> {
  const rows = await of(scope)
    .selectFrom('revisions')
    .selectAll()
    .where('action', '=', 'deleted')
    .where('changes', 'like', '{"number":["%')
    .orderBy('sequence')
    .execute()
  const revisions = rows.flatMap((row) => toRevision(row) ?? [])
  return revisions.flatMap((revision) => deletedIn(revision) ?? [])
}
