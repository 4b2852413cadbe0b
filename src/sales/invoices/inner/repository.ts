import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  deleteExternalIds,
  insertExternalIds,
  saveExternalIds,
} from '../../../core/external-ids/external-ids.ts'
import {
  deleteMetadata,
  insertMetadata,
  saveMetadata,
} from '../../../core/external-ids/metadata.ts'
import type { Work } from '../../../core/record/work.ts'
import { engineOf, forNoKeyUpdate } from '../../../platform/database/db.ts'
import type { JsonRows } from '../../../platform/database/json-rows.ts'
import {
  type CompanyDb,
  compiledForCompany,
  insertRowsAhead,
  type NewRow,
  tablesOf,
  writeAhead,
} from '../../../platform/database/scope.ts'
import { payableOf } from '../../contents/rows.ts'
import { countsAsBilled } from '../billed.ts'
import { invoiceChanged, invoiceNotFound } from '../errors.ts'
import type {
  CreditNoteRef,
  DeductionRef,
  DepositRef,
  InvoiceMail,
  InvoiceStatus,
  StoredInvoice,
} from '../invoice.ts'
import {
  toAdjustmentRows,
  toInvoice,
  toInvoiceRow,
  toItemRows,
  toProductRows,
  toTaxRows,
} from '../rows.ts'
import { ADJUSTMENTS, ITEMS, TAXES } from './part-rows.ts'

const findInvoice = (scope: CompanyDb, id: string) => loadInvoice(scope, 'id', id)

/** The invoice with a share token's hash. */
export const findSharedInvoice = (
  scope: CompanyDb,
  hash: string,
): Promise<StoredInvoice | undefined> => loadInvoice(scope, 'share_hash', hash)

export async function requireInvoice(scope: CompanyDb, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(scope, id)
  if (!invoice) throw invoiceNotFound()
  return invoice
}

/** The invoices that bill a quote, oldest first. */
export async function listOfQuote(
  scope: CompanyDb,
  quoteId: string,
): Promise<readonly StoredInvoice[]> {
  const idsBy = (column: 'quote_id' | 'deposit_for') =>
    tablesOf(scope)
      .selectFrom('invoices')
      .select('id')
      .where(column, '=', quoteId)
      .where('type', '=', 'invoice')
      .where(countsAsBilled)
  // Each has an index; SQLite reads all invoices for an "or" of them.
  const rows = await idsBy('quote_id').union(idsBy('deposit_for')).orderBy('id').execute()
  const found: StoredInvoice[] = []
  for (const { id } of rows) found.push(await requireInvoice(scope, id))
  return found
}

/** The invoices that are deposits for a quote or a key, oldest first. */
export async function listDepositIds(scope: CompanyDb, key: string): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select('id')
    .where('deposit_for', '=', key)
    .where(countsAsBilled)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The data of an invoice's share link. */
export type Shared = Pick<StoredInvoice, 'id' | 'shareNonce' | 'publishedAt'>

/** The share links of the published invoices among these. */
export async function listShared(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Shared[]> {
  if (ids.length === 0) return []
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'share_nonce', 'published_at'])
    .where('id', 'in', ids)
    .where('share_nonce', 'is not', null)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    shareNonce: row.share_nonce,
    publishedAt: row.published_at,
  }))
}

/** The deposits that an invoice deducts, oldest first. */
export async function listDepositRefs(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly DepositRef[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'issue_date'])
    .select(['total_minor', 'payable_minor', 'paid_minor', 'credited_minor'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status as InvoiceStatus,
    issueDate: row.issue_date,
    totalMinor: row.total_minor,
    dueMinor: row.status === 'void' ? 0n : dueOf(row),
  }))
}

/** The invoices that deduct a deposit, including drafts: at most one. */
export async function listDeductions(
  scope: CompanyDb,
  depositId: string,
): Promise<readonly DeductionRef[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoice_items')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.company_id', '=', 'invoice_items.company_id')
        .onRef('invoices.id', '=', 'invoice_items.invoice_id'),
    )
    .select(['invoices.id', 'invoices.number', 'invoices.status'])
    .distinct()
    .where('invoice_items.deducts_id', '=', depositId)
    .where(countsAsBilled)
    .orderBy('invoices.id')
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as InvoiceStatus }))
}

/** The quotes among these that an invoice bills. */
export async function listBilledQuotes(
  scope: CompanyDb,
  quoteIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (quoteIds.length === 0) return new Set()
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select('quote_id')
    .distinct()
    .where('quote_id', 'in', quoteIds)
    .where(countsAsBilled)
    .execute()
  return new Set(rows.flatMap(({ quote_id }) => quote_id ?? []))
}

const dueOf = (row: {
  readonly total_minor: bigint
  readonly payable_minor: bigint | null
  readonly paid_minor: bigint
  readonly credited_minor: bigint
}): bigint => (row.payable_minor ?? row.total_minor) - row.paid_minor - row.credited_minor

