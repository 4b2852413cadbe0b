import { isDeepStrictEqual } from 'node:util'
import { AmountError } from '@billwright/money'
import type { Fault, OnFault } from '../../../kernel/errors.ts'
import { FieldError } from '../../../kernel/fields/rules.ts'
import {
  FIELDS,
  type Group,
  isGroup,
  type Leaves,
  type ListField,
  type Path,
  pathsOf,
  taxRate,
} from '../fields.ts'
import { camelCase, type Target, targetOf } from './aliases.ts'

export type Scalar = string | number | boolean | null | readonly (string | number)[]

/** A leaf that a request sets; null: reset to its default. */
export interface Named {
  readonly value: Scalar | readonly unknown[]
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
    expand(targetOf(key), value, `/${key}`, mode),
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
  if (!isGroup(target)) return [[target, named(value as Scalar, pointer)]]
  if (value === null) return pathsOf(target).map((path) => [path, named(null, pointer)])
  if (typeof value === 'string') return expandText(target, value, pointer)
  const own = Object.entries(value as object).map(
    ([key, part]): Entry => [partOf(target, key), named(part as Scalar, `${pointer}/${key}`)],
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

function canonical(path: Path, named: Named, faults: Fault[]): Named {
  const { value, pointer, implied } = named
  const { entries } = FIELDS[path]
  if (entries) return { ...named, value: canonicalList(entries, named, faults) }
  try {
    return { value: canonicalValue(path, value as Scalar), pointer, implied }
  } catch (error) {
    if (!(error instanceof FieldError || error instanceof AmountError)) throw error
    faults.push({ pointer, code: error.code, message: error.message, params: error.params })
    return { value, pointer, implied }
  }
}

/** An empty list is the default, which is not stored. */
function canonicalList(entries: ListField, { value, pointer }: Named, faults: Fault[]) {
  const onFault: OnFault = (pointer, code, message, params) =>
    faults.push({ pointer, code, message, params })
  const list = entries.change([], value, pointer, onFault) as readonly unknown[]
  return list.length === 0 ? null : list
}

function canonicalValue(path: Path, value: Scalar): Scalar {
  if (path === 'defaultTax/rate' && typeof value === 'number') return taxRate(String(value))
  if (path === 'pricesIncludeTax' && typeof value === 'string') return value === 'true'
  if (Array.isArray(value)) return [...new Set<string | number>(value)].toSorted(inOrder)
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return null
  return FIELDS[path].rule?.(text) ?? text
}

const inOrder = (one: string | number, other: string | number): number => (one < other ? -1 : 1)

const partOf = (group: Group, key: string): Path => `${group}/${camelCase(key)}` as Path

const named = (value: Scalar, pointer: string): Named => ({ value, pointer, implied: false })

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
