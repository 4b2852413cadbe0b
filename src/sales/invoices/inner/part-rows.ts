import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { AdjustmentRow, ItemRow, TaxRow } from '../../contents/rows.ts'

/* The parts of an invoice in order, read with it. */

export const ITEMS = jsonRows<ItemRow>(
  'invoice_items',
  {
    id: 'text',
    description: 'text',
    details: 'text',
    quantity_micro: 'int',
    unit: 'text',
    unit_price_micro: 'int',
    discount_kind: 'text',
    discount_value: 'int',
    charge_kind: 'text',
    charge_value: 'int',
    charge_reason: 'text',
    tax_category: 'text',
    tax_rate_micro: 'int',
    tax_reason: 'text',
    tax_reason_code: 'text',
    tax_preset: 'text',
    tax_label: 'text',
    second_tax_label: 'text',
    second_tax_rate_micro: 'int',
    optional_fields: 'text',
    total_minor: 'int',
    credits_item_id: 'text',
    credits_quantity_micro: 'int',
    deducts_id: 'text',
  },
  'position',
)

export const ADJUSTMENTS = jsonRows<AdjustmentRow>(
  'invoice_adjustments',
  {
    sort: 'text',
    reason: 'text',
    reason_code: 'text',
    value_kind: 'text',
    value: 'int',
    tax_category: 'text',
    tax_rate_micro: 'int',
    tax_reason: 'text',
    tax_reason_code: 'text',
    tax_preset: 'text',
    tax_label: 'text',
    second_tax_label: 'text',
    second_tax_rate_micro: 'int',
    amount_minor: 'int',
    withhold: 'text',
  },
  'position',
)

export const TAXES = jsonRows<TaxRow>(
  'invoice_taxes',
  {
    category: 'text',
    rate_micro: 'int',
    reason: 'text',
    reason_code: 'text',
    label: 'text',
    second: 'text',
    taxable_minor: 'int',
    amount_minor: 'int',
  },
  'position',
)
