import { sql } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../../core/lists/sorted-page.ts'
import { type CompanyDb, tablesOf } from '../../../../platform/database/scope.ts'
import { type AccountBalance, type AccountEntry, toEntry } from '../../../../sales/ledger/entry.ts'

export interface EntryFilter {
  readonly customerId: string
  /** Null: any. */
  readonly currency: string | null
}

/** One row more than the page, if there is one. */
export async function listEntries(
  scope: CompanyDb,
  filter: EntryFilter,
  page: PageRequest,
): Promise<readonly AccountEntry[]> {
  const by = page.sort === 'created_at' ? 'created_at' : 'paid_at'
  return (await sortedPage(matching(scope, filter).selectAll(), { ...page, by })).map(toEntry)
}

export const countEntries = (scope: CompanyDb, filter: EntryFilter): Promise<number> =>
  countRows(matching(scope, filter))

function matching(scope: CompanyDb, { customerId, currency }: EntryFilter) {
  const own = tablesOf(scope).selectFrom('account_entries').where('customer_id', '=', customerId)
  return currency === null ? own : own.where('currency', '=', currency)
}

/** The balances of a customer, by currency. */
export async function listBalances(
  scope: CompanyDb,
  customerId: string,
): Promise<readonly AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select currency, cast(sum(amount_minor) as bigint) as minor from account_entries
    where company_id = ${scope.companyId} and customer_id = ${customerId}
    group by currency order by currency
  `.execute(scope.db)
  return rows
}

/** The first receipt with this reference and amount and, if given, this day. */
export async function findReceipt(
  scope: CompanyDb,
  {
    customerId,
    currency,
    reference,
    amountMinor,
    paidAt,
  }: EntryFilter & {
    readonly reference: string
    readonly amountMinor: bigint
    readonly paidAt: string | null
  },
): Promise<string | undefined> {
  let query = matching(scope, { customerId, currency })
    .select('id')
    .where('kind', '=', 'received')
    .where('reference', '=', reference)
    .where('amount_minor', '=', amountMinor)
  if (paidAt !== null) query = query.where('paid_at', '=', paidAt)
  return (await query.orderBy('id').limit(1).executeTakeFirst())?.id
}
