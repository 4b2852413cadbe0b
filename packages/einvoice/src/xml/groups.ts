import { leafNode, toParent } from './nodes.ts'
import {
  type Draft,
  isBlankRecord,
  type KeyOf,
  type Part,
  readTable,
  type Table,
  writeTable,
} from './part.ts'
import { findFree, type XmlElement } from './tree.ts'
import type { Scope } from './values.ts'

/** An element that contains a nested record. */
export function group<T, G>(name: string, key: KeyOf<T, G>, table: Table<G>): Part<T> {
  return {
    write: (record, scope) => {
      const value = record[key] as G | undefined
      return value === undefined ? [] : toParent(name, writeTable(table, value, scope))
    },
    read: (parent, into, scope) => {
      const element = into[key] === undefined ? claim(parent, name, table, scope) : undefined
      if (element !== undefined) into[key] = readTable(table, element, scope)
    },
  }
}

/**
 * Elements that are each a record of a list. `carried` names a value of the document that the
 * syntax repeats in each of them; a different value counts as unread.
 */
export function list<T, G>(
  name: string,
  key: KeyOf<T, readonly G[]>,
  table: Table<G>,
  carried: readonly (keyof G & string)[] = [],
): Part<T> {
  return {
    write: (record, scope) =>
      (record[key] as readonly G[]).flatMap((value) =>
        toParent(name, writeTable(table, value, scope)),
      ),
    read: (parent, into, scope) => {
      const found: Draft[] = [...((into[key] as readonly Draft[] | undefined) ?? [])]
      for (const element of parent.children) {
        if (element.name !== name || element.isClaimed || !allFit(table, element, scope)) continue
        element.isClaimed = true
        const before = found.at(-1) ?? into
        const seed = carried.map((it) => [it, before[it]] as const)
        const record = readTable(table, element, scope, Object.fromEntries(seed))
        if (!isBlankRecord(record)) found.push(record)
      }
      into[key] = found
    },
  }
}

export interface Adjusted<A> {
  readonly allowances: readonly A[]
  readonly charges: readonly A[]
}

/** Allowances and charges use the same element; an indicator distinguishes them. */
export const adjustments = <A>(
  name: string,
  isCharge: (isTrue: boolean) => Part<A>,
  table: Table<A>,
): Table<Adjusted<A>> => [
  list<Adjusted<A>, A>(name, 'allowances', [isCharge(false), ...table]),
  list<Adjusted<A>, A>(name, 'charges', [isCharge(true), ...table]),
]

/** A nested record without its own element: its parts are among those of the parent. */
export function under<T, G>(key: KeyOf<T, G>, table: Table<G>): Part<T> {
  return {
    write: (record, scope) => {
      const value = record[key] as G | undefined
      return value === undefined ? [] : writeTable(table, value, scope)
    },
    read: (parent, into, scope) => {
      const record = (into[key] ?? {}) as Draft
      for (const it of table) it.read(parent, record, scope)
      into[key] = record
    },
    finds: (parent, scope) => table.every((it) => it.finds?.(parent, scope) ?? true),
  }
}

/** A wrapper element for parts of the same record; omitted if it would be empty. */
export function inside<T>(name: string, table: Table<T>): Part<T> {
  return {
    write: (record, scope) => toParent(name, writeTable(table, record, scope)),
    read: (parent, into, scope) => {
      const element = claim(parent, name, table, scope)
      if (element !== undefined) for (const it of table) it.read(element, into, scope)
    },
    finds: (parent, scope) =>
      findFree(parent, name, (child) => allFit(table, child, scope)) !== undefined,
  }
}

/** A part without which its parent would have another meaning. */
export const deciding = <T>(part: Part<T>): Part<T> => ({
  ...part,
  fits: (parent, scope) => part.finds?.(parent, scope) ?? true,
})

/** Like `inside`, for an element that the schema requires even if empty. */
export function always<T>(name: string, table: Table<T>): Part<T> {
  return {
    ...inside(name, table),
    write: (record, scope) => [
      { ...leafNode(name, { text: '' }), children: writeTable(table, record, scope) },
    ],
  }
}

/** A part that does not justify writing its parent. */
export const incidental = <T>(part: Part<T>): Part<T> => ({
  ...part,
  write: (record, scope) =>
    part.write(record, scope).map((node) => ({ ...node, isIncidental: true })),
})

/** Written in order but read in reverse: the last part has precedence. */
export const readBackwards = <T>(table: Table<T>): Part<T> => ({
  write: (record, scope) => writeTable(table, record, scope),
  read: (parent, into, scope) => {
    for (const part of table.toReversed()) part.read(parent, into, scope)
  },
})

function claim<T>(parent: XmlElement, name: string, table: Table<T>, scope: Scope) {
  const element = findFree(parent, name, (child) => allFit(table, child, scope))
  if (element !== undefined) element.isClaimed = true
  return element
}

const allFit = <T>(table: Table<T>, element: XmlElement, scope: Scope): boolean =>
  table.every((part) => part.fits?.(element, scope) ?? true)
