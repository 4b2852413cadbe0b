import { withoutForbidden } from './characters.ts'
import type { XmlNode } from './tree.ts'
import type { Content } from './values.ts'

export function toNodes(name: string, content: Content | undefined): readonly XmlNode[] {
  if (content === undefined) return []
  const node = leafNode(name, content)
  return node.text.trim() === '' ? [] : [node]
}

export function leafNode(name: string, { text, attributes = {} }: Content): XmlNode {
  return {
    name,
    attributes: attributesOf(attributes),
    children: [],
    text: withoutForbidden(text),
    isIncidental: false,
  }
}

export const attributesOf = (
  attributes: NonNullable<Content['attributes']>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )

export function toParent(name: string, children: readonly XmlNode[]): readonly XmlNode[] {
  if (children.every((it) => it.isIncidental)) return []
  return [{ ...leafNode(name, { text: '' }), children }]
}
