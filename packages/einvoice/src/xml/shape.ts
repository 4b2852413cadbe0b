import { parseDay } from '../model/day.ts'
import { formatDecimal, parseDecimal } from '../model/decimal.ts'
import { leafNode, toParent } from './nodes.ts'
import { type Expected, takeText, type XmlElement, type XmlNode } from './tree.ts'

/**
 * The elements of a national format in the order of its schema. The same declaration writes and
 * reads.
 */
export interface Shape {
  readonly [element: string]: Kind
}
type Kind = Text | Group<Shape> | Many<Text | Group<Shape>>

export interface Text {
  readonly kind: 'text'
  /** Attributes that the schema fixes. */
  readonly attributes: Readonly<Record<string, string>>
  /** A file with another text is refused. */
  readonly expected?: Expected
  /** The text in its usual form; `undefined` if it is not what is expected. */
  readonly read?: (text: string) => string | undefined
}
export interface Group<S> {
  readonly kind: 'group'
  readonly shape: S
}
export interface Many<K> {
  readonly kind: 'many'
  readonly of: K
}

/** The contents of a file, by element name; empty elements are absent. */
export type Content<S extends Shape> = {
  readonly [N in keyof S]?: ValueOf<S[N]> | undefined
}
type ValueOf<K> = K extends Text
  ? string
  : K extends Group<infer S extends Shape>
    ? Content<S>
    : K extends Many<infer O>
      ? readonly ValueOf<O>[]
      : never

type Value = string | Entries | readonly Value[] | undefined
interface Entries {
  readonly [element: string]: Value
}

export const text: Text = { kind: 'text', attributes: {} }
export const fixed = (attributes: Text['attributes']): Text => ({ kind: 'text', attributes })
export const group = <const S extends Shape>(shape: S): Group<S> => ({ kind: 'group', shape })
export const many = <K extends Text | Group<Shape>>(of: K): Many<K> => ({ kind: 'many', of })

type Named<N extends string> = { readonly [K in N]: Text }

/** Several elements of one kind, by their names. */
const each =
  (kind: Text) =>
  <const N extends string>(...names: readonly N[]): Named<N> =>
    Object.fromEntries(names.map((name) => [name, kind])) as Named<N>

export const texts = each(text)

/** Days without their zone. */
export const dates = each({ ...text, expected: 'date', read: parseDay })

const PLAIN = /^-?\d+(\.\d+)?$/

export const numbers = each({
  ...text,
  expected: 'number',
  read: (given) => {
    const value = parseDecimal(given)
    return value && (PLAIN.test(given) ? given : formatDecimal(value))
  },
})

/** A text of a fixed list. */
export const code = (pattern: RegExp): Text => ({
  ...text,
  expected: 'code',
  read: (given) => (pattern.test(given) ? given : undefined),
})

/** Reads and claims the declared elements; the rest stays unread. `prefix` precedes the names. */
export const readContent = <S extends Shape>(
  element: XmlElement,
  shape: S,
  prefix = '',
): Content<S> => readGroup(element, shape, prefix) as Content<S>

function readGroup(element: XmlElement, shape: Shape, prefix: string): Entries {
  const found = Object.entries(shape).flatMap(([name, kind]) => {
    const all = element.children.filter((it) => it.name === `${prefix}${name}`)
    const value = readKind(all, kind, prefix)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

function readKind(elements: readonly XmlElement[], kind: Kind, prefix: string): Value {
  if (kind.kind === 'many') {
    const values = elements.flatMap((it) => readKind([it], kind.of, prefix) ?? [])
    return values.length === 0 ? undefined : values
  }
  const [element] = elements
  if (element === undefined) return undefined
  if (kind.kind === 'text') {
    takeText(element, Object.keys(kind.attributes))
    const given = element.text.trim()
    if (given === '') return undefined
    const value = kind.read === undefined ? given : kind.read(given)
    if (value === undefined) element.fault = kind.expected
    return value
  }
  element.isClaimed = true
  const content = readGroup(element, kind.shape, prefix)
  return Object.keys(content).length === 0 ? undefined : content
}

/** The elements of a content, without empty ones. */
export const writeContent = <S extends Shape>(content: Content<S>, shape: S): readonly XmlNode[] =>
  writeGroup(content as Entries, shape)

const writeGroup = (content: Entries, shape: Shape): readonly XmlNode[] =>
  Object.entries(shape).flatMap(([name, kind]) => writeKind(name, content[name], kind))

function writeKind(name: string, value: Value, kind: Kind): readonly XmlNode[] {
  if (value === undefined) return []
  if (kind.kind === 'many')
    return (value as readonly Value[]).flatMap((it) => writeKind(name, it, kind.of))
  if (kind.kind === 'group') return toParent(name, writeGroup(value as Entries, kind.shape))
  return value === '' ? [] : [leafNode(name, { text: String(value), attributes: kind.attributes })]
}
