import { sql } from 'kysely'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import type { InvoiceRole } from '../invoice.ts'

/**
 * Whether the invoice `i` is a deposit, or the final invoice that deducts deposits; else null. Text that a
 * person typed cannot match, because JSON escapes its quotes. The database checks only once for all rows
 * whether the company deducts deposits.
 */
export const roleOf = ({
  companyId,
}: CompanyDb) => sql<InvoiceRole | null>`case when i.type <> 'invoice' then null
  when i.optional_fields like '%"kind":"prepayment"%' then 'deposit'
  when exists (select 1 from invoice_items as t where t.company_id = ${companyId}
    and t.deducts_id is not null)
  and exists (select 1 from invoice_items as t where t.company_id = ${companyId}
    and t.invoice_id = i.id and t.deducts_id is not null) then 'final' end`
