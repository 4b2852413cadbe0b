import {
  formatNumber,
  type Numbering,
  type NumberReset,
  parsePattern,
  seriesPeriod,
} from './number-pattern.ts'

/** The kinds of documents that get numbers. */
export type NumberedKind = 'invoice' | 'credit_note' | 'quote' | 'delivery_note'

/** A numbering: one row of `number_series`, and the pattern of its numbers. */
export interface NumberSeries {
  readonly key: string
  readonly numbering: Numbering
  /** `YYYY-MM-DD`. */
  readonly issueDate: string
  /** For a series besides those of the settings: its first number, and the range of its rows. */
  readonly own?: { readonly start: bigint; readonly counters: CounterRange }
}

/** The keys of the rows of a series are from `first` to before `end`. */
export interface CounterRange {
  readonly first: string
  readonly end: string
}

/** Longer runs of digits can never be a position in a series. */
const SEQUENCE_DIGITS_MAX = 15

/** The series for a document of that type and day: one row of `number_series`. */
export const seriesKey = (type: NumberedKind, reset: NumberReset, issueDate: string): string =>
  `${type}:${seriesPeriod(reset, issueDate)}`

export const numberSeries = (
  type: NumberedKind,
  numbering: Numbering,
  issueDate: string,
): NumberSeries => ({ key: seriesKey(type, numbering.reset, issueDate), numbering, issueDate })

const countersOf = (type: NumberedKind, key: string): CounterRange => ({
  first: `${type}/${key}:`,
  end: `${type}/${key};`,
})

/** The series of a number besides those of the settings. */
export const ownSeries = (
  series: Numbering & { readonly kind: NumberedKind; readonly key: string; readonly start: number },
  issueDate: string,
): NumberSeries => ({
  key: `${series.kind}/${series.key}:${seriesPeriod(series.reset, issueDate)}`,
  numbering: series,
  issueDate,
  own: { start: BigInt(series.start), counters: countersOf(series.kind, series.key) },
})

export const numberFor = ({ pattern }: Numbering, issueDate: string, sequence: bigint): string =>
  formatNumber(pattern, { date: issueDate, sequence })

/**
 * The highest position in the series that one of `numbers` could have; 0 if none fits its pattern.
 */
export function highestSequence(series: NumberSeries, numbers: readonly string[]): bigint {
  const pattern = new RegExp(`^${piecesOf(series).map(toRegExp).join('')}$`)
  return numbers
    .map((number) => BigInt(pattern.exec(number)?.[1] ?? 0))
    .reduce((highest, sequence) => (sequence > highest ? sequence : highest), 0n)
}

/** The common prefix of all numbers of the series. */
export function numberStart(series: NumberSeries): string {
  const pieces = piecesOf(series)
  const open = pieces.findIndex((piece) => piece.kind !== 'text')
  return pieces
    .slice(0, open)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('')
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'digits'; readonly count: number }
  | { readonly kind: 'sequence' }

/** The pattern with the period of the series filled in; finer dates stay variable. */
function piecesOf({ numbering: { pattern, reset }, issueDate }: NumberSeries): readonly Piece[] {
  return parsePattern(pattern).map((part): Piece => {
    if (part.kind === 'text' || part.kind === 'sequence') return part
    const isFixed = part.kind === 'month' ? reset === 'monthly' : reset !== 'never'
    const text =
      part.kind === 'month'
        ? issueDate.slice(5, 7)
        : issueDate.slice(part.kind === 'year' ? 0 : 2, 4)
    return isFixed ? { kind: 'text', text } : { kind: 'digits', count: text.length }
  })
}

function toRegExp(piece: Piece): string {
  if (piece.kind === 'text') return piece.text.replace(/[^A-Za-z0-9]/g, '\\$&')
  return piece.kind === 'digits' ? `\\d{${piece.count}}` : `(\\d{1,${SEQUENCE_DIGITS_MAX}})`
}
