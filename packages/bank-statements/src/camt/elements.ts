import { SaxesParser } from 'saxes'
import { BankFileError, forbiddenXml, unreadable } from '../bank-file-error.ts'
import { TEXT_LENGTH_MAX, XML_ATTRIBUTES_MAX, XML_DEPTH_MAX, XML_ELEMENTS_MAX } from '../limits.ts'

/** An element with its parts, without those of other namespaces. */
export interface Element {
  readonly name: string
  /** Where it begins. */
  readonly line: number
  /** The attribute of amounts. */
  readonly currency: string
  readonly children: Element[]
  text: string
}

export interface ElementReader {
  /** Whether a message begins here, at the root or in an envelope. */
  readonly root: (namespace: string) => boolean
  /** An element ends. Answers whether its parent still needs it. */
  readonly end: (element: Element, parents: readonly Element[]) => boolean
}

const PIECE_LENGTH = 64 * 1024

/**
 * Reads XML piece by piece, so that only the elements that `end` keeps stay in memory. It knows the
 * five predefined entities and none besides.
 *
 * @throws BankFileError
 */
export function readElements(text: string, reader: ElementReader): void {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let namespace: string | undefined
  /** How many levels deep within an element of another namespace. */
  let foreign = 0
  /** How many levels of an envelope are open. */
  let outside = 0
  let elements = 0
  let attributes = 0
  const at = () => ({ line: parser.line })
  parser.on('error', () => {
    throw unreadable('not_xml', at())
  })
  parser.on('doctype', () => {
    throw forbiddenXml(parser.line)
  })
  parser.on('opentagstart', () => {
    attributes = 0
    elements += 1
    if (elements > XML_ELEMENTS_MAX) throw unreadable('elements', { max: XML_ELEMENTS_MAX })
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > XML_ATTRIBUTES_MAX)
      throw unreadable('attributes', { ...at(), max: XML_ATTRIBUTES_MAX })
  })
  parser.on('opentag', ({ uri, local, attributes: given }) => {
    if (open.length + foreign + outside >= XML_DEPTH_MAX)
      throw unreadable('depth', { ...at(), max: XML_DEPTH_MAX })
    if (open.length + foreign === 0) {
      if (!reader.root(uri)) {
        outside += 1
        return
      }
      namespace = uri
    }
    if (foreign > 0 || uri !== namespace) {
      foreign += 1
      return
    }
    const currency = Object.hasOwn(given, 'Ccy') ? (given.Ccy?.value ?? '') : ''
    open.push({ name: local, line: parser.line, currency, children: [], text: '' })
  })
  const addText = (piece: string): void => {
    const element = open.at(-1)
    if (element === undefined || foreign > 0) return
    if (element.text.length + piece.length > TEXT_LENGTH_MAX)
      throw unreadable('text', { ...at(), max: TEXT_LENGTH_MAX })
    element.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (foreign > 0) {
      foreign -= 1
      return
    }
    const element = open.pop()
    if (element === undefined) outside -= 1
    else if (reader.end(element, open)) open.at(-1)?.children.push(element)
  })
  try {
    for (let start = 0; start < text.length; start += PIECE_LENGTH)
      parser.write(text.slice(start, start + PIECE_LENGTH))
    parser.close()
  } catch (error) {
    if (error instanceof BankFileError) throw error
    throw unreadable('not_xml', at())
  }
}

/** All elements on a path below `element`. */
export function all(element: Element | undefined, ...path: readonly string[]): readonly Element[] {
  let found: readonly Element[] = element === undefined ? [] : [element]
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((it) => it.name === name))
  return found
}

/** The first element on a path. */
export const first = (
  element: Element | undefined,
  ...path: readonly string[]
): Element | undefined => all(element, ...path)[0]

/** The text of the first element on a path; empty if there is none. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  first(element, ...path)?.text.trim() ?? ''

/** The first text that is not empty. */
export const firstText = (...texts: readonly string[]): string =>
  texts.find((text) => text !== '') ?? ''
