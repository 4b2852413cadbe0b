import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'

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
