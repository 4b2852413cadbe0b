import { AppError, type Fault, invalidRequest, type Params } from '../../kernel/errors.ts'
import { table } from '../../kernel/table.ts'

/** The members of an Ajv error that are used here. */
export interface SchemaFault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Fastify's report about an invalid request. */
interface Invalid {
  readonly validation?: unknown
  readonly validationContext?: string | undefined
}

const FAULTS_MAX = 100

/** Fields of responses that requests cannot set. */
const COMPUTED = new Set(
  `id total totals subtotal tax_total taxes number display_status overdue partially_paid paid due
  version share_token share_url seller created_at updated_at issued_at published_at
  warnings`.split(/\s+/),
)

/** All schema faults of a request, in our own words instead of Ajv's. */
export function validationError(error: Invalid): AppError {
  const where = error.validationContext ?? 'body'
  const found = (error.validation ?? []) as readonly SchemaFault[]
  // `json-body.ts` has already refused every body that is not an object.
  if (where === 'body' && found.some(isOfWhole))
    return new AppError('malformed', 'malformed_json', 'The body is empty. Send a JSON object.')
  const faults = withoutEchoes(found).map((fault) => toFault(fault, where))
  return invalidRequest(distinct(faults).slice(0, FAULTS_MAX))
}

const isOfWhole = ({ instancePath, keyword, params }: SchemaFault): boolean =>
  instancePath === '' && keyword === 'type' && params.type === 'object'

/**
 * Ajv reports a failed union and each of its branches, and that a name is wrong beside what is wrong
 * with it; the branches, and what is wrong, are enough.
 */
export function withoutEchoes(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const isEcho = ({ keyword, params }: SchemaFault) =>
    keyword === 'anyOf' ||
    keyword === 'propertyNames' ||
    (keyword === 'type' && params.type === 'null')
  const telling = faults.filter((fault) => !isEcho(fault))
  return telling.length > 0 ? telling : faults
}

function toFault({ instancePath, keyword, params }: SchemaFault, where: string): Fault {
  const name = String(params.missingProperty ?? params.additionalProperty ?? '')
  const path = name === '' ? instancePath : `${instancePath}/${escapePointer(name)}`
  const pointer = where === 'body' ? path : `?${path.slice(1)}`
  if (keyword === 'additionalProperties')
    return { pointer, ...(COMPUTED.has(name) ? computedField(name) : unknownField(name)) }
  if (keyword === 'minLength' && params.limit === 1)
    return { pointer, code: 'required', message: 'This field is required. Enter a text.' }
  if (keyword === 'required')
    return { pointer, code: 'required', message: `\`${name}\` is required.` }
  const [code, messageOf, paramsOf] = KEYWORDS[keyword] ?? INVALID
  return { pointer, code, message: messageOf(params), params: paramsOf?.(params) }
}

const computedField = (name: string) => ({
  code: 'computed_field',
  message: `\`${name}\` is computed and cannot be set. Leave it out.`,
})

const unknownField = (name: string) => ({
  code: 'unknown_field',
  message: `\`${name}\` is not a field of this resource. Check the spelling.`,
})

type Keyword = readonly [
  code: string,
  message: (params: SchemaFault['params']) => string,
  params?: (params: SchemaFault['params']) => Params | undefined,
]

const INVALID: Keyword = ['invalid', () => 'The value is not valid.']

const atLeast = ({ limit }: SchemaFault['params']): Params => ({ min: Number(limit) })
const atMost = ({ limit }: SchemaFault['params']): Params => ({ max: Number(limit) })

/** Code and message by Ajv's keyword. `Problem: remedy.`, so that faults of one value can share the problem. */
const KEYWORDS = table<Keyword>({
  type: [
    'wrong_type',
    ({ type }) => `Wrong type: send ${[type].flat().map(nameOfType).join(' or ')}.`,
    ({ type }) => reasonOfTypes([type].flat().filter((it) => it !== 'null')),
  ],
  unevaluatedProperties: ['unknown_field', () => 'The value is not valid.'],
  enum: [
    'not_allowed',
    ({ allowedValues }) => `Not allowed: use ${[allowedValues].flat().join(', ')}.`,
    ({ allowedValues }) => ({ allowed: [allowedValues].flat().join(', ') }),
  ],
  const: [
    'not_allowed',
    ({ allowedValue }) => `Not allowed: use ${allowedValue}.`,
    ({ allowedValue }) => ({ allowed: String(allowedValue) }),
  ],
  minLength: ['too_short', ({ limit }) => `Too short: use at least ${limit} characters.`, atLeast],
  maxLength: ['too_long', ({ limit }) => `Too long: use at most ${limit} characters.`, atMost],
  minItems: ['too_few_items', ({ limit }) => `Too few entries: use at least ${limit}.`, atLeast],
  maxItems: ['too_many_items', ({ limit }) => `Too many entries: use at most ${limit}.`, atMost],
  minProperties: ['required', () => 'At least one field is required.'],
  maxProperties: [
    'too_many_fields',
    ({ limit }) => `Too many fields: use at most ${limit}.`,
    atMost,
  ],
  minimum: ['out_of_range', outOfRange, atLeast],
  maximum: ['out_of_range', outOfRange, atMost],
  format: [
    'wrong_format',
    ({ format }) => `Wrong format: use ${FORMATS[String(format)] ?? `the format ${format}`}.`,
    ({ format }) => ({ reason: String(format) }),
  ],
  pattern: [
    'wrong_format',
    ({ pattern }) => `Wrong format: use ${formOf(String(pattern))}.`,
    ({ pattern }) => reasonOf(String(pattern)),
  ],
})

