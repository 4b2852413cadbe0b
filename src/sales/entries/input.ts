import { type Static, Type } from 'typebox'
import { TaxInput } from '../../company/settings/tax.ts'
import { inputOf } from '../../kernel/fields/field.ts'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { MetadataPatch } from '../customers/input.ts'
import { FIELDS } from './fields.ts'

const EXAMPLE = {
  kind: 'time',
  customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  date: '2026-11-20',
  description: 'Cover design, second round',
  quantity: '2.5',
  unit: 'HUR',
  unit_price: '80.00',
}

const { customer_id, description, date, currency, ...others } = inputOf(FIELDS)

export const EntryInput = Type.Object(
  {
    ...others,
    customer_id,
    description,
    date: Type.Optional(date),
    currency: Type.Optional(currency),
    tax: Type.Optional(nullable(TaxInput)),
  },
  { title: 'EntryCreate', ...closed, examples: [EXAMPLE] },
)
export type EntryInput = Static<typeof EntryInput>

/** Changes each field in the input as a whole. */
export const EntryPut = Type.Partial(EntryInput, {
  title: 'EntryPut',
  ...closed,
  examples: [{ quantity: '3' }],
})

/** JSON Merge Patch (RFC 7396), also for single pairs of the metadata. */
export const EntryPatch = Type.Object(
  {
    ...EntryPut.properties,
    metadata: Type.Optional(nullable(MetadataPatch)),
  },
  { title: 'EntryPatch', ...closed, examples: [{ quantity: '3' }] },
)
export type EntryChange = Static<typeof EntryPatch>
