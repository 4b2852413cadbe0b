import type { InvoiceRows } from '../invoices/rows.ts'
import { of, type Scope } from '../platform/database/scope.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type LastRevision, lastRevisions } from './chain-repository.ts'
import type { SeriesByKey, StoredNumber } from './number-walk.ts'

const INVOICES_PER_BATCH = 200
const NUMBERS_PER_BATCH = 1000
const PAYMENTS_PER_BATCH = 1000

/** An invoice as it lies in the tables, with what is compared with it. */
export interface AuditedInvoice extends InvoiceRows {
  readonly last: LastRevision | null
  readonly paymentsMinor: bigint
}

export async function countOf(scope: Scope, table: 'revisions' | 'invoices'): Promise<number> {
  const { count } = await of(scope)
    .selectFrom(table)
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many events the log has, and the places of the first and the last. */
export async function eventLogOf(scope: Scope) {
  const { count, first, last } = await of(scope)
    .selectFrom('events')
    .select((e) => [
      e.fn.countAll<bigint>().as('count'),
      e.fn.min('sequence').as('first'),
      e.fn.max('sequence').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { count, first: first ?? 1n, last: last ?? 0n }
}

/** All invoices with all their parts, by id. */
export async function* readInvoices(scope: Scope): AsyncGenerator<readonly AuditedInvoice[]> {
  let after = ''
  for (;;) {
    const invoices = await of(scope)
      .selectFrom('invoices')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(INVOICES_PER_BATCH)
      .execute()
    const last = invoices.at(-1)
    if (!last) return
    yield await withParts(scope, invoices)
    after = last.id
  }
}

async function withParts(
  scope: Scope,
  invoices: readonly InvoiceRows['invoice'][],
): Promise<readonly AuditedInvoice[]> {
  const ids = invoices.map(({ id }) => id)
  const itemRows = of(scope).selectFrom('invoice_items').selectAll().where('invoice_id', 'in', ids)
  const adjustmentRows = of(scope)
    .selectFrom('invoice_adjustments')
    .selectAll()
    .where('invoice_id', 'in', ids)
  const taxRows = of(scope).selectFrom('invoice_taxes').selectAll().where('invoice_id', 'in', ids)
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

async function correctedBy(scope: Scope, invoices: readonly InvoiceRows['invoice'][]) {
  const ids = invoices.flatMap(({ corrects_id }) => corrects_id ?? [])
  if (ids.length === 0) return new Map<string, InvoiceRows['corrects']>()
  const rows = await of(scope)
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

async function paymentSums(scope: Scope, ids: readonly string[]) {
  const rows = await of(scope)
    .selectFrom('payments')
    .select(['invoice_id', 'amount_minor'])
    .where('invoice_id', 'in', ids)
    .execute()
  const groups = [...Map.groupBy(rows, invoiceIdOf)]
  return new Map(
    groups.map(([id, payments]) => [id, payments.reduce((sum, it) => sum + it.amount_minor, 0n)]),
  )
}

export async function readSeries(scope: Scope): Promise<SeriesByKey> {
  const rows = await of(scope).selectFrom('number_series').selectAll().orderBy('key').execute()
  return new Map(
    rows.map(({ key, last_value, skipped }) => [key, { lastValue: last_value, skipped }]),
  )
}

/** Every number that came from a series, by series and place. */
export async function* readNumbers(scope: Scope): AsyncGenerator<readonly StoredNumber[]> {
  let after = { series: '', sequence: 0n }
  for (;;) {
    const { series, sequence } = after
    const rows = await of(scope)
      .selectFrom('invoices')
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
      .limit(NUMBERS_PER_BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toNumber)
    after = { series: last.series ?? '', sequence: last.sequence ?? 0n }
  }
}

const toNumber = (row: Pick<Tables['invoices'], 'id' | 'number' | 'series' | 'sequence'>) => ({
  series: row.series ?? '',
  sequence: row.sequence ?? 0n,
  number: row.number ?? '',
  invoiceId: row.id,
})

/** All payments by id, as they are stored. */
export async function* readPayments(scope: Scope): AsyncGenerator<readonly Tables['payments'][]> {
  let after = ''
  for (;;) {
    const rows = await of(scope)
      .selectFrom('payments')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAYMENTS_PER_BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** Numbers that more than one invoice has, which the table's own constraint refuses. */
export async function listTwins(scope: Scope, limit: number): Promise<readonly string[]> {
  const rows = await of(scope)
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
