import { ITEMS_MAX } from '@billwright/rules/limits'
import { LINE_KINDS } from '@billwright/rules/line-kinds'
import { type Static, Type } from 'typebox'
import { TaxInput } from '../../company/settings/tax.ts'
import { inputOf } from '../../kernel/fields/field.ts'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from './fields.ts'

export const ADJUSTMENTS_MAX = 50

export const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })

const optionalText = (maxLength: number, description?: string) =>
  Type.Optional(nullable(text(maxLength, description)))

const decimal = (description: string) =>
  Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description })

const AdjustmentInput = Type.Object(
  {
    percent: Type.Optional(decimal('Percentage. Send either `percent` or `amount`.')),
    amount: Type.Optional(decimal("In the invoice's currency. Send either `percent` or `amount`.")),
  },
  { title: 'AdjustmentInput', ...closed },
)

const ItemChargeInput = Type.Object(
  { ...AdjustmentInput.properties, reason: optionalText(200, 'Reason.') },
  {
    title: 'ItemChargeInput',
    ...closed,
    description: 'Surcharge on the item, e.g. for night work.',
  },
)

const ItemInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({ maxLength: 60, description: 'Id of an existing item to keep.' }),
    ),
    kind: Type.Optional(
      Type.String({
        enum: [...LINE_KINDS],
        description:
          'Default: `item`. A `heading` and a `subtotal` have only a description, a `text` also details. They have no amount and no position.',
      }),
    ),
    description: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description:
            'Required unless the item has a product with a price. Default of a subtotal: the word in the language of the document.',
        }),
      ),
    ),
    details: optionalText(5000),
    quantity: Type.Optional(
      decimal(
        'Up to 6 decimals, or a duration (`1:20`, `0:20:30`) of a unit of time, by default hours. Default: 1. Negative for a credit.',
      ),
    ),
    unit: optionalText(
      20,
      'A code of UNECE Rec 20 or 21, e.g. HUR. Common abbreviations (kg, hrs, pcs) become their code.',
    ),
    unit_price: Type.Optional(
      decimal(
        'Up to 10 decimals, not negative. Default: 0. One of more than 6 is answered for 10, 100, 1000 or 10000 units.',
      ),
    ),
    discount: Type.Optional(nullable(AdjustmentInput)),
    charge: Type.Optional(nullable(ItemChargeInput)),
    tax: Type.Optional(TaxInput),
    ...inputOf(OPTIONAL_ITEM_FIELDS),
  },
  { title: 'InvoiceItemInput', ...closed },
)

const DocumentAdjustmentInput = Type.Object(
  {
    reason: optionalText(200),
    reason_code: Type.Optional(
      nullable(
        Type.String({
          pattern: '^[A-Z0-9]{1,3}$',
          description: 'UNCL 5189 of a discount (95), UNCL 7161 of a charge (FC: freight).',
        }),
      ),
    ),
    percent: Type.Optional(decimal('Percent of the subtotal. Send either `percent` or `amount`.')),
    amount: Type.Optional(
      decimal(
        "In the invoice's currency. Negative: takes back an earlier one. Send either `percent` or `amount`.",
      ),
    ),
    tax: Type.Optional(TaxInput),
    withhold: Type.Optional(
      nullable(
        Type.Boolean({
          description:
            'Whether `withholdings` count it. Default: true, but not for the pension funds TC01 to TC21 of Italy.',
        }),
      ),
    ),
  },
  { title: 'DocumentAdjustmentInput', ...closed },
)

export const editable = {
  ...Type.Partial(Type.Object(inputOf(FIELDS))).properties,
  ...inputOf(OPTIONAL_FIELDS),
  discounts: Type.Optional(Type.Array(DocumentAdjustmentInput, { maxItems: ADJUSTMENTS_MAX })),
  charges: Type.Optional(Type.Array(DocumentAdjustmentInput, { maxItems: ADJUSTMENTS_MAX })),
  template: Type.Optional(
    nullable(
      Type.Object(
        { id: Type.String({ maxLength: 64 }), version: Type.Optional(text(40, 'Ignored.')) },
        closed,
      ),
    ),
  ),
}

export const items = Type.Array(ItemInput, { minItems: 1, maxItems: ITEMS_MAX })

export const ContentsInput = Type.Object({
  customer_id: Type.Optional(Type.String()),
  ...editable,
  items: Type.Optional(items),
})

export type ItemBody = Static<typeof ItemInput>

export type AdjustmentBody = Static<typeof AdjustmentInput>

export type DocumentAdjustmentBody = Static<typeof DocumentAdjustmentInput>

/** The fields of a request that change contents. */
export type ContentsBody = Static<typeof ContentsInput>
