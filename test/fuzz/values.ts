import fc from 'fast-check'
import type { Json } from '../givens.ts'

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <T>(random: Random, values: readonly [T, ...T[]] | readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T

/** What seldom fits anywhere. */
const ODD: readonly Json[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e21,
  0.1,
  '1e400',
  '-0',
  true,
  [],
  {},
  [null],
  { '': '' },
  'a'.repeat(3000),
  '\u202e\u0000',
  '\ud800',
  '𝒳é\u0301ل中',
  "'; drop table invoices; --",
  '{{#items}}{{{x}}}{month+99999}',
  '../../etc/passwd',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  9007199254740991,
]
const TEXTS = [
  'Fernweh Books',
  'x',
  '12',
  'INV-2026-0001',
  'Straße 1\nHamburg',
  'é',
  '0.005',
  '<b>',
]
const DAYS = ['2026-11-21', '2026-12-31', '2024-02-29', '1999-01-01', '2099-06-30']
/** Nothing is sent far away. */
const URLS = [
  'https://127.0.0.1:1/',
  'http://[::1]/x',
  'javascript:alert(1)',
  'x',
  'https://a.invalid',
]
const NAMED: Readonly<Record<string, readonly Json[]>> = {
  url: URLS,
  host: ['127.0.0.1', '::1', 'x'],
  port: [1, 25, 65535],
  currency: ['EUR', 'JPY', 'KWD', 'XXX', 'CHF'],
  country_code: ['DE', 'CH', 'XX'],
  language: ['en', 'de', 'ar', 'und'],
  amount: ['1.00', '-1', '0', '0.001', 12, '99999999999'],
  percent: ['5', '100', '101', '-1'],
  quantity: ['1', '-2.5', '0', '0.0000001'],
  unit_price: ['80', '0.333333', '-1', 12.5],
  unit: ['HUR', 'kg', 'zz'],
  email: ['a@example.org', 'a@', 'A <a@example.org>'],
  password: ['nine quiet lighthouses', 'short'],
}

const PATTERN_SAMPLES = 20
const samples = new Map<string, readonly string[]>()
function matching(pattern: string): readonly string[] {
  const known = samples.get(pattern)
  if (known) return known
  const made = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), {
    numRuns: PATTERN_SAMPLES,
    seed: 1,
  })
  samples.set(pattern, made)
  return made
}

export interface Values {
  readonly random: Random
  readonly resolved: (schema: Json) => Json
  /** An id that was seen, for a field or a part of a path of that name. */
  readonly idFor: (name: string) => string | undefined
}

const DEPTH_MAX = 6

/** A value that a schema accepts, or one that it seldom does. */
export function fuzzValue(values: Values, schema: Json, name = '', depth = 0): Json {
  const { random, resolved } = values
  const known = resolved(schema) ?? {}
  if (random() < 0.03) return oneOf(random, ODD)
  const variants = known.anyOf ?? known.oneOf
  if (variants) return fuzzValue(values, oneOf(random, variants), name, depth)
  if (known.const !== undefined) return known.const
  if (known.enum) return oneOf(random, known.enum)
  const type = Array.isArray(known.type) ? oneOf(random, known.type as Json[]) : known.type
  if (type === 'object') return objectOf(values, known, depth)
  if (type === 'array') {
    const count = depth > DEPTH_MAX ? 0 : Math.floor(random() * 3)
    return Array.from({ length: Math.max(count, known.minItems ?? 0) }, () =>
      fuzzValue(values, known.items ?? {}, name, depth + 1),
    )
  }
  if (type === 'string') return textOf(values, known, name)
  if (type === 'boolean') return random() < 0.5
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return numberOf(values, known, name)
  return oneOf(random, ODD)
}

function objectOf(values: Values, schema: Json, depth: number): Json {
  const { random } = values
  const required: readonly string[] = schema.required ?? []
  const share = depth === 0 ? 0.3 : 0.5
  const made = Object.entries<Json>(schema.properties ?? {})
    .filter(([name]) => (required.includes(name) ? random() > 0.02 : random() < share))
    .filter(() => depth <= DEPTH_MAX)
    .map(([name, part]) => [name, fuzzValue(values, part, name, depth + 1)] as const)
  const { additionalProperties: others } = schema
  if (others && typeof others === 'object')
    for (let count = Math.floor(random() * 3); count > 0; count -= 1)
      made.push([`k${count}`, fuzzValue(values, others, '', depth + 1)])
  if (random() < 0.02) made.push(['unknown', oneOf(random, ODD)])
  return Object.fromEntries(made)
}

function textOf({ random, idFor }: Values, schema: Json, name: string): string {
  const named = NAMED[name]
  if (named && random() < 0.9) return String(oneOf(random, named))
  const id = /(^|_)(id|ids|after|token)$/.test(name) ? idFor(name) : undefined
  if (id !== undefined && random() < 0.9) return id
  if (schema.format === 'date' || /_(at|from|to|date|on)$/.test(name)) return oneOf(random, DAYS)
  if (schema.format === 'date-time') return '2026-11-21T09:30:00.000Z'
  if (schema.format === 'email') return 'a@example.org'
  if (schema.format === 'uri') return oneOf(random, URLS)
  if (schema.pattern) return oneOf(random, matching(schema.pattern))
  return oneOf(random, TEXTS).slice(0, schema.maxLength ?? undefined)
}

function numberOf({ random }: Values, schema: Json, name: string): Json {
  const named = NAMED[name]
  if (named && random() < 0.8) return oneOf(random, named)
  const least = schema.minimum ?? -3
  const most = Math.min(schema.maximum ?? 500, least + 500)
  const value = least + random() * (most - least)
  return schema.type === 'integer' ? Math.round(value) : Math.round(value * 1000) / 1000
}

/** The value with one to three places changed. */
export function mutated(random: Random, value: Json): Json {
  let changed = value
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1)
    changed = once(random, changed)
  return changed
}

function once(random: Random, value: Json): Json {
  const isBranch = value !== null && typeof value === 'object'
  const keys = isBranch ? Object.keys(value) : []
  if (keys.length === 0 || random() < 0.1) return oneOf(random, ODD)
  const key = oneOf(random, keys)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  if (random() < 0.1) delete copy[key as never]
  else if (random() < 0.05) copy.unknown = 1
  else copy[key] = once(random, copy[key])
  return copy
}
