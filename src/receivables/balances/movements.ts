import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { roleOf } from '../../sales/invoices/deposits/role.ts'
import { PAYABLE } from '../../sales/invoices/due.ts'
import type { InvoiceRole } from '../../sales/invoices/invoice.ts'
import { ageOn, type Age as DueAge } from './owed.ts'

/* The receivables of customers, for statements. Amounts are in minor units of the currency. */

/** A change of a customer's balance: invoices add to it, credit notes and payments subtract. */
export interface Movement {
  readonly kind: 'invoice' | 'credit_note' | 'payment'
  /** Of invoices. */
  readonly role: InvoiceRole | null
  readonly id: string
  /** The number of the document, or of the paid invoice; empty on account. */
  readonly number: string
  /** Null: money on account. */
  readonly invoiceId: string | null
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly currency: string
  readonly reference: string | null
  readonly method: string | null
  /** Signed. */
  readonly amountMinor: bigint
}

export interface Balance {
  readonly currency: string
  readonly minor: bigint
}

/** By days past the due date; `credit` is an overpayment. The ages add up to the closing balance. */
export type Age = DueAge | 'credit'

export interface AgedBalance extends Balance {
  readonly age: Age
}

export interface ReceivablesFilter {
  readonly customerId: string
  readonly from: string
  readonly to: string
  /** Null: any. */
  readonly currency: string | null
}

/** The balance at the start of the period, by currency. */
export async function openingBalances(
  scope: CompanyDb,
  filter: ReceivablesFilter,
): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    select m.currency as currency, cast(sum(m.amount) as bigint) as minor
    from ${movements(scope, filter)} m where m.day < ${filter.from} group by m.currency
  `.execute(scope.db)
  return rows
}

/** By day; on one day invoices come first, then credit notes, then payments. */
export async function listMovements(
  scope: CompanyDb,
  filter: ReceivablesFilter,
  limit: number,
): Promise<readonly Movement[]> {
  const { rows } = await sql<MovementRow>`
    select * from ${movements(scope, filter)} m
    where m.day >= ${filter.from} and m.day <= ${filter.to}
    order by m.day, case m.kind when 'invoice' then 0 when 'credit_note' then 1 else 2 end, m.id
    limit ${limit}
  `.execute(scope.db)
  return rows.map((row) => ({
    kind: row.kind as Movement['kind'],
    role: row.role,
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

/** The open amounts at the end of the last day, by currency and days past due. */
export async function agedBalances(
  scope: CompanyDb,
  filter: ReceivablesFilter,
): Promise<readonly AgedBalance[]> {
  const { to } = filter
  const { rows } = await sql<{ currency: string; age: string; minor: bigint }>`
    select currency, age, cast(sum(open_minor) as bigint) as minor from (
      select currency, open_minor, case
        when open_minor < 0 then 'credit'
        else ${ageOn(to, sql`due_date`)} end as age
      from ${openClaims(scope, filter)} o where open_minor <> 0
    ) aged group by currency, age
  `.execute(scope.db)
  return rows.map((row) => ({ ...row, age: row.age as Age }))
}

interface MovementRow {
  readonly kind: string
  readonly role: InvoiceRole | null
  readonly id: string
  readonly number: string | null
  readonly invoice_id: string
  readonly day: string
  readonly currency: string
  readonly reference: string | null
  readonly method: string | null
  readonly amount: bigint
}

const movements = (scope: CompanyDb, filter: ReceivablesFilter) => sql`(
  select i.type as kind, ${roleOf(scope)} as role, i.id as id, i.number as number, coalesce(i.corrects_id, i.id) as invoice_id,
    i.issue_date as day, i.currency as currency, i.reference as reference, null as method,
    case i.type when 'invoice' then ${PAYABLE} else -${PAYABLE} end as amount
  from invoices i where ${matches(scope, filter)}
  union all
  select 'payment', null, p.id, i.number, i.id, p.paid_at, i.currency, p.reference, p.method,
    -p.amount_minor
  from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
  where p.account_entry_id is null and ${matches(scope, filter)}
)`

/** Payments from the account up to a day, by currency: they change only the balance on account. */
export async function appliedUntil(
  scope: CompanyDb,
  filter: ReceivablesFilter,
): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    select i.currency as currency, cast(sum(p.amount_minor) as bigint) as minor
    from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.account_entry_id is not null and p.paid_at <= ${filter.to} and ${matches(scope, filter)}
    group by i.currency
  `.execute(scope.db)
  return rows
}

/**
 * Issued documents that are not void. A customer still owes a written-off invoice. A credit note
 * for an invoice made elsewhere changes no balance here.
 */
function matches(
  { companyId }: CompanyDb,
  { customerId, currency }: ReceivablesFilter,
): RawBuilder<boolean> {
  const ofCustomer = sql<boolean>`i.company_id = ${companyId} and i.customer_id = ${customerId}
    and i.status in ('sent', 'paid', 'uncollectible')
    and (i.type = 'invoice' or i.corrects_id is not null)`
  return currency === null
    ? sql`(${ofCustomer})`
    : sql`(${ofCustomer} and i.currency = ${currency})`
}

/** Each invoice with its open amount on the last day, ignoring later changes. */
const openClaims = (scope: CompanyDb, filter: ReceivablesFilter) => sql`(
  select i.currency as currency, i.due_date as due_date,
    case when i.issue_date <= ${filter.to} then ${PAYABLE} else 0 end
    - cast(coalesce((select sum(p.amount_minor) from payments p
        where p.company_id = ${scope.companyId} and p.invoice_id = i.id and p.paid_at <= ${filter.to}), 0)
        as bigint)
    - cast(coalesce((select sum(coalesce(n.payable_minor, n.total_minor)) from invoices n
        where n.company_id = ${scope.companyId} and n.corrects_id = i.id and n.status = 'sent'
        and n.issue_date <= ${filter.to}), 0) as bigint) as open_minor
  from invoices i where i.type = 'invoice' and ${matches(scope, filter)}
)`
