import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  InsertionMode,
  Parser,
  type ParserOptions,
  Token,
} from 'parse5'
import { templateTooComplex } from '../language/template-error.ts'
import type { MarkedSource } from './placeholders.ts'

type Document = DefaultTreeAdapterTypes.Document
type AdapterMap = DefaultTreeAdapterTypes.DefaultTreeAdapterMap

const ELEMENTS_MAX = 50_000
const DEPTH_MAX = 200

/** Where a comment would end up outside the body, a tag opens or reopens the body like text does. */
const OUTSIDE = new Set([
  InsertionMode.INITIAL,
  InsertionMode.BEFORE_HTML,
  InsertionMode.BEFORE_HEAD,
  InsertionMode.AFTER_HEAD,
  InsertionMode.AFTER_BODY,
  InsertionMode.AFTER_AFTER_BODY,
])
const VERBATIM = new Set([
  InsertionMode.TEXT,
  InsertionMode.IN_SELECT,
  InsertionMode.IN_SELECT_IN_TABLE,
])

/**
 * parse5 with one change: a marker in text becomes a comment node. The parser moves text inside a
 * table in front of it, which would separate a loop from its rows; comments stay in place.
 */
class MarkedParser extends Parser<AdapterMap> {
  readonly #marked: MarkedSource
  #opensBody = false

  constructor(options: ParserOptions<AdapterMap>, marked: MarkedSource) {
    super(options)
    this.#marked = marked
  }

  override onCharacter(token: Token.CharacterToken): void {
    const verbatim = VERBATIM.has(this.insertionMode) || this.tokenizer.inForeignNode
    if (verbatim || this.#opensBody || !this.#marked.holdsMarker(token.chars)) {
      super.onCharacter(token)
      return
    }
    for (const [index, chars] of this.#marked.parts(token.chars).entries()) {
      if (chars === '') continue
      if (index % 2 === 0) super.onCharacter({ ...token, chars })
      else this.#onMarker(chars, token.location)
    }
  }

  /** Drops comments, except the sections that authors hide in them from their editors. */
  override onComment({ data, location }: Token.CommentToken): void {
    for (const marker of this.#marked.sectionMarkers(data)) this.#onMarker(marker, location)
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop > DEPTH_MAX) {
      throw templateTooComplex(
        `Elements can nest at most ${DEPTH_MAX} deep. Simplify the template.`,
      )
    }
    super.onStartTag(token)
  }

  #onMarker(marker: string, location: Token.Location | null): void {
    if (!OUTSIDE.has(this.insertionMode)) {
      super.onComment({ type: Token.TokenType.COMMENT, data: marker, location })
      return
    }
    // The parser passes the same token from mode to mode until the body is open.
    this.#opensBody = true
    super.onCharacter({ type: Token.TokenType.CHARACTER, chars: marker, location })
    this.#opensBody = false
  }
}

/** Parses a template with markers, always in standards mode. */
export function parseMarked(marked: MarkedSource): Document {
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      elements += 1
      if (elements > ELEMENTS_MAX) {
        throw templateTooComplex(
          `The template has more than ${ELEMENTS_MAX} elements. Simplify it.`,
        )
      }
      return defaultTreeAdapter.createElement(tagName, namespace, attributes)
    },
  }
  const options = { sourceCodeLocationInfo: true, treeAdapter }
  const parser = new MarkedParser(options, marked)
  parser.tokenizer.write(marked.text, true)
  return parser.document
}