const ID_FORM = /^\^([a-z]{3})_\[0-9a-f-\]\{36\}\$$/
const LIST_FORM = /^\^\(([a-z_|]+)\)\(,\(\1\)\)\{0,\d+\}\$$/
const FORMS = table<string>({
  '\\S': 'a text that is not blank',
  '^[A-Z]{3}$': 'three capital letters such as EUR',
  '^[A-Za-z]{3}$': 'three letters such as EUR',
  '^([A-Z]{3})(,([A-Z]{3})){0,49}$': 'codes such as EUR, separated by commas',
  '^[A-Z]{2}$': 'two capital letters such as DE',
  '^[A-Za-z]{2}$': 'two letters such as DE',
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'a language tag such as de or en-GB',
  '^[^:\\u0000-\\u001f]+$': 'a text without a colon',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time such as 09:30',
})

const REASONS = table<string>({
  '\\S': 'blank',
  '^[A-Z]{3}$': 'currency',
  '^[A-Za-z]{3}$': 'currency',
  '^[A-Z]{2}$': 'country',
  '^[A-Za-z]{2}$': 'country',
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'language',
  '^[^:\\u0000-\\u001f]+$': 'no_colon',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'time',
})

const reasonOfTypes = ([only, ...others]: readonly unknown[]): Params | undefined =>
  others.length === 0 ? { reason: String(only) } : undefined

function reasonOf(pattern: string): Params | undefined {
  const reason = ID_FORM.test(pattern) ? 'id' : REASONS[pattern]
  return reason === undefined ? undefined : { reason }
}

/** The form of a text in words, for forms that people type; programmers read the others. */
function formOf(pattern: string): string {
  const prefix = ID_FORM.exec(pattern)?.[1]
  if (prefix !== undefined) return `an id such as ${prefix}_019aa5d2-7c00-7000-8000-0123456789ab`
  const choices = LIST_FORM.exec(pattern)?.[1]
  if (choices !== undefined) return `${choices.split('|').join(', ')}; separate several by commas`
  return FORMS[pattern] ?? `a text that matches ${pattern}`
}

function outOfRange({ comparison, limit }: SchemaFault['params']): string {
  return `Out of range: use a number ${comparison} ${limit}.`
}

const FORMATS = table<string>({
  date: 'a date such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  email: 'an e-mail address such as ada@example.org',
})

const TYPES = table<string>({
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
})

const nameOfType = (type: unknown): string => TYPES[String(type)] ?? String(type)

/** RFC 6901 §3. */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

function distinct(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Map<string, Fault>()
  for (const fault of faults) {
    const key = `${fault.pointer} ${fault.code}`
    const same = seen.get(key)
    seen.set(key, {
      ...fault,
      message: same ? either(same.message, fault.message) : fault.message,
      params: same ? merged(same.params, fault.params) : fault.params,
    })
  }
  return [...seen.values()]
}

/** `Wrong type: send a string or a number.` instead of two sentences. */
function either(first: string, second: string): string {
  const [problem, remedy = ''] = second.split(': ')
  if (first === second || !first.startsWith(`${problem}: `)) return first
  return `${first.replace(/\.$/, '')} or ${remedy.replace(/^(send|use) /, '')}`
}

/** If a schema has two alternatives, the values of both are allowed, and no single reason applies. */
function merged(first: Params = {}, second: Params = {}): Params {
  const allowed = [first.allowed, second.allowed].filter(Boolean).join(', ')
  const { reason, ...others } = { ...first, ...second }
  return {
    ...others,
    ...(allowed === '' ? {} : { allowed }),
    ...(reason !== undefined && first.reason === second.reason ? { reason } : {}),
  }
}
