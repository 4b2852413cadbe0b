import type { ReadTax } from '../../company/settings/tax.ts'
import type { CustomerPriceContent, ProductContent, ProductPrice } from './fields.ts'

/** A preset of the settings by its key, or a category with a rate. */
export type ProductTax = { readonly preset: string } | Omit<ReadTax, 'preset'>

/** A product with its list prices. */
export interface Product extends ProductContent {
  readonly id: string
  readonly version: number
  /** Null: as in the settings. */
  readonly tax: ProductTax | null
  readonly prices: readonly ProductPrice[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** The price of one customer for a product. */
export interface CustomerPrice extends CustomerPriceContent {
  readonly id: string
  readonly version: number
  readonly customerId: string
  readonly createdAt: string
  readonly updatedAt: string
}
