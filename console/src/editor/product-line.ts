import { api, isProblem } from '../api/client.ts'
import { itemsOf } from '../api/items.ts'
import type { Product } from '../products/queries.ts'
import { toDecimal } from '../words/decimal-text.ts'
import { type Form, type Line, lineOf } from './form.ts'

/**
 * The fields that a line takes from a product. `hasPrice` is false if no price fits currency,
 * quantity and day.
 */
export interface Taken {
  readonly patch: Partial<Line>
  readonly hasPrice: boolean
}

/** Asks the service, so that the line gets the same price and tax as a request with the product. */
export async function lineFrom(product: Product, form: Form, line: Line): Promise<Taken> {
  const quantity = toDecimal(line.quantity, form.typedIn)
  const body = (price: { readonly unit_price?: string }) => ({
    ...(form.customer && { customer_id: form.customer.id }),
    issue_date: form.issueDate,
    delivery_date: form.days.delivery_date || null,
    period_end: form.days.period_end || null,
    period_start: form.days.period_start || null,
    currency: form.currency,
    prices_include_tax: form.pricesIncludeTax,
    items: [
      {
        product_id: product.id,
        quantity: /^-?\d+(\.\d+)?$/.test(quantity) ? quantity : '1',
        ...price,
      },
    ],
  })
  const ask = async (price: { readonly unit_price?: string }) => {
    return itemsOf(await api.calculateInvoice({ body: body(price) }))[0]
  }
  try {
    return taken(await ask({}), form, true)
  } catch (error) {
    const lacksPrice = isProblem(error) && error.errors.some(({ code }) => code === 'price_missing')
    if (!lacksPrice) throw error
    return taken(await ask({ unit_price: '0' }), form, false)
  }
}

type Item = Parameters<typeof lineOf>[0]

function taken(item: Item | undefined, form: Form, hasPrice: boolean): Taken {
  if (item === undefined) return { patch: {}, hasPrice }
  const {
    key: _key,
    id: _id,
    quantity: _quantity,
    choice: _choice,
    ...patch
  } = lineOf(item, form.typedIn)
  return { patch: { ...patch, ...(!hasPrice && { price: '' }) }, hasPrice }
}
