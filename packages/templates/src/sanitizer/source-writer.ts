import type { Tag } from '../language/language.ts'
import type { MarkedSource, TagPlace } from './placeholders.ts'

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
  // A literal brace must not become part of a tag when the template is parsed again.
  '{': '&#123;',
}
const NOT_SIBLINGS = 'A section must open and close inside the same element or attribute'

/** Control characters can come from character references; no text needs them. */
export const escapeSource = (text: string): string =>
  text.replace(/[&<>"\u00a0\{]|[\p{Cc}--[\t\n]]/gv, (character) => REFERENCES[character] ?? '')

/** Writes text and tags, and keeps each section within its element, attribute or style sheet. */
export class SourceWriter {
  readonly marked: MarkedSource
  readonly #open: Tag[][] = []

  constructor(marked: MarkedSource) {
    this.marked = marked
  }

  /** `write` must close every section it opens. */
  frame<Written>(write: () => Written): Written {
    const open: Tag[] = []
    this.#open.push(open)
    const written = write()
    this.#open.pop()
    const [first] = open
    if (first !== undefined) throw this.marked.refuse(first, NOT_SIBLINGS)
    return written
  }

  tag(tag: Tag, place: TagPlace): string {
    const open = this.#open.at(-1)
    if (tag.kind === 'section' || tag.kind === 'inverted') open?.push(tag)
    if (tag.kind === 'close') {
      const opener = open?.pop()
      if (opener === undefined || opener.kind === 'comment' || opener.name !== tag.name) {
        throw this.marked.refuse(tag, NOT_SIBLINGS)
      }
    }
    return this.marked.write(tag, place)
  }

  text(text: string, place: TagPlace): string {
    return this.#spell(text, place, escapeSource)
  }

  attribute(value: string): string {
    return this.frame(() => this.text(value, 'attribute'))
  }

  /** The content of a style element; its CSS contains no `<`. */
  css(css: string): string {
    return this.frame(() => this.#spell(css, 'css', (text) => text))
  }

  #spell(text: string, place: TagPlace, spellText: (text: string) => string): string {
    return this.marked
      .pieces(text)
      .map((piece) => ('tag' in piece ? this.tag(piece.tag, place) : spellText(piece.text)))
      .join('')
  }
}
