import { canonicalJson } from '../../../core/record/canonical-json.ts'
import type { State } from '../../../core/record/state.ts'
import { sha256 } from '../../../platform/ids.ts'
import { toAdjustmentRows, toStoredItem, toTaxRows } from '../../contents/rows.ts'
import type { StoredInvoice } from '../invoice.ts'
import { toStored } from '../rows.ts'

/**
 * The hashed names: those of columns, and of the parts of stored JSON. `all`: any name. A version
 * never changes, because a revision is verified with the version that wrote it.
 */
interface Projection {
  readonly [name: string]: 'value' | 'all' | Projection
}

const values = (names: string): Projection =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'value']))

const ADDRESS = values('line1 line2 city postal_code region country_code')
const IDENTIFIER = values('scheme id')

const VERSION_1 = {
  ...values('id version type number status customer_id issue_date due_date due_days delivery_date'),
  ...values('period_start period_end currency language order_reference reference'),
  ...values('prices_include_tax rounding terms notes internal_notes corrects_id'),
  ...values('subtotal_minor discount_minor charge_minor net_minor tax_minor rounding_minor'),
  ...values(
    'total_minor payable_minor paid_minor credited_minor template_id template_version share',
  ),
  ...values('published_at created_at updated_at issued_at series sequence'),
  ...values('recurring_id recurring_date recurring_n quote_id deposit_for'),
  metadata: 'all',
  seller: {
    ...values('name contact_name email phone website tax_id registration_id'),
    ...values('payment_instructions trading_name tax_number registration_scheme legal_form'),
    ...values('tax_regime'),
    ...values('logo_id accent_color date_format tax_label payment_means payment_reference'),
    ...values('typeface logo_size logo_place address_window greeting'),
    tax_numbers: values('label id'),
    address: ADDRESS,
    endpoint: IDENTIFIER,
    bank_account: values('holder iban number bank_code bic bank_name qr_iban creditor_id'),
    tax_representative: { ...values('name tax_id'), address: ADDRESS },
  },
  buyer: {
    ...values('name contact_name tax_id email phone registration_id trading_name'),
    ...values('registration_scheme'),
    address: ADDRESS,
    endpoint: IDENTIFIER,
    identifier: IDENTIFIER,
  },
  optional_fields: {
    ...values('kind tax_point_date e_invoice_profile contact_id delivery_address_id number_series'),
    early_payment: values('percent days'),
    payment_terms: values('kind days months day on_day_off'),
    withholdings: values('kind name rate base base_percent amount code reason'),
    withheld: values('base_minor amount_minor'),
    cash_rounding: 'value',
    preceding: values('number issue_date'),
    tax_in_currency: values('currency amount'),
    references: {
      ...values('project contract sales_order despatch receipt tender object accounting_code'),
    },
    delivery: { name: 'value', identifier: IDENTIFIER, address: ADDRESS },
    payment: values('means reference mandate payer_iban card_last4 card_holder'),
    attachments: values('reference description url'),
    custom_fields: values('label value'),
    italy: {
      ...values('document_type stamp_duty'),
      withholding: values('type rate amount reason'),
    },
    poland: values('split_payment cash_accounting'),
    files: values('id name media_type bytes sha256'),
    external_ids: values('system id'),
    text_lines: values('id kind description details at'),
  },
  items: {
    ...values('id description details quantity_micro unit unit_price_micro'),
    ...values('discount_kind discount_value charge_kind charge_value charge_reason'),
    ...values('tax_category tax_rate_micro tax_reason tax_reason_code tax_preset total_minor'),
    ...values('tax_label second_tax_label second_tax_rate_micro'),
    ...values('credits_item_id credits_quantity_micro deducts_id'),
    optional_fields: {
      ...values('item_number buyer_item_number gtin period_start period_end note order_line'),
      ...values('accounting_code origin_country product_id price_base_quantity duration'),
      ...values('withhold'),
      classification: values('scheme code'),
      attributes: values('name value'),
    },
  },
  adjustments: {
    ...values('sort reason reason_code value_kind value tax_category tax_rate_micro'),
    ...values('tax_reason tax_reason_code tax_preset amount_minor withhold'),
    ...values('tax_label second_tax_label second_tax_rate_micro'),
  },
  taxes: values('category rate_micro reason reason_code label second taxable_minor amount_minor'),
} satisfies Projection

/** A projection in the order in which it is written. */
type Names = 'value' | 'all' | readonly (readonly [name: string, of: Names])[]

const sorted = (projection: Projection[string]): Names =>
  typeof projection === 'string'
    ? projection
    : Object.entries(projection)
        .map(([name, of]) => [name, sorted(of)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))

const PROJECTIONS: Readonly<Record<number, Names>> = { 1: sorted(VERSION_1) }

/** The projection of new revisions. */
export const STATE_VERSION = 1

/**
 * The text whose SHA-256 is the state hash of a revision: the stored invoice without its empty
 * parts, and its link as a hash. Null for a version of a later release.
 */
export function stateTextOf(invoice: StoredInvoice, version: number): string | null {
  const projection = PROJECTIONS[version]
  return projection ? (projected(projection, stateOf(invoice)) ?? '{}') : null
}

export const INVOICE_STATE: State<StoredInvoice> = { version: STATE_VERSION, textOf: stateTextOf }

/** All stored data of an invoice, by the names of tables and columns. */
export const stateOf = (invoice: StoredInvoice) => ({
  ...toStored(invoice),
  payable_minor: payableText(invoice),
  metadata: invoice.metadata,
  share: invoice.shareNonce && sha256(invoice.shareNonce),
  items: invoice.items.map(toStoredItem),
  adjustments: toAdjustmentRows(invoice),
  taxes: toTaxRows(invoice),
})

/** As text: an amount of zero is no empty part, because it differs from none. */
const payableText = ({ totals: { payableMinor } }: StoredInvoice): string | null =>
  payableMinor === undefined ? null : String(payableMinor)

/** Canonical JSON of the names with their values; undefined if all are empty. */
function projected(names: Names, value: unknown): string | undefined {
  if (names === 'value') return isEmpty(value) ? undefined : canonicalJson(value)
  if (names === 'all') {
    const left = withoutEmpty(value)
    return left === undefined ? undefined : canonicalJson(left)
  }
  if (Array.isArray(value)) {
    const entries = value.map((entry) => projected(names, entry) ?? 'null')
    return entries.length === 0 ? undefined : `[${entries.join(',')}]`
  }
  const parts = (value ?? {}) as Readonly<Record<string, unknown>>
  let members = ''
  for (const [name, of] of names) {
    const text = projected(of, parts[name])
    if (text !== undefined) members += `${members === '' ? '' : ','}"${name}":${text}`
  }
  return members === '' ? undefined : `{${members}}`
}

/** The value without its empty parts; undefined if nothing is left. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((it) => withoutEmpty(it) ?? null)
  if (value === null || typeof value !== 'object') return isEmpty(value) ? undefined : value
  const left: [string, unknown][] = []
  for (const [key, entry] of Object.entries(value)) {
    const kept = withoutEmpty(entry)
    if (kept !== undefined) left.push([key, kept])
  }
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

/** Whether `withoutEmpty` would leave nothing. */
export function saysNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (value === null || typeof value !== 'object') return isEmpty(value)
  return Object.values(value).every(saysNothing)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || value === 0n
