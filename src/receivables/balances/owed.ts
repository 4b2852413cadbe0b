import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../core/http/sorted-page.ts'
import { addDays } from '../../kernel/calendar.ts'
import { type CompanyDb, tablesOf } from '../../platform/database/scope.ts'
import { HAS_DUE, isOverdue, PAYABLE, REFUND_DUE } from '../../sales/invoices/due.ts'

/* Sums over all invoices of a company, read for reports. Amounts are in minor units of the currency. */

/** By days past the due date; `notDue` has no due date or one that is still to come. */
export type Age = 'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90'

/** The age, on `day`, of an amount due on `dueDate`. */
export const ageOn = (day: string, dueDate: RawBuilder<unknown>): RawBuilder<Age> =>
  sql`case when ${dueDate} is null or ${dueDate} >= ${day} then 'notDue'
    when ${dueDate} >= ${addDays(day, -30)} then 'days1To30'
    when ${dueDate} >= ${addDays(day, -60)} then 'days31To60'
    when ${dueDate} >= ${addDays(day, -90)} then 'days61To90'
    else 'over90' end`

/** The amount and number of some invoices. */
export interface Claims {
  readonly count: number
  readonly minor: bigint
}

export interface ClaimsInCurrency extends Claims {
  readonly currency: string
}

export interface AgedClaims extends ClaimsInCurrency {
  readonly age: Age
}

export interface PaidInMonth {
  readonly currency: string
  /** `YYYY-MM` */
  readonly month: string
  /** Payments less refunds. */
  readonly minor: bigint
  /** A positive amount. */
  readonly refundedMinor: bigint
}

export interface DueOnDay extends ClaimsInCurrency {
  readonly day: string
}

/** The open amounts with a due date in a period, by currency and due date. */
export async function dueByDay(
  scope: CompanyDb,
  { from, before }: { readonly from: string; readonly before: string },
): Promise<readonly DueOnDay[]> {
  const { rows } = await sql<{ currency: string; day: string; count: bigint; minor: bigint }>`
    with claims as materialized (
      select i.currency as currency, i.due_date as day,
        ${PAYABLE} - i.paid_minor - i.credited_minor as due
      from invoices as i where i.company_id = ${scope.companyId} and ${HAS_DUE}
    )
    select currency, day, cast(count(*) as bigint) as count, cast(sum(due) as bigint) as minor
    from claims where day >= ${from} and day < ${before} group by currency, day
  `.execute(scope.db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** The open amounts of issued invoices on `today`, by currency and age. */
export async function agedClaims(scope: CompanyDb, today: string): Promise<readonly AgedClaims[]> {
  const { rows } = await sql<{ currency: string; age: Age; count: bigint; minor: bigint }>`
    with aged as materialized (
      select i.currency as currency, ${PAYABLE} - i.paid_minor - i.credited_minor as due,
        ${ageOn(today, sql`i.due_date`)} as age
      from invoices as i where i.company_id = ${scope.companyId} and ${HAS_DUE}
    )
    select currency, age, cast(count(*) as bigint) as count, cast(sum(due) as bigint) as minor
    from aged group by currency, age
  `.execute(scope.db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/**
 * The refunds due, as positive amounts, by currency. Materialized, as above: SQLite would
 * read all invoices by their currency.
 */
export async function refundsDue(scope: CompanyDb): Promise<readonly ClaimsInCurrency[]> {
  const { rows } = await sql<{ currency: string; count: bigint; minor: bigint }>`
    with refunds as materialized (
      select i.currency as currency, i.paid_minor + i.credited_minor - ${PAYABLE} as due
      from invoices as i where i.company_id = ${scope.companyId} and ${REFUND_DUE}
    )
    select currency, cast(count(*) as bigint) as count, cast(sum(due) as bigint) as minor
    from refunds group by currency
  `.execute(scope.db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** The balance of a customer in a currency. */
export interface CustomerClaims {
  readonly customerId: string
  readonly currency: string
  readonly openMinor: bigint
  readonly overdueMinor: bigint
  /** A positive amount. */
  readonly refundMinor: bigint
  /** When the last of the invoices changed, in RFC 3339. */
  readonly changedAt: string
}

/** For each customer with invoices. Found by the customer, not by their state. */
export async function claimsOfCustomers(
  scope: CompanyDb,
  ids: readonly string[],
  today: string,
): Promise<readonly CustomerClaims[]> {
  const due = sql`${PAYABLE} - i.paid_minor - i.credited_minor`
  const sumIf = (condition: RawBuilder<boolean>, minor: RawBuilder<unknown>) =>
    sql`cast(sum(case when ${condition} then ${minor} else 0 end) as bigint)`
  const { rows } = await sql<CustomerClaims>`
    select i.customer_id as "customerId", i.currency as currency,
      ${sumIf(HAS_DUE, due)} as "openMinor", ${sumIf(isOverdue(today), due)} as "overdueMinor",
      ${sumIf(REFUND_DUE, sql`i.paid_minor + i.credited_minor - ${PAYABLE}`)} as "refundMinor",
      max(i.updated_at) as "changedAt"
    from invoices as i
    where i.company_id = ${scope.companyId} and i.customer_id in (${sql.join(ids)})
    group by i.customer_id, i.currency
  `.execute(scope.db)
  return rows
}

const REFUNDED = sql`cast(sum(case when p.amount_minor < 0 then -p.amount_minor else 0 end) as bigint)
  as "refundedMinor"`

/** The payments since the first day of a month, by currency and month; none from accounts. */
export async function paidByMonth(
  scope: CompanyDb,
  since: string,
): Promise<readonly PaidInMonth[]> {
  const currency = await onlyCurrency(scope)
  if (currency !== null) {
    // Without reading the invoice of each payment, which takes most of the time.
    const { rows } = await sql<Omit<PaidInMonth, 'currency'>>`
      select substr(p.paid_at, 1, 7) as month, cast(sum(p.amount_minor) as bigint) as minor,
        ${REFUNDED}
      from payments p
      where p.company_id = ${scope.companyId} and p.paid_at >= ${since}
        and p.account_entry_id is null
      group by substr(p.paid_at, 1, 7)
    `.execute(scope.db)
    return rows.map((row) => ({ ...row, currency }))
  }
  const { rows } = await sql<PaidInMonth>`
    select i.currency as currency, substr(p.paid_at, 1, 7) as month,
      cast(sum(p.amount_minor) as bigint) as minor, ${REFUNDED}
    from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${scope.companyId} and p.paid_at >= ${since}
      and p.account_entry_id is null
    group by i.currency, substr(p.paid_at, 1, 7)
  `.execute(scope.db)
  return rows
}

/** The currency of all invoices; null if there are several, or no invoices. */
async function onlyCurrency({ db, companyId }: CompanyDb): Promise<string | null> {
  const { rows } = await sql<{ least: string | null; greatest: string | null }>`
    select (select min(currency) from invoices where company_id = ${companyId}) as least,
      (select max(currency) from invoices where company_id = ${companyId}) as greatest
  `.execute(db)
  const [found] = rows
  return found !== undefined && found.least === found.greatest ? found.least : null
}

export const countDrafts = (scope: CompanyDb): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('invoices').where('status', '=', 'draft'))
