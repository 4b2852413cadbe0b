import type { DefaultTreeAdapterTypes } from 'parse5'
import { DROPPED_ELEMENTS, ELEMENTS, META_NAMES, VOID_ELEMENTS } from './allowlist.ts'
import { AttributeWriter } from './attributes.ts'
import { sanitizeStyleSheet } from './css.ts'
import { LOGO_FRAME_STYLE, toLogo } from './logo.ts'
import type { MarkedSource } from './placeholders.ts'
import type { Removals } from './removals.ts'
import { SourceWriter } from './source-writer.ts'

type Element = DefaultTreeAdapterTypes.Element
type ChildNode = DefaultTreeAdapterTypes.ChildNode
type ParentNode = DefaultTreeAdapterTypes.ParentNode

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'

export interface WriterOptions {
  readonly marked: MarkedSource
  readonly removals: Removals
  /** The URL to print for a `url()` in CSS, or null if it is not allowed. */
  readonly allowedUrl: (address: string) => string | null
}

/** Writes the allowed part of a parsed template, in its own spelling. */
export class HtmlWriter {
  readonly #marked: MarkedSource
  readonly #removals: Removals
  readonly #writer: SourceWriter
  readonly #attributes: AttributeWriter
  readonly #out: string[] = []
  #framesLogo = false

  constructor({ marked, removals, allowedUrl }: WriterOptions) {
    this.#marked = marked
    this.#removals = removals
    this.#writer = new SourceWriter(marked)
    this.#attributes = new AttributeWriter(this.#writer, removals, allowedUrl)
  }

  document(document: ParentNode): string {
    const html = find(document, 'html')
    this.#out.push(`<!DOCTYPE html>\n${this.#attributes.startTag('html', html)}\n`)
    this.#element('head', find(html, 'head'))
    const headEnd = this.#out.length - 1
    this.#out.push('\n')
    this.#element('body', find(html, 'body'))
    this.#out.push('</html>')
    if (this.#framesLogo) this.#out[headEnd] = `${LOGO_FRAME_STYLE}</head>`
    return this.#out.join('')
  }

  #element(name: string, element: Element | undefined): void {
    this.#out.push(this.#attributes.startTag(name, element))
    if (VOID_ELEMENTS.has(name)) return
    // HTML ignores the first line break after <pre>, so a real one needs another before it.
    const first = element?.childNodes[0]
    if (name === 'pre' && first !== undefined && 'value' in first && first.value.startsWith('\n')) {
      this.#out.push('\n')
    }
    this.#writer.frame(() => this.#children(element))
    this.#out.push(`</${name}>`)
  }

  #children(parent: ParentNode | undefined): void {
    for (const child of parent?.childNodes ?? []) this.#node(child)
  }

  #node(node: ChildNode): void {
    if ('value' in node) this.#out.push(this.#writer.text(node.value, 'text'))
    // The only comments left are the parser's own, which stand for tags in text.
    else if ('data' in node) this.#out.push(this.#writer.text(node.data, 'text'))
    else if ('tagName' in node) this.#child(node)
  }

  #child(element: Element): void {
    const name = element.tagName
    const [tag] = this.#marked.tags(name)
    if (tag !== undefined) throw this.#marked.refuse(tag, 'A tag must not create an HTML element')
    const html = element.namespaceURI === HTML_NAMESPACE
    if (name === 'img' && html && this.#logo(element)) return
    if (html && name === 'meta') this.#meta(element)
    else if (html && name === 'style') this.#style(element)
    else if (html && ELEMENTS.has(name)) this.#element(name, element)
    else {
      this.#removals.add(`<${name}>`, element)
      if (html && !DROPPED_ELEMENTS.has(name)) this.#children(element)
    }
  }

  #logo(element: Element): boolean {
    const logo = toLogo(element, this.#writer, this.#attributes, this.#removals)
    if (logo === null) return false
    this.#framesLogo ||= logo.framed
    this.#out.push(logo.html)
    return true
  }

  #meta(element: Element): void {
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
    const name = attributes.get('name')?.toLowerCase()
    const content = attributes.get('content')
    if (attributes.has('charset')) this.#out.push('<meta charset="utf-8">')
    else if (name !== undefined && META_NAMES.has(name) && content !== undefined) {
      this.#out.push(`<meta name="${name}" content="${this.#writer.attribute(content)}">`)
    } else this.#removals.add('<meta>', element)
  }

  #style(element: Element): void {
    // The parser leaves at most one text in a style element.
    const text = element.childNodes.find((node) => 'value' in node)
    const css = text !== undefined && 'value' in text ? text.value : ''
    const offset = text?.sourceCodeLocation?.startOffset
    const kept = sanitizeStyleSheet(css, this.#attributes.cssOf(element, offset))
    const start = this.#attributes.startTag('style', element)
    this.#out.push(`${start}${this.#writer.css(kept)}</style>`)
  }
}

const find = (parent: ParentNode | undefined, name: string): Element | undefined =>
  parent?.childNodes.find((node): node is Element => 'tagName' in node && node.tagName === name)