/** Reads the invoice and locks it until the transaction ends. */
export async function requireInvoiceToChange(work: Work, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoiceToChange(work, id)
  if (!invoice) throw invoiceNotFound()
  return invoice
}

/** Locks and reads an invoice that may have been deleted. */
export async function findInvoiceToChange(
  work: Work,
  id: string,
): Promise<StoredInvoice | undefined> {
  // On SQLite the transaction has the only lock.
  const isThere = engineOf(work.db) === 'sqlite' || (await lockInvoice(work, id))
  return isThere ? findInvoice(work, id) : undefined
}

/** Locks the invoice until the transaction ends; false if it does not exist. */
export const lockInvoice = async (work: Work, id: string): Promise<boolean> =>
  (await lockRow(work, id)).length > 0

/**
 * Deleting its customer reads the invoice while that row is locked, which this transaction may
 * need next.
 */
const lockRow = compiledForCompany((scope, id: string) =>
  tablesOf(scope)
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(forNoKeyUpdate(scope.db)),
)

const partsOf = ({ db, companyId }: CompanyDb, { select }: Pick<JsonRows<unknown>, 'select'>) =>
  select(engineOf(db), sql<boolean>`company_id = ${companyId} and invoice_id = invoices.id`)

/** Reads an invoice with all its parts in one statement: the most frequent read. */
const byColumn = (column: 'id' | 'share_hash') =>
  compiledForCompany((scope, value: string) =>
    tablesOf(scope)
      .selectFrom('invoices')
      .selectAll()
      .select([
        partsOf(scope, ITEMS).as('items'),
        partsOf(scope, ADJUSTMENTS).as('adjustments'),
        partsOf(scope, TAXES).as('taxes'),
      ])
      .where(column, '=', value),
  )
const INVOICE_BY = { id: byColumn('id'), share_hash: byColumn('share_hash') }

async function loadInvoice(
  scope: CompanyDb,
  column: 'id' | 'share_hash',
  value: string,
): Promise<StoredInvoice | undefined> {
  const [invoice] = await INVOICE_BY[column](scope, value)
  if (!invoice) return undefined
  return toInvoice({
    invoice,
    items: ITEMS.read(invoice.items),
    adjustments: ADJUSTMENTS.read(invoice.adjustments),
    taxes: TAXES.read(invoice.taxes),
    corrects: invoice.corrects_id === null ? null : await findCorrected(scope, invoice.corrects_id),
  })
}

async function findCorrected(scope: CompanyDb, id: string): Promise<StoredInvoice['corrects']> {
  const row = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number', 'issue_date'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id: row.id, number: row.number ?? '', issueDate: row.issue_date } : null
}

/** The columns by which the list and a share token find an invoice. */
export interface SearchColumns {
  /** The name on the document: the customer's, or the frozen buyer's. */
  readonly customerName: string
  readonly shareHash: string | null
}

export async function insertInvoices(
  work: Work,
  added: readonly { readonly invoice: StoredInvoice; readonly columns: SearchColumns }[],
): Promise<void> {
  const rows = added.map(({ invoice, columns: { customerName, shareHash } }) =>
    toInvoiceRow(work.companyId, invoice, customerName, shareHash),
  )
  const invoices = added.map(({ invoice }) => invoice)
  await insertRowsAhead(work, 'invoices', rows)
  await insertRowsAhead(work, 'invoice_items', invoices.flatMap(toItemRows))
  await insertRowsAhead(work, 'invoice_adjustments', invoices.flatMap(toAdjustmentRows))
  await insertRowsAhead(work, 'invoice_taxes', invoices.flatMap(toTaxRows))
  await insertRowsAhead(work, 'invoice_products', invoices.flatMap(toProductRows))
  await insertExternalIds(work, 'invoice', invoices)
  await insertMetadata(work, 'invoice', invoices)
}

/** The columns by which other systems and filters find the invoice. */
async function saveNames(
  work: Work,
  before: Pick<StoredInvoice, 'externalIds' | 'metadata'>,
  after: Pick<StoredInvoice, 'id' | 'externalIds' | 'metadata'>,
): Promise<void> {
  const own = { kind: 'invoice', id: after.id } as const
  const ids = { before: before.externalIds, after: after.externalIds }
  await saveExternalIds(work, { ...own, ...ids })
  await saveMetadata(work, { ...own, before: before.metadata, after: after.metadata })
}

/** Stores the state of the newest message with an invoice, without a version or revision. */
export async function noteMail(work: Work, id: string, { status, at }: InvoiceMail): Promise<void> {
  await tablesOf(work)
    .updateTable('invoices')
    .set({ mail_status: status, mail_at: at })
    .where('id', '=', id)
    .execute()
}

/**
 * Saves only if the stored version is still that of `before`, so that no decision is based on
 * stale data.
 */
