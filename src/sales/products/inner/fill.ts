import {
  AmountError,
  formatMicro,
  MICRO,
  parseMicro,
  percentOf,
  withoutTax,
} from '@billwright/money'
import { isItem } from '@billwright/rules/line-kinds'
import { wholeRateOf } from '@billwright/totals'
import type { Settings } from '../../../company/settings/settings.ts'
import { readTax, type TaxBody, taxBody } from '../../../company/settings/tax.ts'
import type { Fault } from '../../../kernel/errors.ts'
import { quantityOfSeconds, secondsOf } from '../../../kernel/fields/durations.ts'
import type { CustomerPrice, Product, ProductTax } from '../product.ts'
import { type FoundPrice, findPrice } from './price.ts'

/** The fields that an item in a request takes from its product. */
export interface Fillable {
  readonly kind?: string
  readonly product_id?: string | null
  readonly description?: string | null
  readonly details?: string | null
  readonly quantity?: string | number
  readonly duration?: string | null
  readonly unit?: string | null
  readonly unit_price?: string | number
  readonly tax?: TaxBody
  readonly item_number?: string | null
  readonly gtin?: string | null
}

/** The document of the items. */
export interface FillContext {
  readonly currency: string
  readonly pricesIncludeTax: boolean
  /** The day of supply, for prices and rates. */
  readonly day: string
  readonly customerId: string
  readonly settings: Settings
}

interface Filling extends FillContext {
  readonly products: ReadonlyMap<string, Product>
  readonly customerPrices: readonly CustomerPrice[]
}

/** Fills the missing fields of each item from its product; faults have the pointer of the item. */
export function fillItems<Item extends Fillable>(
  items: readonly Item[],
  filling: Filling,
): { readonly items: readonly Item[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = []
  const filled = items.map((item, index) => {
    // A heading with a product is refused when it is read.
    if (!item.product_id || !isItem(item)) return item
    const product = filling.products.get(item.product_id)
    const at = `/items/${index}`
    if (product) return fillItem(item, product, filling, at, faults)
    const message = `There is no product ${item.product_id.slice(0, 60)}.`
    faults.push({ pointer: `${at}/product_id`, code: 'unknown_product', message })
    return item
  })
  return { items: filled, faults }
}

function fillItem<Item extends Fillable>(
  item: Item,
  product: Product,
  filling: Filling,
  at: string,
  faults: Fault[],
): Item {
  const { name, description, unit, itemNumber, gtin } = product
  const tax = item.tax ?? bodyOf(product.tax)
  const unitPrice = item.unit_price ?? priceOf(item, product, tax, filling)
  if (unitPrice === undefined) {
    const message = `${name} has no price in ${filling.currency} for this quantity and day. Enter a price.`
    faults.push({ pointer: `${at}/unit_price`, code: 'price_missing', message })
  }
  return {
    ...item,
    description: item.description ?? name,
    details: item.details === undefined ? description : item.details,
    unit: item.unit === undefined ? unit : item.unit,
    item_number: item.item_number === undefined ? itemNumber : item.item_number,
    gtin: item.gtin === undefined ? gtin : item.gtin,
    ...(unitPrice === undefined ? {} : { unit_price: unitPrice }),
    ...(tax === undefined ? {} : { tax }),
  }
}

function priceOf(
  { quantity, duration, unit }: Fillable,
  product: Product,
  tax: TaxBody | undefined,
  filling: Filling,
): string | undefined {
  const { currency, day, customerPrices } = filling
  const own = customerPrices.filter(({ productId }) => productId === product.id)
  const seconds = duration == null ? null : secondsOf(duration)
  const timedMicro =
    seconds === null ? null : quantityOfSeconds(seconds, unit ?? product.unit ?? 'HUR')
  const question = { currency, day, quantityMicro: timedMicro ?? quantityOf(quantity ?? '1') }
  const found = findPrice(product.prices, own, question)
  return found && formatMicro(inDocument(found, tax, filling))
}

/** The price with or without tax, like the prices of the document. */
function inDocument(
  { unitPriceMicro, includesTax }: Pick<FoundPrice, 'unitPriceMicro' | 'includesTax'>,
  tax: TaxBody | undefined,
  { pricesIncludeTax, settings, day }: Filling,
): bigint {
  if (includesTax === pricesIncludeTax) return unitPriceMicro
  // Faults of a tax are reported when the item is read.
  const rateMicro = wholeRateOf(readTax(tax ?? {}, { ...settings, day }, '', () => {}))
  return includesTax
    ? withoutTax(unitPriceMicro, rateMicro)
    : unitPriceMicro + percentOf(unitPriceMicro, rateMicro)
}

/** An invalid number is reported when the item is read. */
function quantityOf(quantity: string | number): bigint {
  try {
    return parseMicro(quantity)
  } catch (error) {
    if (error instanceof AmountError) return MICRO
    throw error
  }
}

/** The tax of a product in the form of a request. */
const bodyOf = (tax: ProductTax | null): TaxBody | undefined =>
  tax === null ? undefined : 'preset' in tax ? { preset: tax.preset } : taxBody(tax)
