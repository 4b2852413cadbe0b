import { formatMicro, parseMicro } from '@billwright/money'
import {
  type TArray,
  type TBoolean,
  type TInteger,
  type TNull,
  type TNumber,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
} from 'typebox'
import type { OnFault, Params } from '../errors.ts'
import { numberOr } from './numbers.ts'
import { FieldError, type Rule } from './rules.ts'
import { closed, nullable } from './shapes.ts'

/**
 * A field of a resource: its name and type on the wire, and the conversions of its value. The code
 * uses `Value`; `empty` means no value. Stored JSON has the form of the wire, without empty
 * values.
 */
export interface Field<Wire extends string, Value, Input extends TSchema> {
  readonly wire: Wire
  readonly kind: 'text' | 'day' | 'flag' | 'integer' | 'decimal' | 'pairs' | 'group' | 'list'
  /** For a group, and for the entries of a list. */
  readonly parts?: Fields
  /** What the reference says of it; of a text, day or code. */
  readonly description?: string
  /** Schema of a request. */
  readonly input: Input
  /** Schema of a response. */
  readonly output: TSchema
  readonly empty: Value
  /** The canonical value after a request with the field. */
  change(before: Value, given: unknown, at: string, onFault: OnFault): Value
  /** Stored → value. */
  load(stored: unknown): Value
  /** Value → stored; undefined for no value. */
  store(value: Value): unknown
  /** Value → response. */
  view(value: Value): unknown
}

/** The fields of a resource, or the parts of a field, by their names in the code. */
export type Fields = Readonly<Record<string, Field<string, unknown, TSchema>>>

export type ValueOf<F> = F extends Field<string, infer Value, TSchema> ? Value : never
export type Values<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> }

type Nullable<S extends TSchema> = TUnion<[S, TNull]>
type Leaf<Wire extends string, Value = string | null> = Field<Wire, Value, Nullable<TString>>

/** Text that is trimmed; blank text means no value. */
export const text = <W extends string>(
  wire: W,
  maxLength: number,
  description?: string,
  rule?: Rule,
): Leaf<W> => leaf(wire, Type.String({ maxLength, ...described(description) }), rule)

/** A calendar day, `YYYY-MM-DD`. */
export const day = <W extends string>(wire: W, description?: string): Leaf<W> => ({
  ...leaf(wire, Type.String({ format: 'date', ...described(description) })),
  kind: 'day',
})

/** Text of a fixed form. */
export const code = <W extends string>(
  wire: W,
  pattern: string,
  description?: string,
  rule?: Rule,
): Leaf<W> => leaf(wire, Type.String({ pattern, ...described(description) }), rule)

