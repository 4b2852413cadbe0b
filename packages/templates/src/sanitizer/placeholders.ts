import { createHash } from 'node:crypto'
import { readTags, type Tag } from '../language/language.ts'
import { type Position, positionAt, templateUnsafe } from '../language/template-error.ts'

const SIGILS = { section: '#', inverted: '^', close: '/' } as const
const UNSAFE_FALLBACK = /[<>`\\{}\r\n]/

export type TagPlace = 'text' | 'attribute' | 'css'
export type Piece = { readonly text: string } | { readonly tag: Tag }

interface Segment {
  readonly marked: number
  readonly source: number
}

/**
 * Replaces each tag with a word that HTML and CSS parsers keep unchanged. The word contains a
 * digest of the source, so no source can contain its own word, and the result is deterministic.
 *
 * Comment tags are removed before parsing, as in rendering, so the parser sees what a browser would
 * see.
 */
export class MarkedSource {
  readonly source: string
  readonly text: string
  readonly #tags: readonly Tag[]
  readonly #marker: RegExp
  readonly #wholeMarker: RegExp
  readonly #segments: readonly Segment[]
  readonly #fragments: readonly string[]
  readonly #written = new Set<Tag>()

  constructor(source: string, prefix: string, fragments: readonly string[] = []) {
    this.source = source
    this.#fragments = fragments
    this.#tags = readTags(source)
    const word = `k${createHash('sha256').update(source).digest('hex').slice(0, 32)}n`
    this.#marker = new RegExp(`${word}(\\d+)k`)
    this.#wholeMarker = new RegExp(`(${word}\\d+k)`)
    const parts = [prefix]
    const segments: Segment[] = []
    let at = 0
    let marked = prefix.length
    const push = (part: string, from: number) => {
      segments.push({ marked, source: from })
      parts.push(part)
      marked += part.length
    }
    for (const [index, tag] of this.#tags.entries()) {
      push(source.slice(at, tag.start), at)
      if (tag.kind !== 'comment') push(`${word}${index}k`, tag.start)
      at = tag.end
    }
    push(source.slice(at), at)
    this.text = parts.join('')
    this.#segments = segments
  }

  holdsMarker(text: string): boolean {
    return this.#marker.test(text)
  }

  /** Text and tags in turn, without empty texts. */
  pieces(text: string): readonly Piece[] {
    if (!this.holdsMarker(text)) return text === '' ? [] : [{ text }]
    const pieces: Piece[] = []
    for (const [index, part] of text.split(this.#marker).entries()) {
      const tag = index % 2 === 1 ? this.#tags[Number(part)] : undefined
      if (tag !== undefined) pieces.push({ tag })
      else if (part !== '') pieces.push({ text: part })
    }
    return pieces
  }

  /** A text in parts for the HTML parser: plain text or one whole marker each. */
  parts(text: string): readonly string[] {
    return text.split(this.#wholeMarker)
  }

  /** The section markers in a text. */
  sectionMarkers(text: string): readonly string[] {
    return this.parts(text).filter((part, index) => {
      const [tag] = index % 2 === 1 ? this.tags(part) : []
      return tag !== undefined && tag.kind !== 'value'
    })
  }

  tags(text: string): readonly Tag[] {
    return this.pieces(text).flatMap((piece) => ('tag' in piece ? [piece.tag] : []))
  }

  /** A tag as the sanitized template writes it. */
  write(tag: Tag, place: TagPlace): string {
    this.#written.add(tag)
    if (tag.kind === 'comment') return ''
    if (tag.kind !== 'value') return `{{${SIGILS[tag.kind]}${tag.name}}}`
    if (tag.fallback !== null)
      return `{{${tag.name} || ${this.#fallback(tag, tag.fallback, place)}}}`
    return tag.raw && place === 'text' && this.#fragments.includes(tag.name)
      ? `{{{${tag.name}}}}`
      : `{{${tag.name}}}`
  }

  /** The text with each marker replaced by its source, for messages. */
  spellAll(text: string): string {
    const pieces = this.pieces(text)
    return pieces
      .map((piece) =>
        'tag' in piece ? this.source.slice(piece.tag.start, piece.tag.end) : piece.text,
      )
      .join('')
  }

  /** Marks tags as used that were replaced by something else. */
  markWritten(text: string): void {
    for (const tag of this.tags(text)) this.#written.add(tag)
  }

  /** Tags that are missing in the result because their surroundings were removed. */
  lost(): readonly Tag[] {
    return this.#tags.filter((tag) => tag.kind !== 'comment' && !this.#written.has(tag))
  }

  refuse(tag: Tag | undefined, reason: string): Error {
    return templateUnsafe(this.source, tag?.start ?? 0, reason)
  }

  /** The source position of an offset in the text with markers. */
  position(markedOffset: number): Position {
    let low = 0
    let high = this.#segments.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#segments[middle]?.marked ?? 0) <= markedOffset) low = middle
      else high = middle - 1
    }
    const { marked, source } = this.#segments[low] ?? { marked: 0, source: 0 }
    return positionAt(this.source, source + Math.max(0, markedOffset - marked))
  }

  /** The template prints its own defaults, so they must be harmless even if read as plain HTML. */
  #fallback(tag: Tag, text: string, place: TagPlace): string {
    const quote = place === 'attribute' || text.includes('"') ? "'" : '"'
    if (!UNSAFE_FALLBACK.test(text) && !text.includes(quote)) return `${quote}${text}${quote}`
    throw this.refuse(
      tag,
      'A default must not contain markup, braces, backslashes or its own quotes',
    )
  }
}
