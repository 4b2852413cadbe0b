import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fillPlaceholders, type Occasion, unknownPlaceholder } from './placeholders.ts'

const occasion = (date: string, rest: Partial<Occasion> = {}): Occasion => ({
  language: 'en',
  date,
  issueDate: null,
  dueDate: null,
  periodStart: null,
  periodEnd: null,
  n: 1,
  of: null,
  writeDay: (day) => `<${day}>`,
  writePeriod: (from, to) => `<${from} to ${to}>`,
  ...rest,
})

describe('placeholders are filled in', () => {
  test.each<readonly [string, Occasion, string]>([
    ['{month} {month_year}', occasion('2026-02-28', { language: 'de' }), 'Februar Februar 2026'],
    ['{month_year}', occasion('2026-02-28', { language: 'es' }), 'febrero de 2026'],
    // The form that stands alone, not the genitive of a date.
    ['{month_year-1}', occasion('2026-01-31', { language: 'pl' }), 'grudzień 2025'],
    ['{month_year}', occasion('2026-02-28', { language: 'ja' }), '2026年2月'],
    ['{Month} {Month_year}', occasion('2026-08-01', { language: 'fr' }), 'Août Août 2026'],
    ['{month-1} of {month_year-1}', occasion('2026-01-31'), 'December of December 2025'],
    ['{month-1}', occasion('2026-03-31'), 'February'],
    ['{month+1}', occasion('2026-01-31'), 'February'],
    ['{year} {yy} {mm} {year+1} {yy-1} {mm-1}', occasion('2026-01-09'), '2026 26 01 2027 25 12'],
    ['{quarter}, {quarter_year-1}', occasion('2026-02-15'), '1, 4/2025'],
    ['{half_year} {half_year-1} {half_year+1}', occasion('2026-02-01'), '1/2026 2/2025 2/2026'],
    ['{week} {week_year}', occasion('2027-01-01'), '53 53/2026'],
    ['{week+1} {week_year+1}', occasion('2026-12-28'), '1 1/2027'],
    ['{n} of {of}', occasion('2026-01-01', { n: 3, of: 12 }), '3 of 12'],
    ['{n} of {of}', occasion('2026-01-01', { n: 3 }), '3 of '],
    [
      '{date} {issue_date}',
      occasion('2026-01-01', { issueDate: '2026-01-02' }),
      '<2026-01-01> <2026-01-02>',
    ],
    ['[{due_date}{period}{period_start}{period_end}]', occasion('2026-01-01'), '[]'],
    [
      '{period}: {period_start}',
      occasion('2026-03-05', { periodStart: '2026-02-01', periodEnd: '2026-02-28' }),
      '<2026-02-01 to 2026-02-28>: <2026-02-01>',
    ],
  ])('%s', (text, given, expected) => {
    expect(fillPlaceholders(text, given)).toBe(expected)
    expect(unknownPlaceholder(text)).toBeNull()
  })

  test('the period comes before the nominal day', () => {
    const given = occasion('2026-03-05', { periodStart: '2026-02-01', periodEnd: '2026-02-28' })
    expect(fillPlaceholders('{month}', given)).toBe('February')
  })

  test('doubled braces are braces, and single ones stay', () => {
    const text = '{{month}} {month} {{{month}}} }} } 100 % { <b>&amp;</b>'
    const filled = '{month} February {February} } } 100 % { <b>&amp;</b>'
    expect(fillPlaceholders(text, occasion('2026-02-01'))).toBe(filled)
  })

  test('placeholders in inserted values are not filled in', () => {
    const extra = { number: '{month}' }
    expect(fillPlaceholders('{number}', occasion('2026-02-01'), extra)).toBe('{month}')
  })
})

describe('unknown placeholders', () => {
  test.each([
    '{moth}',
    '{date-1}',
    '{n+1}',
    '{}',
    '{ month }',
    '{month+}',
    '{toString}',
    '{month-99999}',
  ])('%s', (token) => {
    expect(unknownPlaceholder(`{month} ${token} {nothing}`)).toBe(token)
  })

  test('names that the caller fills in are known, without an offset', () => {
    expect(unknownPlaceholder('{number}', ['number'])).toBeNull()
    expect(unknownPlaceholder('{number+1}', ['number'])).toBe('{number+1}')
  })
})

/* The corpus beside the repository. */

const VECTORS = new URL('../../../../shared/recurring/vectors.json', import.meta.url)

interface TextVector {
  readonly id: string
  readonly kind: string
  readonly template: string
  readonly language: string
  readonly date: string
  readonly period_start: string | null
  readonly period_end: string | null
  readonly n: number
  readonly of: number | null
  readonly expect: string
}

const texts = existsSync(VECTORS)
  ? (JSON.parse(readFileSync(VECTORS, 'utf8')) as { vectors: TextVector[] }).vectors.filter(
      ({ kind }) => kind === 'text',
    )
  : []

describe.skipIf(texts.length === 0)('the corpus', () => {
  test.each(texts.map((it) => [it.id, it.template, it] as const))('%s %s', (_id, template, it) => {
    const { language, date, n, of, period_start, period_end } = it
    const given = { language, n, of, periodStart: period_start, periodEnd: period_end }
    expect(fillPlaceholders(template, occasion(date, given))).toBe(it.expect)
  })
})
