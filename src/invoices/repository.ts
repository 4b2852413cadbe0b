import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { compiledOnce, insertRows } from '../platform/database/compiled.ts'
import { type Db, engineOf, forUpdate, type Trx } from '../platform/database/db.ts'
import type { JsonRows } from '../platform/database/json-rows.ts'
import { invoiceChanged, invoiceNotFound } from './errors.ts'
import type { CreditNoteRef, InvoiceStatus, StoredInvoice } from './invoice.ts'
import { ADJUSTMENTS, ITEMS, TAXES } from './part-rows.ts'
import { toAdjustmentRows, toInvoice, toInvoiceRow, toItemRows, toTaxRows } from './rows.ts'

async function findInvoice(db: Db, id: string): Promise<StoredInvoice | undefined> {
  return loadInvoice(db, 'id', id)
}

/** The invoice that a share token's hash opens now. */
export async function findSharedInvoice(db: Db, hash: string): Promise<StoredInvoice | undefined> {
  return loadInvoice(db, 'share_hash', hash)
}

export async function requireInvoice(db: Db, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(db, id)
  if (!invoice) throw invoiceNotFound()
  return invoice
}

/** Reads the invoice and keeps others from changing it until the transaction ends. */
export async function requireInvoiceToChange(trx: Trx, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoiceToChange(trx, id)
  if (!invoice) throw invoiceNotFound()
  return invoice
}

/** The same of an invoice that may be gone by now. */
export async function findInvoiceToChange(
  trx: Trx,
  id: string,
): Promise<StoredInvoice | undefined> {
  await sql`select 1 from invoices where id = ${id}${forUpdate(trx)}`.execute(trx)
  return findInvoice(trx, id)
}

const partsOf = (db: Db, { select }: Pick<JsonRows<unknown>, 'select'>) =>
  select(engineOf(db), sql<boolean>`invoice_id = invoices.id`)

/** An invoice with all its parts in one statement: what is read most. */
const byColumn = (column: 'id' | 'share_hash') =>
  compiledOnce((db, value: string) =>
    db
      .selectFrom('invoices')
      .selectAll()
      .select([
        partsOf(db, ITEMS).as('items'),
        partsOf(db, ADJUSTMENTS).as('adjustments'),
        partsOf(db, TAXES).as('taxes'),
      ])
      .where(column, '=', value),
  )
const INVOICE_BY = { id: byColumn('id'), share_hash: byColumn('share_hash') }

async function loadInvoice(
  db: Db,
  column: 'id' | 'share_hash',
  value: string,
): Promise<StoredInvoice | undefined> {
  const [invoice] = await INVOICE_BY[column](db, value)
  if (!invoice) return undefined
  return toInvoice({
    invoice,
    items: ITEMS.read(invoice.items),
    adjustments: ADJUSTMENTS.read(invoice.adjustments),
    taxes: TAXES.read(invoice.taxes),
    corrects: invoice.corrects_id === null ? null : await findCorrected(db, invoice.corrects_id),
  })
}

async function findCorrected(db: Db, id: string): Promise<StoredInvoice['corrects']> {
  const row = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'issue_date'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id: row.id, number: row.number ?? '', issueDate: row.issue_date } : null
}

export interface SaveExtras {
  /** The name on the document: the customer's, or the frozen buyer's. */
  readonly customerName: string
  readonly shareHash: string | null
}

export async function insertInvoice(
  trx: Trx,
  invoice: StoredInvoice,
  { customerName, shareHash }: SaveExtras,
): Promise<StoredInvoice> {
  await insertRows(trx, 'invoices', [toInvoiceRow(invoice, customerName, shareHash)])
  await insertParts(trx, invoice)
  return invoice
}

/** Saves only if nobody saved since `invoice` was read, so no decision rests on stale data. */
export async function saveInvoice(
  trx: Trx,
  before: StoredInvoice,
  after: StoredInvoice,
  { customerName, shareHash }: SaveExtras,
): Promise<StoredInvoice> {
  const saved = { ...after, version: before.version + 1 }
  const { id: _, ...columns } = toInvoiceRow(saved, customerName, shareHash)
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set(columns)
    .where('id', '=', before.id)
    .where('version', '=', BigInt(before.version))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw invoiceChanged()
  await replaceParts(trx, before, saved)
  return saved
}

async function insertParts(trx: Trx, invoice: StoredInvoice): Promise<void> {
  await insertRows(trx, 'invoice_items', toItemRows(invoice))
  await insertRows(trx, 'invoice_adjustments', toAdjustmentRows(invoice))
  await insertRows(trx, 'invoice_taxes', toTaxRows(invoice))
}

/** Writes the parts anew that are not what they were. */
async function replaceParts(trx: Trx, before: StoredInvoice, after: StoredInvoice): Promise<void> {
  const { id } = after
  const isSame = (part: 'items' | 'discounts' | 'charges' | 'taxes') =>
    before[part] === after[part] || isDeepStrictEqual(before[part], after[part])
  if (!isSame('items')) {
    await trx.deleteFrom('invoice_items').where('invoice_id', '=', id).execute()
    await insertRows(trx, 'invoice_items', toItemRows(after))
  }
  if (!isSame('discounts') || !isSame('charges')) {
    await trx.deleteFrom('invoice_adjustments').where('invoice_id', '=', id).execute()
    await insertRows(trx, 'invoice_adjustments', toAdjustmentRows(after))
  }
  if (!isSame('taxes')) {
    await trx.deleteFrom('invoice_taxes').where('invoice_id', '=', id).execute()
    await insertRows(trx, 'invoice_taxes', toTaxRows(after))
  }
}

export async function deleteInvoice(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('invoices').where('id', '=', id).execute()
}

/** The credit notes of an invoice, drafts and void ones among them. */
export async function listCreditNotes(
  trx: Trx,
  invoiceId: string,
): Promise<readonly StoredInvoice[]> {
  const refs = await listCreditNoteRefs(trx, invoiceId)
  const notes: StoredInvoice[] = []
  for (const { id } of refs) notes.push(await requireInvoice(trx, id))
  return notes
}

/** Oldest first. */
export async function listCreditNoteRefs(
  db: Db,
  invoiceId: string,
): Promise<readonly CreditNoteRef[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'issue_date', 'total_minor'])
    .where('corrects_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status as InvoiceStatus,
    issueDate: row.issue_date,
    totalMinor: row.total_minor,
  }))
}

export async function isCorrected(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('corrects_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface AutomaticPayment {
  readonly id: string
  readonly invoiceId: string
  readonly amountMinor: bigint
  readonly paidAt: string
  readonly method: string | null
  readonly createdAt: string
}

export async function insertAutomaticPayment(trx: Trx, payment: AutomaticPayment): Promise<void> {
  await trx
    .insertInto('payments')
    .values({
      id: payment.id,
      invoice_id: payment.invoiceId,
      amount_minor: payment.amountMinor,
      paid_at: payment.paidAt,
      method: payment.method,
      reference: null,
      note: null,
      automatic: 1n,
      created_at: payment.createdAt,
    })
    .execute()
}

/** Deletes the payments that a status made and says what they came to. */
export async function deleteAutomaticPayments(trx: Trx, invoiceId: string): Promise<bigint> {
  const rows = await trx
    .deleteFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('automatic', '=', 1n)
    .returning('amount_minor')
    .execute()
  return rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}
