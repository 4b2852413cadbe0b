/**
 * The words of an entry as they are searched: in capitals, and cut into runs of digits and words. Banks
 * cut lines within words, so an entry has two readings, with and without blanks between its lines.
 */
export interface Reading {
  readonly text: string
  /** Longest runs of digits. */
  readonly runs: readonly Span[]
  /** Longest runs of letters and digits. */
  readonly words: readonly Span[]
}

export interface Span {
  readonly text: string
  readonly start: number
  readonly end: number
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Capitals without compatibility forms and characters that nobody sees. */
export const capitals = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').toUpperCase()

export const lettersAndDigits = (text: string): string =>
  capitals(text).replace(/[^\p{L}\p{N}]/gu, '')

export function readingOf(words: string): Reading {
  const text = capitals(words)
  return { text, runs: spansOf(text, /\d+/g), words: spansOf(text, /[\p{L}\p{N}]+/gu) }
}

/** One reading where both would be equal. */
export function readingsOf(lines: readonly string[]): readonly Reading[] {
  const readings = [...new Set([lines.join(' '), lines.join('')])]
  return readings.filter((it) => it !== '').map(readingOf)
}

const spansOf = (text: string, pattern: RegExp): readonly Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }))

/** Neighbors that are joined by at most this many other characters may be one number. */
export const GAP_MAX = 3
const JOINED_MAX = 9
const JOINED_LENGTH_MAX = 40

export interface Joined {
  /** The texts of neighbors without what is between them. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly count: number
}

/** Each span, and what it is together with its next ones. `isJoint` says which text may be between two. */
export function* joinedSpans(
  reading: Reading,
  spans: readonly Span[],
  isJoint: (between: string) => boolean,
): Generator<Joined> {
  for (const [at, { start }] of spans.entries()) {
    let text = ''
    let end = start
    for (const next of spans.slice(at, at + JOINED_MAX)) {
      if (text !== '' && !isJoint(reading.text.slice(end, next.start))) break
      text += next.text
      end = next.end
      if (text.length > JOINED_LENGTH_MAX) break
      yield { text, start, end, count: spans.indexOf(next, at) - at + 1 }
    }
  }
}
