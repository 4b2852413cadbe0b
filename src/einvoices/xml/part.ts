import type { XmlElement, XmlNode } from './tree.ts'
import type { Scope } from './values.ts'

/** A record while it is read: keys appear as their elements do. */
export type Draft = Record<string, unknown>

/**
 * A piece of the correspondence between a record of the semantic model and its elements in one
 * syntax. The tables made of these serve the writer and the reader, so each element is said once.
 * Their order is that of the elements, which XML Schema prescribes.
 */
export interface Part<T> {
  write(record: T, scope: Scope): readonly XmlNode[]
  read(parent: XmlElement, into: Draft, scope: Scope): void
  /** Where elements of one name mean different things: whether `parent` is one of this table's. */
  fits?(parent: XmlElement, scope: Scope): boolean
  /** Whether there is something for it in `parent`. */
  finds?(parent: XmlElement, scope: Scope): boolean
}

export type Table<T> = readonly Part<T>[]

/** The keys of `T` whose values, where present, are of type `V`. */
export type KeyOf<T, V> = {
  [K in keyof T]-?: NonNullable<T[K]> extends V ? K : never
}[keyof T] &
  string

export const writeTable = <T>(table: Table<T>, record: T, scope: Scope): readonly XmlNode[] =>
  table.flatMap((part) => part.write(record, scope))

/** A record; groups in it that came out without anything are left out. */
export function readTable<T>(
  table: Table<T>,
  element: XmlElement,
  scope: Scope,
  seed: Draft = {},
): Draft {
  const record: Draft = { ...seed }
  for (const part of table) part.read(element, record, scope)
  return withoutBlanks(record)
}

export const withoutBlanks = (record: Readonly<Draft>): Draft =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && !isBlankRecord(value)),
  )

const isBlank = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0) || isBlankRecord(value)

export const isBlankRecord = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(isBlank)
