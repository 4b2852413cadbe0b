/** As much of a JSON Schema as the service's own schemas use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly [limit: string]: unknown
}

/** Two versions of one schema. */
export interface Change {
  readonly before: Schema
  readonly after: Schema
  /** What callers send may only grow, what they get may only become more certain. */
  readonly direction: 'request' | 'answer'
  /** Where it is, e.g. `items[].tax`; empty at the top. */
  readonly at: string
}

/** What a change breaks for callers that were right before it; each as the end of a sentence. */
export function schemaBreaks(given: Change): readonly string[] {
  const change = {
    ...given,
    before: withoutBinary(given.before),
    after: withoutBinary(given.after),
  }
  const before = variantsOf(change.before)
  const after = variantsOf(change.after)
  const [oldest, ...olders] = before.filter(isValue)
  const [newest, ...newers] = after.filter(isValue)
  // Alone, or null beside it: the difference can be named to the field.
  if (oldest && newest && olders.length + newers.length === 0)
    return [
      ...nullBreaks(change, { before, after }),
      ...valueBreaks({ ...change, before: oldest, after: newest }),
    ]
  return variantBreaks(change, { before, after })
}

/** `binary` promises nothing about a file: it only names bytes, which no schema at all means too. */
const withoutBinary = (schema: Schema): Schema => (schema.format === 'binary' ? {} : schema)

type Variants = { readonly before: readonly Schema[]; readonly after: readonly Schema[] }

const isValue = ({ type }: Schema): boolean => type !== 'null'
const isNull = (schema: Schema): boolean => !isValue(schema)
const place = (at: string): string => (at === '' ? 'the whole' : `\`${at}\``)

function variantsOf(schema: Schema): readonly Schema[] {
  const { anyOf, oneOf, type } = schema
  const parts = anyOf ?? oneOf
  if (parts) return parts.flatMap(variantsOf)
  return Array.isArray(type) ? type.map((one: string) => ({ ...schema, type: one })) : [schema]
}

function nullBreaks({ direction, at }: Change, { before, after }: Variants): readonly string[] {
  const [was, is] = [before.some(isNull), after.some(isNull)]
  if (direction === 'request' && was && !is) return [`no longer takes null for ${place(at)}`]
  return direction === 'answer' && !was && is ? [`may now answer null for ${place(at)}`] : []
}

function variantBreaks(change: Change, { before, after }: Variants): readonly string[] {
  const { direction, at } = change
  const fits = (old: Schema, now: Schema) =>
    isNull(old) === isNull(now) &&
    (isNull(old) || valueBreaks({ ...change, before: old, after: now }).length === 0)
  const lost =
    direction === 'request'
      ? before.filter((old) => !after.some((now) => fits(old, now)))
      : after.filter((now) => !before.some((old) => fits(old, now)))
  const verb = direction === 'request' ? 'no longer takes' : 'may now answer'
  return lost.map((variant) => `${verb} ${kindOf(variant)} for ${place(at)}`)
}

const kindOf = ({ type, enum: values, const: only, properties }: Schema): string => {
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  return properties
    ? `an object with ${Object.keys(properties).join(', ')}`
    : `${type ?? 'anything'}`
}

function valueBreaks(change: Change): readonly string[] {
  const typeBreak = typeBreakOf(change)
  if (typeBreak !== null) return [typeBreak]
  const isRequest = change.direction === 'request'
  return [
    ...(isRequest ? [...choiceBreaks(change), ...limitBreaks(change)] : formBreaks(change)),
    ...(isRequest ? requestFieldBreaks(change) : answerFieldBreaks(change)),
    ...innerBreaks(change),
  ]
}

function typeBreakOf({ before, after, direction, at }: Change): string | null {
  const [from, to] = [typeOf(before), typeOf(after)]
  const [narrow, wide] = direction === 'request' ? [from, to] : [to, from]
  const isWithin =
    narrow === wide || wide === 'anything' || `${narrow} ${wide}` === 'integer number'
  return isWithin ? null : `has ${to} instead of ${from} for ${place(at)}`
}

const typeOf = (schema: Schema): string => {
  const types = new Set((choicesOf(schema) ?? []).map((value) => typeof value))
  const [only = 'anything', ...others] = types
  return String(schema.type ?? (others.length === 0 ? only : 'anything'))
}

const choicesOf = ({ enum: values, const: only }: Schema): readonly unknown[] | undefined =>
  only === undefined ? values : [only]

/** Answers may gain values: the documentation tells callers to expect that. */
function choiceBreaks({ before, after, at }: Change): readonly string[] {
  const now = choicesOf(after)
  if (!now) return []
  const lost = choicesOf(before)?.filter((value) => !now.includes(value))
  if (!lost) return [`takes only certain values for ${place(at)}`]
  return lost.map((value) => `no longer takes ${JSON.stringify(value)} for ${place(at)}`)
}

