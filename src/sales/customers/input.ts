import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { inputOf, PairText } from '../../kernel/fields/field.ts'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { FIELDS } from './fields.ts'
import { INPUT_EXAMPLE } from './inner/example.ts'

/**
 * The input of a customer; only `name` is required. Also for the inline customer of a new invoice.
 */
export const CustomerInput = Type.Object(inputOf(FIELDS), {
  title: 'CustomerCreate',
  ...closed,
  examples: [INPUT_EXAMPLE],
})
export type CustomerInput = Static<typeof CustomerInput>

/** Changes each field in the input as a whole. */
export const CustomerPut = Type.Partial(CustomerInput, {
  title: 'CustomerPut',
  ...closed,
  examples: [INPUT_EXAMPLE],
})

const partly = <P extends TProperties>(whole: TObject<P>) =>
  Type.Optional(nullable(Type.Partial(whole, closed)))

export const MetadataPatch = Type.Unsafe<Readonly<Record<string, string | null>>>({
  ...FIELDS.metadata.input,
  additionalProperties: nullable(PairText),
})

/** JSON Merge Patch (RFC 7396), also for parts of the address and single pairs of the metadata. */
export const CustomerPatch = Type.Object(
  {
    ...CustomerPut.properties,
    endpoint: partly(FIELDS.endpoint.input.anyOf[0]),
    identifier: partly(FIELDS.identifier.input.anyOf[0]),
    metadata: Type.Optional(nullable(MetadataPatch)),
  },
  { title: 'CustomerPatch', ...closed, examples: [{ address: { city: 'Bremen' }, notes: null }] },
)
export type CustomerChange = Static<typeof CustomerPatch>