/** A web address. */
export const link = <W extends string>(wire: W): Leaf<W> =>
  leaf(wire, Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' }))

function leaf<W extends string>(wire: W, schema: TString, rule: Rule = (value) => value): Leaf<W> {
  return {
    wire,
    kind: 'text',
    ...described((schema as { readonly description?: string }).description),
    input: nullable(schema),
    output: nullable(Type.String()),
    empty: null,
    change(_before, given, at, onFault) {
      const value = typeof given === 'string' ? given.trim() : ''
      return value === '' ? null : ruled(rule, value, at, onFault)
    },
    load: (stored) => (stored ?? null) as string | null,
    store: (value) => value ?? undefined,
    view: (value) => value,
  }
}

/** The canonical form of a value; an invalid one stays unchanged. */
export function ruled(rule: Rule, value: string, at: string, onFault: OnFault): string {
  try {
    return rule(value)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    onFault(at, error.code, error.message, error.params)
    return value
  }
}

/** One of a few words. */
export const choice = <W extends string, const V extends string>(
  wire: W,
  words: readonly V[],
  description?: string,
): Leaf<W, V | null> => ({
  ...leaf(wire, Type.String({ enum: [...words], ...described(description) })),
  output: nullable(Type.String({ enum: [...words] })),
  empty: null,
  change: (_before, given) => given as V | null,
  load: (stored) => (stored ?? null) as V | null,
})

/** One of a few words; `usual` is the default. */
export const choiceOr = <W extends string, const V extends string>(
  wire: W,
  words: readonly V[],
  usual: V,
  description?: string,
): Leaf<W, V> => ({
  wire,
  kind: 'text',
  input: nullable(Type.String({ enum: [...words], ...described(description) })),
  output: Type.String({ enum: [...words] }),
  empty: usual,
  change: (_before, given) => (given ?? usual) as V,
  load: (stored) => (stored ?? usual) as V,
  store: (value) => (value === usual ? undefined : value),
  view: (value) => value,
})

/** A part that is required with the others. */
interface Required {
  readonly isRequired: true
}

/** A text, day or code that is never null. */
export function required<W extends string>(
  field: Leaf<W>,
  minLength = 1,
): Field<W, string, TString> & Required {
  const [schema] = field.input.anyOf
  return {
    ...field,
    isRequired: true,
    input:
      'maxLength' in schema
        ? Type.String({ ...(schema as object), ...(minLength > 0 ? { minLength } : {}) })
        : schema,
    output: Type.String(),
    empty: '',
    change(before, given, at, onFault) {
      const value = field.change(before, given, at, onFault)
      if (value === null) onFault(at, 'required', 'The value is missing. Enter a value.')
      return value ?? before
    },
    load: (stored) => field.load(stored) ?? '',
  }
}

export const flag = <W extends string>(
  wire: W,
  description?: string,
): Field<W, boolean, TBoolean> => ({
  wire,
  kind: 'flag',
  input: Type.Boolean(described(description)),
  output: Type.Boolean(),
  empty: false,
  change: (_before, given) => given === true,
  load: (stored) => stored === true || stored === 1n,
  store: (value) => value,
  view: (value) => value,
})

interface Range {
  readonly minimum: number
  readonly maximum: number
  readonly description?: string
}

export const integer = <W extends string>(
  wire: W,
  range: Range,
): Field<W, number | null, Nullable<TInteger>> => ({
  wire,
  kind: 'integer',
  input: nullable(Type.Integer({ ...range })),
  output: nullable(Type.Integer()),
  empty: null,
  change: (_before, given) => given as number | null,
  load: (stored) => (stored == null ? null : Number(stored)),
  store: (value) => value ?? undefined,
  view: (value) => value,
})

/** A decimal as text or a number on the wire, and exact millionths in code. */
type Decimal = TUnion<[TString, TNumber]>

interface MicroRange {
  readonly minMicro: bigint
  readonly maxMicro: bigint
  /** The allowed values in the message of a fault. */
  readonly allowed: string
  readonly params: Params
}

/** An optional price, quantity or rate. */
export const micro = <W extends string>(
  wire: W,
  range: MicroRange,
  description: string,
): Field<W, bigint | null, Nullable<Decimal>> => ({
  wire,
  kind: 'decimal',
  input: nullable(
    Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description }),
  ) as Nullable<Decimal>,
  output: nullable(Type.String()),
  empty: null,
  change: (_before, given, at, onFault) =>
    given === null ? null : readMicro(given as string | number, range, at, onFault),
  load: (stored) => stored as bigint | null,
  store: (value) => value ?? undefined,
  view: (value) => (value === null ? null : formatMicro(value)),
})

/** A decimal among optional fields, which are stored as JSON. */
export const microInJson = <W extends string>(
  wire: W,
  range: MicroRange,
  description: string,
): Field<W, bigint | null, Nullable<Decimal>> => ({
  ...micro(wire, range, description),
  load: (stored) => (typeof stored === 'string' ? parseMicro(stored) : null),
  store: (value) => (value === null ? undefined : formatMicro(value)),
})

/** A decimal with the default `usual`. */
export const microOr = <W extends string>(
  wire: W,
  usual: bigint,
  range: MicroRange,
  description: string,
): Field<W, bigint, Nullable<Decimal>> => {
  const field = micro(wire, range, description)
  return {
    ...field,
    output: Type.String(),
    empty: usual,
    change: (_before, given, at, onFault) => field.change(null, given, at, onFault) ?? usual,
    load: (stored) => field.load(stored) ?? usual,
  }
}

function readMicro(
  given: string | number,
  { minMicro, maxMicro, allowed, params }: MicroRange,
  at: string,
  onFault: OnFault,
): bigint {
  const value = numberOr(at, onFault, () => parseMicro(given))
  if (value !== null && (value < minMicro || value > maxMicro))
    onFault(at, 'out_of_range', `Out of range: use ${allowed}.`, params)
  return value ?? 0n
}

export type Pairs = Readonly<Record<string, string>>
export const PairText = Type.String({ maxLength: 500 })

/** Key-value pairs of the caller. A request replaces them as a whole. */
export const pairs = <W extends string>(wire: W, max: number): Field<W, Pairs, TUnsafe<Pairs>> => ({
  wire,
  kind: 'pairs',
  // Not a Record, whose pattern for names would not check the values of names with a line end.
  input: Type.Unsafe<Pairs>({
    type: 'object',
    maxProperties: max,
    propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
    additionalProperties: PairText,
    description: `Your own keys and values, at most ${max}.`,
  }),
  output: Type.Record(Type.String(), Type.String()),
  empty: {},
  change: (_before, given) => given as Pairs,
  load: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? {})),
  store: (value) => value,
  view: (value) => value,
})

