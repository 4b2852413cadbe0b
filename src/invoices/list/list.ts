import { type Page, type PageRequest, toPage } from '../../http/pagination.ts'
import type { Db } from '../../platform/database/db.ts'
import type { InvoiceStatus, InvoiceType } from '../invoice.ts'
import { conditionsOf, type InvoiceFilter, overdue } from './conditions.ts'
import type { EntryRow } from './query.ts'
import { countRows, readRows } from './walk.ts'

export type { InvoiceFilter } from './conditions.ts'

/** One line of the list. */
export interface InvoiceEntry {
  readonly id: string
  readonly type: InvoiceType
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly customerId: string
  readonly customerName: string
  readonly issueDate: string
  readonly dueDate: string | null
  readonly currency: string
  readonly totalMinor: bigint
  readonly paidMinor: bigint
  readonly creditedMinor: bigint
  readonly published: boolean
}

/** One page. What it takes does not grow with the number of invoices, except to count them. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter & { readonly today: string },
  request: PageRequest & { readonly withTotal: boolean },
): Promise<Page<InvoiceEntry>> {
  const conditions = await conditionsOf(db, filter)
  const rows = await readRows(db, conditions, request)
  const total = request.withTotal ? await countRows(db, conditions) : null
  const page = toPage(
    rows,
    request,
    (row) => ({ value: String(row.sort_value), id: row.id }),
    total,
  )
  return { ...page, data: page.data.map(toEntry) }
}

/** The ids of what is overdue on `day`, in their order, up to `limit` after one of them. */
export async function listOverdueIds(
  db: Db,
  { day, after, limit }: { readonly day: string; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .select('i.id')
    .where(overdue(day))
    .where('i.id', '>', after)
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Without a number or a due date comes first: the sorts `number` and `due_date` take it as ''. */
const toEntry = (row: EntryRow): InvoiceEntry => ({
  id: row.id,
  type: row.type as InvoiceType,
  number: row.number,
  status: row.status as InvoiceStatus,
  customerId: row.customer_id,
  customerName: row.name,
  issueDate: row.issue_date,
  dueDate: row.due_date,
  currency: row.currency,
  totalMinor: row.total_minor,
  paidMinor: row.paid_minor,
  creditedMinor: row.credited_minor,
  published: row.share_nonce !== null,
})
