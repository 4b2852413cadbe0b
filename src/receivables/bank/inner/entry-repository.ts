import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import {
  allOf,
  among,
  type Condition,
  filteredPage,
  type ListRow,
  range,
} from '../../../core/lists/filtered-page.ts'
import { countRows } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/like.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import { isId } from '../../../platform/ids.ts'
import type { StoredEntry } from '../entry.ts'
import { type EntryRow, toEntry, toEntryRow } from './entry-rows.ts'
import { entryNotFound } from './errors.ts'

/** Open entries of payments that came back, and whose payment nobody knows. */
export async function listUnknownReturns(
  scope: CompanyDb,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .selectAll()
    .where('status', '=', 'open')
    .where('flags', 'like', '%"return_unknown"%')
    .orderBy('booking_date', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

export interface EntryFilter {
  readonly statuses: readonly string[]
  readonly classes: readonly string[]
  readonly bankAccountId: string | null
  readonly direction: string | null
  readonly from: string | null
  readonly to: string | null
  readonly customerId: string | null
  readonly invoiceId: string | null
  readonly fileId: string | null
  readonly words: readonly string[]
}

export async function listEntries(
  scope: CompanyDb,
  filter: EntryFilter,
  request: PageRequest,
): Promise<readonly StoredEntry[]> {
  const by = request.sort === 'amount' ? 'amount_minor' : request.sort
  const list = {
    table: 'bank_entries',
    by,
    isNumeric: by === 'amount_minor',
    conditions: conditionsOf(scope, filter),
  } as const
  const rows = await filteredPage<ListRow<EntryRow>>(scope, list, request)
  return rows.map(toEntry)
}

export const countEntries = (scope: CompanyDb, filter: EntryFilter): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('bank_entries')
      .where(allOf(conditionsOf(scope, filter))),
  )

/** The number of entries of each class. */
export async function countByClass(
  scope: CompanyDb,
  filter: EntryFilter,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .where(allOf(conditionsOf(scope, { ...filter, classes: [] })))
    .select(['class', sql<bigint | number>`count(*)`.as('count')])
    .groupBy('class')
    .execute()
  return new Map(rows.map((row) => [row.class ?? 'none', Number(row.count)]))
}

function conditionsOf({ companyId }: CompanyDb, filter: EntryFilter): readonly Condition[] {
  const is = (column: string, value: string | null): readonly Condition[] =>
    value === null ? [] : [{ where: sql`${sql.ref(column)} = ${value}` }]
  const allocated = (column: string, value: string | null): readonly Condition[] =>
    value === null
      ? []
      : [
          {
            where: sql`bank_entries.id in (select a.entry_id from bank_allocations as a
              where a.company_id = ${companyId} and ${sql.ref(`a.${column}`)} = ${value})`,
            isRare: true,
          },
        ]
  return [
    ...filter.words.map((word) => ({ where: contains('search_text', word) })),
    ...among('status', filter.statuses),
    ...among('class', filter.classes),
    ...is('bank_account_id', filter.bankAccountId),
    ...is('file_id', filter.fileId),
    ...(filter.direction === null
      ? []
      : [
          {
            where:
              filter.direction === 'in'
                ? sql<boolean>`amount_minor > 0`
                : sql<boolean>`amount_minor < 0`,
          },
        ]),
    ...range('booking_date', filter),
    ...allocated('customer_id', filter.customerId),
    ...allocated('invoice_id', filter.invoiceId),
  ]
}

async function findEntry(scope: CompanyDb, id: string): Promise<StoredEntry | undefined> {
  const row = isId('ben', id) ? await findRow(scope, 'bank_entries', id) : undefined
  return row && toEntry(row)
}

export async function requireEntry(scope: CompanyDb, id: string): Promise<StoredEntry> {
  const entry = await findEntry(scope, id)
  if (!entry) throw entryNotFound()
  return entry
}

export async function lockEntry(work: Work, id: string): Promise<StoredEntry> {
  if (!isId('ben', id)) throw entryNotFound()
  await lockRow(work, 'bank_entries', id)
  return requireEntry(work, id)
}

export const insertEntries = (work: Work, entries: readonly StoredEntry[]): Promise<void> =>
  entries.length === 0
    ? Promise.resolve()
    : insertRows(work, 'bank_entries', entries.map(toEntryRow))

/** Only after `lockEntry`. */
export async function saveEntry(work: Work, entry: StoredEntry): Promise<void> {
  const { id, content: _, identity: __, n: ___, search_text: ____, ...row } = toEntryRow(entry)
  await tablesOf(work).updateTable('bank_entries').set(row).where('id', '=', id).execute()
}

export async function deleteEntries(work: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tablesOf(work).deleteFrom('bank_declined').where('entry_id', 'in', ids).execute()
  await tablesOf(work).deleteFrom('bank_entries').where('id', 'in', ids).execute()
}

/** Entries of a file that a person booked or decided. */
export async function listTouched(scope: CompanyDb, fileId: string): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .select('id')
    .where('file_id', '=', fileId)
    .where('touched', '=', 1n)
    .orderBy('position')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** The other side of a transfer between own accounts, without a pair so far. */
export async function findOtherSide(
  scope: CompanyDb,
  entry: StoredEntry,
  {
    accountId,
    from,
    to,
  }: { readonly accountId: string; readonly from: string; readonly to: string },
): Promise<StoredEntry | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('bank_entries')
    .selectAll()
    .where('bank_account_id', '=', accountId)
    .where('amount_minor', '=', -entry.content.amountMinor)
    .where('currency', '=', entry.content.currency)
    .where('booking_date', '>=', from)
    .where('booking_date', '<=', to)
    .where('reason', '=', 'own_transfer')
    .where('pair_id', 'is', null)
    .orderBy('booking_date')
    .orderBy('id')
    .limit(1)
    .modifyEnd(forUpdate(scope.db))
    .executeTakeFirst()
  return row && toEntry(row)
}

/** Booked entries since a day. */
export async function listBooked(scope: CompanyDb, since: string): Promise<readonly StoredEntry[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .selectAll()
    .where('booking_date', '>=', since)
    .where('allocated_minor', '>', 0n)
    .orderBy('booking_date', 'desc')
    .limit(BOOKED_MAX)
    .execute()
  return rows.map(toEntry)
}

const BOOKED_MAX = 20_000

/** The last entries of a file, whose bookings are taken back first. */
export async function listLastOfFile(
  scope: CompanyDb,
  fileId: string,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .selectAll()
    .where('file_id', '=', fileId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** Open entries of all companies: a step in the index for each company, not a scan of all entries. */
export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with recursive companies_with(id) as (
      select min(company_id) from bank_entries
      union all
      select (select min(company_id) from bank_entries where company_id > companies_with.id)
      from companies_with where companies_with.id is not null)
    select count(*) as count from companies_with join bank_entries
      on bank_entries.company_id = companies_with.id and bank_entries.status = 'open'`.execute(
    tablesOfAllCompanies(db),
  )
  return Number(rows[0]?.count ?? 0n)
}
