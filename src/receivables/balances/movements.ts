import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { roleOf } from '../../sales/invoices/deposits/role.ts'
import { PAYABLE } from '../../sales/invoices/due.ts'
import type { InvoiceRole } from '../../sales/invoices/invoice.ts'
import { SETTLED } from '../../sales/ledger/payments.ts'
import { ageOn, type Owed, sumByAge } from './owed.ts'

/* How the balance of a customer changed. Amounts are in minor units of the currency. */

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
  /** Whether a bank took the money of a direct debit back. */
  readonly isReturned: boolean
  /** Signed. */
  readonly amountMinor: bigint
}

export interface MovementFilter {
  readonly customerId: string
  readonly from: string
  readonly to: string
  /** Null: any. */
  readonly currency: string | null
}

/** A balance in one currency. */
export type Opening = Pick<Owed, 'currency' | 'minor'>

/** The balance at the start of the period, by currency. */
export async function openingBalances(
  scope: CompanyDb,
  filter: MovementFilter,
): Promise<readonly Opening[]> {
  const { rows } = await sql<Opening>`
    select m.currency as currency, cast(sum(m.amount) as bigint) as minor
    from ${movements(scope, filter)} m where m.day < ${filter.from} group by m.currency
  `.execute(scope.db)
  return rows
}

/** By day; on one day invoices come first, then credit notes, payments, and money on account. */
export async function listMovements(
  scope: CompanyDb,
  filter: MovementFilter,
  limit: number,
): Promise<readonly Movement[]> {
  const { rows } = await sql<MovementRow>`
    select * from ${movements(scope, filter)} m
    where m.day >= ${filter.from} and m.day <= ${filter.to}
    order by m.day, case m.kind when 'invoice' then 0 when 'credit_note' then 1 else 2 end,
      m.invoice_id is null, m.id
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
    isReturned: row.returned === 1n,
    amountMinor: row.amount,
  }))
}

/** What the customer owes at the end of the last day, and has on account. */
export function owedOn(scope: CompanyDb, filter: MovementFilter): Promise<readonly Owed[]> {
  const { to } = filter
  const age = ageOn(to, { dueDate: sql`o.due_date`, minor: sql`o.open_minor` })
  return sumByAge(
    scope,
    sql`select o.currency as currency, ${age} as age, o.open_minor as minor
      from ${openClaims(scope, filter)} o where o.open_minor <> 0
    union all
    select a.currency, 'credit', -a.amount_minor from account_entries a
      where a.paid_at <= ${to} and ${isCash(scope, filter)}
    union all
    select i.currency, 'credit', p.amount_minor
      from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
      where p.account_entry_id is not null and p.paid_at <= ${to} and ${matches(scope, filter)}`,
  )
}

interface MovementRow {
  readonly kind: string
  readonly role: InvoiceRole | null
  readonly id: string
  readonly number: string | null
  readonly invoice_id: string | null
  readonly day: string
  readonly currency: string
  readonly reference: string | null
  readonly method: string | null
  readonly returned: bigint
  readonly amount: bigint
}

const movements = (scope: CompanyDb, filter: MovementFilter) => sql`(
  select i.type as kind, ${roleOf(scope)} as role, i.id as id, i.number as number, coalesce(i.corrects_id, i.id) as invoice_id,
    i.issue_date as day, i.currency as currency, i.reference as reference, null as method,
    cast(0 as bigint) as returned,
    case i.type when 'invoice' then ${PAYABLE} else -${PAYABLE} end as amount
  from invoices i where ${matches(scope, filter)}
  union all
  select 'payment', null, p.id, i.number, i.id, p.paid_at, i.currency, p.reference, p.method,
    cast(case when (p.reverses_id is not null and p.method = 'direct_debit')
      or (p.source is not null and p.reference like '%:return:%') then 1 else 0 end as bigint),
    -${SETTLED}
  from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
  where p.account_entry_id is null and ${matches(scope, filter)}
  union all
  select 'payment', null, a.id, null, null, a.paid_at, a.currency, a.reference, a.method,
    cast(case when a.kind = 'refunded' and a.method = 'direct_debit' then 1 else 0 end as bigint),
    -a.amount_minor
  from account_entries a where ${isCash(scope, filter)}
)`

/**
 * Issued documents that are not void. A customer still owes a written-off invoice. A credit note
 * for an invoice made elsewhere changes no balance here.
 */
function matches(
  { companyId }: CompanyDb,
  { customerId, currency }: MovementFilter,
): RawBuilder<boolean> {
  const ofCustomer = sql<boolean>`i.company_id = ${companyId} and i.customer_id = ${customerId}
    and i.status in ('sent', 'paid', 'uncollectible')
    and (i.type = 'invoice' or i.corrects_id is not null)`
  return currency === null
    ? sql`(${ofCustomer})`
    : sql`(${ofCustomer} and i.currency = ${currency})`
}

/** Each invoice with its open amount on the last day, ignoring later changes. */
const openClaims = (scope: CompanyDb, filter: MovementFilter) => sql`(
  select i.currency as currency, i.due_date as due_date,
    case when i.issue_date <= ${filter.to} then ${PAYABLE} else 0 end
    - cast(coalesce((select sum(${SETTLED}) from payments p
        where p.company_id = ${scope.companyId} and p.invoice_id = i.id and p.paid_at <= ${filter.to}), 0)
        as bigint)
    - cast(coalesce((select sum(coalesce(n.payable_minor, n.total_minor)) from invoices n
        where n.company_id = ${scope.companyId} and n.corrects_id = i.id and n.status = 'sent'
        and n.issue_date <= ${filter.to}), 0) as bigint) as open_minor
  from invoices i where i.type = 'invoice' and ${matches(scope, filter)}
)`

/** Money that came to the account of the customer, or was paid back from it. */
function isCash(
  { companyId }: CompanyDb,
  { customerId, currency }: MovementFilter,
): RawBuilder<boolean> {
  const ofCustomer = sql<boolean>`a.company_id = ${companyId} and a.customer_id = ${customerId}
    and a.kind in ('received', 'refunded')`
  return currency === null
    ? sql`(${ofCustomer})`
    : sql`(${ofCustomer} and a.currency = ${currency})`
}
