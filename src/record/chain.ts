import type { Actor } from '../http/actor.ts'
import { compiledOnce, insertRows } from '../platform/database/compiled.ts'
import { type Db, forUpdate, type Trx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { sha256 } from '../platform/ids.ts'
import { CanonicalText, canonicalJson } from './canonical-json.ts'

/** Field → what it was and what it became. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** One change of one invoice, as it is chained. */
export interface RevisionEntry {
  readonly invoiceId: string
  readonly version: number
  readonly action: string
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
  readonly at: string
  readonly changes: Changes
  /** SHA-256 of the canonical JSON of the invoice after the change. */
  readonly stateHash: string
}

export interface Revision extends RevisionEntry {
  readonly sequence: bigint
  readonly previousHash: string
  readonly hash: string
}

/** The hash before the first revision. */
export const GENESIS_HASH = '0'.repeat(64)
const HEAD = 'invoices'

/**
 * Appends to the chain of all invoices, in the transaction of the change itself. The head's row is
 * locked until that ends, so there is one order and no gap.
 */
export async function appendRevision(trx: Trx, entry: RevisionEntry): Promise<Revision> {
  const head = await lockHead(trx)
  const link = { ...entry, sequence: head.sequence + 1n, previousHash: head.hash }
  const changes = canonicalJson(entry.changes)
  const hash = hashOf({ ...link, changes: new CanonicalText(changes) })
  const revision = { ...link, hash }
  await insertRows(trx, 'revisions', [toRow(revision, changes)])
  await moveHead(trx, revision.sequence, revision.hash)
  return revision
}

const moveHead = compiledOnce((db, sequence: bigint, hash: string) =>
  db.updateTable('chain_heads').set({ sequence, hash }).where('id', '=', HEAD),
)

interface HashedLink extends Omit<Revision, 'hash' | 'changes'> {
  readonly changes: Changes | CanonicalText
}

/** SHA-256 over the canonical JSON of the revision, which names the hash of the one before. */
export const hashOf = (link: HashedLink): string =>
  sha256(
    canonicalJson({
      sequence: link.sequence,
      invoice_id: link.invoiceId,
      version: link.version,
      action: link.action,
      actor: { kind: link.actor.kind, id: link.actor.id, name: link.actor.name },
      at: link.at,
      changes: link.changes,
      state_hash: link.stateHash,
      previous_hash: link.previousHash,
    }),
  )

/**
 * Locks the chain until the transaction ends. Whoever locks a number series too locks the chain
 * first: with one order for all, two transactions never wait for each other.
 */
export async function lockChain(trx: Trx): Promise<void> {
  await lockHead(trx)
}

interface Head {
  readonly sequence: bigint
  readonly hash: string
}

async function lockHead(trx: Trx): Promise<Head> {
  const [head] = await findHeadToMove(trx, HEAD)
  if (head) return head
  // A row that is not there cannot be locked: two first revisions would both begin from nothing.
  const genesis = { id: HEAD, sequence: 0n, hash: GENESIS_HASH }
  await trx
    .insertInto('chain_heads')
    .values(genesis)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const [made] = await findHeadToMove(trx, HEAD)
  return made ?? genesis
}

/** Whoever waited for the lock reads what the one before has written. */
const findHeadToMove = compiledOnce((db, id: string) =>
  db
    .selectFrom('chain_heads')
    .select(['sequence', 'hash'])
    .where('id', '=', id)
    .modifyEnd(forUpdate(db)),
)

/** The last link; before the first revision the genesis. */
export async function findHead(db: Db): Promise<Head> {
  const head = await db
    .selectFrom('chain_heads')
    .select(['sequence', 'hash'])
    .where('id', '=', HEAD)
    .executeTakeFirst()
  return head ?? { sequence: 0n, hash: GENESIS_HASH }
}

/** Up to `limit` revisions after a place in the chain, in its order; of one invoice or of all. */
export async function listRevisions(
  db: Db,
  {
    after,
    limit,
    invoiceId,
  }: {
    readonly after: bigint
    readonly limit: number
    readonly invoiceId?: string
  },
): Promise<readonly Revision[]> {
  let query = db
    .selectFrom('revisions')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
  if (invoiceId !== undefined) query = query.where('invoice_id', '=', invoiceId)
  return (await query.execute()).map(toRevision)
}

/** Whether an invoice has a revision of that action and content already. */
export async function hasRevision(
  db: Db,
  { invoiceId, action, changes }: Pick<RevisionEntry, 'invoiceId' | 'action' | 'changes'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('revisions')
    .select('sequence')
    .where('invoice_id', '=', invoiceId)
    .where('action', '=', action)
    .where('changes', '=', canonicalJson(changes))
    .executeTakeFirst()
  return row !== undefined
}

const toRow = (revision: Revision, changes: string): Tables['revisions'] => ({
  sequence: revision.sequence,
  invoice_id: revision.invoiceId,
  version: BigInt(revision.version),
  action: revision.action,
  actor_kind: revision.actor.kind,
  actor_id: revision.actor.id,
  actor_name: revision.actor.name,
  at: revision.at,
  changes,
  state_hash: revision.stateHash,
  previous_hash: revision.previousHash,
  hash: revision.hash,
})

const toRevision = (row: Tables['revisions']): Revision => ({
  sequence: row.sequence,
  invoiceId: row.invoice_id,
  version: Number(row.version),
  action: row.action,
  actor: { kind: row.actor_kind as Actor['kind'], id: row.actor_id, name: row.actor_name },
  at: row.at,
  changes: JSON.parse(row.changes),
  stateHash: row.state_hash,
  previousHash: row.previous_hash,
  hash: row.hash,
})
