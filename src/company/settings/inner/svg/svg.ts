import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { table } from '../../../../kernel/table.ts'
import { SVG_ATTRIBUTES, SVG_ELEMENTS, SVG_PROPERTIES } from './allowed.ts'
import { safeDeclarations, safeStyleSheet, safeValue } from './style.ts'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const DEPTH_MAX = 64
const ELEMENTS_MAX = 10_000
/**
 * Copies of copies grow exponentially; this many `use` elements draw at most a few thousand
 * shapes.
 */
const USES_MAX = 20

type Element = DefaultTreeAdapterMap['element']
type Child = DefaultTreeAdapterMap['childNode']

interface Budget {
  elements: number
  uses: number
}

/**
 * The drawing as well-formed XML. Everything that is not on the lists of `allowed.ts` is left out,
 * and nothing refers outside the drawing. Sanitizing the result again changes nothing. Undefined
 * if there is no `<svg>`, or it is too complex for a logo.
 */
export function sanitizeSvg(text: string): string | undefined {
  const root = findSvg(parseFragment(withoutProlog(text)).childNodes)
  const budget = { elements: 0, uses: 0 }
  const svg = root && write(root, 0, budget)
  return budget.elements > ELEMENTS_MAX || budget.uses > USES_MAX ? undefined : svg
}

/**
 * The HTML parser supports neither an XML declaration nor a document type with declarations
 * inside.
 */
const withoutProlog = (text: string): string => text.slice(Math.max(0, text.search(/<svg[\s>]/i)))

const isElement = (node: Child): node is Element => 'tagName' in node

function findSvg(nodes: readonly Child[]): Element | undefined {
  return nodes.filter(isElement).find(({ tagName }) => tagName === 'svg')
}

function write(element: Element, depth: number, budget: Budget): string {
  const name = element.tagName
  const isKnown = element.namespaceURI === SVG_NAMESPACE && SVG_ELEMENTS.has(name)
  if (!isKnown || depth > DEPTH_MAX) return ''
  budget.elements++
  if (name === 'use') budget.uses++
  if (name === 'style') return writeStyle(element)
  const start = `${name}${depth === 0 ? ` xmlns="${SVG_NAMESPACE}"` : ''}${attributes(element)}`
  const content = element.childNodes.map((child) => writeChild(child, depth, budget)).join('')
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`
}

function writeChild(child: Child, depth: number, budget: Budget): string {
  if (isElement(child)) return write(child, depth + 1, budget)
  return child.nodeName === '#text' && 'value' in child ? escapeXml(child.value) : ''
}

function writeStyle(element: Element): string {
  const css = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  const safe = safeStyleSheet(css)
  return safe === '' ? '' : `<style>${escapeXml(safe)}</style>`
}

function attributes(element: Element): string {
  return element.attrs
    .map(({ name, value }) => [name, safeAttribute(element.tagName, name, value.trim())] as const)
    .filter(([, value]) => value !== '')
    .filter(([name], index, all) => all.findIndex((other) => other[0] === name) === index)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}

/** The value if it is allowed, else nothing. For the parser, `xlink:href` is also a `href`. */
function safeAttribute(element: string, name: string, value: string): string {
  if (name === 'style') return safeDeclarations(value)
  if (name === 'href') return isInternal(element, value) ? value : ''
  if (!SVG_ATTRIBUTES.has(name)) return ''
  return SVG_PROPERTIES.has(name) ? safeValue(value) : value
}

const HREF_ELEMENTS = new Set(['use', 'linearGradient', 'radialGradient'])

const isInternal = (element: string, value: string): boolean =>
  HREF_ELEMENTS.has(element) && /^#[\w.:-]{1,100}$/.test(value)

const XML_ESCAPES = table<string>({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
})

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => XML_ESCAPES[char] ?? '')
