import { isDeepStrictEqual } from 'node:util'
import type { Fault, OnFault } from '../../../kernel/errors.ts'
import { FIELDS, type Group, isGroup, type Leaves, type Path, pathsOf } from '../fields.ts'
import { camelCase, type Target, targetOf } from './aliases.ts'

/** A leaf that a request sets; null: reset to its default. */
export interface Named {
  readonly value: unknown
  readonly pointer: string
  /** Only cleared because the whole group was replaced; a given value has precedence. */
  readonly implied: boolean
}

export type Changes = ReadonlyMap<Path, Named>

/**
 * `put` replaces each key in the request as a whole; `patch` merges into keys with parts (RFC
 * 7396).
 */
export type Mode = 'put' | 'patch'

type Entry = readonly [Path, Named]

/** The leaves that a valid body sets, in any mixture of spellings. */
export function toChanges(
  body: object,
  mode: Mode,
): { readonly changes: Changes; readonly faults: readonly Fault[] } {
  const changes = new Map<Path, Named>()
  const faults: Fault[] = []
  const entries = Object.entries(body).flatMap(([key, value]) =>
    expand(targetOf(key, value), value, `/${key}`, mode),
  )
  for (const [path, named] of entries) {
    const entry = canonical(path, named, faults)
    const other = changes.get(path)
    if (!other || other.implied) changes.set(path, entry)
    else if (!entry.implied && !isDeepStrictEqual(entry.value, other.value))
      faults.push(conflict(entry, other))
  }
  return { changes, faults }
}

function expand(target: Target, value: unknown, pointer: string, mode: Mode): readonly Entry[] {
  if (!isGroup(target)) return [[target, named(value, pointer)]]
  if (value === null) return pathsOf(target).map((path) => [path, named(null, pointer)])
  if (typeof value === 'string') return expandText(target, value, pointer)
  const own = Object.entries(value as object).map(
    ([key, part]): Entry => [partOf(target, key), named(part, `${pointer}/${key}`)],
  )
  return mode === 'patch' ? own : [...own, ...implied(pathsOf(target), pointer)]
}

/** Older installations store the address and the bank account each as one text. */
function expandText(target: Group, text: string, pointer: string): readonly Entry[] {
  if (target === 'companyAddress') {
    const [first = '', ...rest] = text.split(/\r?\n/).map((line) => line.trim())
    const further = rest.filter((line) => line !== '').join(', ')
    return [
      ['companyAddress/line1', named(first, pointer)],
      ['companyAddress/line2', named(further, pointer)],
    ]
  }
  // Any other text is printed unchanged.
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(text.replace(/\s/g, ''))
  const path = isIban ? 'bankAccount/iban' : 'bankAccount/bankName'
  return [
    [path, named(text, pointer)],
    ...implied(['bankAccount/iban', 'bankAccount/bankName'], pointer),
  ]
}

function canonical(path: Path, { value, ...named }: Named, faults: Fault[]): Named {
  const onFault: OnFault = (pointer, code, message, params) =>
    faults.push({ pointer, code, message, params })
  const given = OLDER_VALUES[path]?.(value) ?? value
  return { ...named, value: FIELDS[path].change(null, given, named.pointer, onFault) }
}

/** The values of older keys that have another form now. */
const OLDER_VALUES: Partial<Record<Path, (value: unknown) => unknown>> = {
  pricesIncludeTax: (value) => (typeof value === 'string' ? value === 'true' : value),
  // Tax per rate, over the document.
  rounding: (value) => (value === 'total' ? 'document' : value),
}

const partOf = (group: Group, key: string): Path => `${group}/${camelCase(key)}` as Path

const named = (value: unknown, pointer: string): Named => ({ value, pointer, implied: false })

const implied = (paths: readonly Path[], pointer: string): readonly Entry[] =>
  paths.map((path) => [path, { value: null, pointer, implied: true }])

const conflict = ({ pointer }: Named, other: Named): Fault => ({
  pointer,
  code: 'conflicting_keys',
  message: `This field and \`${other.pointer}\` are the same setting with different values. Send one of them.`,
})

/** The stored record after a change; a leaf set to null is no longer stored. */
export function applyChanges(stored: Partial<Leaves>, changes: Changes): Partial<Leaves> {
  const after = new Map<string, unknown>(Object.entries(stored))
  for (const [path, { value }] of changes) {
    if (value === null) after.delete(path)
    else after.set(path, value)
  }
  return Object.fromEntries(after) as Partial<Leaves>
}
