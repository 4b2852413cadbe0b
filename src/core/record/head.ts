import type { Selectable } from 'kysely'
import { type Db, forUpdate } from '../../platform/database/db.ts'
import {
  type CompanyDb,
  compiledForCompany,
  readAhead,
  tablesOf,
  tablesOfAllCompanies,
  writeAhead,
} from '../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../platform/database/tables.ts'
import { sha256 } from '../../platform/ids.ts'
import { type Company, type CompanyScope, isFirst } from '../companies/company.ts'
import { companyMoving } from '../companies/errors.ts'

/** The head of a company's chain and log. */
export interface Head {
  readonly revisionSequence: bigint
  readonly revisionHash: string
  readonly eventSequence: bigint
  /** Of the last event; the genesis before the first one. */
  readonly eventHash: string
}

export const GENESIS_OF_FIRST = '0'.repeat(64)

/**
 * The hash before the first revision. It differs for each company, so that no chain can replace
 * another.
 */
export const genesisHash = (company: Pick<Company, 'number' | 'id' | 'genesis'>): string =>
  company.genesis ?? (isFirst(company) ? GENESIS_OF_FIRST : genesisOfId(company.id))

export const genesisOfId = (id: string): string => sha256(id)

const genesisOf = ({ company }: CompanyScope): Head => ({
  revisionSequence: 0n,
  revisionHash: genesisHash(company),
  eventSequence: 0n,
  eventHash: genesisHash(company),
})

/** Locks the head until the transaction ends; the next writer then reads what this one wrote. */
export const lockHead = async (scope: CompanyScope): Promise<Head> => (await askHead(scope))()

/** Locks the head; the returned function reads the answer after the next statement was sent. */
export async function askHead(scope: CompanyScope): Promise<() => Promise<Head>> {
  const locked = await selectToMove(scope)
  return async () => lockedHead(scope, (await locked())[0])
}

async function lockedHead(scope: CompanyScope, head: LockedRow | undefined): Promise<Head> {
  if (head && head.frozen_at !== null) throw companyMoving()
  if (head) return toHead(head)
  // A missing row cannot be locked, so two first writers would both begin at the genesis.
  await tablesOf(scope)
    .insertInto('heads', toRow(genesisOf(scope)))
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  const [made] = await (await selectToMove(scope))()
  return made ? toHead(made) : genesisOf(scope)
}

/** From now on nothing can be recorded in the company: writers that wait for the head get 503. */
export async function freezeHead(scope: CompanyScope, at: string): Promise<void> {
  const [head] = await (await selectToMove(scope))()
  if (!head) await lockHead(scope)
  await tablesOf(scope).updateTable('heads').set({ frozen_at: at }).execute()
}

export const thawHead = async (scope: CompanyDb): Promise<void> =>
  void (await tablesOf(scope).updateTable('heads').set({ frozen_at: null }).execute())

/** The current head; the genesis before the first revision and event. */
export async function findHead(scope: CompanyScope): Promise<Head> {
  const [head] = await select(scope)
  return head ? toHead(head) : genesisOf(scope)
}

export interface EventHead {
  readonly company: CompanyId
  readonly eventSequence: bigint
}

/** The heads of all companies' logs, in batches by number; only read. */
export async function listEventHeads(
  db: Db,
  after: CompanyId | null,
  limit: number,
): Promise<readonly EventHead[]> {
  return tablesOfAllCompanies(db)
    .selectFrom('heads')
    .select(['company_id as company', 'event_sequence as eventSequence'])
    .where('company_id', '>', after ?? (0n as CompanyId))
    .orderBy('company_id')
    .limit(limit)
    .execute()
}

export async function moveHead(scope: CompanyScope, head: Head): Promise<void> {
  const { revisionSequence, revisionHash, eventSequence, eventHash } = head
  await update(scope, revisionSequence, revisionHash, eventSequence, eventHash)
}

const COLUMNS = ['revision_sequence', 'revision_hash', 'event_sequence', 'event_hash'] as const

const select = compiledForCompany((scope) => tablesOf(scope).selectFrom('heads').select(COLUMNS))

const selectToMove = readAhead((scope) =>
  tablesOf(scope)
    .selectFrom('heads')
    .select([...COLUMNS, 'frozen_at'])
    .modifyEnd(forUpdate(scope.db)),
)

const update = writeAhead(
  (
    scope,
    revisionSequence: bigint,
    revisionHash: string,
    eventSequence: bigint,
    eventHash: string,
  ) =>
    tablesOf(scope).updateTable('heads').set({
      revision_sequence: revisionSequence,
      revision_hash: revisionHash,
      event_sequence: eventSequence,
      event_hash: eventHash,
    }),
)

type Row = Pick<Selectable<Tables['heads']>, (typeof COLUMNS)[number]>
type LockedRow = Row & { readonly frozen_at: string | null }

const toRow = (head: Head) => ({
  revision_sequence: head.revisionSequence,
  revision_hash: head.revisionHash,
  event_sequence: head.eventSequence,
  event_hash: head.eventHash,
})

const toHead = (row: Row): Head => ({
  revisionSequence: row.revision_sequence,
  revisionHash: row.revision_hash,
  eventSequence: row.event_sequence,
  eventHash: row.event_hash,
})
