import { sumOf } from '@billwright/money'
import { sql } from 'kysely'
import { countRows } from '../../../core/lists/sorted-page.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { InvoiceRows } from '../../../sales/invoices/rows.ts'
import { settledMinor } from '../../../sales/ledger/payment.ts'
import { toPayment } from '../../../sales/ledger/payments.ts'
import { batches, ROWS_PER_BATCH } from './batches.ts'
import type { StoredEvent } from './event-walk.ts'
import type { SeriesByKey, StoredNumber } from './number-walk.ts'
import { type LastRevision, lastRevisions, toRevision } from './revision-repository.ts'

const INVOICES_PER_BATCH = 200

const EVENTS_PER_BATCH = 500

/** Each row may be as large as a file. */
const SUPPLIER_INVOICES_PER_BATCH = 20

/** Each may have 5 MiB. */
const FILES_PER_BATCH = 8

/** An invoice as stored, with the rows for the checks. */
export interface AuditedInvoice extends InvoiceRows {
  readonly last: LastRevision | null
  readonly paymentsMinor: bigint
}

export const countOf = (scope: CompanyDb, table: 'revisions' | 'invoices'): Promise<number> =>
  countRows(tablesOf(scope).selectFrom(table))

/** The number of events, and the positions of the first and the last. */
export async function eventLogOf(scope: CompanyDb) {
  const { count, first, last } = await tablesOf(scope)
    .selectFrom('events')
    .select((e) => [
      e.fn.countAll<bigint>().as('count'),
      e.fn.min('sequence').as('first'),
      e.fn.max('sequence').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { count, first: first ?? 1n, last: last ?? 0n }
}

/** All events by position. */
export const readEvents = (scope: CompanyDb) =>
  batches<StoredEvent>((after) =>
    tablesOf(scope)
      .selectFrom('events')
      .selectAll()
      .where('sequence', '>', after?.sequence ?? 0n)
      .orderBy('sequence')
      .limit(EVENTS_PER_BATCH)
      .execute(),
  )

/** All invoices with all their parts, by id. */
export const readInvoices = (scope: CompanyDb) =>
  batches<AuditedInvoice>(async (after) => {
    const invoices = await tablesOf(scope)
      .selectFrom('invoices')
      .selectAll()
      .where('id', '>', after?.invoice.id ?? '')
      .orderBy('id')
      .limit(INVOICES_PER_BATCH)
      .execute()
    return invoices.length === 0 ? [] : withParts(scope, invoices)
  })

async function withParts(
  scope: CompanyDb,
  invoices: readonly InvoiceRows['invoice'][],
): Promise<readonly AuditedInvoice[]> {
  const ids = invoices.map(({ id }) => id)
  const itemRows = tablesOf(scope)
    .selectFrom('invoice_items')
    .selectAll()
    .where('invoice_id', 'in', ids)
  const adjustmentRows = tablesOf(scope)
    .selectFrom('invoice_adjustments')
    .selectAll()
    .where('invoice_id', 'in', ids)
  const taxRows = tablesOf(scope)
    .selectFrom('invoice_taxes')
    .selectAll()
    .where('invoice_id', 'in', ids)
  const items = Map.groupBy(await itemRows.orderBy('position').execute(), invoiceIdOf)
  const adjustments = Map.groupBy(await adjustmentRows.orderBy('position').execute(), invoiceIdOf)
  const taxes = Map.groupBy(await taxRows.orderBy('position').execute(), invoiceIdOf)
  const corrected = await correctedBy(scope, invoices)
  const last = await lastRevisions(scope, ids)
  const payments = await paymentSums(scope, ids)
  return invoices.map((invoice) => ({
    invoice,
    items: items.get(invoice.id) ?? [],
    adjustments: adjustments.get(invoice.id) ?? [],
    taxes: taxes.get(invoice.id) ?? [],
    corrects: corrected.get(invoice.corrects_id ?? '') ?? null,
    last: last.get(invoice.id) ?? null,
    paymentsMinor: payments.get(invoice.id) ?? 0n,
  }))
}

const invoiceIdOf = ({ invoice_id }: { readonly invoice_id: string }): string => invoice_id

async function correctedBy(scope: CompanyDb, invoices: readonly InvoiceRows['invoice'][]) {
  const ids = invoices.flatMap(({ corrects_id }) => corrects_id ?? [])
  if (ids.length === 0) return new Map<string, InvoiceRows['corrects']>()
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select(['id', 'number', 'issue_date'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, number, issue_date }) => [
      id,
      { id, number: number ?? '', issueDate: issue_date },
    ]),
  )
}

