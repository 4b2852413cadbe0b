import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dueDay, isDayOfTerms, type PaymentTerms, termsOfDays } from './payment-terms.ts'
import { CONSOLE_TERMS, termsInWords } from './payment-terms-words.ts'

const termsOf = (terms: Partial<PaymentTerms>): PaymentTerms => ({
  ...termsOfDays(0),
  days: null,
  ...terms,
})
const NO_DAYS_OFF = { weekdays: [], dates: [] }
const WEEKENDS = { weekdays: [6, 7], dates: ['2026-12-25', '2026-12-26'] }

test.each<[string, Partial<PaymentTerms>, string]>([
  ['2026-01-15', { kind: 'days', days: 30 }, '2026-02-14'],
  ['9999-12-31', { kind: 'days', days: 3650 }, '9999-12-31'],
  ['9999-12-01', { kind: 'end_of_month', months: 12 }, '9999-12-31'],
  ['0001-01-01', { kind: 'end_of_month', months: 0 }, '0001-01-31'],
  ['2026-01-31', { kind: 'end_of_month', months: 1 }, '2026-02-28'],
  ['2028-01-31', { kind: 'end_of_month', months: 1 }, '2028-02-29'],
  ['2026-01-15', { kind: 'days_end_of_month', days: 45 }, '2026-03-31'],
  ['2026-01-15', { kind: 'end_of_month_days', months: 0, days: 45 }, '2026-03-17'],
  ['2026-01-15', { kind: 'day_of_month', day: 15, months: 0, days: 0 }, '2026-01-15'],
  ['2026-01-16', { kind: 'day_of_month', day: 15, months: 0, days: 0 }, '2026-02-15'],
  ['2026-12-20', { kind: 'day_of_month', day: 31, months: 2, days: 0 }, '2027-02-28'],
])('%s with %j is due on %s', (issueDate, terms, due) => {
  expect(dueDay(issueDate, termsOf(terms), NO_DAYS_OFF)).toBe(due)
  expect(isDayOfTerms(due, issueDate, termsOf(terms))).toBe(true)
})

test.each<[string, number, PaymentTerms['onDayOff'], string]>([
  ['2026-11-27', 29, 'keep', '2026-12-26'],
  ['2026-11-27', 29, 'after', '2026-12-28'],
  ['2026-11-27', 29, 'before', '2026-12-24'],
  ['2026-08-01', 0, 'before', '2026-08-01'],
  ['2026-08-01', 1, 'before', '2026-08-01'],
])('%s and %i days, %s: %s', (issueDate, days, onDayOff, due) => {
  const terms = { ...termsOfDays(days), onDayOff }
  expect(dueDay(issueDate, terms, WEEKENDS)).toBe(due)
  expect(isDayOfTerms(due, issueDate, terms)).toBe(true)
})

test.each<[Partial<PaymentTerms>, string, string, string]>([
  [{ kind: 'days', days: 0 }, 'immediately', 'sofort', 'à réception'],
  [{ kind: 'days', days: 1 }, '1 day', '1 Tag', '1 jour'],
  [
    { kind: 'days_end_of_month', days: 30 },
    '30 days, end of month',
    '30 Tage, Monatsende',
    '30 jours fin de mois',
  ],
  [
    { kind: 'end_of_month_days', months: 0, days: 45 },
    'end of month + 45 days',
    'Monatsende + 45 Tage',
    'fin de mois + 45 jours',
  ],
  [
    { kind: 'end_of_month', months: 1 },
    'end of next month',
    'Ende des Folgemonats',
    'fin du mois suivant',
  ],
  [
    { kind: 'end_of_month', months: 2 },
    'end of month, 2 months later',
    'Monatsende, 2 Monate später',
    'fin de mois, 2 mois plus tard',
  ],
  [
    { kind: 'day_of_month', day: 1, months: 0, days: 60 },
    '60 days, on the 1st of the month',
    '60 Tage, zum 1. des Monats',
    '60 jours le 1er du mois',
  ],
  [
    { kind: 'day_of_month', day: 22, months: 1, days: 0 },
    'on the 22nd of next month',
    'zum 22. des Folgemonats',
    'le 22 du mois suivant',
  ],
])('%j in words', (terms, ...said) => {
  const words = (['en', 'de', 'fr'] as const).map((language) =>
    termsInWords(termsOf(terms), CONSOLE_TERMS[language], language),
  )
  expect(words).toEqual(said)
})

/* The vectors lie in the folder beside the repository, if it exists. */
interface Vector {
  readonly id: string
  readonly issue_date: string
  readonly payment_terms?: Omit<Partial<PaymentTerms>, 'onDayOff'> & {
    readonly on_day_off?: PaymentTerms['onDayOff']
  }
  readonly nonWorkingDays?: typeof NO_DAYS_OFF
  readonly expect: { readonly due_date?: string }
}
const FILE = join(import.meta.dirname, '../../../../shared/books/vectors/terms.json')
const vectors: readonly Vector[] = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8')).terms
  : []

describe.skipIf(vectors.length === 0)('the due days beside the project', () => {
  test.each(vectors.filter((it) => it.payment_terms && it.expect.due_date))('$id', ({
    issue_date,
    payment_terms = {},
    nonWorkingDays = NO_DAYS_OFF,
    expect: expected,
  }) => {
    const { on_day_off: onDayOff = 'keep', ...terms } = payment_terms
    expect(dueDay(issue_date, termsOf({ ...terms, onDayOff }), nonWorkingDays)).toBe(
      expected.due_date,
    )
  })
})
