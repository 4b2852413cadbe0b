/** An element to write. Names have the prefixes of `namespaces.ts`. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  readonly text: string
  /** Meaningless alone (`VAT` next to a rate): a parent with only such children is omitted. */
  readonly isIncidental: boolean
}

/**
 * A parsed element. Readers mark what they use, so that everything unused can be listed: text,
 * remaining attributes and unclaimed elements.
 */
export interface XmlElement {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  text: string
  isTextTaken: boolean
  isClaimed: boolean
  /** The kind of value that its text should be, but is not. */
  fault?: Expected | undefined
}

export type Expected = 'date' | 'number' | 'code'

/** The first unclaimed child with that name. */
export const findFree = (
  parent: XmlElement,
  name: string,
  fits: (child: XmlElement) => boolean = () => true,
): XmlElement | undefined =>
  parent.children.find((child) => child.name === name && !child.isClaimed && fits(child))

/** The text at a path of names, without claiming it. */
export function textAt(element: XmlElement, ...path: readonly string[]): string | undefined {
  const [name, ...rest] = path
  if (name === undefined) return element.text.trim()
  const child = element.children.find((it) => it.name === name)
  return child === undefined ? undefined : textAt(child, ...rest)
}

/** The text and its attributes. */
export function takeText(element: XmlElement, attributes: readonly string[] = []): void {
  element.isClaimed = true
  element.isTextTaken = true
  for (const name of attributes) element.attributes.delete(name)
}

export function takeAttribute(element: XmlElement, name: string): string | undefined {
  const value = element.attributes.get(name)?.trim()
  element.attributes.delete(name)
  return value === '' ? undefined : value
}