async function paymentSums(scope: CompanyDb, ids: readonly string[]) {
  const rows = await tablesOf(scope)
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', 'in', ids)
    .execute()
  const groups = [...Map.groupBy(rows, invoiceIdOf)]
  return new Map(
    groups.map(([id, payments]) => [
      id,
      // Every payment of an invoice has its currency, which is of no matter for the sum.
      sumOf(payments.map((row) => settledMinor(toPayment({ ...row, currency: '' })))),
    ]),
  )
}

/** A quote as stored, with the rows for the checks. */
export interface AuditedQuote {
  readonly quote: Tables['quotes']
  readonly last: LastRevision | null
  /** The opened state, and the last printed PDF. */
  readonly openedHash: string | null
  readonly printedHash: string | null
}

/** All quotes, by id. */
export const readQuotes = (scope: CompanyDb) =>
  batches<AuditedQuote>(async (after) => {
    const quotes = await tablesOf(scope)
      .selectFrom('quotes')
      .selectAll()
      .where('id', '>', after?.quote.id ?? '')
      .orderBy('id')
      .limit(INVOICES_PER_BATCH)
      .execute()
    if (quotes.length === 0) return []
    const ids = quotes.map(({ id }) => id)
    const last = await lastRevisions(scope, ids)
    const steps = await tablesOf(scope)
      .selectFrom('revisions')
      .selectAll()
      .where('invoice_id', 'in', ids)
      .where('action', 'in', ['opened', 'printed'])
      .execute()
    // Ordered here: SQLite reads all revisions if it has to order them.
    const ordered = steps.toSorted((a, b) => Number(a.sequence - b.sequence))
    const byQuote = Map.groupBy(ordered, invoiceIdOf)
    return quotes.map((quote) => {
      const own = byQuote.get(quote.id) ?? []
      const printed = own.findLast(({ action }) => action === 'printed')
      const hash = printed && toRevision(printed)?.changes.pdf_sha256?.[1]
      return {
        quote,
        last: last.get(quote.id) ?? null,
        openedHash: own.findLast(({ action }) => action === 'opened')?.state_hash ?? null,
        printedHash: hash === undefined ? null : String(hash),
      }
    })
  })

/** A row as stored, with its last revision. */
export interface Audited<Row> {
  readonly row: Row
  readonly last: LastRevision | null
}

/** All delivery notes, by id. */
export const readDeliveryNotes = (scope: CompanyDb) =>
  batches<Audited<Tables['delivery_notes']>>(async (after) =>
    withLast(
      scope,
      await tablesOf(scope)
        .selectFrom('delivery_notes')
        .selectAll()
        .where('id', '>', after?.row.id ?? '')
        .orderBy('id')
        .limit(INVOICES_PER_BATCH)
        .execute(),
    ),
  )

/** All supplier invoices, by id. */
export const readSupplierInvoices = (scope: CompanyDb) =>
  batches<Audited<Tables['supplier_invoices']>>(async (after) =>
    withLast(
      scope,
      await tablesOf(scope)
        .selectFrom('supplier_invoices')
        .selectAll()
        .where('id', '>', after?.row.id ?? '')
        .orderBy('id')
        .limit(SUPPLIER_INVOICES_PER_BATCH)
        .execute(),
    ),
  )

async function withLast<Row extends { readonly id: string }>(
  scope: CompanyDb,
  rows: readonly Row[],
): Promise<readonly Audited<Row>[]> {
  if (rows.length === 0) return []
  const last = await lastRevisions(
    scope,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, last: last.get(row.id) ?? null }))
}

