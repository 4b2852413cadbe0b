import type { TaxCategory } from '@billwright/money'
import { type CopyView, copyView, fromCopyView } from '../../core/files/file.ts'
import { numberOrder } from '../../core/http/folding.ts'
import { type Fields, load, store, toColumns, type Values } from '../../kernel/fields/field.ts'
import type { NewRow } from '../../platform/database/scope.ts'
import type { CompanyId, Tables } from '../../platform/database/tables.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import type {
  Adjustment,
  DocumentAdjustment,
  InvoiceMail,
  InvoiceMailStatus,
  InvoiceStatus,
  InvoiceType,
  Item,
  StoredInvoice,
  TaxGroup,
  Totals,
} from './invoice.ts'
import { searchTextOf } from './list/search.ts'
import { BUYER_FIELDS, STORED_SELLER_FIELDS } from './parties.ts'

type Part<Row> = Omit<Row, 'company_id' | 'invoice_id' | 'position'>
type InvoiceRow = Omit<Tables['invoices'], 'company_id'>
export type ItemRow = Part<Tables['invoice_items']>
export type AdjustmentRow = Part<Tables['invoice_adjustments']>
export type TaxRow = Part<Tables['invoice_taxes']>

/** The rows an invoice is stored in. */
export interface InvoiceRows {
  readonly invoice: InvoiceRow
  readonly items: readonly ItemRow[]
  readonly adjustments: readonly AdjustmentRow[]
  readonly taxes: readonly TaxRow[]
  readonly corrects: StoredInvoice['corrects']
}

