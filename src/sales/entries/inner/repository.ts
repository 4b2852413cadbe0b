import { indexForm } from '@billwright/rules/folding'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import {
  deleteExternalIds,
  hasExternalId,
  saveExternalIds,
} from '../../../core/external-ids/external-ids.ts'
import {
  deleteMetadata,
  hasMetadata,
  type Metadata,
  saveMetadata,
} from '../../../core/external-ids/metadata.ts'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import { forUpdate, isUniqueViolation } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/like.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type { Entry, EntryGroup, EntryStatus } from '../entry.ts'
import { entryBilled, entryNotFound } from '../errors.ts'
import type { EntryContent } from '../fields.ts'

export interface EntryFilter {
  readonly customerId: string | null
  readonly status: EntryStatus | null
  readonly kind: string | null
  readonly currency: string | null
  /** First and last day. */
  readonly from: string | null
  readonly to: string | null
  /** Words in description or reference. */
  readonly words: readonly string[]
  /** `system:id` */
  readonly externalId: string | null
  readonly metadata: Metadata
  readonly createdFrom: string | null
  readonly createdTo: string | null
  readonly updatedSince: string | null
}

const select = (scope: CompanyDb) =>
  tablesOf(scope)
    .selectFrom('entries')
    .leftJoin('entry_billings', (join) =>
      join
        .on('entry_billings.company_id', '=', scope.companyId)
        .onRef('entry_billings.entry_id', '=', 'entries.id'),
    )

const COLUMNS = ['entry_billings.invoice_id'] as const

export async function requireEntry(scope: CompanyDb, id: string): Promise<Entry> {
  const row = isId('ent', id)
    ? await select(scope)
        .selectAll('entries')
        .select(COLUMNS)
        .where('entries.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw entryNotFound()
  return toEntry(row)
}

/** Reads an entry and locks it until the transaction ends. */
export async function lockEntry(work: Work, id: string): Promise<Entry> {
  if (!isId('ent', id)) throw entryNotFound()
  await lockAll(work, [id])
  return requireEntry(work, id)
}

async function lockAll(work: Work, ids: readonly string[]): Promise<void> {
  await tablesOf(work)
    .selectFrom('entries')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(forUpdate(work.db))
    .execute()
}

/**
 * Locks entries in the order of their ids and then reads them, because another transaction may
 * have billed some of them meanwhile.
 */
export async function lockEntries(work: Work, ids: readonly string[]): Promise<readonly Entry[]> {
  if (ids.length === 0) return []
  await lockAll(work, ids)
  return readEntries(work, ids)
}

/** The oldest first. */
export async function readEntries(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Entry[]> {
  if (ids.length === 0) return []
  const rows = await select(scope)
    .selectAll('entries')
    .select(COLUMNS)
    .where('entries.id', 'in', ids)
    .execute()
  // Ordered here: SQLite reads all entries if it has to order them.
  return rows.map(toEntry).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ date, id }: Entry): string => `${date} ${id}`

/** Entries of these customers, days and texts. */
export async function findLike(
  scope: CompanyDb,
  wanted: readonly Pick<Entry, 'customerId' | 'date' | 'description'>[],
): Promise<readonly Entry[]> {
  if (wanted.length === 0) return []
  const distinct = <Name extends keyof (typeof wanted)[number]>(name: Name) => [
    ...new Set(wanted.map((one) => one[name])),
  ]
  const rows = await select(scope)
    .selectAll('entries')
    .select(COLUMNS)
    .where('entries.customer_id', 'in', distinct('customerId'))
    .where('entries.date', 'in', distinct('date'))
    .where('entries.description', 'in', distinct('description'))
    .orderBy('entries.id')
    .execute()
  return rows.map(toEntry)
}

/** The ids of the matching entries, oldest first. */
export async function listIds(
  scope: CompanyDb,
  filter: EntryFilter,
  limit: number,
): Promise<readonly string[]> {
  const rows = await select(scope)
    .select('entries.id')
    .where((where) => matches(scope, where, filter))
    .orderBy('date')
    .orderBy('entries.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The matching entries by customer and currency. The page's groups and one more, if there is one. */
export async function listGroups(
  scope: CompanyDb,
  filter: EntryFilter,
  { after, limit }: PageRequest,
): Promise<readonly EntryGroup[]> {
  const rows = await select(scope)
    .select(({ fn }) => [
      'entries.customer_id',
      'entries.currency',
      fn.countAll<bigint>().as('count'),
      fn.min('entries.date').as('first_day'),
      fn.max('entries.date').as('last_day'),
    ])
    .where((where) => matches(scope, where, filter))
    .where(({ and, or, ...where }) =>
      after === null
        ? and([])
        : or([
            where.eb('entries.customer_id', '>', after.id),
            and([
              where.eb('entries.customer_id', '=', after.id),
              where.eb('entries.currency', '>', after.value ?? ''),
            ]),
          ]),
    )
    .groupBy(['entries.customer_id', 'entries.currency'])
    .orderBy('entries.customer_id')
    .orderBy('entries.currency')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    customerId: row.customer_id,
    currency: row.currency,
    count: Number(row.count),
    firstDay: row.first_day,
    lastDay: row.last_day,
  }))
}

