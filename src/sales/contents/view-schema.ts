import { type TSchema, Type } from 'typebox'
import { SecondTaxView } from '../../company/settings/tax.ts'
import { outputOf } from '../../kernel/fields/field.ts'
import { nullable } from '../../kernel/fields/shapes.ts'
import { OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import { BUYER_FIELDS, SELLER_FIELDS } from './parties.ts'

export const out = nullable(Type.String())

const TaxView = Type.Object(
  {
    category: Type.String(),
    rate: Type.String(),
    reason: out,
    reason_code: out,
    label: out,
    second: nullable(SecondTaxView),
    preset: out,
  },
  { title: 'Tax' },
)

const AdjustmentView = Type.Object(
  {
    percent: Type.Optional(Type.String()),
    amount: Type.Optional(Type.String()),
  },
  { title: 'Adjustment' },
)

export const BuyerView = Type.Object(outputOf(BUYER_FIELDS), { title: 'Buyer' })

export const SellerView = Type.Object(outputOf(SELLER_FIELDS), { title: 'Seller' })

export const ItemView = Type.Object(
  {
    id: Type.String(),
    kind: Type.Literal('item'),
    position: Type.Integer({ description: 'Counts items only, from 1.' }),
    description: Type.String(),
    details: out,
    quantity: Type.String(),
    unit: out,
    unit_price: Type.String(),
    discount: nullable(AdjustmentView),
    charge: nullable(Type.Object({ ...AdjustmentView.properties, reason: out })),
    tax: TaxView,
    total: Type.String(),
    deducts: nullable(
      Type.String({ description: 'The deposit that this item of a final invoice deducts.' }),
    ),
    ...outputOf(OPTIONAL_ITEM_FIELDS),
  },
  { title: 'InvoiceItem' },
)

const textLine = {
  kind: Type.String({ enum: ['heading', 'text', 'subtotal'] }),
  description: nullable(
    Type.String({ description: 'Null on a subtotal: the word in the language of the document.' }),
  ),
  details: Type.Optional(out),
  total: Type.Optional(
    Type.String({
      description: 'Of a subtotal: the sum of the items since the last subtotal or heading.',
    }),
  ),
}

const TextLineView = Type.Object(
  { id: Type.String(), ...textLine },
  { title: 'TextLine', description: 'A line between the items that has no amount of its own.' },
)
const TextLineViewWithoutId = Type.Object(textLine, { title: 'PublicTextLine' })

/** Items with the headings, texts and subtotals between them. */
export const linesOf = <Item extends TSchema>(item: Item) =>
  Type.Array(Type.Union([item, TextLineView]))

export const linesWithoutIds = <Item extends TSchema>(item: Item) =>
  Type.Array(Type.Union([item, TextLineViewWithoutId]))

export const DocumentAdjustmentView = Type.Object(
  {
    reason: out,
    reason_code: out,
    percent: Type.Optional(Type.String()),
    amount: Type.String(),
    tax: TaxView,
    withhold: Type.Boolean(),
  },
  { title: 'DocumentAdjustment' },
)

export const PAYABLE = {
  withheld: Type.String({ description: 'What the customer keeps: the sum of `withholdings`.' }),
  split_tax: Type.String({
    description: 'Tax of category B, which the customer pays to the treasury.',
  }),
  payable: Type.String({
    description: 'What the customer transfers: total − withheld − split_tax.',
  }),
}

const { withholdings } = OPTIONAL_FIELDS
/** Instead of what is stored of them. */
export const WITHHOLDINGS = {
  [withholdings.wire]: Type.Array(
    Type.Object(
      {
        ...outputOf(withholdings.parts ?? {}),
        base_amount: Type.String({ description: 'The amount to which the rate applies.' }),
        amount: Type.String({ description: 'What the customer keeps.' }),
        stated: Type.Boolean({ description: 'The amount was given, not computed.' }),
      },
      { title: 'WithheldAmount' },
    ),
  ),
}

export const TaxGroupView = Type.Object(
  {
    category: Type.String(),
    rate: Type.String(),
    reason: out,
    reason_code: out,
    label: nullable(Type.String({ description: 'The name of the tax, e.g. GST.' })),
    second: Type.Boolean({
      description: 'A second tax: its taxable amount is part of those of the first taxes.',
    }),
    taxable: Type.String(),
    amount: Type.String(),
  },
  { title: 'TaxGroup' },
)

const EarlyPaymentView = Type.Object(
  {
    percent: out,
    days: Type.Integer(),
    until: nullable(Type.String({ description: 'The last day of the discount. Null on a quote.' })),
    discount: Type.String({ description: 'Of what is payable, less credits.' }),
    payable: Type.String({ description: 'What is left to pay until then.' }),
  },
  { title: 'EarlyPaymentOffer' },
)
/** Instead of what is stored of them. */
export const EARLY_PAYMENT = {
  [OPTIONAL_FIELDS.earlyPayment.wire]: Type.Array(EarlyPaymentView),
}
