import { SaxesParser, type SaxesTagNS } from 'saxes'
import { unreadable } from '../einvoice-error.ts'
import { isBlank } from './characters.ts'
import { decodeXml } from './encoding.ts'
import { knownName } from './namespaces.ts'
import type { XmlElement } from './tree.ts'

/** Both syntaxes nest at most a dozen levels. */
const DEPTH_MAX = 64

/** Enough for some five thousand lines. */
const ELEMENTS_MAX = 250_000
const ATTRIBUTES_MAX = 64
const REASON_LENGTH_MAX = 200
const XMLNS = 'http://www.w3.org/2000/xmlns/'

type Parser = SaxesParser<{ readonly xmlns: true }>

/**
 * Parses a tree of elements with our prefixes. Refuses a DOCTYPE and so custom entities, which can
 * expand a short file or include other files.
 *
 * @throws EInvoiceError `einvoice_unreadable`
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const parser: Parser = new SaxesParser({ xmlns: true })
  refuseDangers(parser)
  const rootOf = collectTree(parser)
  parser.write(decodeXml(bytes)).close()
  const root = rootOf()
  if (root === undefined) throw unreadable('It is empty.', { reason: 'empty' })
  return root
}

function refuseDangers(parser: Parser): void {
  let elements = 0
  let attributes = 0
  parser.on('error', ({ message }) => {
    throw unreadable(`It is not well-formed XML: ${message.slice(0, REASON_LENGTH_MAX)}`, {
      reason: 'not_xml',
    })
  })
  parser.on('doctype', () => {
    throw unreadable('It has a DOCTYPE, which is not allowed.')
  })
  parser.on('opentagstart', () => {
    if (parser.xmlDecl.version === '1.1') throw unreadable('It is XML 1.1. Use XML 1.0.')
    attributes = 0
    elements += 1
    if (elements > ELEMENTS_MAX) throw unreadable(`It has more than ${ELEMENTS_MAX} elements.`)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX)
      throw unreadable(`An element has more than ${ATTRIBUTES_MAX} attributes.`)
  })
}

/** Collects the parsed nodes and returns the root. Blank text counts as empty. */
function collectTree(parser: Parser): () => XmlElement | undefined {
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  parser.on('opentag', (tag) => {
    if (open.length >= DEPTH_MAX) throw unreadable(`It has more than ${DEPTH_MAX} nested levels.`)
    const element = elementOf(tag)
    open.at(-1)?.children.push(element)
    open.push(element)
    root ??= element
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined) element.text = shown(element.text)
  })
  const addText = (text: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  return () => root
}

const shown = (text: string): string => (isBlank(text) ? '' : text)

const elementOf = ({ uri, local, attributes }: SaxesTagNS): XmlElement => ({
  name: knownName(uri, local),
  attributes: new Map(
    Object.values(attributes)
      .filter((it) => it.uri !== XMLNS)
      .map((it) => [knownName(it.uri, it.local), shown(it.value)]),
  ),
  children: [],
  text: '',
  isTextTaken: false,
  isClaimed: false,
})
