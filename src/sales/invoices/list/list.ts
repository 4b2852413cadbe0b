import { sql } from 'kysely'
import { type Page, type PageRequest, toPage } from '../../../core/http/pagination.ts'
import { checkedOnRow, type ListRow } from '../../../core/lists/filtered-page.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type Among, type CompanyDb, companiesWith } from '../../../platform/database/scope.ts'
import { FIELDS, OPTIONAL_FIELDS } from '../../contents/fields.ts'
import { BUYER_FIELDS } from '../../contents/parties.ts'
import { payableOf } from '../../contents/rows.ts'
import { loadContacts } from '../../customers/contacts/fields.ts'
import { isOverdue } from '../due.ts'
import type {
  InvoiceMail,
  InvoiceRole,
  InvoiceStatus,
  InvoiceType,
  StoredInvoice,
} from '../invoice.ts'
import { toMail } from '../rows.ts'
import { conditionsOf, type InvoiceFilter } from './inner/conditions.ts'
import {
  countRows,
  type EntryRow,
  type ListedRow,
  readRelated,
  readRows,
  sumRows,
} from './inner/pages.ts'

export type { InvoiceFilter } from './inner/conditions.ts'

/** One entry of the list. */
export interface InvoiceEntry extends Pick<StoredInvoice, 'metadata' | 'externalIds'> {
  readonly id: string
  readonly type: InvoiceType
  readonly role: InvoiceRole | null
  readonly number: string | null
  readonly status: InvoiceStatus
  readonly customerId: string
  readonly customerName: string
  readonly customerEmail: string | null
  readonly issueDate: string
  readonly dueDate: string | null
  readonly currency: string
  readonly netMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
  readonly payableMinor?: bigint
  readonly paidMinor: bigint
  readonly creditedMinor: bigint
  readonly published: boolean
  readonly mail: InvoiceMail | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** An entry with what the list reads of other rooms. */
export interface ListedInvoice extends InvoiceEntry {
  /** The highest level of a reminder that was sent; null: none. */
  readonly reminderLevel: number | null
}

export async function selectInvoices(
  scope: CompanyDb,
  filter: InvoiceFilter & { readonly today: string },
  request: PageRequest,
): Promise<Page<ListedInvoice>> {
  const conditions = await conditionsOf(scope, filter)
  const rows = await readRows(scope, conditions, request)
  const total = request.withTotal ? await countRows(scope, conditions) : null
  const position = ({ id, sort_value }: ListRow<ListedRow>) => ({ value: String(sort_value), id })
  const page = toPage(rows, request, position, total)
  return { ...page, data: page.data.map(toListed) }
}

/** The invoices with these ids. */
export async function findEntries(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly InvoiceEntry[]> {
  if (ids.length === 0) return []
  return (await readRelated(scope, sql`i.id in (${sql.join(ids)})`)).map(toEntry)
}

/** The credit notes of each of these invoices, oldest first, drafts among them. */
export async function listCreditNotesOf(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly InvoiceEntry[]>> {
  if (ids.length === 0) return new Map()
  const rows = await readRelated(scope, sql`i.corrects_id in (${sql.join(ids)})`)
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const grouped = Map.groupBy(sorted, ({ corrects_id }) => corrects_id ?? '')
  return new Map([...grouped].map(([id, notes]) => [id, notes.map(toEntry)]))
}

/** The sums of several invoices. */
export interface InvoiceSums {
  readonly count: number
  /** False: there are more. */
  readonly isComplete: boolean
  readonly currencies: readonly {
    readonly currency: string
    readonly count: number
    readonly totalMinor: bigint
    readonly payableMinor?: bigint
    readonly dueMinor: bigint
  }[]
}

/** The maximum number of invoices to read; each costs a few microseconds. */
const SUMMED_MAX = 20_000

export async function selectSums(
  scope: CompanyDb,
  filter: InvoiceFilter & { readonly today: string },
): Promise<InvoiceSums> {
  const rows = await sumRows(scope, await conditionsOf(scope, filter), SUMMED_MAX)
  const currencies = rows
    .map(({ currency, count, total, due }) => ({
      currency,
      count: Number(count),
      totalMinor: total,
      dueMinor: due,
    }))
    .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1))
  const count = currencies.reduce((sum, { count }) => sum + count, 0)
  return { count, isComplete: count < SUMMED_MAX, currencies }
}

/**
 * The ids of the invoices that are overdue on `day`, in order, at most `limit` after a given one.
 */
export async function listOverdueIds(
  { db, companyId }: CompanyDb,
  { day, after, limit }: { readonly day: string; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select i.id from invoices as i
    where i.company_id = ${companyId} and ${isOverdue(day)}
      and ${checkedOnRow(sql`i.id > ${after}`)}
    order by i.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The companies with invoices that are overdue on a day. */
export const listWithOverdue = (db: Db, among: Among, day: string) =>
  companiesWith(db, 'invoices', {
    among,
    where: sql`status = 'sent' and type = 'invoice' and due_date < ${day}
      and coalesce(payable_minor, total_minor) > paid_minor + credited_minor`,
  })

const toListed = (row: ListedRow): ListedInvoice => ({
  ...toEntry(row),
  reminderLevel: row.reminder_level === null ? null : Number(row.reminder_level),
})

function toEntry(row: EntryRow): InvoiceEntry {
  const optional = row.optional_fields === null ? {} : JSON.parse(row.optional_fields)
  return {
    ...payableOf(row),
    id: row.id,
    type: row.type as InvoiceType,
    role: row.role,
    number: row.number,
    status: row.status as InvoiceStatus,
    customerId: row.customer_id,
    customerName: row.name,
    customerEmail: emailOf(row, OPTIONAL_FIELDS.contactId.load(optional.contact_id)),
    issueDate: row.issue_date,
    dueDate: row.due_date,
    currency: row.currency,
    netMinor: row.net_minor,
    taxMinor: row.tax_minor,
    paidMinor: row.paid_minor,
    creditedMinor: row.credited_minor,
    published: row.share_nonce !== null,
    mail: toMail(row),
    metadata: FIELDS.metadata.load(row.metadata),
    externalIds: OPTIONAL_FIELDS.externalIds.load(optional.external_ids),
    version: Number(row.version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/**
 * The buyer's e-mail address, chosen as in `toBuyer`. A draft uses its contact's address, else its
 * customer's.
 */
function emailOf(
  {
    buyer,
    draft_email,
    draft_contacts,
  }: Pick<EntryRow, 'buyer' | 'draft_email' | 'draft_contacts'>,
  contactId: string | null,
): string | null {
  if (buyer !== null) return BUYER_FIELDS.email.load(JSON.parse(buyer).email)
  const contact = loadContacts(draft_contacts ?? '[]').find(({ id }) => id === contactId)
  return contact?.email ?? draft_email
}
