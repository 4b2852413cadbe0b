import { numberOrder } from '@billwright/rules/folding'
import type { NewRow } from '../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../platform/database/tables.ts'
import * as contents from '../contents/rows.ts'
import type {
  InvoiceMail,
  InvoiceMailStatus,
  InvoiceStatus,
  InvoiceType,
  StoredInvoice,
} from './invoice.ts'
import { searchTextOf } from './list/search.ts'

type InvoiceRow = Omit<Tables['invoices'], 'company_id'>

/** The rows an invoice is stored in. */
export interface InvoiceRows extends contents.LineRows {
  readonly invoice: InvoiceRow
  readonly corrects: StoredInvoice['corrects']
}

export function toInvoice({ invoice: row, corrects, ...lines }: InvoiceRows): StoredInvoice {
  return {
    ...contents.toContents(row, lines),
    id: row.id,
    version: Number(row.version),
    type: row.type as InvoiceType,
    number: row.number,
    status: row.status as InvoiceStatus,
    corrects,
    ...recurringOf(row),
    ...(row.quote_id == null ? {} : { quoteId: row.quote_id }),
    ...(row.due_days == null ? {} : { dueDays: Number(row.due_days) }),
    paidMinor: row.paid_minor,
    creditedMinor: row.credited_minor,
    shareNonce: row.share_nonce,
    publishedAt: row.published_at,
    mail: toMail(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    issuedAt: row.issued_at,
    series: row.series,
    sequence: row.sequence,
  }
}

const recurringOf = ({
  recurring_id: id,
  recurring_date: date,
  recurring_n: n,
}: InvoiceRow): Pick<StoredInvoice, 'recurring'> =>
  id !== null && date !== null && n !== null ? { recurring: { id, date, n: Number(n) } } : {}

/** Written by `noteMail` alone. */
export const toMail = ({
  mail_status,
  mail_at,
}: Pick<InvoiceRow, 'mail_status' | 'mail_at'>): InvoiceMail | null =>
  mail_status === null || mail_at === null
    ? null
    : { status: mail_status as InvoiceMailStatus, at: mail_at }

/** The row of an invoice, by column. JSON is not yet turned into text. */
export const toStored = (invoice: StoredInvoice) => ({
  ...contents.toStoredContents(invoice),
  ...toStateColumns(invoice),
})

const toStateColumns = (invoice: StoredInvoice) => ({
  id: invoice.id,
  version: BigInt(invoice.version),
  type: invoice.type,
  number: invoice.number,
  status: invoice.status,
  corrects_id: invoice.corrects?.id ?? null,
  recurring_id: invoice.recurring?.id ?? null,
  recurring_date: invoice.recurring?.date ?? null,
  recurring_n: invoice.recurring ? BigInt(invoice.recurring.n) : null,
  quote_id: invoice.quoteId ?? null,
  due_days: invoice.dueDays === undefined ? null : BigInt(invoice.dueDays),
  paid_minor: invoice.paidMinor,
  credited_minor: invoice.creditedMinor,
  share_nonce: invoice.shareNonce,
  published_at: invoice.publishedAt,
  created_at: invoice.createdAt,
  updated_at: invoice.updatedAt,
  issued_at: invoice.issuedAt,
  series: invoice.series,
  sequence: invoice.sequence,
})

/** The columns of the invoice's own row; `shareHash` finds it by share token. */
export const toInvoiceRow = (
  company: CompanyId,
  invoice: StoredInvoice,
  customerName: string,
  shareHash: string | null,
): NewRow<'invoices'> => ({
  ...contents.toContentsRow(invoice),
  ...toStateColumns(invoice),
  customer_name: customerName,
  number_order: numberOrder(invoice.number),
  share_hash: shareHash,
  search_text: searchTextOf(company, searchTexts(invoice, customerName)),
})

const ofInvoice =
  <Row extends object>(toRows: (invoice: StoredInvoice) => readonly Row[]) =>
  (invoice: StoredInvoice) =>
    toRows(invoice).map((row) => ({ invoice_id: invoice.id, ...row }))

export const toItemRows = ofInvoice(contents.toItemRows)
export const toAdjustmentRows = ofInvoice(contents.toAdjustmentRows)
export const toTaxRows = ofInvoice(contents.toTaxRows)

const searchTexts = (
  { number, reference, items }: StoredInvoice,
  customerName: string,
): readonly string[] => [
  number ?? '',
  customerName,
  reference ?? '',
  ...items.flatMap(({ description, details }) => [description, details ?? '']),
]

export const toProductRows = ({ id, items }: StoredInvoice): NewRow<'invoice_products'>[] =>
  [...new Set(items.flatMap(({ productId }) => productId ?? []))].map((product) => ({
    invoice_id: id,
    product,
  }))
