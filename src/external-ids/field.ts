import { Type } from 'typebox'
import { filled, list, text, type ValueOf } from '../fields/field.ts'

/* The field by which resources name their external ids. Apart from the queries: the console has it too. */

const EXTERNAL_IDS_MAX = 5
const SYSTEM_LENGTH_MAX = 40
const ID_LENGTH_MAX = 120

export const externalIds = list(
  'external_ids',
  {
    system: filled(text('system', SYSTEM_LENGTH_MAX, 'Your name of the system, e.g. shop.')),
    id: filled(text('id', ID_LENGTH_MAX, 'Id in that system.')),
  },
  {
    title: 'ExternalId',
    maxItems: EXTERNAL_IDS_MAX,
    description: 'Ids in other systems; each is unique among the resources of its kind.',
  },
)
export type ExternalIds = ValueOf<typeof externalIds>

/** `system:id`; the id may contain colons. */
export const externalIdQuery = Type.Optional(
  Type.String({
    pattern: '^[^:\\u0000-\\u001f]{1,40}:[^\\u0000-\\u001f]{1,120}$',
    description: 'Only the one with this external id: `system:id`, e.g. `shop:1001`.',
  }),
)
