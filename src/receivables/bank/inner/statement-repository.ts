import type { Selectable } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import { type CompanyDb, type NewRow, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { StoredStatement } from '../file.ts'

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

export const toStatementRow = (fileId: string, it: StoredStatement): NewRow<'bank_statements'> => ({
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

export const toCounts = (it: Counts<number>): Counts<bigint> =>
  Object.fromEntries(COUNTS.map((name) => [name, BigInt(it[name])])) as unknown as Counts<bigint>

export const fromCounts = (row: Counts<bigint>): Counts<number> =>
  Object.fromEntries(COUNTS.map((name) => [name, Number(row[name])])) as unknown as Counts<number>
