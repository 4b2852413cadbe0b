import { describe, expect, test } from 'vitest'
import { explainGaps } from './inner/deleted-numbers.ts'
import { createNumberWalk, type SeriesByKey } from './inner/number-walk.ts'
import { createFindings, type Gap } from './report.ts'

const seriesOf = (lastValue: bigint, skipped = 0n): SeriesByKey =>
  new Map([['invoice:2026', { lastValue, skipped }]])

/** Follows places of one series and answers the gaps as `from-to` and the kinds of the breaks. */
function walked(places: readonly bigint[], lastValue: bigint) {
  const findings = createFindings()
  const walk = createNumberWalk(findings, seriesOf(lastValue))
  for (const sequence of places)
    walk.take({ series: 'invoice:2026', sequence, number: `N-${sequence}`, invoiceId: 'inv' })
  return {
    gaps: walk.end().map(({ from, to }) => `${from}-${to}`),
    breaks: findings.breaks.map(({ kind }) => kind),
  }
}

describe('numbers', () => {
  test.each([
    { name: 'none given', places: [], last: 0n, gaps: [], breaks: [] },
    { name: 'all there', places: [1n, 2n, 3n], last: 3n, gaps: [], breaks: [] },
    { name: 'the first missing', places: [2n], last: 2n, gaps: ['1-1'], breaks: [] },
    { name: 'two gaps', places: [1n, 4n, 6n], last: 6n, gaps: ['2-3', '5-5'], breaks: [] },
    { name: 'the last missing', places: [1n], last: 3n, gaps: ['2-3'], breaks: [] },
    { name: 'all missing', places: [], last: 3n, gaps: ['1-3'], breaks: [] },
    { name: 'one twice', places: [1n, 1n, 2n], last: 2n, gaps: [], breaks: ['number_sequence'] },
    { name: 'one too many', places: [1n, 2n], last: 1n, gaps: [], breaks: ['number_series'] },
    { name: 'zero', places: [0n, 1n], last: 1n, gaps: [], breaks: ['number_sequence'] },
    {
      name: 'a last value that is absurd',
      places: [1n],
      last: 9_000_000_000_000_000n,
      gaps: ['2-9000000000000000'],
      breaks: [],
    },
  ])('$name', ({ places, last, gaps, breaks }) => {
    expect(walked(places, last)).toEqual({ gaps, breaks })
  })

  test('of a series that is not stored', () => {
    const findings = createFindings()
    const walk = createNumberWalk(findings, new Map())
    walk.take({ series: 'invoice:', sequence: 1n, number: 'N-1', invoiceId: 'inv' })
    expect(walk.end()).toEqual([])
    expect(findings.breaks[0]).toMatchObject({ kind: 'number_series', number: 'N-1' })
  })
})

describe('deletions that explain gaps', () => {
  const gap = (from: bigint, to: bigint, series = 'invoice:2026'): Gap => ({
    series,
    from,
    to,
    deleted: null,
  })
  const explained = (gaps: readonly Gap[], places: readonly bigint[]) => {
    const deleted = places.map((place) => ({
      series: 'invoice:2026',
      place,
      number: `N-${place}`,
      revision: 9n,
      at: '2026-11-21T09:30:00.000Z',
    }))
    return explainGaps(gaps, deleted).map(
      (it) => `${it.series} ${it.from}-${it.to} ${it.deleted?.number ?? '?'}`,
    )
  }

  test('the one place of a longer gap that the deletion names', () => {
    expect(explained([gap(5n, 8n)], [6n])).toEqual([
      'invoice:2026 5-5 ?',
      'invoice:2026 6-6 N-6',
      'invoice:2026 7-8 ?',
    ])
  })

  test('several, in any order', () => {
    expect(explained([gap(7n, 9n)], [9n, 7n])).toEqual([
      'invoice:2026 7-7 N-7',
      'invoice:2026 8-8 ?',
      'invoice:2026 9-9 N-9',
    ])
  })

  test('not a place outside it, and not another series', () => {
    expect(explained([gap(7n, 7n)], [8n])).toEqual(['invoice:2026 7-7 ?'])
    expect(explained([gap(7n, 7n, 'invoice:2025')], [7n])).toEqual(['invoice:2025 7-7 ?'])
  })
})
