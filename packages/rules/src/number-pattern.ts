import { FieldError } from './faults.ts'

export type NumberReset = 'never' | 'yearly' | 'monthly'

/** `pattern` such as `INV-{YYYY}-{SEQ:4}`. */
export interface Numbering {
  readonly pattern: string
  readonly reset: NumberReset
}

export const PATTERN_LENGTH_MAX = 40
const SEQUENCE_WIDTH_MAX = 12

/** A piece of a pattern: literal text, or a token. */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'year' | 'short_year' | 'month' }
  | { readonly kind: 'sequence'; readonly width: number }

/**
 * Reads a pattern such as `INV-{YYYY}-{SEQ:4}`: text of letters, digits and `+ - _ / . ` blank, the
 * tokens `{YYYY}`, `{YY}` and `{MM}`, and exactly one `{SEQ}` or `{SEQ:n}` (at least n digits).
 *
 * @throws FieldError
 */
export function parsePattern(pattern: string): readonly PatternPart[] {
  if (pattern.length > PATTERN_LENGTH_MAX) {
    throw new FieldError(
      'too_long',
      `The pattern is too long. Use at most ${PATTERN_LENGTH_MAX} characters.`,
      { max: PATTERN_LENGTH_MAX },
    )
  }
  const parts = (pattern.match(/\{[^{}]*\}|[^{}]+|[{}]/g) ?? []).map(toPart)
  if (parts.filter(({ kind }) => kind === 'sequence').length === 1) return parts
  throw invalidPattern('The pattern needs exactly one {SEQ} or {SEQ:n}, e.g. INV-{YYYY}-{SEQ:4}.')
}

/**
 * Checks that no number can come twice: a series that starts again needs in its numbers what it
 * starts again with.
 *
 * @throws FieldError
 */
export function checkNumbering({ pattern, reset }: Numbering): void {
  const kinds = new Set(parsePattern(pattern).map(({ kind }) => kind))
  const hasYear = kinds.has('year') || kinds.has('short_year')
  if (reset === 'yearly' && !hasYear) {
    throw invalidPattern(
      'With reset `yearly`, the pattern needs {YYYY} or {YY}. Add it, or use reset `never`.',
    )
  }
  if (reset === 'monthly' && !(hasYear && kinds.has('month'))) {
    throw invalidPattern(
      'With reset `monthly`, the pattern needs {MM} and {YYYY} or {YY}. Add them.',
    )
  }
}

/**
 * Whether two patterns could give the same number: they differ only in digits around the sequence.
 */
export const canCollide = (first: string, second: string): boolean =>
  skeleton(first) === skeleton(second)

/** The number of a document of that day (`YYYY-MM-DD`) at that position of its series. */
export function formatNumber(
  pattern: string,
  { date, sequence }: { readonly date: string; readonly sequence: bigint },
): string {
  return parsePattern(pattern)
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'sequence') return String(sequence).padStart(part.width, '0')
      if (part.kind === 'month') return date.slice(5, 7)
      return part.kind === 'year' ? date.slice(0, 4) : date.slice(2, 4)
    })
    .join('')
}

/** The period of a series for a day (`YYYY-MM-DD`): `''`, `2026` or `2026-11`. */
export function seriesPeriod(reset: NumberReset, date: string): string {
  if (reset === 'never') return ''
  return reset === 'yearly' ? date.slice(0, 4) : date.slice(0, 7)
}

function toPart(piece: string): PatternPart {
  if (piece === '{YYYY}') return { kind: 'year' }
  if (piece === '{YY}') return { kind: 'short_year' }
  if (piece === '{MM}') return { kind: 'month' }
  if (/^\{SEQ(:\d{1,2})?\}$/.test(piece)) return { kind: 'sequence', width: widthOf(piece) }
  if (/^[A-Za-z0-9+\-_/. ]+$/.test(piece)) return { kind: 'text', text: piece }
  throw invalidPattern(
    `\`${piece}\` is not allowed in a pattern. Use {YYYY}, {YY}, {MM}, {SEQ:n}, letters, digits and + - _ / .`,
  )
}

function widthOf(token: string): number {
  const width = Number(/\d+/.exec(token)?.[0] ?? 1)
  if (width >= 1 && width <= SEQUENCE_WIDTH_MAX) return width
  throw invalidPattern(`Out of range: use 1 to ${SEQUENCE_WIDTH_MAX} digits in {SEQ:n}.`)
}

const skeleton = (pattern: string): string =>
  pattern
    .replaceAll('{YYYY}', '20{YY}')
    .replace(/(\d|\{(YY|MM)\})*\{SEQ[^}]*\}(\d|\{(YY|MM)\})*/, '{SEQ}')

const invalidPattern = (message: string): FieldError => new FieldError('invalid_pattern', message)
