import { MICRO } from '@billwright/money'
import { externalIds } from '../../core/external-ids/field.ts'
import {
  choiceOr,
  code,
  day,
  emptyOf,
  type Fields,
  flag,
  leavesOf,
  list,
  micro,
  microOr,
  required,
  text,
  type Values,
} from '../../kernel/fields/field.ts'
import * as rules from '../../kernel/fields/rules.ts'
import { unitCode } from '../../kernel/fields/units.ts'
import { metadata } from '../customers/fields.ts'

/* Each field of a product and of a price, declared once. The tax is read in `tax.ts`. */

const PRICES_MAX = 50
const HUNDRED_PERCENT = 100n * MICRO
/**
 * Beyond this limit, a value in millionths leaves no room for arithmetic in the database's 64
 * bits.
 */
const LARGEST = 10n ** 18n

const PRICE = { minMicro: 0n, maxMicro: LARGEST, allowed: '0 or more', params: { min: 0 } }
const QUANTITY = {
  minMicro: 1n,
  maxMicro: LARGEST,
  allowed: 'a quantity above 0',
  params: { above: 0 },
}
const PERCENT = {
  minMicro: 1n,
  maxMicro: HUNDRED_PERCENT,
  allowed: 'more than 0 and at most 100',
  params: { above: 0, max: 100 },
}

const minQuantityMicro = microOr(
  'min_quantity',
  MICRO,
  QUANTITY,
  'Applies from this quantity on. Default: 1.',
)
const includesTax = flag('includes_tax')

export const PRICE_FIELDS = {
  id: text('id', 60, 'Id of an existing price to keep.'),
  currency: required(code('currency', '^[A-Za-z]{3}$', 'ISO 4217.', rules.currency)),
  unitPriceMicro: microOr('unit_price', 0n, PRICE, 'Up to 6 decimals, not negative.'),
  includesTax,
  minQuantityMicro,
  from: day('from', 'First day of the price. Null: always.'),
} as const satisfies Fields

/** The column of a field has its wire name; prices have rows. */
export const FIELDS = {
  name: required(text('name', 200)),
  description: text('description', 5000, 'Becomes the details of an item.'),
  itemNumber: text('item_number', 100, 'Your own number; unique.'),
  gtin: code('gtin', '^([0-9]{8}|[0-9]{12,14})$', 'The number under the barcode.'),
  unit: text('unit', 20, 'A code of UNECE Rec 20 or 21, e.g. HUR.', unitCode),
  kind: choiceOr('kind', ['goods', 'service'], 'service', 'Goods or a service.'),
  accountingCode: text('accounting_code', 100, 'Account of your books.'),
  externalIds,
  metadata,
  archived: flag('archived'),
} as const satisfies Fields

export const PRICES = {
  prices: list('prices', PRICE_FIELDS, {
    title: 'ProductPrice',
    maxItems: PRICES_MAX,
    description: 'List prices, by currency, quantity and first day.',
  }),
} as const satisfies Fields

/** The CSV columns and the types of their cells: each row has one price. */
export const CSV_LEAVES = {
  ...leavesOf(FIELDS),
  'tax.preset': 'text',
  'tax.category': 'text',
  'tax.rate': 'decimal',
  'tax.reason': 'text',
  'tax.label': 'text',
  'tax.second.label': 'text',
  'tax.second.rate': 'decimal',
  'price.currency': 'text',
  'price.unit_price': 'decimal',
  'price.includes_tax': 'flag',
  'price.min_quantity': 'decimal',
  'price.from': 'day',
} as const

export type ProductContent = Values<typeof FIELDS>
export type ProductPrice = Values<typeof PRICE_FIELDS>

export const EMPTY_PRODUCT: ProductContent = emptyOf(FIELDS)

/** The price of one customer: an amount, or a discount on the list price. */
export const CUSTOMER_PRICE_FIELDS = {
  productId: required(code('product_id', '^prd_[0-9a-f-]{36}$', 'Id of the product.')),
  currency: code('currency', '^[A-Za-z]{3}$', 'ISO 4217. Needed for a price.', rules.currency),
  unitPriceMicro: micro('unit_price', PRICE, 'Send either `unit_price` or `discount_percent`.'),
  includesTax,
  discountPercentMicro: micro(
    'discount_percent',
    PERCENT,
    'Off the list price. Send either `unit_price` or `discount_percent`.',
  ),
  minQuantityMicro,
  from: day('from', 'First day. Null: always.'),
  until: day('until', 'Last day. Null: forever.'),
} as const satisfies Fields

export type CustomerPriceContent = Values<typeof CUSTOMER_PRICE_FIELDS>
