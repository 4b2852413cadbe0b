import type { FastifyError } from 'fastify'
import { AppError, type Fault, invalidRequest } from '../errors.ts'

/** What Ajv says of one fault, as far as it is used here. */
interface SchemaFault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

const FAULTS_MAX = 100

const CODES: Readonly<Record<string, string>> = {
  type: 'wrong_type',
  required: 'required',
  additionalProperties: 'unknown_field',
  unevaluatedProperties: 'unknown_field',
  enum: 'not_allowed',
  const: 'not_allowed',
  maxLength: 'too_long',
  minLength: 'too_short',
  maxItems: 'too_many_items',
  minItems: 'too_few_items',
  maxProperties: 'too_many_fields',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  format: 'wrong_format',
  pattern: 'wrong_format',
}

/** Fields that answers carry and requests may not: whoever sends them is told that they are computed. */
const COMPUTED = new Set([
  'id',
  'total',
  'totals',
  'subtotal',
  'tax_total',
  'taxes',
  'number',
  'display_status',
  'overdue',
  'partially_paid',
  'paid',
  'due',
  'version',
  'share_token',
  'share_url',
  'seller',
  'created_at',
  'updated_at',
  'issued_at',
  'published_at',
])

/** Every fault of a request that its schema found, in the house's words. */
export function validationError(error: FastifyError): AppError {
  const where = error.validationContext ?? 'body'
  const found = (error.validation ?? []) as unknown as readonly SchemaFault[]
  // What was sent and is no object does not come this far (`json-body.ts`).
  if (where === 'body' && found.some(isOfWhole))
    return new AppError('malformed', 'malformed_json', 'The body is empty; send a JSON object.')
  const faults = withoutEchoes(found).map((fault) => toFault(fault, where))
  return invalidRequest(distinct(faults).slice(0, FAULTS_MAX))
}

const isOfWhole = ({ instancePath, keyword, params }: SchemaFault): boolean =>
  instancePath === '' && keyword === 'type' && params.type === 'object'

/** A union that does not match reports each branch and itself; the branches say enough. */
function withoutEchoes(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const isEcho = (fault: SchemaFault) =>
    fault.keyword === 'anyOf' || (fault.keyword === 'type' && fault.params.type === 'null')
  const telling = faults.filter((fault) => !isEcho(fault))
  return telling.length > 0 ? telling : faults
}

function toFault({ instancePath, keyword, params, message }: SchemaFault, where: string): Fault {
  const name = String(params.missingProperty ?? params.additionalProperty ?? '')
  const path = name === '' ? instancePath : `${instancePath}/${escapePointer(name)}`
  const pointer = where === 'body' ? path : `?${path.slice(1)}`
  if (keyword === 'additionalProperties')
    return COMPUTED.has(name)
      ? {
          pointer,
          code: 'computed_field',
          message: `\`${name}\` is computed here and cannot be set.`,
        }
      : { pointer, code: 'unknown_field', message: `\`${name}\` is not a field of this resource.` }
  if (keyword === 'minLength' && params.limit === 1)
    return { pointer, code: 'required', message: 'A text is needed here.' }
  if (keyword === 'required')
    return { pointer, code: 'required', message: `\`${name}\` is needed.` }
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : ''
  return {
    pointer,
    code: CODES[keyword] ?? 'invalid',
    message: `${message ?? 'is invalid'}${allowed}`,
  }
}

/** RFC 6901 §3. */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

function distinct(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Map<string, Fault>()
  for (const fault of faults) {
    const key = `${fault.pointer} ${fault.code}`
    const same = seen.get(key)
    const message =
      same && same.message !== fault.message
        ? `${same.message}, or ${fault.message}`
        : fault.message
    seen.set(key, { ...fault, message: same ? message : fault.message })
  }
  return [...seen.values()]
}