interface TextsOptions {
  readonly maxItems: number
  readonly maxLength: number
  readonly description?: string
  readonly rule: Rule
}

/** Several texts of one form. A request replaces them as a whole; blank ones are dropped. */
export const texts = <W extends string>(
  wire: W,
  { maxItems, maxLength, description, rule }: TextsOptions,
): Field<W, readonly string[], Nullable<TArray<TString>>> => ({
  wire,
  kind: 'list',
  input: nullable(Type.Array(Type.String({ maxLength }), { maxItems, ...described(description) })),
  output: Type.Array(Type.String()),
  empty: [],
  change: (_before, given, at, onFault) =>
    ((given ?? []) as readonly string[]).flatMap((it, index) =>
      it.trim() === '' ? [] : [ruled(rule, it.trim(), `${at}/${index}`, onFault)],
    ),
  load: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? [])),
  store: (value) => (value.length === 0 ? undefined : value),
  view: (value) => value,
})

export type InputProperties<F extends Fields> = {
  [K in keyof F as F[K]['wire']]: F[K] extends Required ? F[K]['input'] : TOptional<F[K]['input']>
}
type PartsInput<F extends Fields> = TObject<InputProperties<F>>

interface Options {
  /** Component name of responses; that of requests ends with `Input`. */
  readonly title?: string
  readonly description?: string
}

/** A field with optional parts. The field and its parts always exist. */
export const group = <W extends string, F extends Fields>(
  wire: W,
  parts: F,
  options: Options = {},
): Field<W, Values<F>, Nullable<PartsInput<F>>> => ({
  wire,
  kind: 'group',
  parts,
  input: nullable(requestOf(parts, options)),
  output: answerOf(parts, options),
  empty: emptyOf(parts),
  change: (before, given, at, onFault) => change(parts, { before, given, at, onFault }),
  load: (stored) => load(parts, stored),
  store: (value) => store(parts, value),
  view: (value) => view(parts, value),
})

/** A field with parts that belong together; null if they are missing. */
export const compound = <W extends string, F extends Fields>(
  wire: W,
  parts: F,
  options: Options = {},
): Field<W, Values<F> | null, Nullable<PartsInput<F>>> => ({
  wire,
  kind: 'group',
  parts,
  input: nullable(requestOf(parts, options)),
  output: nullable(answerOf(parts, options)),
  empty: null,
  change: (before, given, at, onFault) =>
    given === null ? null : change(parts, { before: before ?? emptyOf(parts), given, at, onFault }),
  load: (stored) => (stored == null ? null : load(parts, stored)),
  store: (value) => (value === null ? undefined : store(parts, value)),
  view: (value) => value && view(parts, value),
})

/** A list of entries with parts. A request replaces it as a whole. */
export const list = <W extends string, F extends Fields>(
  wire: W,
  parts: F,
  { maxItems, description, ...options }: Options & { readonly maxItems: number },
): Field<W, readonly Values<F>[], Nullable<TArray<PartsInput<F>>>> => ({
  wire,
  kind: 'list',
  parts,
  input: nullable(Type.Array(requestOf(parts, options), { maxItems, ...described(description) })),
  output: Type.Array(answerOf(parts, options)),
  empty: [],
  change: (_before, given, at, onFault) =>
    entriesOf(given).map((entry, index) =>
      change(parts, { before: emptyOf(parts), given: entry, at: `${at}/${index}`, onFault }),
    ),
  load: (stored) =>
    entriesOf(typeof stored === 'string' ? JSON.parse(stored) : stored).map((entry) =>
      load(parts, entry),
    ),
  store: (value) => (value.length === 0 ? undefined : value.map((entry) => store(parts, entry))),
  view: (value) => value.map((entry) => view(parts, entry)),
})

/** A list that null leaves to the default: an empty list is a value. */
export const listOrNull = <W extends string, V, S extends TSchema>(
  entries: Field<W, readonly V[], S>,
): Field<W, readonly V[] | null, S> => ({
  ...entries,
  output: nullable(entries.output),
  empty: null,
  change: (_before, given, at, onFault) =>
    given === null ? null : entries.change([], given, at, onFault),
  load: (stored) => (stored == null ? null : entries.load(stored)),
  store: (value) => (value === null ? undefined : (entries.store(value) ?? [])),
  view: (value) => value && entries.view(value),
})

const entriesOf = (given: unknown): readonly unknown[] => (given ?? []) as readonly unknown[]

/* Everything derived from the fields of a resource or the parts of a field. */

