import type { DefaultTreeAdapterTypes, Token } from 'parse5'
import { isAllowedAttribute } from './allowlist.ts'
import { sanitizeDeclarations } from './css.ts'
import type { CssContext } from './css-values.ts'
import type { Removals } from './removals.ts'
import { escapeSource, type SourceWriter } from './source-writer.ts'

type Element = DefaultTreeAdapterTypes.Element

const PAGE_LINK = /^#[^\s{}]*$/
const LINK_SCHEME = /^(?:mailto|tel):$/i

/** Writes the allowed attributes of an element. */
export class AttributeWriter {
  readonly #writer: SourceWriter
  readonly #removals: Removals
  readonly #allowedUrl: (address: string) => string | null

  constructor(
    writer: SourceWriter,
    removals: Removals,
    allowedUrl: (address: string) => string | null,
  ) {
    this.#writer = writer
    this.#removals = removals
    this.#allowedUrl = allowedUrl
  }

  startTag(name: string, element: Element | undefined): string {
    const attributes = (element?.attrs ?? []).map((attribute) => {
      const value = element === undefined ? null : this.#attribute(attribute, element)
      return value === null ? '' : ` ${attribute.name}="${value}"`
    })
    return `<${name}${attributes.join('')}>`
  }

  /** The declarations of a style attribute, or null if none are left. */
  declarations(css: string, element: Element): string | null {
    const kept = sanitizeDeclarations(css, this.cssOf(element))
    return kept === '' ? null : this.#writer.attribute(kept)
  }

  /** `contentOffset`: where the CSS begins, if it is an element and not an attribute. */
  cssOf(element: Element, contentOffset?: number): CssContext {
    const report = (what: string, at: number) => {
      if (contentOffset === undefined) this.#removals.add(`${what} in CSS`, element)
      else this.#removals.addAt(`${what} in CSS`, contentOffset + at)
    }
    return { marked: this.#writer.marked, allowedUrl: this.#allowedUrl, report }
  }

  #attribute({ name, value }: Token.Attribute, element: Element): string | null {
    const { marked } = this.#writer
    const [tag] = marked.tags(name)
    if (tag !== undefined) throw marked.refuse(tag, 'A tag must not create an attribute')
    if (isAllowedAttribute(element.tagName, name)) {
      if (name === 'style') return this.declarations(value, element)
      return name === 'href' ? this.#link(value, element) : this.#writer.attribute(value)
    }
    // CSS is the only style language left, so dropping `type` is not reported.
    if (element.tagName !== 'style' || name !== 'type') {
      this.#removals.add(`the attribute ${name.slice(0, 80)} of <${element.tagName}>`, element)
    }
    return null
  }

  /**
   * A link inside the page, or one whose whole target (or the part after `mailto:` or `tel:`) is a
   * tag. A target fixed by the template, also as a default, belongs to its author and is removed.
   */
  #link(value: string, element: Element): string | null {
    const address = value.trim()
    const pieces = this.#writer.marked.pieces(address)
    const last = pieces.at(-1)
    const first = pieces[0]
    const start = pieces.length === 2 && first !== undefined && 'text' in first ? first.text : ''
    const alone = pieces.length === 1 || LINK_SCHEME.test(start)
    if (alone && last !== undefined && 'tag' in last && last.tag.kind === 'value') {
      if (last.tag.fallback === null) {
        return `${start.toLowerCase()}${this.#writer.tag(last.tag, 'attribute')}`
      }
    } else if (pieces.length < 2 && PAGE_LINK.test(address)) return escapeSource(address)
    const spelled = this.#writer.marked.spellAll(address)
    this.#removals.add(`the address ${spelled.slice(0, 80)}`, element)
    return null
  }
}
