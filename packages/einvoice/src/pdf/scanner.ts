import { table } from '../table.ts'
import type { PdfValue } from './objects.ts'

/** Invalid PDF syntax, or nesting beyond any real PDF. */
export class PdfSyntaxError extends Error {}

const DEPTH_MAX = 64

// NUL, tab, line feed, form feed, carriage return, space: the white space of ISO 32000-1, 7.2.2.
const BLANK = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![A-Za-z])/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y
const KEYWORD = /true|false|null/y
const HEXADECIMAL = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y

const ESCAPES = table<string>({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })

/** Reads one value after the other from a PDF's text (Latin-1). */
export class PdfScanner {
  readonly #text: string
  at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.at = at
  }

  /** White space and comments. */
  skipBlanks(): void {
    this.#match(BLANK)
  }

  /** Consumes the word if it comes next. */
  takes(word: string): boolean {
    this.skipBlanks()
    if (!this.#text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  /** Throws `PdfSyntaxError` if there is no value here. */
  value(depth = 0): PdfValue {
    if (depth > DEPTH_MAX) throw new PdfSyntaxError('A PDF value is nested too deeply.')
    this.skipBlanks()
    switch (this.#text[this.at]) {
      case '/':
        return { kind: 'name', name: unescapeName(this.#match(NAME)?.[1] ?? '') }
      case '(':
        return { kind: 'string', bytes: this.#literal() }
      case '[':
        return this.#array(depth)
      case '<':
        return this.#text[this.at + 1] === '<' ? this.#dictionary(depth) : this.#hexadecimal()
      default:
        return this.#word()
    }
  }

  #word(): PdfValue {
    const reference = this.#match(REFERENCE)
    if (reference) {
      const [, number, generation] = reference
      return { kind: 'reference', number: Number(number), generation: Number(generation) }
    }
    const number = this.#match(NUMBER)
    if (number) return Number(number[0])
    const keyword = this.#match(KEYWORD)?.[0]
    if (keyword === undefined) throw new PdfSyntaxError(`No PDF value at byte ${this.at}.`)
    return keyword === 'null' ? null : keyword === 'true'
  }

  #array(depth: number): PdfValue {
    this.at += 1
    const values: PdfValue[] = []
    while (!this.takes(']')) values.push(this.value(depth + 1))
    return values
  }

  #dictionary(depth: number): PdfValue {
    this.at += 2
    const entries = new Map<string, PdfValue>()
    while (!this.takes('>>')) {
      const key = this.#match(NAME)
      if (!key) throw new PdfSyntaxError(`No name of a dictionary's entry at byte ${this.at}.`)
      entries.set(unescapeName(key[1] ?? ''), this.value(depth + 1))
    }
    return { kind: 'dictionary', entries }
  }

  #hexadecimal(): PdfValue {
    const digits = this.#match(HEXADECIMAL)?.[1]?.replace(/[^0-9A-Fa-f]/g, '')
    if (digits === undefined) throw new PdfSyntaxError(`A PDF string is broken at ${this.at}.`)
    const whole = digits.length % 2 === 0 ? digits : `${digits}0`
    return { kind: 'string', bytes: Buffer.from(whole, 'hex').toString('latin1') }
  }

  /** A string in parentheses, which may nest; a backslash escapes (7.3.4.2). */
  #literal(): string {
    let bytes = ''
    let open = 0
    for (let at = this.at; at < this.#text.length; at += 1) {
      const character = this.#text[at] ?? ''
      if (character === '\\') {
        const [escaped, length] = unescapeAt(this.#text, at + 1)
        bytes += escaped
        at += length
        continue
      }
      if (character === '(') open += 1
      if (character === ')') open -= 1
      if (open === 0) {
        this.at = at + 1
        return bytes.slice(1)
      }
      bytes += character
    }
    // An unclosed string contains the rest of the file.
    this.at = this.#text.length
    throw new PdfSyntaxError('A PDF string does not end.')
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.#text)
    if (match) this.at += match[0].length
    return match
  }
}

/** The character for an escape sequence, and the length of that sequence. */
function unescapeAt(text: string, at: number): readonly [string, number] {
  const octal = /^[0-7]{1,3}/.exec(text.slice(at, at + 3))?.[0]
  if (octal !== undefined) {
    return [String.fromCharCode(Number.parseInt(octal, 8) & 0xff), octal.length]
  }
  const character = text[at] ?? ''
  if (character === '\r' && text[at + 1] === '\n') return ['', 2]
  if (character === '\r' || character === '\n') return ['', 1]
  return [ESCAPES[character] ?? character, 1]
}

const unescapeName = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
