import { Type } from 'typebox'
import { list, required, text, type ValueOf } from '../../kernel/fields/field.ts'
import { FieldError } from '../../kernel/fields/rules.ts'

/* The field for external ids. Separate from the queries, because the console uses it, too. */

const EXTERNAL_IDS_MAX = 5
const SYSTEM_LENGTH_MAX = 40
const ID_LENGTH_MAX = 120
const SYSTEM = 'Your name of the system, e.g. shop. It cannot contain a colon.'

/** In a query, `system:id` ends the system at the first colon, so a system contains none. */
function withoutColon(system: string): string {
  if (!system.includes(':')) return system
  const message = 'Wrong format: use a name without a colon.'
  throw new FieldError('wrong_format', message, { reason: 'no_colon' })
}

export const externalIds = list(
  'external_ids',
  {
    system: required(text('system', SYSTEM_LENGTH_MAX, SYSTEM, withoutColon)),
    id: required(text('id', ID_LENGTH_MAX, 'Id in that system.')),
  },
  {
    title: 'ExternalId',
    maxItems: EXTERNAL_IDS_MAX,
    description: 'Ids in other systems; each is unique among the resources of its kind.',
  },
)
export type ExternalIds = ValueOf<typeof externalIds>

const part = (maxLength: number, pattern: string, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern, description })

/** The path of a resource by its external id. */
export const externalIdParams = Type.Object({
  system: part(SYSTEM_LENGTH_MAX, '^[^:\\u0000-\\u001f]+$', SYSTEM),
  id: part(ID_LENGTH_MAX, '^[^\\u0000-\\u001f]+$', 'Id in that system.'),
})

/** In a query `metadata.crm=4711`. */
export const metadataQuery = Type.Optional(
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: 3,
    propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'Only with these pairs of metadata, at most 3, e.g. `metadata.crm=4711`.',
  }),
)

/** `system:id`; the id may contain colons. */
export const externalIdQuery = Type.Optional(
  Type.String({
    pattern: '^[^:\\u0000-\\u001f]{1,40}:[^\\u0000-\\u001f]{1,120}$',
    description: 'Only the resource with this external id: `system:id`, e.g. `shop:1001`.',
  }),
)
