import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Tag } from '../language/language.ts'
import { type Position, positionAt } from '../language/template-error.ts'
import type { MarkedSource } from './placeholders.ts'

/** Blocked code that the sanitizer removed. */
export interface Removal {
  readonly what: string
  /** `line 3, column 14`, or empty if the parser added the code itself. */
  readonly where: string
}

const REMOVALS_MAX = 100
const WHAT_LENGTH_MAX = 160

/** The list of removed code for the author, cut off at a readable length. */
export class Removals {
  readonly #list: Removal[] = []
  readonly #marked: MarkedSource
  #more = 0

  constructor(marked: MarkedSource) {
    this.#marked = marked
  }

  add(what: string, element: DefaultTreeAdapterTypes.Element): void {
    const offset = element.sourceCodeLocation?.startOffset
    this.#add(what, () => (offset === undefined ? null : this.#marked.position(offset)))
  }

  /** `offset` counts in the text with markers. */
  addAt(what: string, offset: number): void {
    this.#add(what, () => this.#marked.position(offset))
  }

  addTag(tag: Tag): void {
    const { source } = this.#marked
    this.#add(source.slice(tag.start, tag.end), () => positionAt(source, tag.start))
  }

  /** Computed only for listed removals: it walks through the source. */
  #add(what: string, find: () => Position | null): void {
    if (this.#list.length >= REMOVALS_MAX) {
      this.#more += 1
      return
    }
    const position = find()
    this.#list.push({
      what: this.#marked.spellAll(what).slice(0, WHAT_LENGTH_MAX),
      where: position === null ? '' : `line ${position.line}, column ${position.column}`,
    })
  }

  all(): readonly Removal[] {
    if (this.#more === 0) return this.#list
    return [...this.#list, { what: `${this.#more} more`, where: '' }]
  }
}