export function toInvoice({
  invoice: row,
  items,
  adjustments,
  taxes,
  corrects,
}: InvoiceRows): StoredInvoice {
  const sorted = (sort: string) =>
    adjustments.filter((entry) => entry.sort === sort).map(toAdjusted)
  return {
    id: row.id,
    version: Number(row.version),
    type: row.type as InvoiceType,
    number: row.number,
    status: row.status as InvoiceStatus,
    customerId: row.customer_id,
    seller: row.seller === null ? null : load(STORED_SELLER_FIELDS, JSON.parse(row.seller)),
    buyer: row.buyer === null ? null : load(BUYER_FIELDS, JSON.parse(row.buyer)),
    ...load(FIELDS, row),
    ...loadOptional(OPTIONAL_FIELDS, row),
    corrects,
    ...recurringOf(row),
    ...(row.quote_id == null ? {} : { quoteId: row.quote_id }),
    ...filesOf(row),
    items: items.map(toItem),
    discounts: sorted('discount'),
    charges: sorted('charge'),
    taxes: taxes.map(toTaxGroup),
    totals: {
      subtotalMinor: row.subtotal_minor,
      discountMinor: row.discount_minor,
      chargeMinor: row.charge_minor,
      netMinor: row.net_minor,
      taxMinor: row.tax_minor,
      roundingMinor: row.rounding_minor,
      ...payableOf(row),
    },
    paidMinor: row.paid_minor,
    creditedMinor: row.credited_minor,
    template:
      row.template_id === null ? null : { id: row.template_id, version: row.template_version },
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

export const payableOf = (
  row: Pick<InvoiceRow, 'total_minor' | 'payable_minor'>,
): Pick<Totals, 'totalMinor' | 'payableMinor'> => ({
  totalMinor: row.total_minor,
  ...(row.payable_minor === null ? {} : { payableMinor: row.payable_minor }),
})

const recurringOf = ({
  recurring_id: id,
  recurring_date: date,
  recurring_n: n,
}: InvoiceRow): Pick<StoredInvoice, 'recurring'> =>
  id !== null && date !== null && n !== null ? { recurring: { id, date, n: Number(n) } } : {}

/** Besides the optional fields; no request contains it. */
const filesOf = ({ optional_fields }: InvoiceRow): Pick<StoredInvoice, 'files'> => {
  const stored: { readonly files?: readonly CopyView[] } = JSON.parse(optional_fields ?? '{}')
  return stored.files ? { files: stored.files.map(fromCopyView) } : {}
}

/** Written by `noteMail` alone. */
export const toMail = ({
  mail_status,
  mail_at,
}: Pick<InvoiceRow, 'mail_status' | 'mail_at'>): InvoiceMail | null =>
  mail_status === null || mail_at === null
    ? null
    : { status: mail_status as InvoiceMailStatus, at: mail_at }

const toItem = (row: ItemRow): Item => ({
  id: row.id,
  description: row.description,
  details: row.details,
  quantityMicro: row.quantity_micro,
  unit: row.unit,
  unitPriceMicro: row.unit_price_micro,
  discount:
    row.discount_kind === null ? null : toValue(row.discount_kind, row.discount_value ?? 0n),
  ...(row.charge_kind === null
    ? {}
    : {
        charge: {
          value: toValue(row.charge_kind, row.charge_value ?? 0n),
          reason: row.charge_reason,
        },
      }),
  tax: toTax(row),
  totalMinor: row.total_minor,
  ...loadOptional(OPTIONAL_ITEM_FIELDS, row),
  ...(row.credits_item_id === null
    ? {}
    : {
        credits: {
          itemId: row.credits_item_id,
          quantityMicro: row.credits_quantity_micro ?? 0n,
        },
      }),
  ...(row.deducts_id === null ? {} : { deducts: row.deducts_id }),
})

const toAdjusted = (row: AdjustmentRow): DocumentAdjustment => ({
  reason: row.reason,
  ...coded(row.reason_code),
  value: toValue(row.value_kind, row.value),
  tax: toTax(row),
  amountMinor: row.amount_minor,
})

const toTaxGroup = (row: TaxRow): TaxGroup => ({
  category: row.category as TaxCategory,
  rateMicro: row.rate_micro,
  reason: row.reason,
  ...coded(row.reason_code),
  taxableMinor: row.taxable_minor,
  amountMinor: row.amount_minor,
})

const toTax = (row: ItemRow | AdjustmentRow): DocumentAdjustment['tax'] => ({
  category: row.tax_category as TaxCategory,
  rateMicro: row.tax_rate_micro,
  reason: row.tax_reason,
  ...coded(row.tax_reason_code),
  ...preset(row.tax_preset),
})

const preset = (key: string | null) => (key === null ? {} : { preset: key })

const coded = (code: string | null) => (code === null ? {} : { reasonCode: code })

const toValue = (kind: string, value: bigint): Adjustment =>
  kind === 'percent'
    ? { kind: 'percent', percentMicro: value }
    : { kind: 'amount', amountMinor: value }

const storedValue = (value: Adjustment): bigint =>
  value.kind === 'percent' ? value.percentMicro : value.amountMinor

/** The row of an invoice, by column. JSON is not yet turned into text. */
export const toStored = (invoice: StoredInvoice) => ({
  id: invoice.id,
  version: BigInt(invoice.version),
  type: invoice.type,
  number: invoice.number,
  status: invoice.status,
  customer_id: invoice.customerId,
  seller: invoice.seller && store(STORED_SELLER_FIELDS, invoice.seller),
  buyer: invoice.buyer && store(BUYER_FIELDS, invoice.buyer),
  ...toColumns(FIELDS, invoice),
  optional_fields: withFiles(store(OPTIONAL_FIELDS, invoice), invoice.files),
  corrects_id: invoice.corrects?.id ?? null,
  recurring_id: invoice.recurring?.id ?? null,
  recurring_date: invoice.recurring?.date ?? null,
  recurring_n: invoice.recurring ? BigInt(invoice.recurring.n) : null,
  quote_id: invoice.quoteId ?? null,
  subtotal_minor: invoice.totals.subtotalMinor,
  discount_minor: invoice.totals.discountMinor,
  charge_minor: invoice.totals.chargeMinor,
  net_minor: invoice.totals.netMinor,
  tax_minor: invoice.totals.taxMinor,
  rounding_minor: invoice.totals.roundingMinor,
  total_minor: invoice.totals.totalMinor,
  ...(invoice.totals.payableMinor === undefined
    ? {}
    : { payable_minor: invoice.totals.payableMinor }),
  paid_minor: invoice.paidMinor,
  credited_minor: invoice.creditedMinor,
  template_id: invoice.template?.id ?? null,
  template_version: invoice.template?.version ?? null,
  share_nonce: invoice.shareNonce,
  published_at: invoice.publishedAt,
  created_at: invoice.createdAt,
  updated_at: invoice.updatedAt,
  issued_at: invoice.issuedAt,
  series: invoice.series,
  sequence: invoice.sequence,
})

const withFiles = (optional: object | null | undefined, files: StoredInvoice['files']) =>
  files ? { ...optional, files: files.map(copyView) } : optional

/** The columns of the invoice's own row; `shareHash` finds it by share token. */
export function toInvoiceRow(
  company: CompanyId,
  invoice: StoredInvoice,
  customerName: string,
  shareHash: string | null,
): NewRow<'invoices'> {
  const { seller, buyer, optional_fields, ...columns } = toStored(invoice)
  return {
    ...columns,
    payable_minor: invoice.totals.payableMinor ?? null,
    customer_name: customerName,
    number_order: numberOrder(invoice.number),
    seller: toJson(seller),
    buyer: toJson(buyer),
    optional_fields: toJson(optional_fields),
    share_hash: shareHash,
    search_text: searchTextOf(company, searchTexts(invoice, customerName)),
  }
}

const toJson = (value: object | null | undefined): string | null =>
  value == null ? null : JSON.stringify(value)

const loadOptional = <F extends Fields>(
  fields: F,
  { optional_fields }: { readonly optional_fields: string | null },
): Values<F> => load(fields, optional_fields === null ? null : JSON.parse(optional_fields))

const searchTexts = (
  { number, reference, items }: StoredInvoice,
  customerName: string,
): readonly string[] => [
  number ?? '',
  customerName,
  reference ?? '',
  ...items.flatMap(({ description, details }) => [description, details ?? '']),
]

/** The row of an item, by column. JSON is not yet turned into text. */
export const toStoredItem = (item: Item) => ({
  id: item.id,
  description: item.description,
  details: item.details,
  quantity_micro: item.quantityMicro,
  unit: item.unit,
  unit_price_micro: item.unitPriceMicro,
  discount_kind: item.discount?.kind ?? null,
  discount_value: item.discount && storedValue(item.discount),
  charge_kind: item.charge?.value.kind ?? null,
  charge_value: item.charge ? storedValue(item.charge.value) : null,
  charge_reason: item.charge?.reason ?? null,
  tax_category: item.tax.category,
  tax_rate_micro: item.tax.rateMicro,
  tax_reason: item.tax.reason,
  tax_reason_code: item.tax.reasonCode ?? null,
  tax_preset: item.tax.preset ?? null,
  optional_fields: store(OPTIONAL_ITEM_FIELDS, item),
  total_minor: item.totalMinor,
  credits_item_id: item.credits?.itemId ?? null,
  credits_quantity_micro: item.credits?.quantityMicro ?? null,
  deducts_id: item.deducts ?? null,
})

export const toItemRows = ({ id, items }: StoredInvoice): NewRow<'invoice_items'>[] =>
  items.map((item, index) => {
    const { optional_fields, ...columns } = toStoredItem(item)
    return {
      invoice_id: id,
      position: BigInt(index),
      ...columns,
      optional_fields: toJson(optional_fields),
    }
  })

export const toProductRows = ({ id, items }: StoredInvoice): NewRow<'invoice_products'>[] =>
  [...new Set(items.flatMap(({ productId }) => productId ?? []))].map((product) => ({
    invoice_id: id,
    product,
  }))

export function toAdjustmentRows(invoice: StoredInvoice): NewRow<'invoice_adjustments'>[] {
  const all = [
    ...invoice.discounts.map((entry) => ({ sort: 'discount', entry })),
    ...invoice.charges.map((entry) => ({ sort: 'charge', entry })),
  ]
  return all.map(({ sort, entry }, index) => ({
    invoice_id: invoice.id,
    position: BigInt(index),
    sort,
    reason: entry.reason,
    reason_code: entry.reasonCode ?? null,
    value_kind: entry.value.kind,
    value: storedValue(entry.value),
    tax_category: entry.tax.category,
    tax_rate_micro: entry.tax.rateMicro,
    tax_reason: entry.tax.reason,
    tax_reason_code: entry.tax.reasonCode ?? null,
    tax_preset: entry.tax.preset ?? null,
    amount_minor: entry.amountMinor,
  }))
}

export const toTaxRows = ({ id, taxes }: StoredInvoice): NewRow<'invoice_taxes'>[] =>
  taxes.map((tax, index) => ({
    invoice_id: id,
    position: BigInt(index),
    category: tax.category,
    rate_micro: tax.rateMicro,
    reason: tax.reason,
    reason_code: tax.reasonCode ?? null,
    taxable_minor: tax.taxableMinor,
    amount_minor: tax.amountMinor,
  }))