const SORTS = {
  date: 'entries.date',
  created_at: 'entries.created_at',
  updated_at: 'entries.updated_at',
} as const

/** The page's rows and one more, if there is one. */
export async function listEntries(
  scope: CompanyDb,
  filter: EntryFilter,
  page: PageRequest,
): Promise<readonly Entry[]> {
  const by = SORTS[page.sort as keyof typeof SORTS] ?? SORTS.date
  const query = select(scope)
    .selectAll('entries')
    .select(COLUMNS)
    .where((where) => matches(scope, where, filter))
  return (await sortedPage(query, { ...page, by, unique: 'entries.id' })).map(toEntry)
}

export const countEntries = (scope: CompanyDb, filter: EntryFilter): Promise<number> =>
  countRows(select(scope).where((where) => matches(scope, where, filter)))

type Joined = Pick<Tables, 'entries'> & {
  readonly entry_billings: { readonly [K in keyof Tables['entry_billings']]: string | null }
}

function matches(
  scope: CompanyDb,
  where: ExpressionBuilder<Joined, 'entries' | 'entry_billings'>,
  filter: EntryFilter,
) {
  const { customerId, status, kind, currency, from, to, words } = filter
  const { externalId, metadata, createdFrom, createdTo, updatedSince } = filter
  const column = sql`entries.id`
  return where.and([
    ...(customerId === null ? [] : [where('entries.customer_id', '=', customerId)]),
    ...(status === null
      ? []
      : [where('entry_billings.entry_id', status === 'open' ? 'is' : 'is not', null)]),
    ...(kind === null ? [] : [where('entries.kind', '=', kind)]),
    ...(currency === null ? [] : [where('entries.currency', '=', currency)]),
    ...(from === null ? [] : [where('entries.date', '>=', from)]),
    ...(to === null ? [] : [where('entries.date', '<=', to)]),
    ...words.map((word) => contains('entries.search_text', word)),
    ...(externalId === null ? [] : [hasExternalId(scope, 'entry', { column, query: externalId })]),
    ...(createdFrom === null ? [] : [where('entries.created_at', '>=', createdFrom)]),
    ...(createdTo === null ? [] : [where('entries.created_at', '<=', createdTo)]),
    ...(updatedSince === null ? [] : [where('entries.updated_at', '>=', updatedSince)]),
    ...hasMetadata(scope, 'entry', { column, pairs: metadata }),
  ])
}

export async function insertEntry(work: Work, entry: Entry): Promise<void> {
  await insertRows(work, 'entries', [toRow(entry)])
  await saveExternalIds(work, { ...own(entry), before: [], after: entry.externalIds })
  await saveMetadata(work, { ...own(entry), before: {}, after: entry.metadata })
}

const own = ({ id }: Entry) => ({ kind: 'entry', id }) as const