/** Stored bytes, and the hash from when they arrived. */
export interface AuditedContent {
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** The bytes of all files, a few at a time. */
export const readFileContents = (scope: CompanyDb) =>
  batches<AuditedContent>((after) =>
    tablesOf(scope)
      .selectFrom('file_contents')
      .select(['sha256', 'bytes'])
      .where('sha256', '>', after?.sha256 ?? '')
      .orderBy('sha256')
      .limit(FILES_PER_BATCH)
      .execute(),
  )

/** The bytes of all installed templates, a few at a time. */
export const readTemplateAssets = (scope: CompanyDb) =>
  batches<AuditedContent & Pick<Tables['template_assets'], (typeof ASSET_KEY)[number]>>((after) =>
    tablesOf(scope)
      .selectFrom('template_assets')
      .select([...ASSET_KEY, 'sha256', 'bytes'])
      .where(
        sql<boolean>`(template_id, version, path)
          > (${after?.template_id ?? ''}, ${after?.version ?? ''}, ${after?.path ?? ''})`,
      )
      .orderBy('template_id')
      .orderBy('version')
      .orderBy('path')
      .limit(FILES_PER_BATCH)
      .execute(),
  )

const ASSET_KEY = ['template_id', 'version', 'path'] as const

/** All entries of accounts, each after the previous one. */
export const readAccounts = (scope: CompanyDb) =>
  batches<Audited<Tables['account_entries']>>(async (after) => {
    const from = after?.row
    const rows = await tablesOf(scope)
      .selectFrom('account_entries')
      .selectAll()
      .where(
        sql<boolean>`(customer_id, currency, sequence)
          > (${from?.customer_id ?? ''}, ${from?.currency ?? ''}, ${from?.sequence ?? 0n})`,
      )
      .orderBy('customer_id')
      .orderBy('currency')
      .orderBy('sequence')
      .limit(ROWS_PER_BATCH)
      .execute()
    return withLast(scope, rows)
  })

export async function readSeries(scope: CompanyDb): Promise<SeriesByKey> {
  const rows = await tablesOf(scope)
    .selectFrom('number_series')
    .selectAll()
    .orderBy('key')
    .execute()
  return new Map(
    rows.map(({ key, last_value, skipped }) => [key, { lastValue: last_value, skipped }]),
  )
}

/** Every number of a series, by series and position. */
export async function* readNumbers(scope: CompanyDb): AsyncGenerator<readonly StoredNumber[]> {
  yield* readNumbersOf(scope, 'invoices')
  yield* readNumbersOf(scope, 'quotes')
  yield* readNumbersOf(scope, 'delivery_notes')
}

const readNumbersOf = (scope: CompanyDb, table: 'invoices' | 'quotes' | 'delivery_notes') =>
  batches<StoredNumber>(async ({ series, sequence } = NO_NUMBER) => {
    const rows = await tablesOf(scope)
      .selectFrom(table)
      .select(['id', 'number', 'series', 'sequence'])
      .where('series', 'is not', null)
      .where((e) =>
        e.or([
          e('series', '>', series),
          e.and([e('series', '=', series), e('sequence', '>', sequence)]),
        ]),
      )
      .orderBy('series')
      .orderBy('sequence')
      .limit(ROWS_PER_BATCH)
      .execute()
    return rows.map((row) => ({
      series: row.series ?? '',
      sequence: row.sequence ?? 0n,
      number: row.number ?? '',
      invoiceId: row.id,
    }))
  })

const NO_NUMBER: StoredNumber = { series: '', sequence: 0n, number: '', invoiceId: '' }

/** All payments by id, as they are stored. */
export const readPayments = (scope: CompanyDb) =>
  batches<Tables['payments']>((after) =>
    tablesOf(scope)
      .selectFrom('payments')
      .selectAll()
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute(),
  )

/** Numbers of more than one invoice, which a constraint of the table prevents. */
export async function listTwins(scope: CompanyDb, limit: number): Promise<readonly string[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoices')
    .select('number')
    .where('number', 'is not', null)
    .groupBy('number')
    .having((e) => e.fn.countAll(), '>', 1)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.flatMap(({ number }) => number ?? [])
}
