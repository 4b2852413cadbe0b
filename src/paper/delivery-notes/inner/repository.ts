import type { ExpressionBuilder } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { contains, startsWith } from '../../../platform/database/like.ts'
import {
  type CompanyDb,
  findRow,
  insertRows,
  lockRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import { toDeliveryNote, toRow } from '../rows.ts'
import type { Source } from './deliveries.ts'
import type { DeliveryNote, DeliveryNoteStatus } from './delivery-note.ts'
import { deliveryNoteNotFound } from './errors.ts'

export interface DeliveryNoteFilter {
  readonly words: readonly string[]
  readonly status: DeliveryNoteStatus | null
  readonly customerId: string | null
  readonly quoteId: string | null
  readonly invoiceId: string | null
}

export async function requireDeliveryNote(scope: CompanyDb, id: string): Promise<DeliveryNote> {
  const row = isId('dln', id) ? await findRow(scope, 'delivery_notes', id) : undefined
  if (!row) throw deliveryNoteNotFound()
  return toDeliveryNote(row)
}

/** Reads it and locks it until the transaction ends. */
export async function lockDeliveryNote(work: Work, id: string): Promise<DeliveryNote> {
  if (!isId('dln', id)) throw deliveryNoteNotFound()
  await lockRow(work, 'delivery_notes', id)
  return requireDeliveryNote(work, id)
}

/** All notes of a quote and of its invoices, or of an invoice without a quote. */
export async function listOfSource(
  scope: CompanyDb,
  { quoteId, invoiceId }: Pick<Source, 'quoteId' | 'invoiceId'>,
): Promise<readonly DeliveryNote[]> {
  const query = tablesOf(scope).selectFrom('delivery_notes').selectAll()
  const related =
    quoteId === null
      ? query.where('invoice_id', '=', invoiceId)
      : query.where('quote_id', '=', quoteId)
  // Ordered here: SQLite reads all notes if it has to order them.
  const notes = (await related.execute()).map(toDeliveryNote)
  return notes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ createdAt, id }: DeliveryNote): string => `${createdAt} ${id}`

export const insertDeliveryNote = (work: Work, note: DeliveryNote): Promise<void> =>
  insertRows(work, 'delivery_notes', [toRow(note)])

export async function saveDeliveryNote(work: Work, note: DeliveryNote): Promise<void> {
  const { id, ...changed } = toRow(note)
  await tablesOf(work).updateTable('delivery_notes').set(changed).where('id', '=', id).execute()
}

/** The page's rows and one more, if there is one. */
export async function listDeliveryNotes(
  scope: CompanyDb,
  filter: DeliveryNoteFilter,
  request: PageRequest,
): Promise<readonly DeliveryNote[]> {
  const query = tablesOf(scope)
    .selectFrom('delivery_notes')
    .selectAll()
    .where((where) => matches(where, filter))
  return (await sortedPage(query, { ...request, by: columnOf(request.sort) })).map(toDeliveryNote)
}

const columnOf = (sort: string) => (sort === 'number' ? 'number_order' : sort)

export const countDeliveryNotes = (scope: CompanyDb, filter: DeliveryNoteFilter): Promise<number> =>
  countRows(
    tablesOf(scope)
      .selectFrom('delivery_notes')
      .where((where) => matches(where, filter)),
  )

function matches(
  where: ExpressionBuilder<Tables, 'delivery_notes'>,
  { words, status, customerId, quoteId, invoiceId }: DeliveryNoteFilter,
) {
  return where.and([
    ...words.map((word) => contains('search_text', word)),
    ...(status === null ? [] : [where('status', '=', status)]),
    ...(customerId === null ? [] : [where('customer_id', '=', customerId)]),
    ...(quoteId === null ? [] : [where('quote_id', '=', quoteId)]),
    ...(invoiceId === null ? [] : [where('invoice_id', '=', invoiceId)]),
  ])
}

export const isNumberUsed = async (scope: CompanyDb, number: string): Promise<boolean> =>
  (await tablesOf(scope)
    .selectFrom('delivery_notes')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined

export async function listNumbers(scope: CompanyDb, start: string): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('delivery_notes')
    .select('number')
    .where(startsWith('number', start))
    .execute()
  return rows.map(({ number }) => number)
}
