import { type CompanyDb, type NewRow, tablesOf } from '../../platform/database/scope.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Actor } from '../http/actor.ts'
import { CanonicalText, canonicalJson } from './canonical-json.ts'
import type { Head } from './head.ts'
import { packed, unpacked } from './packed-changes.ts'

/** Field → its value before and after the change. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** One change of one invoice, not yet in the chain. */
export interface NewRevision {
  readonly resourceId: string
  readonly version: number
  readonly action: string
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
  readonly at: string
  readonly changes: Changes
  /** The version of the hashed projection. */
  readonly stateVersion: number
  /** SHA-256 of that projection after the change; empty if nothing is stored after it. */
  readonly stateHash: string
}

export interface Revision extends NewRevision {
  /** Position in the chain of the company, from 1 without gaps. */
  readonly sequence: bigint
  readonly previousHash: string
  readonly hash: string
}

/** The rows of the revisions after `head`, each with the hash of the previous one. */
export function chained(
  head: Head,
  revisions: readonly NewRevision[],
): readonly NewRow<'revisions'>[] {
  const rows: NewRow<'revisions'>[] = []
  for (const revision of revisions) {
    const before = rows.at(-1)
    const link = {
      ...revision,
      sequence: (before?.sequence ?? head.revisionSequence) + 1n,
      previousHash: before?.hash ?? head.revisionHash,
    }
    // Serialized once, so that the hashed text is the stored text.
    const changes = canonicalJson(link.changes)
    const hash = hashOf({ ...link, changes: new CanonicalText(changes) })
    rows.push(toRow({ ...link, hash }, changes))
  }
  return rows
}

interface HashedLink extends Omit<Revision, 'hash' | 'changes'> {
  readonly changes: Changes | CanonicalText
}

/** SHA-256 over the canonical JSON of the revision, which contains the hash of the previous one. */
export const hashOf = (link: HashedLink): string => sha256(canonicalJson(hashedForm(link)))

export const hashedForm = (link: HashedLink) => ({
  sequence: link.sequence,
  invoice_id: link.resourceId,
  version: link.version,
  action: link.action,
  actor: { kind: link.actor.kind, id: link.actor.id, name: link.actor.name },
  at: link.at,
  changes: link.changes,
  state_version: link.stateVersion,
  state_hash: link.stateHash,
  previous_hash: link.previousHash,
})

/** Up to `limit` revisions after a position in the chain, in order; of one invoice or of all. */
export async function listRevisions(
  scope: CompanyDb,
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
  let query = tablesOf(scope)
    .selectFrom('revisions')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
  if (invoiceId !== undefined) query = query.where('invoice_id', '=', invoiceId)
  return (await query.execute()).map(toRevision)
}

/** The hashes at these positions; missing positions are left out. */
export async function findHashes(
  scope: CompanyDb,
  sequences: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await tablesOf(scope)
    .selectFrom('revisions')
    .select(['sequence', 'hash'])
    .where('sequence', 'in', sequences)
    .execute()
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash]))
}

/** The time of the company's last revision. */
export async function findLastRevisionAt(scope: CompanyDb): Promise<string | undefined> {
  const last = await tablesOf(scope)
    .selectFrom('revisions')
    .select('at')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.at
}

/** Whether an invoice already has a revision of that action and content. */
export async function hasRevision(
  scope: CompanyDb,
  {
    resourceId: invoiceId,
    action,
    changes,
  }: Pick<NewRevision, 'resourceId' | 'action' | 'changes'>,
): Promise<boolean> {
  const row = await tablesOf(scope)
    .selectFrom('revisions')
    .select('sequence')
    .where('invoice_id', '=', invoiceId)
    .where('action', '=', action)
    .where('changes', '=', canonicalJson(changes))
    .executeTakeFirst()
  return row !== undefined
}

const toRow = (revision: Revision, changes: string): NewRow<'revisions'> => ({
  sequence: revision.sequence,
  invoice_id: revision.resourceId,
  version: BigInt(revision.version),
  action: revision.action,
  actor_kind: revision.actor.kind,
  actor_id: revision.actor.id,
  actor_name: revision.actor.name,
  at: revision.at,
  ...packed(changes),
  state_version: BigInt(revision.stateVersion),
  state_hash: revision.stateHash,
  previous_hash: revision.previousHash,
  hash: revision.hash,
})

const toRevision = (row: Omit<Tables['revisions'], 'company_id'>): Revision => ({
  sequence: row.sequence,
  resourceId: row.invoice_id,
  version: Number(row.version),
  action: row.action,
  actor: { kind: row.actor_kind as Actor['kind'], id: row.actor_id, name: row.actor_name },
  at: row.at,
  changes: JSON.parse(unpacked(row) ?? ''),
  stateVersion: Number(row.state_version),
  stateHash: row.state_hash,
  previousHash: row.previous_hash,
  hash: row.hash,
})
