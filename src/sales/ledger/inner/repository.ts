import { sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/http/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../../platform/database/scope.ts'
import { type AccountBalance, type AccountEntry, toEntry, toRow } from '../entry.ts'

export interface EntryFilter {
  readonly customerId: string
  /** Null: any. */
  readonly currency: string | null
}

/** The newest entry of a customer in a currency. */
export async function findLast(
  scope: CompanyDb,
  customerId: string,
  currency: string,
): Promise<AccountEntry | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('account_entries')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toEntry(row)
}

export const insertEntry = (work: Work, entry: AccountEntry): Promise<void> =>
  insertRows(work, 'account_entries', [toRow(entry)])

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

/** Received and refunded money in a period, by day. */
export async function listCash(
  scope: CompanyDb,
  { customerId, currency }: EntryFilter,
  { from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<readonly AccountEntry[]> {
  const rows = await matching(scope, { customerId, currency })
    .selectAll()
    .where('kind', 'in', ['received', 'refunded'])
    .where('paid_at', '>=', from)
    .where('paid_at', '<=', to)
    .orderBy('paid_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** Received less refunded money up to a day, by currency. */
export async function cashUntil(
  scope: CompanyDb,
  customerId: string,
  day: string,
): Promise<readonly AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select currency, cast(sum(amount_minor) as bigint) as minor from account_entries
    where company_id = ${scope.companyId} and customer_id = ${customerId}
      and kind in ('received', 'refunded') and paid_at <= ${day}
    group by currency
  `.execute(scope.db)
  return rows
}

export interface CashInMonth extends AccountBalance {
  /** `YYYY-MM` */
  readonly month: string
  /** A positive amount. */
  readonly refundedMinor: bigint
}

/** Money received and paid back from a day on, by currency and month, for all customers. */
export async function cashByMonth(
  scope: CompanyDb,
  since: string,
): Promise<readonly CashInMonth[]> {
  const { rows } = await sql<CashInMonth>`
    select currency, substr(paid_at, 1, 7) as month, cast(sum(amount_minor) as bigint) as minor,
      cast(sum(case when amount_minor < 0 then -amount_minor else 0 end) as bigint)
        as "refundedMinor"
    from account_entries
    where company_id = ${scope.companyId} and kind in ('received', 'refunded')
      and paid_at >= ${since}
    group by currency, substr(paid_at, 1, 7)
  `.execute(scope.db)
  return rows
}

export interface HeldMoney extends AccountBalance {
  /** Number of customers. */
  readonly count: number
}

/** Balances on account by currency. */
export async function heldMoney(scope: CompanyDb): Promise<readonly HeldMoney[]> {
  const { rows } = await sql<{ currency: string; count: bigint; minor: bigint }>`
    select currency, cast(count(*) as bigint) as count, cast(sum(minor) as bigint) as minor from (
      select currency, sum(amount_minor) as minor from account_entries
      where company_id = ${scope.companyId} group by customer_id, currency
    ) as held where minor > 0 group by currency
  `.execute(scope.db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

export interface HeldForCustomer extends AccountBalance {
  readonly customerId: string
}

/** Balances on account of some customers, by currency. */
export async function heldForCustomers(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly HeldForCustomer[]> {
  const { rows } = await sql<HeldForCustomer>`
    select customer_id as "customerId", currency, cast(sum(amount_minor) as bigint) as minor
    from account_entries
    where company_id = ${scope.companyId} and customer_id in (${sql.join(ids)})
    group by customer_id, currency
  `.execute(scope.db)
  return rows
}

/** How the balance of a customer in a currency changed, by day. */
export async function movements(
  scope: CompanyDb,
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
): Promise<readonly { readonly day: string; readonly minor: bigint }[]> {
  const { rows } = await sql<{ readonly day: string; readonly minor: bigint }>`
    select paid_at as day, cast(sum(amount_minor) as bigint) as minor from account_entries
    where company_id = ${scope.companyId} and customer_id = ${customerId} and currency = ${currency}
    group by paid_at
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
