import { type SelectQueryBuilder, sql } from 'kysely'
import { invalidCursor, type Page, type PageRequest, toPage } from '../http/pagination.ts'
import { searchForm } from '../http/text.ts'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import type { InvoiceStatus, InvoiceType } from './invoice.ts'

export interface InvoiceFilter {
  readonly type?: InvoiceType | undefined
  readonly status?: InvoiceStatus | undefined
  readonly overdue?: boolean | undefined
  readonly partiallyPaid?: boolean | undefined
  readonly customerId?: string | undefined
  readonly issuedFrom?: string | undefined
  readonly issuedTo?: string | undefined
  readonly dueFrom?: string | undefined
  readonly dueTo?: string | undefined
  readonly currency?: string | undefined
  readonly published?: boolean | undefined
  readonly q?: string | undefined
}

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

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** What each sort orders by; an index has the same expression. Without a date or number comes first. */
const SORTS = {
  issue_date: sql<string | bigint>`i.issue_date`,
  due_date: sql<string | bigint>`coalesce(i.due_date, '')`,
  created_at: sql<string | bigint>`i.created_at`,
  number: sql<string | bigint>`coalesce(i.number, '')`,
  total: sql<string | bigint>`i.total_minor`,
}
type Sort = keyof typeof SORTS

export async function listInvoices(
  db: Db,
  filter: InvoiceFilter & { readonly today: string },
  request: PageRequest & { readonly withTotal: boolean },
): Promise<Page<InvoiceEntry>> {
  const rows = await readRows(db, filter, request)
  const total = request.withTotal ? await countRows(db, filter) : null
  const page = toPage(
    rows,
    request,
    (row) => ({ value: String(row.sort_value), id: row.id }),
    total,
  )
  return { ...page, data: page.data.map(toEntry) }
}

async function readRows(
  db: Db,
  filter: InvoiceFilter & { readonly today: string },
  { sort, direction, after, limit }: PageRequest,
) {
  const order = SORTS[sort as Sort]
  const base = db.selectFrom('invoices as i').innerJoin('customers as c', 'c.id', 'i.customer_id')
  let query = filtered(base, filter)
    .select([
      'i.id',
      'i.type',
      'i.number',
      'i.status',
      'i.customer_id',
      'i.issue_date',
      'i.due_date',
      'i.currency',
      'i.total_minor',
      'i.paid_minor',
      'i.credited_minor',
      'i.share_nonce',
    ])
    .select(sql<string>`case i.status when 'draft' then c.name else i.customer_name end`.as('name'))
    .select(order.as('sort_value'))
    .orderBy(order, direction)
    .orderBy('i.id', direction)
    .limit(limit + 1)
  if (after) {
    const value = sort === 'total' ? toTotal(after.value) : (after.value ?? '')
    const side = direction === 'asc' ? sql`>` : sql`<`
    query = query.where(sql<boolean>`(${order}, i.id) ${side} (${value}, ${after.id})`)
  }
  return query.execute()
}

/** A cursor is opaque to its holder, who may send any text instead. */
function toTotal(value: string | null): bigint {
  if (/^-?\d{1,18}$/.test(value ?? '')) return BigInt(value ?? '')
  throw invalidCursor()
}

async function countRows(
  db: Db,
  filter: InvoiceFilter & { readonly today: string },
): Promise<number> {
  const base = db.selectFrom('invoices as i').innerJoin('customers as c', 'c.id', 'i.customer_id')
  const { total } = await filtered(base, filter)
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type Joined = { i: Tables['invoices']; c: Tables['customers'] }

function filtered<O>(
  query: SelectQueryBuilder<Joined, 'i' | 'c', O>,
  filter: InvoiceFilter & { readonly today: string },
): SelectQueryBuilder<Joined, 'i' | 'c', O> {
  let q = query
  const { type, status, customerId, issuedFrom, issuedTo, dueFrom, dueTo, currency } = filter
  if (type !== undefined) q = q.where('i.type', '=', type)
  if (status !== undefined) q = q.where('i.status', '=', status)
  if (customerId !== undefined) q = q.where('i.customer_id', '=', customerId)
  if (issuedFrom !== undefined) q = q.where('i.issue_date', '>=', issuedFrom)
  if (issuedTo !== undefined) q = q.where('i.issue_date', '<=', issuedTo)
  if (dueFrom !== undefined) q = q.where('i.due_date', '>=', dueFrom)
  if (dueTo !== undefined) q = q.where('i.due_date', '<=', dueTo)
  if (currency !== undefined) q = q.where('i.currency', '=', currency)
  if (filter.published !== undefined)
    q = q.where('i.share_nonce', filter.published ? 'is not' : 'is', null)
  if (filter.overdue !== undefined) q = q.where(overdue(filter.today, filter.overdue))
  if (filter.partiallyPaid !== undefined) q = q.where(partiallyPaid(filter.partiallyPaid))
  if (filter.q !== undefined && filter.q.trim() !== '') q = q.where(matches(filter.q))
  return q
}

/** The ids of what is overdue on `day`, in their order, up to `limit` after one of them. */
export async function listOverdueIds(
  db: Db,
  { day, after, limit }: { readonly day: string; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('invoices as i')
    .select('i.id')
    .where(overdue(day, true))
    .where('i.id', '>', after)
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The SQL of `isOverdue` in lifecycle.ts. */
function overdue(today: string, wanted: boolean) {
  const condition = sql<boolean>`(i.status = 'sent' and i.due_date is not null
    and i.due_date < ${today} and i.type = 'invoice'
    and i.total_minor > i.paid_minor + i.credited_minor)`
  return wanted ? condition : sql<boolean>`not ${condition}`
}

/** The SQL of `isPartiallyPaid` in lifecycle.ts. */
function partiallyPaid(wanted: boolean) {
  const condition = sql<boolean>`(i.status = 'sent' and i.type = 'invoice'
    and i.paid_minor > 0 and i.total_minor > i.paid_minor + i.credited_minor)`
  return wanted ? condition : sql<boolean>`not ${condition}`
}

/** Every word must occur. Case is folded in code, the same way as when the text was stored. */
function matches(q: string) {
  const words = searchForm(q).trim().split(/\s+/).slice(0, 10)
  const conditions = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql<boolean>`(i.search_text like ${pattern} escape '\\' or c.search_text like ${pattern} escape '\\')`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const toEntry = (row: Row): InvoiceEntry => ({
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
