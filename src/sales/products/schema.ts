import { Type } from 'typebox'
import { SecondTaxView } from '../../company/settings/tax.ts'
import { externalIdQuery, metadataQuery } from '../../core/external-ids/field.ts'
import { puttingByExternalId } from '../../core/external-ids/operations.ts'
import { ConditionalHeaders } from '../../core/http/etag.ts'
import { createdBetween, updatedSince } from '../../core/http/filters.ts'
import { changing, deleting, reading } from '../../core/http/operations.ts'
import { entryOf, listQuery, pageOf, searched } from '../../core/http/pagination.ts'
import { bulkOf } from '../../core/record/bulk.ts'
import { outputOf } from '../../kernel/fields/field.ts'
import { nullable, STAMPS } from '../../kernel/fields/shapes.ts'
import { CUSTOMER_PRICE_FIELDS, FIELDS, PRICES } from './fields.ts'
import { CUSTOMER_PRICE_EXAMPLE, PRODUCT_EXAMPLE, QUOTATION_EXAMPLE } from './inner/example.ts'
import { CustomerPriceInput, ProductInput, ProductPatch, ProductPut } from './input.ts'

const text = Type.String()
const optional = nullable(text)

const ProductTaxView = Type.Object(
  {
    preset: Type.Optional(Type.String({ description: 'Key of a tax preset of the settings.' })),
    category: Type.Optional(text),
    rate: Type.Optional(text),
    reason: Type.Optional(optional),
    reason_code: Type.Optional(optional),
    label: Type.Optional(text),
    second: Type.Optional(SecondTaxView),
  },
  { title: 'ProductTax', description: 'A preset, or a category with its rate.' },
)

const ProductView = Type.Object(
  {
    id: text,
    ...outputOf(FIELDS),
    tax: nullable(ProductTaxView),
    ...outputOf(PRICES),
    ...STAMPS,
  },
  { title: 'Product', examples: [PRODUCT_EXAMPLE] },
)

const CustomerPriceView = Type.Object(
  {
    id: text,
    customer_id: text,
    ...outputOf(CUSTOMER_PRICE_FIELDS),
    ...STAMPS,
  },
  { title: 'CustomerPrice', examples: [CUSTOMER_PRICE_EXAMPLE] },
)

const QuotationView = Type.Object(
  {
    product_id: text,
    customer_id: optional,
    currency: text,
    quantity: text,
    date: text,
    unit_price: text,
    includes_tax: Type.Boolean(),
    source: Type.String({
      enum: ['customer', 'list'],
      description: "The customer's price or the list price.",
    }),
    price_id: Type.String({ description: 'The entry that the price comes from.' }),
    min_quantity: text,
    from: optional,
    list_price: nullable(Type.String({ description: 'The price before the discount.' })),
    discount_percent: optional,
  },
  { title: 'ProductQuotation', examples: [QUOTATION_EXAMPLE] },
)

const tags = ['Products']
const params = Type.Object({ id: Type.String({ description: 'Id of the product.' }) })

export const listProducts = {
  operationId: 'listProducts',
  summary: 'List products',
  description:
    'Includes archived products unless you filter by `archived`. With `q` and without `sort`, the products are sorted by the matching words.',
  tags,
  querystring: listQuery(
    {
      q: searched('Beginnings of words in name, description, item number or GTIN.'),
      kind: Type.Optional(
        Type.String({ enum: ['goods', 'service'], description: 'Only goods or only services.' }),
      ),
      archived: Type.Optional(
        Type.Boolean({ description: '`true`: only archived. `false`: only active. Default: all.' }),
      ),
      external_id: externalIdQuery,
      metadata: metadataQuery,
      ...createdBetween,
      updated_since: updatedSince,
    },
    ['name', 'created_at', 'updated_at'],
  ),
  response: { 200: pageOf(entryOf(ProductView)) },
}

export const createProduct = {
  operationId: 'createProduct',
  summary: 'Create a product',
  description: 'Only `name` is required.',
  tags,
  body: ProductInput,
  response: { 201: ProductView },
}

