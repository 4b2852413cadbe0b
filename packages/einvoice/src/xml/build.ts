import { XMLBuilder } from 'fast-xml-parser'
import { withoutForbidden } from './characters.ts'
import type { XmlNode } from './tree.ts'

const DECLARATION = { '?xml': [{ '#text': '' }], ':@': { version: '1.0', encoding: 'UTF-8' } }

/** An indented UTF-8 document; the same tree gives the same bytes. */
export function buildXml(root: XmlNode): string {
  const builder = new XMLBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
    format: true,
    indentBy: '  ',
  })
  return `${builder.build([DECLARATION, toBuilder(root)]).trim()}\n`
}

function toBuilder({ name, attributes, children, text }: XmlNode): Record<string, unknown> {
  const content = children.length > 0 ? children.map(toBuilder) : [{ '#text': text }]
  const names = Object.keys(attributes)
  if (names.length === 0) return { [name]: content }
  const cleaned = names.map((key) => [key, withoutForbidden(attributes[key] ?? '', ' ')])
  return { [name]: content, ':@': Object.fromEntries(cleaned) }
}
