/** An element to be written. Names carry the prefixes of `xml-namespaces.ts`. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  readonly text: string
  /** It says nothing by itself (`VAT` beside a rate): a parent with only such children is left out. */
  readonly isIncidental: boolean
}

/**
 * An element that was read. Readers mark what they took over, so that in the end what nobody
 * understood can be listed: text, attributes still there, and elements nobody claimed.
 */
export interface XmlElement {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  text: string
  isTextTaken: boolean
  isClaimed: boolean
}

/** The first child of that name that nobody has claimed yet. */
export const findFree = (
  parent: XmlElement,
  name: string,
  fits: (child: XmlElement) => boolean = () => true,
): XmlElement | undefined =>
  parent.children.find((child) => child.name === name && !child.isClaimed && fits(child))

/** The text at a path of names, without claiming anything. */
export function textAt(element: XmlElement, ...path: readonly string[]): string | undefined {
  const [name, ...rest] = path
  if (name === undefined) return element.text.trim()
  const child = element.children.find((it) => it.name === name)
  return child === undefined ? undefined : textAt(child, ...rest)
}

/** The text, and attributes that belong to it. */
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
