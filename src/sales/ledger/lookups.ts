import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'

/* Finds money for other rooms, as SQL expressions. */

/** Whether the customer has money on account in this currency. */
export const hasMoneyOnAccount = (
  { companyId }: CompanyDb,
  customerId: RawBuilder<unknown>,
  currency: string,
): RawBuilder<boolean> =>
  sql<boolean>`${customerId} in (select a.customer_id from account_entries as a
    where a.company_id = ${companyId} and a.currency = ${currency}
    group by a.customer_id having sum(a.amount_minor) > 0)`

/** Both days are included. */
export interface PaidDays {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Whether the invoice has a payment or a refund on one of these days. */
export const hasPayment = (
  scope: CompanyDb,
  invoiceId: RawBuilder<unknown>,
  days: PaidDays,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 ${paymentsOn(scope, days)} and p.invoice_id = ${invoiceId})`

/** The ids of the invoices with a payment or a refund on one of these days. */
export const paidInvoices = (scope: CompanyDb, days: PaidDays): RawBuilder<unknown> =>
  sql`(select p.invoice_id ${paymentsOn(scope, days)})`

function paymentsOn({ companyId }: CompanyDb, { from, to }: PaidDays): RawBuilder<unknown> {
  const bounds = [
    sql`p.company_id = ${companyId}`,
    ...(from === undefined ? [] : [sql`p.paid_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`p.paid_at <= ${to}`]),
  ]
  return sql`from payments as p where ${sql.join(bounds, sql` and `)}`
}
