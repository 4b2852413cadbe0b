import type { BankEntry } from '@billwright/bank-statements'
import { formatMinor } from '@billwright/money'
import { indexForm } from '@billwright/rules/folding'
import { type Selectable, sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import {
  allOf,
  among,
  type Condition,
  filteredPage,
  type ListRow,
  range,
} from '../../../core/lists/filtered-page.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type Db, forUpdate } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/like.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type { Allocation, StoredEntry } from '../entry.ts'
import type { StoredFile, StoredStatement } from '../file.ts'
import { entryNotFound, fileNotFound } from './errors.ts'
import { fromStored, toStored } from './stored-json.ts'

/* Accounts, profiles and rules. */

export type KeptTable = 'bank_accounts' | 'bank_profiles' | 'bank_rules'
/** Each kind reads its own columns. */
export type KeptRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly version: bigint
  readonly created_at: string
  readonly updated_at: string
}

const KEPT_MAX = 500

/** The columns of `KeptRow` are those of each table. */
const KEPT = {
  bank_accounts: (scope: CompanyDb) => tablesOf(scope).selectFrom('bank_accounts'),
  bank_profiles: (scope: CompanyDb) => tablesOf(scope).selectFrom('bank_profiles'),
  bank_rules: (scope: CompanyDb) => tablesOf(scope).selectFrom('bank_rules'),
} as const

const keptOf = (scope: CompanyDb, table: KeptTable) =>
  KEPT[table](scope) as ReturnType<(typeof KEPT)['bank_accounts']>

export const findKept = async (
  scope: CompanyDb,
  table: KeptTable,
  id: string,
): Promise<KeptRow | undefined> => findRow(scope, table, id)

export const lockKept = (work: Work, table: KeptTable, id: string): Promise<void> =>
  lockRow(work, table, id)

export const listKept = async (
  scope: CompanyDb,
  table: KeptTable,
  page: PageRequest,
  archived: boolean | null,
): Promise<readonly KeptRow[]> => sortedPage(filteredKept(scope, table, archived).selectAll(), page)

/** Only accounts can be archived. */
const filteredKept = (scope: CompanyDb, table: KeptTable, archived: boolean | null) =>
  keptOf(scope, table).$if(archived !== null, (it) => it.where('archived', '=', archived ? 1n : 0n))

export const allKept = async (scope: CompanyDb, table: KeptTable): Promise<readonly KeptRow[]> =>
  keptOf(scope, table).selectAll().orderBy('created_at').orderBy('id').limit(KEPT_MAX).execute()

export const countKept = (
  scope: CompanyDb,
  table: KeptTable,
  archived: boolean | null,
): Promise<number> => countRows(filteredKept(scope, table, archived))

export const insertKept = (work: Work, table: KeptTable, row: KeptRow): Promise<void> =>
  insertRows(work, table, [row as unknown as NewRow<typeof table>])

export async function saveKept(work: Work, table: KeptTable, { id, ...row }: KeptRow) {
  await tablesOf(work)
    .updateTable(table as 'bank_accounts')
    .set(row)
    .where('id', '=', id)
    .execute()
}

export async function deleteKept(work: Work, table: KeptTable, id: string): Promise<void> {
  await tablesOf(work)
    .deleteFrom(table as 'bank_accounts')
    .where('id', '=', id)
    .execute()
}

