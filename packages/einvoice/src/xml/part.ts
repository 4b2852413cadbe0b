import type { XmlElement, XmlNode } from './tree.ts'
import type { Scope } from './values.ts'

/** A record being read: keys appear in the order of their elements. */
export type Draft = Record<string, unknown>

/**
 * Part of a mapping between a record of the semantic model and its elements in one syntax. Writer
 * and reader share these tables, so each element is defined once. The order is that of the
 * elements, which XML Schema prescribes.
 */
export interface Part<T> {
  write(record: T, scope: Scope): readonly XmlNode[]
  read(parent: XmlElement, into: Draft, scope: Scope): void
  /** If elements of one name have different meanings: whether `parent` belongs to this table. */
  fits?(parent: XmlElement, scope: Scope): boolean
  /** Whether `parent` contains something for this part. */
  finds?(parent: XmlElement, scope: Scope): boolean
}

export type Table<T> = readonly Part<T>[]

/** The keys of `T` with values of type `V`. */
export type KeyOf<T, V> = {
  [K in keyof T]-?: NonNullable<T[K]> extends V ? K : never
}[keyof T] &
  string

export const writeTable = <T>(table: Table<T>, record: T, scope: Scope): readonly XmlNode[] =>
  table.flatMap((part) => part.write(record, scope))

/** A record; empty groups in it are omitted. */
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
