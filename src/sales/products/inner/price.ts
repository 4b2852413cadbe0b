import { HUNDRED_PERCENT_MICRO, MICRO, percentOf } from '@billwright/money'
import type { ProductPrice } from '../fields.ts'
import type { CustomerPrice } from '../product.ts'

/** The conditions of a price. */
export interface PriceQuestion {
  readonly currency: string
  readonly quantityMicro: bigint
  readonly day: string
}

/** The price of one unit, and the entry that it comes from. */
export interface FoundPrice {
  readonly unitPriceMicro: bigint
  readonly includesTax: boolean
  readonly source: 'customer' | 'list'
  /** From this entry: the customer's, else the product's. */
  readonly price: ProductPrice | CustomerPrice
  /** The list price before the customer's discount. */
  readonly list: ProductPrice | null
}

type Tier = Pick<ProductPrice, 'minQuantityMicro' | 'from'>

/**
 * The customer's price, else the list price; of each the one with the greatest minimum quantity,
 * then the latest first day. Undefined if there is none in the currency; currencies are never
 * converted.
 */
export function findPrice(
  prices: readonly ProductPrice[],
  customerPrices: readonly CustomerPrice[],
  question: PriceQuestion,
): FoundPrice | undefined {
  const list = best(
    prices.filter(({ currency }) => currency === question.currency),
    question,
  )
  const applicable = customerPrices
    .filter(({ currency }) => currency === null || currency === question.currency)
    .filter(({ until }) => until === null || until >= question.day)
    .filter(({ unitPriceMicro }) => unitPriceMicro !== null || list !== undefined)
  const own = best(applicable, question)
  if (own && own.unitPriceMicro !== null)
    return {
      ...own,
      unitPriceMicro: own.unitPriceMicro,
      source: 'customer',
      price: own,
      list: null,
    }
  if (own && list) {
    const left = HUNDRED_PERCENT_MICRO - (own.discountPercentMicro ?? 0n)
    const unitPriceMicro = percentOf(list.unitPriceMicro, left)
    return { unitPriceMicro, includesTax: list.includesTax, source: 'customer', price: own, list }
  }
  return list && { ...list, source: 'list', price: list, list: null }
}

function best<T extends Tier>(tiers: readonly T[], question: PriceQuestion): T | undefined {
  const quantityMicro = countedQuantity(question.quantityMicro)
  return tiers
    .filter(({ minQuantityMicro }) => minQuantityMicro <= quantityMicro)
    .filter(({ from }) => from === null || from <= question.day)
    .toSorted(byPrecedence)[0]
}

/** A part of a unit has the price of one unit, and a credit that of the credited quantity. */
function countedQuantity(quantityMicro: bigint): bigint {
  const magnitude = quantityMicro < 0n ? -quantityMicro : quantityMicro
  return magnitude < MICRO ? MICRO : magnitude
}

function byPrecedence(a: Tier, b: Tier): number {
  if (a.minQuantityMicro !== b.minQuantityMicro)
    return a.minQuantityMicro > b.minQuantityMicro ? -1 : 1
  return (a.from ?? '') > (b.from ?? '') ? -1 : 1
}