export async function isAccountUsed(scope: CompanyDb, accountId: string): Promise<boolean> {
  const row = await tablesOf(scope)
    .selectFrom('bank_statements')
    .select('file_id')
    .where('bank_account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/* Files and their statements. */

export interface FileFilter {
  readonly status: string | null
  readonly bankAccountId: string | null
}

export async function findFile(scope: CompanyDb, id: string): Promise<StoredFile | undefined> {
  const row = isId('bkf', id) ? await findRow(scope, 'bank_files', id) : undefined
  return row && toFile(row)
}

export async function requireFile(scope: CompanyDb, id: string): Promise<StoredFile> {
  const file = await findFile(scope, id)
  if (!file) throw fileNotFound()
  return file
}

export async function lockFile(work: Work, id: string): Promise<StoredFile> {
  if (!isId('bkf', id)) throw fileNotFound()
  await lockRow(work, 'bank_files', id)
  return requireFile(work, id)
}

/** The file with these bytes, unless it was undone. */
export async function findKeptFile(
  scope: CompanyDb,
  digest: string,
): Promise<StoredFile | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('bank_files')
    .selectAll()
    .where('kept_digest', '=', digest)
    .executeTakeFirst()
  return row && toFile(row)
}

export const listFiles = async (
  scope: CompanyDb,
  filter: FileFilter,
  page: PageRequest,
): Promise<readonly StoredFile[]> =>
  (await sortedPage(filteredFiles(scope, filter).selectAll(), page)).map(toFile)

export const countFiles = (scope: CompanyDb, filter: FileFilter): Promise<number> =>
  countRows(filteredFiles(scope, filter))

const filteredFiles = (scope: CompanyDb, { status, bankAccountId }: FileFilter) =>
  tablesOf(scope)
    .selectFrom('bank_files')
    .$if(status !== null, (it) => it.where('status', '=', status ?? ''))
    .$if(bankAccountId !== null, (it) =>
      it.where('id', 'in', () =>
        tablesOf(scope)
          .selectFrom('bank_statements')
          .select('file_id')
          .where('bank_account_id', '=', bankAccountId ?? ''),
      ),
    )

export async function insertFile(
  work: Work,
  file: StoredFile,
  {
    statements,
    packed,
  }: { readonly statements: readonly StoredStatement[]; readonly packed: Uint8Array },
): Promise<void> {
  await insertRows(work, 'bank_files', [toFileRow(file)])
  await insertRows(work, 'bank_file_contents', [
    { file_id: file.id, packed, created_at: file.createdAt },
  ])
  if (statements.length > 0)
    await insertRows(
      work,
      'bank_statements',
      statements.map((it) => toStatementRow(file.id, it)),
    )
}

export async function saveFile(work: Work, file: StoredFile): Promise<void> {
  const { id, ...row } = toFileRow(file)
  await tablesOf(work).updateTable('bank_files').set(row).where('id', '=', id).execute()
}

/** Undefined once it is no longer kept. */
export async function readPacked(
  scope: CompanyDb,
  fileId: string,
): Promise<Uint8Array | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('bank_file_contents')
    .select('packed')
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return row?.packed
}

/** Deletes original bytes that were stored before an instant. */
export async function deleteContentsBefore(work: Work, before: string, limit: number) {
  const ids = await tablesOf(work)
    .selectFrom('bank_file_contents')
    .select('file_id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  if (ids.length === 0) return 0
  await tablesOf(work)
    .deleteFrom('bank_file_contents')
    .where(
      'file_id',
      'in',
      ids.map(({ file_id }) => file_id),
    )
    .execute()
  return ids.length
}

export async function statementsOf(
  scope: CompanyDb,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredStatement[]>> {
  if (fileIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('bank_statements')
    .selectAll()
    .where('file_id', 'in', fileIds)
    .orderBy('position')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.file_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(toStatement)]))
}

export async function saveStatement(
  work: Work,
  fileId: string,
  statement: StoredStatement,
): Promise<void> {
  const { file_id, position, ...row } = toStatementRow(fileId, statement)
  await tablesOf(work)
    .updateTable('bank_statements')
    .set(row)
    .where('file_id', '=', file_id)
    .where('position', '=', position)
    .execute()
}

/** The statement of this account and format before one that ends on a day. */
export async function findStatementBefore(
  scope: CompanyDb,
  { bankAccountId, family }: Pick<StoredStatement, 'bankAccountId' | 'family'>,
  closingDate: string,
): Promise<StoredStatement | undefined> {
  const row = await keptStatements(scope)
    .where('bank_statements.bank_account_id', '=', bankAccountId)
    .where('bank_statements.family', '=', family)
    .where('bank_statements.closing_date', '<=', closingDate)
    .orderBy('bank_statements.closing_date', 'desc')
    .orderBy('bank_statements.file_id', 'desc')
    .orderBy('bank_statements.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toStatement(row)
}

/** Statements of the account up to that closing date, the latest first. */
export async function listStatementsBefore(
  scope: CompanyDb,
  { bankAccountId, family, closingDate }: StoredStatement,
  limit: number,
): Promise<readonly { readonly fileId: string; readonly statement: StoredStatement }[]> {
  const rows = await keptStatements(scope)
    .where('bank_statements.bank_account_id', '=', bankAccountId)
    .where('bank_statements.family', '=', family)
    .where('bank_statements.closing_date', '<=', closingDate)
    .orderBy('bank_statements.closing_date', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ fileId: row.file_id, statement: toStatement(row) }))
}