export const createProducts = bulkOf(ProductInput, ProductView, {
  title: 'Product',
  operationId: 'createProducts',
  summary: 'Create many products',
  description: 'At most 1000 in 5 MiB. The answer has a result for each, in the same order.',
  tags,
})

export const getProduct = {
  operationId: 'getProduct',
  summary: 'Read a product',
  description: 'Items keep their own copy of its data.',
  tags,
  params,
  ...reading(ProductView),
}

const update = {
  tags,
  params,
  ...changing(ProductView),
}

export const putProduct = {
  operationId: 'putProduct',
  summary: 'Update a product',
  description: 'Replaces each field you send as a whole. Other fields keep their value.',
  body: ProductPut,
  ...update,
}

export const putProductByExternalId = {
  operationId: 'putProductByExternalId',
  summary: 'Create or update a product by its external id',
  description:
    'Changes the product that has this external id (200), or creates it with that id (201). Safe to repeat.',
  tags,
  body: ProductInput,
  ...puttingByExternalId(ProductView),
}

export const patchProduct = {
  operationId: 'patchProduct',
  summary: 'Patch a product',
  description:
    'JSON Merge Patch (RFC 7396): omitted fields keep their value, `null` clears. Prices are replaced as a whole; send the `id` of each price that you keep.',
  body: ProductPatch,
  ...update,
}

export const deleteProduct = {
  operationId: 'deleteProduct',
  summary: 'Delete a product',
  description: 'Refused if an invoice uses the product. Archive the product instead.',
  tags,
  params,
  ...deleting,
}

export const getProductPrice = {
  operationId: 'getProductPrice',
  summary: 'Look up the price of a product',
  description:
    "The customer's price, else the list price. Of several, the one with the greatest `min_quantity` up to the quantity applies, then the one with the latest `from` up to the date. Currencies are never converted.",
  tags,
  params,
  querystring: Type.Object(
    {
      customer_id: Type.Optional(
        Type.String({ maxLength: 60, description: 'With the prices of this customer.' }),
      ),
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3}$',
          description: 'ISO 4217. Default: that of the customer or the settings.',
        }),
      ),
      quantity: Type.Optional(
        Type.String({
          pattern: '^-?[0-9]{1,9}(\\.[0-9]{1,6})?$',
          description: 'Default: 1. Less than 1 counts as 1.',
        }),
      ),
      date: Type.Optional(
        Type.String({ format: 'date', description: 'Day of supply. Default: today.' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: QuotationView },
}

const ofCustomer = Type.Object({ id: Type.String({ description: 'Id of the customer.' }) })
const ofPrice = Type.Object({
  ...ofCustomer.properties,
  price_id: Type.String({ description: 'Id of the price.' }),
})

export const listCustomerPrices = {
  operationId: 'listCustomerPrices',
  summary: "List a customer's prices",
  description: 'They replace the list prices for this customer. At most 1000.',
  tags,
  params: ofCustomer,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(CustomerPriceView)) },
}

export const createCustomerPrice = {
  operationId: 'createCustomerPrice',
  summary: 'Add a price for a customer',
  description: 'A price in a currency, or a discount on the list price.',
  tags,
  params: ofCustomer,
  body: CustomerPriceInput,
  response: { 201: CustomerPriceView },
}

export const getCustomerPrice = {
  operationId: 'getCustomerPrice',
  summary: 'Read a price of a customer',
  description: 'One entry of the list.',
  tags,
  params: ofPrice,
  ...reading(CustomerPriceView),
}

export const putCustomerPrice = {
  operationId: 'putCustomerPrice',
  summary: 'Update a price of a customer',
  description: 'Replaces each field you send. Other fields keep their value.',
  tags,
  params: ofPrice,
  headers: ConditionalHeaders,
  body: CustomerPriceInput,
  response: { 200: CustomerPriceView },
}

export const deleteCustomerPrice = {
  operationId: 'deleteCustomerPrice',
  summary: 'Delete a price of a customer',
  description: 'The customer then pays the list price.',
  tags,
  params: ofPrice,
  ...deleting,
}
