import { type Static, Type } from 'typebox'
import { TaxInput } from '../../company/settings/tax.ts'
import { inputOf } from '../../kernel/fields/field.ts'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { MetadataPatch } from '../customers/input.ts'
import { CUSTOMER_PRICE_FIELDS, FIELDS, PRICES } from './fields.ts'

const EXAMPLE = {
  name: 'Consulting',
  item_number: 'C-100',
  unit: 'HUR',
  kind: 'service',
  tax: { category: 'S', rate: '19' },
  prices: [{ currency: 'EUR', unit_price: '120.00' }],
}

const tax = Type.Optional(nullable(TaxInput))

/** The input of a product; only `name` is required. */
export const ProductInput = Type.Object(
  { ...inputOf(FIELDS), tax, ...inputOf(PRICES) },
  { title: 'ProductCreate', ...closed, examples: [EXAMPLE] },
)
export type ProductInput = Static<typeof ProductInput>

/** Changes each field in the input as a whole. */
export const ProductPut = Type.Partial(ProductInput, {
  title: 'ProductPut',
  ...closed,
  examples: [EXAMPLE],
})

/** JSON Merge Patch (RFC 7396), also for single pairs of the metadata. */
export const ProductPatch = Type.Object(
  {
    ...ProductPut.properties,
    metadata: Type.Optional(nullable(MetadataPatch)),
  },
  { title: 'ProductPatch', ...closed, examples: [{ archived: true }] },
)
export type ProductChange = Static<typeof ProductPatch>

export const CustomerPriceInput = Type.Object(inputOf(CUSTOMER_PRICE_FIELDS), {
  title: 'CustomerPriceInput',
  ...closed,
  examples: [
    {
      product_id: 'prd_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
      currency: 'EUR',
      unit_price: '95.00',
      from: '2027-01-01',
    },
  ],
})
export type CustomerPriceInput = Static<typeof CustomerPriceInput>