/** Statements with problems of files since then, the latest first. */
export async function listProblems(
  scope: CompanyDb,
  { since, limit }: { readonly since: string; readonly limit: number },
) {
  const rows = await keptStatements(scope)
    .select(['bank_files.name as file_name', 'bank_files.created_at as file_created_at'])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('bank_entries as e')
            .select('e.id')
            .where('e.company_id', '=', scope.companyId)
            .whereRef('e.file_id', '=', 'bank_statements.file_id')
            .whereRef('e.statement', '=', 'bank_statements.position')
            .where('e.status', '=', 'open'),
        )
        .as('has_open'),
    )
    .where('bank_files.created_at', '>=', since)
    .where('bank_statements.problems', '<>', '[]')
    .orderBy('bank_files.created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    statement: toStatement(row),
    file: {
      id: row.file_id,
      name: row.file_name,
      createdAt: row.file_created_at,
      hasOpen: Boolean(row.has_open),
    },
  }))
}

const keptStatements = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('bank_statements')
    .innerJoin('bank_files', (join) =>
      join
        .onRef('bank_files.company_id', '=', 'bank_statements.company_id')
        .onRef('bank_files.id', '=', 'bank_statements.file_id'),
    )
    .selectAll('bank_statements')
    .where('bank_files.kept_digest', 'is not', null)

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

/* Entries. */

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