export async function saveInvoice(
  work: Work,
  before: StoredInvoice,
  after: StoredInvoice,
  { customerName, shareHash }: SearchColumns,
): Promise<StoredInvoice> {
  const saved = { ...after, version: before.version + 1 }
  const isSameLink = saved.shareNonce === before.shareNonce
  // No name and no hash, because the stored ones may be older than `before` and must be written.
  const was = toInvoiceRow(work.companyId, before, '', isSameLink ? shareHash : '')
  const row = toInvoiceRow(work.companyId, saved, customerName, shareHash)
  const changed = changedColumns(was, row)
  const rows = await updateOf(changed)(work, before.id, BigInt(before.version), changed)
  if (rows.length === 0) throw invoiceChanged()
  await replaceParts(work, before, saved)
  await saveNames(work, before, saved)
  return saved
}

type Columns = Partial<NewRow<'invoices'>>

/** SQLite writes every index of a column that is set, even to the same value. */
const changedColumns = (was: Columns, row: Columns): Columns =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => was[name as keyof Columns] !== value),
  )

const UPDATES_MAX = 200
const UPDATES = new Map<string, ReturnType<typeof compileUpdate>>()

const compileUpdate = () =>
  compiledForCompany((scope, id: string, version: bigint, changed: Columns) =>
    tablesOf(scope)
      .updateTable('invoices')
      .set(changed)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  )

/** The statement that sets these columns. */
function updateOf(changed: Columns): ReturnType<typeof compileUpdate> {
  const key = Object.keys(changed).join()
  const update = UPDATES.get(key) ?? compileUpdate()
  if (UPDATES.size >= UPDATES_MAX) UPDATES.clear()
  UPDATES.set(key, update)
  return update
}

/** Writes the changed parts again. */
async function replaceParts(
  work: Work,
  before: StoredInvoice,
  after: StoredInvoice,
): Promise<void> {
  const { id } = after
  const isSame = (part: 'items' | 'discounts' | 'charges' | 'taxes') =>
    before[part] === after[part] || isDeepStrictEqual(before[part], after[part])
  if (!isSame('items')) {
    await DELETE_PARTS.items(work, id)
    await insertRowsAhead(work, 'invoice_items', toItemRows(after))
    await replaceProducts(work, before, after)
  }
  if (!isSame('discounts') || !isSame('charges')) {
    await DELETE_PARTS.adjustments(work, id)
    await insertRowsAhead(work, 'invoice_adjustments', toAdjustmentRows(after))
  }
  if (!isSame('taxes')) {
    await DELETE_PARTS.taxes(work, id)
    await insertRowsAhead(work, 'invoice_taxes', toTaxRows(after))
  }
}

const deleteParts = (table: 'invoice_items' | 'invoice_adjustments' | 'invoice_taxes') =>
  writeAhead((scope, id: string) => tablesOf(scope).deleteFrom(table).where('invoice_id', '=', id))
const DELETE_PARTS = {
  items: deleteParts('invoice_items'),
  adjustments: deleteParts('invoice_adjustments'),
  taxes: deleteParts('invoice_taxes'),
}

/** The products of the items, which their foreign key protects. */
async function replaceProducts(
  work: Work,
  before: StoredInvoice,
  after: StoredInvoice,
): Promise<void> {
  if (isDeepStrictEqual(toProductRows(before), toProductRows(after))) return
  await tablesOf(work).deleteFrom('invoice_products').where('invoice_id', '=', after.id).execute()
  await insertRowsAhead(work, 'invoice_products', toProductRows(after))
}

export async function deleteInvoice(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('invoices').where('id', '=', id).execute()
  await deleteExternalIds(work, 'invoice', id)
  await deleteMetadata(work, 'invoice', id)
}

/** The credit notes of an invoice, including drafts and void ones. */
export async function listCreditNotes(
  scope: CompanyDb,
  invoiceId: string,
): Promise<readonly StoredInvoice[]> {
  const refs = await listCreditNoteRefs(scope, invoiceId)
  const notes: StoredInvoice[] = []
  for (const { id } of refs) notes.push(await requireInvoice(scope, id))
  return notes
}

/** Oldest first. */
export async function listCreditNoteRefs(
  scope: CompanyDb,
  invoiceId: string,
): Promise<readonly CreditNoteRef[]> {
  const rows = await selectCreditNotes(scope, invoiceId)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status as InvoiceStatus,
    issueDate: row.issue_date,
    ...payableOf(row),
  }))
}

const selectCreditNotes = compiledForCompany((scope, invoiceId: string) =>
  tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'issue_date', 'total_minor', 'payable_minor'])
    .where('corrects_id', '=', invoiceId)
    .orderBy('id'),
)

export async function isCorrected(scope: CompanyDb, id: string): Promise<boolean> {
  const row = await tablesOf(scope)
    .selectFrom('invoices')
    .select('id')
    .where('corrects_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The number of newest items that show which units a company uses. */
const RECENT_ITEMS = 1000

/** The units of the newest items, those of most items first. */
export async function listUsedUnits(scope: CompanyDb): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoice_items')
    .select('unit')
    .orderBy('invoice_id', 'desc')
    .limit(RECENT_ITEMS)
    .execute()
  const counts = new Map<string, number>()
  for (const { unit } of rows) if (unit !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([unit]) => unit)
}
