import { sql } from 'kysely'
import { checkedOnRow } from '../../core/lists/filtered-page.ts'

/* What is due, as conditions on the invoice `i` and its columns: the SQL of lifecycle.ts. */

export const SENT = sql<boolean>`i.status = 'sent'`

/** What the customer transfers. */
export const PAYABLE = sql<bigint>`coalesce(i.payable_minor, i.total_minor)`

/** What is left of it; negative if a refund is due. */
export const DUE = sql<bigint>`(${PAYABLE} - i.paid_minor - i.credited_minor)`

/** The customer still owes something: the display status is open, partially_paid or overdue. */
export const HAS_DUE = sql<boolean>`(${SENT} and i.type = 'invoice'
  and ${PAYABLE} > i.paid_minor + i.credited_minor)`

/** The SQL of `isOverdue` in lifecycle.ts. */
export const isOverdue = (today: string) =>
  sql<boolean>`(${HAS_DUE} and i.due_date is not null and i.due_date < ${today})`

/** The SQL of `isPartiallyPaid` in lifecycle.ts. The total is in the condition of its index. */
export const PARTIALLY_PAID = sql<boolean>`(i.paid_minor > 0 and i.type = 'invoice'
  and i.total_minor > i.paid_minor + i.credited_minor
  and ${checkedOnRow(sql`${PAYABLE} > i.paid_minor + i.credited_minor`)} and ${checkedOnRow(SENT)})`

/** The SQL of `refund_due` in lifecycle.ts: the balance is below zero. */
export const REFUND_DUE = sql<boolean>`(${PAYABLE} < i.paid_minor + i.credited_minor
  and i.type = 'invoice' and ${checkedOnRow(sql`i.status in ('sent', 'paid', 'uncollectible')`)})`
