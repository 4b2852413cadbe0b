import type { Totals } from '@billwright/totals'
import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { payableOf } from '../../sales/contents/rows.ts'
import { HAS_DUE, REFUND_DUE } from '../../sales/invoices/due.ts'
import type { InvoiceStatus, InvoiceType } from '../../sales/invoices/invoice.ts'
import { SETTLED } from '../../sales/ledger/payments.ts'

/* Invoices as claims of money, one by one. Amounts are in minor units of the currency. */

export interface Claim {
  readonly id: string
  readonly type: InvoiceType
  readonly status: InvoiceStatus
  readonly number: string | null
  readonly customerId: string
  readonly customerName: string
  readonly issueDate: string
  readonly dueDate: string | null
  readonly currency: string
  readonly totals: Pick<Totals, 'totalMinor' | 'payableMinor'>
  readonly paidMinor: bigint
  readonly creditedMinor: bigint
  /** When the last payment was recorded. */
  readonly lastPaymentAt: string | null
}

export interface OpenClaimsQuery {
  readonly dueFrom: string
  readonly dueTo: string
  /** The id of the last row of the previous page, or ''. */
  readonly after: string
  readonly limit: number
}

/** Issued invoices with an amount due, by id. */
export const listOpenClaims = (
  scope: CompanyDb,
  { dueFrom, dueTo, after, limit }: OpenClaimsQuery,
): Promise<readonly Claim[]> =>
  select(
    scope,
    sql`${HAS_DUE} and i.due_date >= ${dueFrom} and i.due_date <= ${dueTo} and i.id > ${after}`,
    { limit },
  )

/** The number of issued invoices with a balance that were due before a day. */
export async function countOpenClaimsBefore(
  { db, companyId }: CompanyDb,
  day: string,
): Promise<number> {
  const { rows } = await sql<{ count: bigint | number }>`select count(*) as count from invoices as i
    where i.company_id = ${companyId} and ${HAS_DUE} and i.due_date < ${day}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The claims with these ids, by id; an unknown one is left out. */
export const findClaims = async (
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Claim[]> =>
  ids.length === 0 ? [] : select(scope, sql`i.id in (${sql.join(ids)})`, { limit: ids.length })

/** A customer's invoices with a refund due in a currency, by id. */
export const listRefundsDue = (
  scope: CompanyDb,
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
): Promise<readonly Claim[]> =>
  select(scope, sql`${REFUND_DUE} and i.customer_id = ${customerId} and i.currency = ${currency}`, {
    limit: REFUNDS_MAX,
  })

const REFUNDS_MAX = 100

/** A customer's invoices with an amount due in a currency, earliest due date first. */
export const listOpenOf = (
  scope: CompanyDb,
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
  limit: number,
): Promise<readonly Claim[]> =>
  select(scope, sql`${HAS_DUE} and i.customer_id = ${customerId} and i.currency = ${currency}`, {
    by: sql`coalesce(i.due_date, i.issue_date), i.issue_date, i.id`,
    limit,
  })

/** A payment or credit note. It reduces the claim from its day on. */
export interface Settlement {
  readonly day: string
  readonly minor: bigint
}

/** The payments and credit notes of an invoice. */
export async function listSettlements(
  { db, companyId }: CompanyDb,
  invoiceId: string,
): Promise<readonly Settlement[]> {
  const { rows } = await sql<Settlement>`
    select p.paid_at as day, ${SETTLED} as minor from payments p
      where p.company_id = ${companyId} and p.invoice_id = ${invoiceId}
    union all
    select n.issue_date, coalesce(n.payable_minor, n.total_minor) from invoices n
      where n.company_id = ${companyId} and n.corrects_id = ${invoiceId} and n.status = 'sent'
  `.execute(db)
  return rows
}

/** How a customer's money on account changed, by day. */
export async function listAccountChanges(
  { db, companyId }: CompanyDb,
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
): Promise<readonly Settlement[]> {
  const { rows } = await sql<Settlement>`
    select paid_at as day, cast(sum(amount_minor) as bigint) as minor from account_entries
    where company_id = ${companyId} and customer_id = ${customerId} and currency = ${currency}
    group by paid_at
  `.execute(db)
  return rows
}

interface ClaimRow {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly number: string | null
  readonly customer_id: string
  readonly customer_name: string
  readonly issue_date: string
  readonly due_date: string | null
  readonly currency: string
  readonly total_minor: bigint
  readonly payable_minor: bigint | null
  readonly paid_minor: bigint
  readonly credited_minor: bigint
  readonly last_payment_at: string | null
}

async function select(
  { db, companyId }: CompanyDb,
  where: RawBuilder<unknown>,
  { limit, by = sql`i.id` }: { readonly limit: number; readonly by?: RawBuilder<unknown> },
): Promise<readonly Claim[]> {
  const { rows } = await sql<ClaimRow>`select i.id, i.type, i.status, i.number, i.customer_id,
      i.customer_name, i.issue_date, i.due_date, i.currency, i.total_minor, i.payable_minor,
      i.paid_minor, i.credited_minor,
      (select max(p.created_at) from payments p where p.company_id = ${companyId}
        and p.invoice_id = i.id and p.amount_minor > 0) as last_payment_at
    from invoices as i where i.company_id = ${companyId} and ${where}
    order by ${by} limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    type: row.type as InvoiceType,
    status: row.status as InvoiceStatus,
    number: row.number,
    customerId: row.customer_id,
    customerName: row.customer_name,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    currency: row.currency,
    totals: payableOf(row),
    paidMinor: row.paid_minor,
    creditedMinor: row.credited_minor,
    lastPaymentAt: row.last_payment_at,
  }))
}
