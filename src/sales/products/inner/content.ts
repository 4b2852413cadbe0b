import type { Settings } from '../../../company/settings/settings.ts'
import { readTax, type TaxBody } from '../../../company/settings/tax.ts'
import { faultList, type OnFault } from '../../../kernel/errors.ts'
import { change, type Mode } from '../../../kernel/fields/field.ts'
import { newId } from '../../../platform/ids.ts'
import {
  CUSTOMER_PRICE_FIELDS,
  type CustomerPriceContent,
  FIELDS,
  PRICES,
  type ProductContent,
  type ProductPrice,
} from '../fields.ts'
import type { CustomerPriceInput, ProductChange } from '../input.ts'
import type { Product, ProductTax } from '../product.ts'

type Content = ProductContent & Pick<Product, 'tax' | 'prices'>

interface Change {
  readonly before: Content
  readonly input: ProductChange
  readonly mode: Mode
  readonly settings: Settings
  readonly today: string
}

/**
 * The product after a change: texts trimmed, codes in their canonical form.
 *
 * @throws AppError `invalid_request` with every fault
 */
export function changeProduct({ before, input, mode, settings, today }: Change): Content {
  const { onFault, refuse } = faultList()
  const content = change(FIELDS, { before, given: input, at: '', onFault, mode })
  const { prices } = change(PRICES, { before, given: input, at: '', onFault, mode })
  const context = { ...settings, day: today }
  const tax =
    input.tax === undefined ? before.tax : input.tax && productTax(input.tax, context, onFault)
  for (const [index, price] of prices.entries())
    if (prices.findIndex((other) => isSameTier(other, price)) < index)
      onFault(
        `/prices/${index}`,
        'duplicate',
        'Duplicate: use each currency, quantity and first day once.',
      )
  refuse()
  return { ...content, tax, prices: withIds(prices, before.prices) }
}

const isSameTier = (a: ProductPrice, b: ProductPrice): boolean =>
  a.currency === b.currency && a.minQuantityMicro === b.minQuantityMicro && a.from === b.from

/** A price keeps its id if the request contains it; others get a new one. */
function withIds(
  prices: readonly ProductPrice[],
  before: readonly ProductPrice[],
): readonly ProductPrice[] {
  const known = new Set(before.map(({ id }) => id))
  return prices.map((price) => {
    const isKept = price.id !== null && known.delete(price.id)
    return isKept ? price : { ...price, id: newId('prc') }
  })
}

function productTax(
  body: TaxBody,
  context: Parameters<typeof readTax>[1],
  onFault: OnFault,
): ProductTax {
  const { preset, ...tax } = readTax(body, context, '/tax', onFault)
  return preset === undefined ? tax : { preset }
}

/** The prices of one customer after a request. @throws AppError `invalid_request` */
export function customerPriceContent(
  before: CustomerPriceContent,
  input: CustomerPriceInput,
): CustomerPriceContent {
  const { onFault, refuse } = faultList()
  const after = change(CUSTOMER_PRICE_FIELDS, {
    before,
    given: input,
    at: '',
    onFault,
    mode: 'put',
  })
  const { unitPriceMicro, discountPercentMicro, currency, from, until } = after
  if ((unitPriceMicro === null) === (discountPercentMicro === null))
    onFault(
      '/unit_price',
      'price_or_discount',
      'Send either `unit_price` or `discount_percent`, not both.',
    )
  if (unitPriceMicro !== null && currency === null)
    onFault('/currency', 'required', 'The currency is missing. Enter an ISO 4217 code.')
  if (from !== null && until !== null && until < from)
    onFault('/until', 'out_of_range', 'Out of range: use a day on or after `from`.', { from })
  refuse()
  return after
}
