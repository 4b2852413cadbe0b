import type { TaxCategory } from '@billwright/money'
import type { Adjustment, ItemTax, TaxGroup, Totals, Withheld } from '@billwright/totals'
import { type CopyView, copyView, fromCopyView } from '../../core/files/file.ts'
import { type Fields, load, store, toColumns, type Values } from '../../kernel/fields/field.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Contents, DocumentAdjustment, Item } from './contents.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import { BUYER_FIELDS, STORED_SELLER_FIELDS } from './parties.ts'
import type { TextLine } from './text-lines.ts'

type Part<Row> = Omit<Row, 'company_id' | 'invoice_id' | 'position'>

export type ItemRow = Part<Tables['invoice_items']>

export type AdjustmentRow = Part<Tables['invoice_adjustments']>

export type TaxRow = Part<Tables['invoice_taxes']>

/** The columns of the contents beside those of their lines. */
export type ContentsRow = Pick<
  Tables['invoices'],
  | 'customer_id'
  | 'seller'
  | 'buyer'
  | (typeof FIELDS)[keyof typeof FIELDS]['wire']
  | 'optional_fields'
  | 'subtotal_minor'
  | 'discount_minor'
  | 'charge_minor'
  | 'net_minor'
  | 'tax_minor'
  | 'rounding_minor'
  | 'total_minor'
  | 'payable_minor'
  | 'template_id'
  | 'template_version'
>

/** The lines of the contents, in their order. */
export interface LineRows {
  readonly items: readonly ItemRow[]
  readonly adjustments: readonly AdjustmentRow[]
  readonly taxes: readonly TaxRow[]
}

export function toContents(row: ContentsRow, { items, adjustments, taxes }: LineRows): Contents {
  const sorted = (sort: string) =>
    adjustments.filter((entry) => entry.sort === sort).map(toAdjusted)
  return {
    customerId: row.customer_id,
    seller: row.seller === null ? null : load(STORED_SELLER_FIELDS, JSON.parse(row.seller)),
    buyer: row.buyer === null ? null : load(BUYER_FIELDS, JSON.parse(row.buyer)),
    ...load(FIELDS, row),
    ...loadOptional(OPTIONAL_FIELDS, row),
    ...filesOf(row),
    items: items.map(toItem),
    ...textLinesOf(row),
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
      ...withheldIn(row),
    },
    template:
      row.template_id === null ? null : { id: row.template_id, version: row.template_version },
  }
}

export const payableOf = (
  row: Pick<ContentsRow, 'total_minor' | 'payable_minor'>,
): Pick<Totals, 'totalMinor' | 'payableMinor'> => ({
  totalMinor: row.total_minor,
  ...(row.payable_minor === null ? {} : { payableMinor: row.payable_minor }),
})

/** Besides the optional fields; no request contains it. */
const filesOf = ({ optional_fields }: ContentsRow): Pick<Contents, 'files'> => {
  const stored: { readonly files?: readonly CopyView[] } = JSON.parse(optional_fields ?? '{}')
  return stored.files ? { files: stored.files.map(fromCopyView) } : {}
}

/** Besides the optional fields, too. */
const textLinesOf = ({ optional_fields }: ContentsRow): Pick<Contents, 'textLines'> => {
  const stored: { readonly text_lines?: readonly TextLine[] } = JSON.parse(optional_fields ?? '{}')
  return stored.text_lines ? { textLines: stored.text_lines } : {}
}

/** Besides the optional fields, too. */
const withheldIn = ({
  optional_fields,
}: Pick<ContentsRow, 'optional_fields'>): Pick<Totals, 'withheld'> => {
  const stored: { readonly withheld?: readonly WithheldRow[] } = JSON.parse(optional_fields ?? '{}')
  if (!stored.withheld) return {}
  return {
    withheld: stored.withheld.map(({ base_minor, amount_minor }) => ({
      baseMinor: BigInt(base_minor),
      amountMinor: BigInt(amount_minor),
    })),
  }
}

/** The withholdings of a document, each with its base and amount, without reading the rest of it. */
export const withholdingsIn = (row: Pick<ContentsRow, 'optional_fields'>) => ({
  ...loadOptional(OPTIONAL_FIELDS, row),
  totals: withheldIn(row),
})

/** As texts, because JSON has no integers of 64 bits. */
interface WithheldRow {
  readonly base_minor: string
  readonly amount_minor: string
}

const withheldRow = ({ baseMinor, amountMinor }: Withheld): WithheldRow => ({
  base_minor: String(baseMinor),
  amount_minor: String(amountMinor),
})

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
  ...(row.withhold === null ? {} : { withhold: row.withhold === 'yes' }),
  amountMinor: row.amount_minor,
})

const toTaxGroup = (row: TaxRow): TaxGroup => ({
  category: row.category as TaxCategory,
  rateMicro: row.rate_micro,
  reason: row.reason,
  ...coded(row.reason_code),
  ...labeled(row.label),
  ...(row.second ? { second: true } : {}),
  taxableMinor: row.taxable_minor,
  amountMinor: row.amount_minor,
})