const UPPER = ['maxLength', 'maxItems', 'maximum', 'maxProperties', 'exclusiveMaximum']
const LOWER = ['minLength', 'minItems', 'minimum', 'minProperties', 'exclusiveMinimum']
const EXACT = ['pattern', 'format', 'multipleOf', 'uniqueItems']

function limitBreaks({ before, after, at }: Change): readonly string[] {
  const isLess = (name: string) =>
    after[name] !== undefined && !(num(before[name], Infinity) <= num(after[name], Infinity))
  const isMore = (name: string) =>
    after[name] !== undefined && !(num(before[name], -Infinity) >= num(after[name], -Infinity))
  const isOther = (name: string) => after[name] !== undefined && before[name] !== after[name]
  const names = [...UPPER.filter(isLess), ...LOWER.filter(isMore), ...EXACT.filter(isOther)]
  return names.map(
    (name) => `takes less for ${place(at)}: ${name} is ${JSON.stringify(after[name])}`,
  )
}

/** How answers are written, which callers parse by. What is only longer or more is not promised. */
function formBreaks({ before, after, at }: Change): readonly string[] {
  const lost = EXACT.filter((name) => before[name] !== undefined && before[name] !== after[name])
  return lost.map((name) => {
    const now = after[name] === undefined ? 'is gone' : `is ${JSON.stringify(after[name])}`
    return `promises less for ${place(at)}: ${name} ${JSON.stringify(before[name])} ${now}`
  })
}

const num = (value: unknown, fallback: number): number =>
  typeof value === 'number' ? value : fallback

const fieldsOf = ({ properties = {} }: Schema): readonly string[] => Object.keys(properties)
const under = (at: string, field: string): string => (at === '' ? field : `${at}.${field}`)

function requestFieldBreaks({ before, after, at }: Change): readonly string[] {
  // The document may leave out what it called deprecated; the service accepts it all the same.
  const gone = fieldsOf(before).filter(
    (field) => !fieldsOf(after).includes(field) && before.properties?.[field]?.deprecated !== true,
  )
  const needed = (after.required ?? []).filter((field) => !before.required?.includes(field))
  const isClosed = before.additionalProperties !== false && after.additionalProperties === false
  return [
    ...gone.map((field) => `no longer takes \`${under(at, field)}\``),
    ...needed.map((field) => `now requires \`${under(at, field)}\``),
    ...(isClosed ? [`no longer takes fields of the caller's own in ${place(at)}`] : []),
  ]
}

function answerFieldBreaks({ before, after, at }: Change): readonly string[] {
  const gone = fieldsOf(before).filter((field) => !fieldsOf(after).includes(field))
  const unsure = (before.required ?? []).filter(
    (field) => !gone.includes(field) && !after.required?.includes(field),
  )
  return [
    ...gone.map((field) => `no longer has \`${under(at, field)}\``),
    ...unsure.map((field) => `may now leave out \`${under(at, field)}\``),
  ]
}

function innerBreaks(change: Change): readonly string[] {
  const { before, after, at } = change
  const fields = fieldsOf(before).flatMap((field) =>
    both(change, before.properties?.[field], after.properties?.[field], under(at, field)),
  )
  return [
    ...fields,
    ...otherFieldBreaks(change),
    ...entryBreaks({ ...change, before: before.items, after: after.items, at: `${at}[]` }),
  ]
}

/** Fields of the caller's own; where there were none to send, or are none to get, nothing breaks here. */
function otherFieldBreaks({ before, after, direction, at }: Change): readonly string[] {
  const [was, is] = [before.additionalProperties, after.additionalProperties]
  if ((direction === 'request' ? was : is) === false) return []
  return entryBreaks({ direction, before: schemaOf(was), after: schemaOf(is), at: `${at}.*` })
}

const schemaOf = (others: Schema['additionalProperties']): Schema | undefined =>
  typeof others === 'object' ? others : undefined

type EntryChange = Pick<Change, 'direction' | 'at'> & {
  readonly before: Schema | undefined
  readonly after: Schema | undefined
}

/** Of what an array or a map holds: without a schema that is anything. */
const entryBreaks = ({ before, after, ...change }: EntryChange): readonly string[] =>
  before || after ? schemaBreaks({ ...change, before: before ?? {}, after: after ?? {} }) : []

const both = (change: Change, before: Schema | undefined, after: Schema | undefined, at: string) =>
  before && after ? schemaBreaks({ ...change, before, after, at }) : []
