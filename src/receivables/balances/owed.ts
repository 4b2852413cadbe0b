import { type RawBuilder, sql } from 'kysely'
import { addDays } from '../../kernel/calendar.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { DUE, HAS_DUE, REFUND_DUE } from '../../sales/invoices/due.ts'

/**
 * By days past the due date; `notDue` has no due date or one that is still to come. `credit`: the
 * company owes it, as a refund or as money on account.
 */
export type Age = 'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90' | 'credit'

/** What is owed in one currency at one age: the row of each answer. Currencies are never added. */
export interface Owed {
  readonly currency: string
  /** Null: settled, so that nothing is owed. */
  readonly age: Age | null
  /** The number of invoices, or of customers with money on account. */
  readonly count: number
  /** Minor units; negative for `credit`. */
  readonly minor: bigint
}

export interface OwedByCustomer extends Owed {
  readonly customerId: string
}

/** The customer owes it. */
export const isDue = ({ age }: Owed): boolean => age !== null && age !== 'credit'

export const isOverdue = (owed: Owed): boolean => isDue(owed) && owed.age !== 'notDue'

/** The age, on `day`, of an open amount. */
export const ageOn = (
  day: string,
  {
    dueDate,
    minor,
  }: { readonly dueDate: RawBuilder<unknown>; readonly minor: RawBuilder<unknown> },
): RawBuilder<Age> =>
  sql`case when ${minor} < 0 then 'credit'
    when ${dueDate} is null or ${dueDate} >= ${day} then 'notDue'
    when ${dueDate} >= ${addDays(day, -30)} then 'days1To30'
    when ${dueDate} >= ${addDays(day, -60)} then 'days31To60'
    when ${dueDate} >= ${addDays(day, -90)} then 'days61To90'
    else 'over90' end`

type Counted<O extends Owed> = Omit<O, 'count'> & { readonly count: bigint }

const counted = <R extends { readonly count: bigint }>(rows: readonly R[]) =>
  rows.map((row) => ({ ...row, count: Number(row.count) }))

/** The sums of amounts, each with its currency and age. */
export async function sumByAge(
  { db }: CompanyDb,
  amounts: RawBuilder<unknown>,
): Promise<readonly Owed[]> {
  const { rows } = await sql<Counted<Owed>>`with aged as materialized (${amounts})
    select currency, age, cast(count(*) as bigint) as count, cast(sum(minor) as bigint) as minor
    from aged group by currency, age`.execute(db)
  return counted(rows)
}

export interface OwedByDay extends Owed {
  /** The due date; null without one, and of refunds due. */
  readonly day: string | null
}

/**
 * The open amounts of all invoices on `today`, by currency and due date, and the refunds due. One
 * statement reads each open invoice once.
 */
export async function owedByDay(scope: CompanyDb, today: string): Promise<readonly OwedByDay[]> {
  const age = ageOn(today, { dueDate: sql`i.due_date`, minor: DUE })
  // Each with the condition of its own index.
  const those = (which: RawBuilder<boolean>, day: RawBuilder<unknown>) =>
    sql`select i.currency as currency, ${day} as day, ${age} as age, ${DUE} as minor
      from invoices as i where i.company_id = ${scope.companyId} and ${which}`
  const { rows } = await sql<Counted<OwedByDay>>`with aged as materialized (
      ${those(HAS_DUE, sql`i.due_date`)} union all ${those(REFUND_DUE, sql`cast(null as text)`)}
    )
    select currency, day, age, cast(count(*) as bigint) as count,
      cast(sum(minor) as bigint) as minor
    from aged group by currency, day, age`.execute(scope.db)
  return counted(rows)
}

/** What each of these customers owes, also nothing. Found by the customer, not by the state. */
export async function owedByCustomers(
  scope: CompanyDb,
  ids: readonly string[],
  today: string,
): Promise<readonly (OwedByCustomer & { readonly changedAt: string })[]> {
  const age = sql`case when ${HAS_DUE} or ${REFUND_DUE}
    then ${ageOn(today, { dueDate: sql`i.due_date`, minor: DUE })} end`
  const { rows } = await sql<Counted<OwedByCustomer> & { readonly changedAt: string }>`
    with aged as materialized (
      select i.customer_id as customer_id, i.currency as currency, ${age} as age, ${DUE} as due,
        i.updated_at as updated_at
      from invoices as i
      where i.company_id = ${scope.companyId} and i.customer_id in (${sql.join(ids)})
    )
    select customer_id as "customerId", currency, age, cast(count(*) as bigint) as count,
      cast(sum(case when age is null then 0 else due end) as bigint) as minor,
      max(updated_at) as "changedAt"
    from aged group by customer_id, currency, age
  `.execute(scope.db)
  return counted(rows)
}

/** The refunds due to these customers. */
export async function refundsDueTo(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly OwedByCustomer[]> {
  const { rows } = await sql<Counted<OwedByCustomer>>`
    select i.customer_id as "customerId", i.currency as currency, 'credit' as age,
      cast(count(*) as bigint) as count, cast(sum(${DUE}) as bigint) as minor
    from invoices as i
    where i.company_id = ${scope.companyId} and ${REFUND_DUE} and i.customer_id in (${sql.join(ids)})
    group by i.customer_id, i.currency`.execute(scope.db)
  return counted(rows)
}

/** The money on account of all customers. */
export async function onAccount(scope: CompanyDb): Promise<readonly Owed[]> {
  const { rows } = await sql<Counted<Owed>>`
    select currency, 'credit' as age, cast(count(*) as bigint) as count,
      cast(sum(-minor) as bigint) as minor
    from (
      select currency, sum(amount_minor) as minor from account_entries
      where company_id = ${scope.companyId} group by customer_id, currency
    ) as held where minor > 0 group by currency
  `.execute(scope.db)
  return counted(rows)
}

/** The money on account of some customers. */
export async function onAccountOf(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly OwedByCustomer[]> {
  const { rows } = await sql<Counted<OwedByCustomer>>`
    select customer_id as "customerId", currency, 'credit' as age, cast(1 as bigint) as count,
      cast(sum(-amount_minor) as bigint) as minor
    from account_entries
    where company_id = ${scope.companyId} and customer_id in (${sql.join(ids)})
    group by customer_id, currency
  `.execute(scope.db)
  return counted(rows)
}
