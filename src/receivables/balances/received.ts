import { sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'

/** The money that customers paid on a day, less what was paid back. */
export interface Received {
  readonly currency: string
  /** `YYYY-MM-DD` */
  readonly day: string
  /** Minor units. */
  readonly minor: bigint
  /** A positive amount. */
  readonly refundedMinor: bigint
}

/** Payments of invoices and on account have rows of their own. */
export async function receivedByDay(scope: CompanyDb, since: string): Promise<readonly Received[]> {
  return [...(await onInvoices(scope, since)), ...(await onAccount(scope, since))]
}

const REFUNDED = sql`cast(sum(case when p.amount_minor < 0 then -p.amount_minor else 0 end) as bigint)
  as "refundedMinor"`

/** Without payments from accounts. */
async function onInvoices(scope: CompanyDb, since: string): Promise<readonly Received[]> {
  const currency = await onlyCurrency(scope)
  if (currency !== null) {
    // Without reading the invoice of each payment, which takes most of the time.
    const { rows } = await sql<Omit<Received, 'currency'>>`
      select p.paid_at as day, cast(sum(p.amount_minor) as bigint) as minor,
        ${REFUNDED}
      from payments p
      where p.company_id = ${scope.companyId} and p.paid_at >= ${since}
        and p.account_entry_id is null
      group by p.paid_at
    `.execute(scope.db)
    return rows.map((row) => ({ ...row, currency }))
  }
  const { rows } = await sql<Received>`
    select i.currency as currency, p.paid_at as day,
      cast(sum(p.amount_minor) as bigint) as minor, ${REFUNDED}
    from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${scope.companyId} and p.paid_at >= ${since}
      and p.account_entry_id is null
    group by i.currency, p.paid_at
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

async function onAccount(
  { db, companyId }: CompanyDb,
  since: string,
): Promise<readonly Received[]> {
  const { rows } = await sql<Received>`
    select currency, paid_at as day, cast(sum(amount_minor) as bigint) as minor,
      cast(sum(case when amount_minor < 0 then -amount_minor else 0 end) as bigint)
        as "refundedMinor"
    from account_entries
    where company_id = ${companyId} and kind in ('received', 'refunded') and paid_at >= ${since}
    group by currency, paid_at
  `.execute(db)
  return rows
}
