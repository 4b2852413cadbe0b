import { type RawBuilder, sql } from 'kysely'
import { addDays } from '../invoices/calendar.ts'
import type { Db } from '../platform/database/db.ts'
import type { Age, AgedBalance, Balance, Movement } from './statement.ts'

export interface StatementFilter {
  readonly customerId: string
  readonly from: string
  readonly to: string
  readonly currency: string | null
}

/** What was issued and not voided. A claim that was written off is owed all the same. */
const ISSUED = sql`i.status in ('sent', 'paid', 'uncollectible')`

interface MovementRow {
  readonly kind: string
  readonly id: string
  readonly number: string | null
  readonly invoice_id: string
  readonly day: string
  readonly currency: string
  readonly reference: string | null
  readonly method: string | null
  readonly amount: bigint
}

const belongs = ({ customerId, currency }: StatementFilter): RawBuilder<boolean> =>
  currency === null
    ? sql`(i.customer_id = ${customerId} and ${ISSUED})`
    : sql`(i.customer_id = ${customerId} and i.currency = ${currency} and ${ISSUED})`

const movements = (filter: StatementFilter) => sql`(
  select i.type as kind, i.id as id, i.number as number, coalesce(i.corrects_id, i.id) as invoice_id,
    i.issue_date as day, i.currency as currency, i.reference as reference, null as method,
    case i.type when 'invoice' then i.total_minor else -i.total_minor end as amount
  from invoices i where ${belongs(filter)}
  union all
  select 'payment', p.id, i.number, i.id, p.paid_at, i.currency, p.reference, p.method,
    -p.amount_minor
  from payments p join invoices i on i.id = p.invoice_id where ${belongs(filter)}
)`

/** What was owed when the period began, by currency. */
export async function openingBalances(
  db: Db,
  filter: StatementFilter,
): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    select m.currency as currency, cast(sum(m.amount) as bigint) as minor
    from ${movements(filter)} m where m.day < ${filter.from} group by m.currency
  `.execute(db)
  return rows
}

/** By day; on one day invoices come first, then credit notes, then payments. */
export async function listMovements(
  db: Db,
  filter: StatementFilter,
  limit: number,
): Promise<readonly Movement[]> {
  const { rows } = await sql<MovementRow>`
    select * from ${movements(filter)} m
    where m.day >= ${filter.from} and m.day <= ${filter.to}
    order by m.day, case m.kind when 'invoice' then 0 when 'credit_note' then 1 else 2 end, m.id
    limit ${limit}
  `.execute(db)
  return rows.map((row) => ({
    kind: row.kind as Movement['kind'],
    id: row.id,
    number: row.number ?? '',
    invoiceId: row.invoice_id,
    day: row.day,
    currency: row.currency,
    reference: row.reference,
    method: row.method,
    amountMinor: row.amount,
  }))
}

/** What was open at the end of the last day, by currency and by how long it was due then. */
export async function agedBalances(
  db: Db,
  filter: StatementFilter,
): Promise<readonly AgedBalance[]> {
  const { to } = filter
  const { rows } = await sql<{ currency: string; age: string; minor: bigint }>`
    select currency, age, cast(sum(open_minor) as bigint) as minor from (
      select currency, open_minor, case
        when open_minor < 0 then 'credit'
        when due_date is null or due_date >= ${to} then 'notDue'
        when due_date >= ${addDays(to, -30)} then 'days1To30'
        when due_date >= ${addDays(to, -60)} then 'days31To60'
        when due_date >= ${addDays(to, -90)} then 'days61To90'
        else 'over90' end as age
      from ${openClaims(filter)} o where open_minor <> 0
    ) aged group by currency, age
  `.execute(db)
  return rows.map((row) => ({ ...row, age: row.age as Age }))
}

/** Each invoice with what was open of it on the last day, as it was then and not as it is now. */
const openClaims = (filter: StatementFilter) => sql`(
  select i.currency as currency, i.due_date as due_date,
    case when i.issue_date <= ${filter.to} then i.total_minor else 0 end
    - cast(coalesce((select sum(p.amount_minor) from payments p
        where p.invoice_id = i.id and p.paid_at <= ${filter.to}), 0) as bigint)
    - cast(coalesce((select sum(n.total_minor) from invoices n
        where n.corrects_id = i.id and n.status = 'sent' and n.issue_date <= ${filter.to}), 0)
        as bigint) as open_minor
  from invoices i where i.type = 'invoice' and ${belongs(filter)}
)`
