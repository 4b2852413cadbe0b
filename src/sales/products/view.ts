import { formatMicro, formatPrice } from '@billwright/money'
import { labelBody } from '../../company/settings/tax.ts'
import { view } from '../../kernel/fields/field.ts'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import { CUSTOMER_PRICE_FIELDS, FIELDS, PRICE_FIELDS, type ProductPrice } from './fields.ts'
import type { CustomerPrice, Product, ProductTax } from './product.ts'
import type { Quotation } from './read.ts'

export const productView = (product: Product) => ({
  id: product.id,
  ...view(FIELDS, product),
  tax: taxView(product.tax),
  prices: product.prices.map(priceView),
  ...stampsOf(product),
})

const taxView = (tax: ProductTax | null) => {
  if (tax === null) return null
  if ('preset' in tax) return { preset: tax.preset }
  return {
    category: tax.category,
    rate: formatMicro(tax.rateMicro),
    reason: tax.reason,
    reason_code: tax.reasonCode ?? null,
    ...labelBody(tax),
  }
}

const priceView = (price: ProductPrice) => ({
  ...view(PRICE_FIELDS, price),
  unit_price: formatPrice(price.unitPriceMicro, price.currency),
})

export const customerPriceView = (price: CustomerPrice) => ({
  id: price.id,
  customer_id: price.customerId,
  ...view(CUSTOMER_PRICE_FIELDS, price),
  unit_price:
    price.unitPriceMicro === null || price.currency === null
      ? null
      : formatPrice(price.unitPriceMicro, price.currency),
  ...stampsOf(price),
})

export const quotationView = ({
  product,
  customerId,
  currency,
  quantityMicro,
  day,
  found,
}: Quotation) => {
  const { price, list } = found
  return {
    product_id: product.id,
    customer_id: customerId,
    currency,
    quantity: formatMicro(quantityMicro),
    date: day,
    unit_price: formatPrice(found.unitPriceMicro, currency),
    includes_tax: found.includesTax,
    source: found.source,
    price_id: price.id ?? '',
    min_quantity: formatMicro(price.minQuantityMicro),
    from: price.from,
    list_price: list && formatPrice(list.unitPriceMicro, currency),
    discount_percent:
      'discountPercentMicro' in price && price.discountPercentMicro !== null
        ? formatMicro(price.discountPercentMicro)
        : null,
  }
}
