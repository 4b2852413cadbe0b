import { sql } from 'kysely'

/** Neither void nor credited in full: the invoice bills what it names. */
export const countsAsBilled = sql<boolean>`not (invoices.status = 'void'
  or (invoices.total_minor > 0 and invoices.credited_minor >= invoices.total_minor))`