/** The properties of a request. */
export const inputOf = <F extends Fields>(fields: F): InputProperties<F> =>
  byWire(fields, (field) =>
    'isRequired' in field ? field.input : Type.Optional(field.input),
  ) as unknown as InputProperties<F>

/** The properties of a response. */
export const outputOf = (fields: Fields): Readonly<Record<string, TSchema>> =>
  byWire(fields, ({ output }) => output)

export const emptyOf = <F extends Fields>(fields: F): Values<F> =>
  byName(fields, ({ empty }) => empty)

export const view = <F extends Fields>(fields: F, values: Values<F>): Wired =>
  byWire(fields, (field, name) => field.view(values[name]))

/** The JSON to store; undefined if no field has a value. */
export function store<F extends Fields>(fields: F, values: Values<F>): Wired | undefined {
  const stored: Record<string, unknown> = {}
  let isSaid = false
  for (const [name, field] of Object.entries(fields)) {
    const value = field.store(values[name])
    if (value === undefined) continue
    stored[field.wire] = value
    isSaid = true
  }
  return isSaid ? stored : undefined
}

export function load<F extends Fields>(fields: F, stored: unknown): Values<F> {
  const values = wired(stored)
  return byName(fields, (field) => field.load(values[field.wire]))
}

type LeafKind = 'text' | 'day' | 'flag' | 'integer' | 'decimal'

/** The fields without parts, and the parts of fields, by path: `delivery.name`. */
export const leavesOf = (fields: Fields): Readonly<Record<string, LeafKind>> =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ wire, kind, parts }) => {
      if (kind === 'pairs' || kind === 'list') return []
      if (kind !== 'group') return [[wire, kind] as const]
      const leaves = Object.entries(leavesOf(parts ?? {}))
      return leaves.map(([place, of]) => [`${wire}.${place}`, of] as const)
    }),
  )

/** As columns of a row: flags are 0 or 1, and key-value pairs are JSON. `load` reads them again. */
export const toColumns = <F extends Fields>(fields: F, values: Values<F>): ColumnsOf<F> =>
  byWire(fields, (field, name) => toColumn(field.view(values[name]))) as ColumnsOf<F>

export type ColumnsOf<F extends Fields> = {
  readonly [K in keyof F as F[K]['wire']]: ColumnOf<ValueOf<F[K]>>
}
type ColumnOf<Value> = Value extends boolean | number
  ? bigint
  : Value extends string | null
    ? Value
    : string

function toColumn(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return BigInt(value)
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}

/** A part of a request, and its pointer. */
interface Changing<F extends Fields> {
  readonly before: Values<F>
  readonly given: unknown
  readonly at: string
  readonly onFault: OnFault
  /**
   * `put` replaces each field in the request as a whole; `patch` merges into fields with parts
   * (RFC 7396).
   */
  readonly mode?: Mode
}

export type Mode = 'put' | 'patch'

/** The values after a request. Omitted fields keep their value; null deletes it. */
export function change<F extends Fields>(
  fields: F,
  { before, given, at, onFault, mode = 'patch' }: Changing<F>,
): Values<F> {
  const patch = wired(given)
  return byName(fields, (field, name) => {
    const part = patch[field.wire]
    if (part === undefined && given !== null) return before[name]
    const from = mode === 'put' ? field.empty : before[name]
    return field.change(from, part ?? null, `${at}/${field.wire}`, onFault)
  })
}

/** Values by their wire names. */
export type Wired = Readonly<Record<string, unknown>>

const wired = (value: unknown): Wired => (value ?? {}) as Wired

type Of<F extends Fields, T> = (field: Fields[string], name: keyof F) => T

/* Loops, because every invoice passes through here. */

function byWire<F extends Fields, T>(fields: F, of: Of<F, T>): Readonly<Record<string, T>> {
  const result: Record<string, T> = {}
  for (const name in fields) {
    const field = fields[name]
    if (field) result[field.wire] = of(field, name)
  }
  return result
}

function byName<F extends Fields>(fields: F, of: Of<F, unknown>): Values<F> {
  const result: Record<string, unknown> = {}
  for (const name in fields) {
    const field = fields[name]
    if (field) result[name] = of(field, name)
  }
  return result as Values<F>
}

const requestOf = <F extends Fields>(parts: F, { title, description }: Options): PartsInput<F> =>
  Type.Object(inputOf(parts), {
    ...(title === undefined ? {} : { title: `${title}Input` }),
    ...described(description),
    ...closed,
  }) as PartsInput<F>

const answerOf = (parts: Fields, { title }: Options) =>
  Type.Object(outputOf(parts), title === undefined ? {} : { title })

const described = (description: string | undefined) =>
  description === undefined ? {} : { description }
