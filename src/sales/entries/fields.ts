import { MICRO } from '@billwright/money'
import { externalIds } from '../../core/external-ids/field.ts'
import { duration } from '../../kernel/fields/durations.ts'
import {
  choiceOr,
  code,
  day,
  emptyOf,
  type Fields,
  leavesOf,
  micro,
  microOr,
  required,
  text,
  type Values,
} from '../../kernel/fields/field.ts'
import * as rules from '../../kernel/fields/rules.ts'
import { unitCode } from '../../kernel/fields/units.ts'
import { metadata } from '../customers/fields.ts'

export const ENTRY_KINDS = ['time', 'expense', 'item'] as const

const LARGEST = 10n ** 18n
const QUANTITY = {
  minMicro: 1n,
  maxMicro: LARGEST,
  allowed: 'a quantity above 0',
  params: { above: 0 },
}
const PRICE = { minMicro: 0n, maxMicro: LARGEST, allowed: '0 or more', params: { min: 0 } }

/** Each field of an entry, declared once. Its tax is read in `content.ts`. */
export const FIELDS = {
  kind: choiceOr('kind', ENTRY_KINDS, 'time', 'What it is.'),
  customerId: required(code('customer_id', '^cus_[0-9a-f-]{36}$', 'Who pays for it.')),
  date: required(day('date', 'When it was done or bought. Default: today.')),
  description: required(text('description', 500)),
  quantityMicro: microOr(
    'quantity',
    MICRO,
    QUANTITY,
    'For example hours, or a duration of a unit of time: `1:20`, `0:20:30`. Default: 1.',
  ),
  durationSeconds: duration('duration'),
  unit: text('unit', 20, 'A code of UNECE Rec 20 or 21. Default of time: HUR.', unitCode),
  unitPriceMicro: micro('unit_price', PRICE, 'Up to 6 decimals. Null: the price of the product.'),
  productId: code(
    'product_id',
    '^prd_[0-9a-f-]{36}$',
    'Gives price, unit and tax if they are null.',
  ),
  currency: required(
    code('currency', '^[A-Za-z]{3}$', "ISO 4217. Default: the customer's.", rules.currency),
  ),
  reference: text('reference', 200, 'Your own: a ticket, a receipt, a project.'),
  externalIds,
  metadata,
} as const satisfies Fields

/** The CSV columns and the types of their cells. */
export const CSV_LEAVES = {
  ...leavesOf(FIELDS),
  'tax.preset': 'text',
  'tax.category': 'text',
  'tax.rate': 'decimal',
  'tax.label': 'text',
  'tax.second.label': 'text',
  'tax.second.rate': 'decimal',
} as const

export type EntryContent = Values<typeof FIELDS>
export const EMPTY_ENTRY: EntryContent = emptyOf(FIELDS)
