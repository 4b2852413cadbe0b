import { AppError, invalidRequest } from '../../../kernel/errors.ts'

export const productNotFound = (): AppError =>
  new AppError('not_found', 'product_not_found', 'There is no product with this id.')

export const productInUse = (): AppError =>
  new AppError(
    'conflict',
    'product_in_use',
    'This product is on invoices, so it cannot be deleted. Archive it instead: PATCH `archived: true`.',
    { allowed: ['archive'] },
  )

export const itemNumberTaken = (itemNumber: string | null): AppError =>
  invalidRequest([
    {
      pointer: '/item_number',
      code: 'duplicate',
      message: `Another product has the item number ${itemNumber}. Use each number once.`,
      params: { reason: 'item_number', value: itemNumber ?? '' },
    },
  ])

export const priceMissing = (currency: string): AppError =>
  new AppError(
    'not_found',
    'price_missing',
    `The product has no price in ${currency} for this quantity and day. Add one, or choose another currency.`,
    { params: { currency } },
  )

export const customerPriceNotFound = (): AppError =>
  new AppError('not_found', 'price_not_found', 'This customer has no price with this id.')

export const tooManyCustomerPrices = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_prices',
    `This customer has ${max} prices, which is the limit. Delete one first.`,
    { allowed: ['delete'], params: { max } },
  )

/** A product in a request, and its pointer. */
export const unknownProduct = (id: string, pointer = '/product_id'): AppError =>
  invalidRequest([
    { pointer, code: 'unknown_product', message: `There is no product ${id.slice(0, 60)}.` },
  ])
