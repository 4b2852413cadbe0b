import { sql } from 'kysely'
import { addDays } from '../invoices/calendar.ts'
import { REFUND_DUE } from '../invoices/list/conditions.ts'
import type { Db } from '../platform/database/db.ts'
import type { Age, AgedClaims, PaidInMonth, RefundsDue } from './summary.ts'

/** What is open of issued invoices on `today`, by currency and by how long it has been due. */
export async function agedClaims(db: Db, today: string): Promise<readonly AgedClaims[]> {
  const { rows } = await sql<{ currency: string; age: Age; count: bigint; minor: bigint }>`
    select currency, age, cast(count(*) as bigint) as count, cast(sum(due) as bigint) as minor
    from (
      select i.currency as currency, i.total_minor - i.paid_minor - i.credited_minor as due, case
        when i.due_date is null or i.due_date >= ${today} then 'notDue'
        when i.due_date >= ${addDays(today, -30)} then 'days1To30'
        when i.due_date >= ${addDays(today, -60)} then 'days31To60'
        when i.due_date >= ${addDays(today, -90)} then 'days61To90'
        else 'over90' end as age
      from invoices i
      where i.status = 'sent' and i.type = 'invoice'
        and i.total_minor > i.paid_minor + i.credited_minor
    ) aged group by currency, age
  `.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** What is to be refunded, by currency. */
export async function refundsDue(db: Db): Promise<readonly RefundsDue[]> {
  const { rows } = await sql<{ currency: string; count: bigint; minor: bigint }>`
    select i.currency as currency, cast(count(*) as bigint) as count,
      cast(sum(i.paid_minor + i.credited_minor - i.total_minor) as bigint) as minor
    from invoices i where ${REFUND_DUE} group by i.currency
  `.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** What was paid since the first day of a month, by currency and month. */
export async function paidByMonth(db: Db, since: string): Promise<readonly PaidInMonth[]> {
  const { rows } = await sql<PaidInMonth>`
    select i.currency as currency, substr(p.paid_at, 1, 7) as month,
      cast(sum(p.amount_minor) as bigint) as minor
    from payments p join invoices i on i.id = p.invoice_id
    where p.paid_at >= ${since}
    group by i.currency, substr(p.paid_at, 1, 7)
  `.execute(db)
  return rows
}

export async function countDrafts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow()
  return Number(count)
}