/** Open entries that wait for the comparison, in the order in which they are booked. */
export async function listWaiting(
  scope: CompanyDb,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .selectAll()
    .where('status', '=', 'open')
    .where('matched', '=', 0n)
    .orderBy('booking_date')
    .orderBy('file_id')
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** Compares open entries once more. */
export async function markWaiting(work: Work, ids: readonly string[] | 'open'): Promise<void> {
  if (ids !== 'open' && ids.length === 0) return
  await tablesOf(work)
    .updateTable('bank_entries')
    .set({ matched: 0n })
    .where('status', '=', 'open')
    .$if(ids !== 'open', (it) => it.where('id', 'in', ids as readonly string[]))
    .execute()
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

/** The days of the payments that entries of a file made. */
export async function paymentDaysOf(scope: CompanyDb, fileId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly day: string }>`select distinct p.paid_at as day
    from bank_entries e
    join bank_allocations a on a.company_id = e.company_id and a.entry_id = e.id
    join payments p on p.company_id = a.company_id and p.id = a.payment_id
    where e.company_id = ${scope.companyId} and e.file_id = ${fileId} and a.kind <> 'link'
  `.execute(scope.db)
  return rows.map(({ day }) => day)
}

export interface Likeness {
  readonly bankAccountId: string
  readonly identities: readonly string[]
  readonly references: readonly string[]
  readonly dates: readonly string[]
  readonly amounts: readonly bigint[]
}

/** Entries that may be the ones of a slice of a file: equal, of the same batch, or alike. */
export async function listAlike(scope: CompanyDb, like: Likeness): Promise<readonly StoredEntry[]> {
  const of = () =>
    tablesOf(scope)
      .selectFrom('bank_entries')
      .selectAll()
      .where('bank_account_id', '=', like.bankAccountId)
  const found = [
    ...(await of().where('identity', 'in', like.identities).execute()),
    ...(like.references.length === 0
      ? []
      : await of()
          .where('entry_reference', 'in', like.references)
          .where('batch', 'is not', null)
          .execute()),
    ...(await of()
      .where('amount_minor', 'in', like.amounts)
      .where('booking_date', 'in', like.dates)
      .execute()),
  ]
  const rows = new Map(found.map((row) => [row.id, row]))
  return [...rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(toEntry)
}

export async function listMarks(
  scope: CompanyDb,
  { bankAccountId, identities }: Pick<Likeness, 'bankAccountId' | 'identities'>,
): Promise<readonly { readonly identity: string; readonly n: number }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_marks')
    .select(['identity', 'n'])
    .where('bank_account_id', '=', bankAccountId)
    .where('identity', 'in', identities)
    .execute()
  return rows.map(({ identity, n }) => ({ identity, n: Number(n) }))
}

export async function insertMarks(work: Work, entries: readonly StoredEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tablesOf(work)
    .insertInto(
      'bank_marks',
      entries.map(({ bankAccountId, identity, n }) => ({
        bank_account_id: bankAccountId,
        identity,
        n: BigInt(n),
        created_at: work.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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

/* Allocations. */

export async function allocationsOf(
  scope: CompanyDb,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Allocation[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('bank_allocations')
    .selectAll()
    .where('entry_id', 'in', entryIds)
    .orderBy('position')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.entry_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(toAllocation)]))
}

export const insertAllocations = (
  work: Work,
  entryId: string,
  { after, allocations }: { readonly after: number; readonly allocations: readonly Allocation[] },
): Promise<void> =>
  insertRows(
    work,
    'bank_allocations',
    allocations.map((it, index) => toAllocationRow(work, entryId, after + index + 1, it)),
  )

export async function deleteAllocations(work: Work, entryId: string): Promise<void> {
  await tablesOf(work).deleteFrom('bank_allocations').where('entry_id', '=', entryId).execute()
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

/* What people taught. */

export interface DeclinedPair {
  readonly entryId: string
  readonly proposal: string
  readonly payer: string | null
  readonly documents: readonly string[]
  readonly evidence: readonly string[]
}

export async function listDeclined(scope: CompanyDb): Promise<readonly DeclinedPair[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_declined')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(DECLINED_MAX)
    .execute()
  return rows.map((row) => ({
    entryId: row.entry_id,
    proposal: row.proposal,
    payer: row.payer,
    documents: JSON.parse(row.documents) as readonly string[],
    evidence: JSON.parse(row.evidence) as readonly string[],
  }))
}
const DECLINED_MAX = 20_000

export async function insertDeclined(work: Work, pair: DeclinedPair): Promise<void> {
  await tablesOf(work)
    .insertInto('bank_declined', {
      entry_id: pair.entryId,
      proposal: pair.proposal,
      payer: pair.payer,
      documents: JSON.stringify(pair.documents),
      evidence: JSON.stringify(pair.evidence),
      created_at: work.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface LearnedAccount {
  readonly iban: string
  readonly customerId: string
  readonly name: string | null
  readonly firstAt: string
  readonly lastAt: string
  readonly count: number
}

export async function listLearned(
  scope: CompanyDb,
  customerId: string | null,
): Promise<readonly LearnedAccount[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_payers')
    .selectAll()
    .$if(customerId !== null, (it) => it.where('customer_id', '=', customerId ?? ''))
    .orderBy('iban')
    .orderBy('customer_id')
    .execute()
  return rows.map((row) => ({
    iban: row.iban,
    customerId: row.customer_id,
    name: row.name,
    firstAt: row.first_at,
    lastAt: row.last_at,
    count: Number(row.count),
  }))
}

export async function learn(
  work: Work,
  { iban, customerId, name }: Pick<LearnedAccount, 'iban' | 'customerId' | 'name'>,
): Promise<void> {
  const at = work.at
  await tablesOf(work)
    .insertInto('bank_payers', {
      ...{ iban, customer_id: customerId, name, first_at: at, last_at: at, count: 1n },
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'iban', 'customer_id']).doUpdateSet({
        name,
        last_at: at,
        count: sql`bank_payers.count + 1`,
      }),
    )
    .execute()
}

/** Whether there was such an account. */
export async function forget(work: Work, customerId: string, iban: string): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(work)
    .deleteFrom('bank_payers')
    .where('customer_id', '=', customerId)
    .where('iban', '=', iban)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/* Rows. */

/** What a search finds: the words of the entry, and its amount as people write it. */
const wordsOf = ({ name, ultimateName, iban, text, endToEnd, bankReference, ...it }: BankEntry) =>
  [
    name,
    ultimateName,
    iban,
    text,
    endToEnd,
    bankReference,
    formatMinor(it.amountMinor, it.currency),
  ]
    .filter((word) => word !== null)
    .join('\n')

type EntryRow = Selectable<Tables['bank_entries']>

const toEntryRow = (it: StoredEntry): NewRow<'bank_entries'> => ({
  id: it.id,
  version: BigInt(it.version),
  bank_account_id: it.bankAccountId,
  file_id: it.fileId,
  statement: BigInt(it.statement),
  position: BigInt(it.position),
  family: it.family,
  identity: it.identity,
  n: BigInt(it.n),
  status: it.status,
  reason: it.reason,
  booking_date: it.content.bookingDate,
  amount_minor: it.content.amountMinor,
  allocated_minor: it.allocatedMinor,
  currency: it.content.currency,
  entry_reference: it.content.entryReference,
  batch: it.content.batch,
  content: toStored(it.content),
  class: it.class,
  kind: it.kind,
  flags: JSON.stringify(it.flags),
  proposals: toStored(it.proposals),
  marks: JSON.stringify(it.marks),
  suspect_of: it.suspectOf,
  pair_id: it.pairId,
  matched: it.isMatched ? 1n : 0n,
  automatic: it.isAutomatic ? 1n : 0n,
  kept_open: it.isKeptOpen ? 1n : 0n,
  touched: it.isTouched ? 1n : 0n,
  booked_by: it.bookedBy && JSON.stringify(it.bookedBy),
  booked_at: it.bookedAt,
  search_text: indexForm(wordsOf(it.content)),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toEntry = (row: EntryRow): StoredEntry => ({
  id: row.id,
  version: Number(row.version),
  bankAccountId: row.bank_account_id,
  fileId: row.file_id,
  statement: Number(row.statement),
  position: Number(row.position),
  family: row.family,
  identity: row.identity,
  n: Number(row.n),
  status: row.status as StoredEntry['status'],
  reason: row.reason,
  allocatedMinor: row.allocated_minor,
  content: fromStored(row.content),
  class: row.class as StoredEntry['class'],
  kind: row.kind as StoredEntry['kind'],
  flags: JSON.parse(row.flags) as StoredEntry['flags'],
  proposals: fromStored(row.proposals),
  marks: JSON.parse(row.marks) as StoredEntry['marks'],
  suspectOf: row.suspect_of,
  pairId: row.pair_id,
  isMatched: row.matched === 1n,
  isAutomatic: row.automatic === 1n,
  isKeptOpen: row.kept_open === 1n,
  isTouched: row.touched === 1n,
  bookedBy: row.booked_by === null ? null : (JSON.parse(row.booked_by) as StoredEntry['bookedBy']),
  bookedAt: row.booked_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toFileRow = (it: StoredFile): NewRow<'bank_files'> => ({
  id: it.id,
  version: BigInt(it.version),
  name: it.name,
  format: it.format,
  digest: it.digest,
  kept_digest: it.status === 'undone' ? null : it.digest,
  status: it.status,
  bank_account_id: it.bankAccountId,
  profile: it.profile,
  entries: BigInt(it.entries),
  done: BigInt(it.done),
  ...toCounts(it),
  problems: JSON.stringify(it.problems),
  bytes: BigInt(it.bytes),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

const toFile = (row: Selectable<Tables['bank_files']>): StoredFile => ({
  id: row.id,
  version: Number(row.version),
  name: row.name,
  format: row.format,
  digest: row.digest,
  status: row.status as StoredFile['status'],
  bankAccountId: row.bank_account_id,
  profile: row.profile,
  entries: Number(row.entries),
  done: Number(row.done),
  ...fromCounts(row),
  problems: JSON.parse(row.problems) as StoredFile['problems'],
  bytes: Number(row.bytes),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const toStatementRow = (fileId: string, it: StoredStatement): NewRow<'bank_statements'> => ({
  file_id: fileId,
  position: BigInt(it.position),
  bank_account_id: it.bankAccountId,
  family: it.family,
  number: it.number,
  currency: it.currency,
  opening_minor: it.openingMinor,
  opening_date: it.openingDate,
  closing_minor: it.closingMinor,
  closing_date: it.closingDate,
  entries: BigInt(it.entries),
  ...toCounts(it),
  problems: JSON.stringify(it.problems),
})

const toStatement = (row: Selectable<Tables['bank_statements']>): StoredStatement => ({
  position: Number(row.position),
  bankAccountId: row.bank_account_id,
  family: row.family,
  number: row.number,
  currency: row.currency,
  openingMinor: row.opening_minor,
  openingDate: row.opening_date,
  closingMinor: row.closing_minor,
  closingDate: row.closing_date,
  entries: Number(row.entries),
  ...fromCounts(row),
  problems: JSON.parse(row.problems) as StoredStatement['problems'],
})

const COUNTS = ['added', 'known', 'pending', 'suspects', 'replaced'] as const
type Counts<T> = Readonly<Record<(typeof COUNTS)[number], T>>

const toCounts = (it: Counts<number>): Counts<bigint> =>
  Object.fromEntries(COUNTS.map((name) => [name, BigInt(it[name])])) as unknown as Counts<bigint>
const fromCounts = (row: Counts<bigint>): Counts<number> =>
  Object.fromEntries(COUNTS.map((name) => [name, Number(row[name])])) as unknown as Counts<number>

const toAllocationRow = (
  work: Work,
  entryId: string,
  position: number,
  it: Allocation,
): NewRow<'bank_allocations'> => ({
  entry_id: entryId,
  position: BigInt(position),
  kind: it.kind,
  entry_minor: it.entryMinor,
  amount_minor: it.amountMinor,
  currency: it.currency,
  invoice_id: it.invoiceId,
  payment_id: it.paymentId,
  customer_id: it.customerId,
  account_entry_id: it.accountEntryId,
  accounting_account: it.accountingAccount,
  note: it.note,
  collection_id: it.collectionId,
  created_at: work.at,
})

const toAllocation = (row: Selectable<Tables['bank_allocations']>): Allocation => ({
  kind: row.kind as Allocation['kind'],
  entryMinor: row.entry_minor,
  amountMinor: row.amount_minor,
  currency: row.currency,
  invoiceId: row.invoice_id,
  paymentId: row.payment_id,
  customerId: row.customer_id,
  accountEntryId: row.account_entry_id,
  accountingAccount: row.accounting_account,
  note: row.note,
  collectionId: row.collection_id,
})

/** The numbers of documents by their ids. */
export async function numbersOf(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number ?? '']))
}

/** Compares open entries again whose proposals or content name one of these ids or IBANs. */
export async function markNaming(work: Work, names: readonly string[]): Promise<void> {
  for (const name of new Set(names))
    await tablesOf(work)
      .updateTable('bank_entries')
      .set({ matched: 0n })
      .where('status', '=', 'open')
      .where((e) =>
        e.or([
          e('proposals', 'like', `%${escaped(name)}%`),
          e('content', 'like', `%${escaped(name)}%`),
        ]),
      )
      .execute()
}

/** Ids and IBANs have no backslash; an underscore matches itself, too. */
const escaped = (name: string): string => name.replaceAll('%', '')

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

/** Opens sums whose details are all gone. Returns whether there were any. */
export async function reopenSums(work: Work, details: readonly StoredEntry[]): Promise<boolean> {
  let isAny = false
  for (const { bankAccountId, content } of details) {
    if (content.entryReference === null) continue
    const rows = await tablesOf(work)
      .selectFrom('bank_entries')
      .select(['id', 'batch', 'reason'])
      .where('bank_account_id', '=', bankAccountId)
      .where('entry_reference', '=', content.entryReference)
      .where('batch', 'is not', null)
      .execute()
    if (rows.some(({ batch }) => batch === 'detail')) continue
    const sums = rows.filter(({ reason }) => reason === 'replaced').map(({ id }) => id)
    if (sums.length === 0) continue
    isAny = true
    await tablesOf(work)
      .updateTable('bank_entries')
      .set({ status: 'open', reason: null, matched: 0n, version: sql`version + 1` })
      .where('id', 'in', sums)
      .execute()
  }
  return isAny
}

/** The customers that have paid from an account. */
export async function findLearned(
  scope: CompanyDb,
  iban: string,
): Promise<readonly { readonly customerId: string }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_payers')
    .select('customer_id')
    .where('iban', '=', iban)
    .execute()
  return rows.map((row) => ({ customerId: row.customer_id }))
}

/** When an invoice changed last; '' if there is none. */
export async function lastInvoiceAt({ db, companyId }: CompanyDb): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`
    select max(updated_at) as at from invoices where company_id = ${companyId}`.execute(db)
  return rows[0]?.at ?? ''
}

export async function lookedAt(scope: CompanyDb): Promise<string> {
  const row = await tablesOf(scope).selectFrom('bank_looks').selectAll().executeTakeFirst()
  return row?.invoices_at ?? ''
}

export async function saveLook(work: Work, invoicesAt: string): Promise<void> {
  await tablesOf(work)
    .insertInto('bank_looks', { invoices_at: invoicesAt })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ invoices_at: invoicesAt }),
    )
    .execute()
}

/** Companies with entries that wait for a decision. */
export const companiesWithOpen = (db: Db, among: Among) =>
  companiesWith(db, 'bank_entries', { among, where: sql`status = 'open'` })

export const companiesWithOldContents = (db: Db, among: Among, before: string) =>
  companiesWith(db, 'bank_file_contents', { among, where: sql`created_at < ${before}` })

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
