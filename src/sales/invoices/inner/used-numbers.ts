import type { UsedNumbers } from '../../../company/settings/numbering/next.ts'
import { startsWith } from '../../../platform/database/like.ts'
import { type CompanyDb, compiledForCompany, tablesOf } from '../../../platform/database/scope.ts'

async function listNumbers(scope: CompanyDb, start: string): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select('number')
    .where(startsWith('number', start))
    .execute()
  return rows.flatMap(({ number }) => (number === null ? [] : [number]))
}

const isNumberUsed = async (scope: CompanyDb, number: string): Promise<boolean> =>
  (await selectNumber(scope, number)).length > 0

const selectNumber = compiledForCompany((scope, number: string) =>
  tablesOf(scope).selectFrom('invoices').select('id').where('number', '=', number),
)

/** The numbers of invoices and credit notes. */
export const USED: UsedNumbers = { isKey: true, isUsed: isNumberUsed, list: listNumbers }