/** Only after `lockEntry`. */
export async function saveEntry(work: Work, before: Entry, entry: Entry): Promise<void> {
  const { id, created_at: _, ...changed } = toRow(entry)
  await tablesOf(work).updateTable('entries').set(changed).where('id', '=', id).execute()
  const ids = { before: before.externalIds, after: entry.externalIds }
  await saveExternalIds(work, { ...own(entry), ...ids })
  const pairs = { before: before.metadata, after: entry.metadata }
  await saveMetadata(work, { ...own(entry), ...pairs })
}

export async function deleteEntry(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('entries').where('id', '=', id).execute()
  await deleteExternalIds(work, 'entry', id)
  await deleteMetadata(work, 'entry', id)
}

/** The item of an invoice and the entry that it bills. */
export interface Billing {
  readonly entryId: string
  readonly itemId: string
}

/** The key allows one invoice for each entry. */
export async function insertBillings(
  work: Work,
  invoiceId: string,
  billings: readonly Billing[],
): Promise<void> {
  const rows = billings.map(({ entryId, itemId }) => ({
    entry_id: entryId,
    invoice_id: invoiceId,
    item_id: itemId,
  }))
  try {
    await insertRows(work, 'entry_billings', rows)
  } catch (error) {
    throw isUniqueViolation(error) ? entryBilled(null) : error
  }
  await noteChange(
    work,
    billings.map(({ entryId }) => entryId),
  )
}

/** The entries of these items, or of the whole invoice, are open again. */
export async function deleteBillings(
  work: Work,
  invoiceId: string,
  itemIds?: readonly string[],
): Promise<void> {
  const rows = await tablesOf(work)
    .selectFrom('entry_billings')
    .select('entry_id')
    .where('invoice_id', '=', invoiceId)
    .$if(itemIds !== undefined, (query) => query.where('item_id', 'in', itemIds ?? []))
    .execute()
  if (rows.length === 0) return
  const ids = rows.map(({ entry_id }) => entry_id)
  await lockAll(work, ids)
  await tablesOf(work).deleteFrom('entry_billings').where('entry_id', 'in', ids).execute()
  await noteChange(work, ids)
}

/** Their status changed. Only after they were locked. */
async function noteChange(work: Work, ids: readonly string[]): Promise<void> {
  await tablesOf(work)
    .updateTable('entries')
    .set({ updated_at: work.at })
    .where('id', 'in', ids)
    .where('updated_at', '<', work.at)
    .execute()
}

const toRow = (entry: Entry) => ({
  id: entry.id,
  version: BigInt(entry.version),
  kind: entry.kind,
  customer_id: entry.customerId,
  date: entry.date,
  description: entry.description,
  quantity_micro: entry.quantityMicro,
  duration_seconds: entry.durationSeconds,
  unit: entry.unit,
  unit_price_micro: entry.unitPriceMicro,
  product_id: entry.productId,
  currency: entry.currency,
  tax: entry.tax && JSON.stringify(entry.tax),
  reference: entry.reference,
  external_ids: JSON.stringify(entry.externalIds),
  metadata: JSON.stringify(entry.metadata),
  search_text: indexForm([entry.description, entry.reference ?? ''].join('\n')),
  created_at: entry.createdAt,
  updated_at: entry.updatedAt,
})

type EntryRow = Selectable<Tables['entries']> & { readonly invoice_id: string | null }

const toEntry = (row: EntryRow): Entry => ({
  id: row.id,
  version: Number(row.version),
  kind: row.kind as EntryContent['kind'],
  customerId: row.customer_id,
  date: row.date,
  description: row.description,
  quantityMicro: row.quantity_micro,
  durationSeconds: row.duration_seconds,
  unit: row.unit,
  unitPriceMicro: row.unit_price_micro,
  productId: row.product_id,
  currency: row.currency,
  tax: row.tax === null ? null : JSON.parse(row.tax),
  reference: row.reference,
  externalIds: JSON.parse(row.external_ids),
  metadata: JSON.parse(row.metadata),
  invoiceId: row.invoice_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
