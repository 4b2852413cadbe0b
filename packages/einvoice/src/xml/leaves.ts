import { isDeepStrictEqual } from 'node:util'
import type { Decimal } from '../model/decimal.ts'
import { attributesOf, leafNode, toNodes } from './nodes.ts'
import type { Draft, KeyOf, Part } from './part.ts'
import { findFree, takeAttribute, takeText, textAt, type XmlElement } from './tree.ts'
import { NUMBER, type Scope, type ValueType } from './values.ts'

/** An element with a value. The first one in a file counts; identical repetitions are accepted. */
export function leaf<T, V>(name: string, key: KeyOf<T, V>, type: ValueType<V>): Part<T> {
  const find = (parent: XmlElement, scope: Scope) =>
    findFree(parent, name, (child) => type.fits?.(child, scope) ?? true)
  return {
    write: (record, scope) => {
      const value = record[key] as V | undefined
      return value === undefined ? [] : toNodes(name, type.toXml(value, scope))
    },
    read: (parent, into, scope) => {
      const element = find(parent, scope)
      const value = element && readLeaf(element, type, scope)
      if (element === undefined || value === undefined) return
      if (into[key] !== undefined && !isSame(type, into[key] as V, value, scope)) return
      into[key] = value
      takeText(element, type.attributes)
    },
    finds: (parent, scope) => find(parent, scope) !== undefined,
  }
}

function readLeaf<V>(element: XmlElement, type: ValueType<V>, scope: Scope): V | undefined {
  const value = type.fromXml(element, scope)
  if (value === undefined && type.expected !== undefined && element.text.trim() !== '')
    element.fault = type.expected
  return value
}

/** Elements that are each a value of a list. */
export function leaves<T, V>(
  name: string,
  key: KeyOf<T, readonly V[]>,
  type: ValueType<V>,
): Part<T> {
  return {
    write: (record, scope) =>
      (record[key] as readonly V[]).flatMap((value) => toNodes(name, type.toXml(value, scope))),
    read: (parent, into, scope) => {
      const found: V[] = []
      for (const element of parent.children) {
        if (element.name !== name || element.isClaimed || type.fits?.(element, scope) === false)
          continue
        const value = readLeaf(element, type, scope)
        if (value === undefined) continue
        takeText(element, type.attributes)
        found.push(value)
      }
      into[key] = [...((into[key] as readonly V[] | undefined) ?? []), ...found]
    },
  }
}

/** An element that is the record's only value. */
export function self<T>(name: string, type: ValueType<T>): Part<T> {
  const part = leaf<{ readonly value: T }, T>(name, 'value', type)
  return {
    ...part,
    write: (value, scope) => part.write({ value }, scope),
    read: (parent, into, scope) => {
      const found: Draft = {}
      part.read(parent, found, scope)
      Object.assign(into, found.value)
    },
  }
}

/** An attribute of that element which is another term, e.g. the unit of a quantity. */
export function withAttribute<T>(
  element: string,
  part: Part<T>,
  attribute: string,
  key: KeyOf<T, string>,
): Part<T> {
  return {
    write: (record, scope) =>
      part.write(record, scope).map((node) => ({
        ...node,
        attributes: attributesOf({
          ...node.attributes,
          [attribute]: record[key] as string | undefined,
        }),
      })),
    read: (parent, into, scope) => {
      const found = findFree(parent, element)
      part.read(parent, into, scope)
      const value = found?.attributes.get(attribute)?.trim()
      if (!found?.isClaimed || !value || (into[key] ?? value) !== value) return
      into[key] = takeAttribute(found, attribute)
    },
  }
}

export const quantity = <T>(
  name: string,
  key: KeyOf<T, Decimal>,
  unitKey: KeyOf<T, string>,
): Part<T> => withAttribute(name, leaf<T, Decimal>(name, key, NUMBER), 'unitCode', unitKey)

/** A constant element, optional when reading. */
export function constant<T>(name: string, text: string): Part<T> {
  return {
    write: () => [{ ...leafNode(name, { text }), isIncidental: true }],
    read: (parent) => {
      const element = findFree(parent, name)
      if (element !== undefined && isAlike(element.text, text)) takeText(element, ['schemeID'])
    },
  }
}

/** An element of other programs without meaning. */
export const tolerated = <T>(name: string, text: string): Part<T> => ({
  ...constant(name, text),
  write: () => [],
})

/** An element that decides the meaning of its parent. */
export function marker<T>(
  name: string,
  text: string,
  accepts: (text: string) => boolean = (it) => isAlike(it, text),
): Part<T> {
  const find = (parent: XmlElement) => findFree(parent, name, (it) => accepts(it.text.trim()))
  return {
    write: () => [{ ...leafNode(name, { text }), isIncidental: true }],
    read: (parent) => {
      const element = find(parent)
      if (element !== undefined) takeText(element, ['schemeID'])
    },
    fits: (parent) => find(parent) !== undefined,
  }
}

/** A boolean marker; `1` and `0` are valid in XML Schema. */
export const indicator = <T>(name: string, isTrue: boolean): Part<T> =>
  marker(name, String(isTrue), (text) => ['true', '1'].includes(text) === isTrue)

/** The parent without such a marker, or with one of these codes, has this meaning. */
export function unmarked<T>(name: string, ...codes: readonly string[]): Part<T> {
  const find = (parent: XmlElement) => parent.children.find((it) => it.name === name)
  return {
    write: () => [],
    read: (parent) => {
      const element = find(parent)
      if (element !== undefined) takeText(element)
    },
    fits: (parent) => {
      const element = find(parent)
      return element === undefined || codes.includes(element.text.trim())
    },
  }
}

/** A parent that stays unread if an element at the path has one of these codes. */
export const without = <T>(path: readonly string[], ...codes: readonly string[]): Part<T> => ({
  write: () => [],
  read: () => {},
  fits: (parent) => !codes.includes(textAt(parent, ...path) ?? ''),
})

const isSame = <V>(type: ValueType<V>, one: V, other: V, scope: Scope): boolean =>
  typeof one === 'object'
    ? isDeepStrictEqual(type.toXml(one, scope), type.toXml(other, scope))
    : one === other

const isAlike = (text: string, expected: string): boolean =>
  text.trim().toUpperCase() === expected.toUpperCase()
