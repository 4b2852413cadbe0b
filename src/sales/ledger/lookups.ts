import { type RawBuilder, sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'

/** Whether the customer has money on account in this currency. */
export const hasMoneyOnAccount = (
  { companyId }: CompanyDb,
  customerId: RawBuilder<unknown>,
  currency: string,
): RawBuilder<boolean> =>
  sql<boolean>`${customerId} in (select a.customer_id from account_entries as a
    where a.company_id = ${companyId} and a.currency = ${currency}
    group by a.customer_id having sum(a.amount_minor) > 0)`
