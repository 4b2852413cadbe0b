import { sql } from 'kysely'

/** Neither void nor credited in full, so the invoice bills its entries and quote. */
export const countsAsBilled = sql<boolean>`not (invoices.status = 'void'
  or (invoices.total_minor > 0
    and invoices.credited_minor >= coalesce(invoices.payable_minor, invoices.total_minor)))`
