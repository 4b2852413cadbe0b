import { type Break, breakOf, type Findings, type Gap } from '../report.ts'

/** The number of an invoice, and its position in its series. */
export interface StoredNumber {
  readonly series: string
  readonly sequence: bigint
  readonly number: string
  readonly invoiceId: string
}

/** The last number of a series, and how many numbers it skipped because they were in use. */
interface Series {
  readonly lastValue: bigint
  readonly skipped: bigint
}

export type SeriesByKey = ReadonlyMap<string, Series>

/** Every gap is kept in memory. A manipulated table of series must not fill it. */
const GAPS_MAX = 10_000

/**
 * Follows the numbers by series and position. Each position from 1 to the last exists once or
 * belongs to a gap, which is stored as a range.
 */
export function createNumberWalk(findings: Findings, known: SeriesByKey) {
  const gaps: Gap[] = []
  const begun = new Set<string>()
  let current: { readonly series: string; readonly sequence: bigint } | null = null

  const addGap = (series: string, from: bigint, to: bigint): void => {
    if (from <= to && gaps.length < GAPS_MAX) gaps.push({ series, from, to, deleted: null })
  }
  const endSeries = (): void => {
    if (current)
      addGap(current.series, current.sequence + 1n, known.get(current.series)?.lastValue ?? 0n)
  }

  return {
    take(stored: StoredNumber): void {
      const { series, sequence } = stored
      if (current?.series !== series) {
        endSeries()
        begun.add(series)
        current = { series, sequence: 0n }
      }
      findings.add(outOfPlace(stored, current.sequence, known.get(series)?.lastValue))
      addGap(series, current.sequence + 1n, sequence - 1n)
      if (sequence > current.sequence) current = { series, sequence }
    },

    /** Call it after the last number. */
    end(): readonly Gap[] {
      endSeries()
      for (const [series, { lastValue }] of known)
        if (!begun.has(series)) addGap(series, 1n, lastValue)
      return gaps
    },
  }
}

function outOfPlace(stored: StoredNumber, before: bigint, last: bigint | undefined): Break | null {
  const { series, sequence, number, invoiceId } = stored
  const details = { invoiceId, number, field: 'sequence', found: `${sequence}` }
  if (sequence <= before)
    return breakOf('number_sequence', `The position of ${number} in ${series} is already taken.`, {
      ...details,
      expected: `more than ${before}`,
    })
  if (last === undefined)
    return breakOf('number_series', `The series of ${number}, ${series}, does not exist.`, details)
  if (sequence <= last) return null
  return breakOf(
    'number_series',
    `${number} has position ${sequence} in ${series}, beyond the end of the series.`,
    {
      ...details,
      expected: `at most ${last}`,
    },
  )
}
