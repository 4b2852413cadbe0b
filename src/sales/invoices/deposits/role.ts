import { sql } from 'kysely'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import type { InvoiceRole } from '../invoice.ts'

/**
 * Whether the invoice `i` is a deposit, or the final invoice that deducts deposits; else null. No text
 * of a person matches the JSON, because quotes in texts are escaped. Whether the company deducts at all is
 * asked once for all rows.
 */
export const roleOf = ({
  companyId,
}: CompanyDb) => sql<InvoiceRole | null>`case when i.type <> 'invoice' then null
  when i.optional_fields like '%"kind":"prepayment"%' then 'deposit'
  when exists (select 1 from invoice_items as t where t.company_id = ${companyId}
    and t.deducts_id is not null)
  and exists (select 1 from invoice_items as t where t.company_id = ${companyId}
    and t.invoice_id = i.id and t.deducts_id is not null) then 'final' end`