const toTax = (row: ItemRow | AdjustmentRow): DocumentAdjustment['tax'] => ({
  category: row.tax_category as TaxCategory,
  rateMicro: row.tax_rate_micro,
  reason: row.tax_reason,
  ...coded(row.tax_reason_code),
  ...preset(row.tax_preset),
  ...labeled(row.tax_label),
  ...(row.second_tax_label == null
    ? {}
    : { second: { label: row.second_tax_label, rateMicro: row.second_tax_rate_micro ?? 0n } }),
})

/** Texts stored before taxes had labels lack the column. */
const labeled = (label: string | null | undefined) => (label == null ? {} : { label })

const taxColumns = ({
  category,
  rateMicro,
  reason,
  reasonCode,
  preset,
  label,
  second,
}: ItemTax) => ({
  tax_category: category,
  tax_rate_micro: rateMicro,
  tax_reason: reason,
  tax_reason_code: reasonCode ?? null,
  tax_preset: preset ?? null,
  tax_label: label ?? null,
  second_tax_label: second?.label ?? null,
  second_tax_rate_micro: second?.rateMicro ?? null,
})

const preset = (key: string | null) => (key === null ? {} : { preset: key })

const coded = (code: string | null) => (code === null ? {} : { reasonCode: code })

const toValue = (kind: string, value: bigint): Adjustment =>
  kind === 'percent'
    ? { kind: 'percent', percentMicro: value }
    : { kind: 'amount', amountMinor: value }

const storedValue = (value: Adjustment): bigint =>
  value.kind === 'percent' ? value.percentMicro : value.amountMinor

/** The columns of the contents. JSON is not yet turned into text. */
export const toStoredContents = (contents: Contents) => ({
  customer_id: contents.customerId,
  seller: contents.seller && store(STORED_SELLER_FIELDS, contents.seller),
  buyer: contents.buyer && store(BUYER_FIELDS, contents.buyer),
  ...toColumns(FIELDS, contents),
  optional_fields: optionalOf(contents),
  subtotal_minor: contents.totals.subtotalMinor,
  discount_minor: contents.totals.discountMinor,
  charge_minor: contents.totals.chargeMinor,
  net_minor: contents.totals.netMinor,
  tax_minor: contents.totals.taxMinor,
  rounding_minor: contents.totals.roundingMinor,
  total_minor: contents.totals.totalMinor,
  payable_minor: contents.totals.payableMinor ?? null,
  template_id: contents.template?.id ?? null,
  template_version: contents.template?.version ?? null,
})

export function toContentsRow(contents: Contents) {
  const { seller, buyer, optional_fields, ...columns } = toStoredContents(contents)
  return {
    ...columns,
    seller: toJson(seller),
    buyer: toJson(buyer),
    optional_fields: toJson(optional_fields),
  }
}

function optionalOf(contents: Contents) {
  const { files, totals, textLines = [] } = contents
  const optional = store(OPTIONAL_FIELDS, contents)
  if (!files && !totals.withheld && textLines.length === 0) return optional
  return {
    ...optional,
    ...(files && { files: files.map(copyView) }),
    ...(totals.withheld && { withheld: totals.withheld.map(withheldRow) }),
    ...(textLines.length > 0 && { text_lines: textLines }),
  }
}

const toJson = (value: object | null | undefined): string | null =>
  value == null ? null : JSON.stringify(value)

const loadOptional = <F extends Fields>(
  fields: F,
  { optional_fields }: { readonly optional_fields: string | null },
): Values<F> => load(fields, optional_fields === null ? null : JSON.parse(optional_fields))

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
  ...taxColumns(item.tax),
  optional_fields: store(OPTIONAL_ITEM_FIELDS, item),
  total_minor: item.totalMinor,
  credits_item_id: item.credits?.itemId ?? null,
  credits_quantity_micro: item.credits?.quantityMicro ?? null,
  deducts_id: item.deducts ?? null,
})

export const toItemRows = ({ items }: Pick<Contents, 'items'>) =>
  items.map((item, index) => {
    const { optional_fields, ...columns } = toStoredItem(item)
    return {
      position: BigInt(index),
      ...columns,
      optional_fields: toJson(optional_fields),
    }
  })

export function toAdjustmentRows({ discounts, charges }: Contents) {
  const all = [
    ...discounts.map((entry) => ({ sort: 'discount', entry })),
    ...charges.map((entry) => ({ sort: 'charge', entry })),
  ]
  return all.map(({ sort, entry }, index) => ({
    position: BigInt(index),
    sort,
    reason: entry.reason,
    reason_code: entry.reasonCode ?? null,
    value_kind: entry.value.kind,
    value: storedValue(entry.value),
    ...taxColumns(entry.tax),
    amount_minor: entry.amountMinor,
    withhold: entry.withhold === undefined ? null : entry.withhold ? 'yes' : 'no',
  }))
}

export const toTaxRows = ({ taxes }: Contents) =>
  taxes.map((tax, index) => ({
    position: BigInt(index),
    category: tax.category,
    rate_micro: tax.rateMicro,
    reason: tax.reason,
    reason_code: tax.reasonCode ?? null,
    label: tax.label ?? null,
    second: tax.second ? 'yes' : null,
    taxable_minor: tax.taxableMinor,
    amount_minor: tax.amountMinor,
  }))
