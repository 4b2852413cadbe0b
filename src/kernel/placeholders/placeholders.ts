import { table } from '../table.ts'

/* Placeholders in texts of recurring invoices and messages. Pure, so that the console shows the same. */

/** The values of the time placeholders. Days are `YYYY-MM-DD`. */
export interface Occasion {
  /** BCP 47, the document's language. */
  readonly language: string
  /** The day of the occurrence, or of the message. */
  readonly date: string
  readonly issueDate: string | null
  readonly dueDate: string | null
  readonly periodStart: string | null
  readonly periodEnd: string | null
  readonly n: number | null
  readonly of: number | null
  /** Formats days and ranges of days like the document. */
  readonly writeDay: (day: string) => string
  readonly writePeriod: (from: string, to: string) => string
}

/** By name: the value of another placeholder, e.g. `number`. */
export type Extra = Readonly<Record<string, string>>

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}/g
const NAME = /^(\w+?)([+-]\d{1,4})?$/

/** The first placeholder that nothing fills in, as it is written; null if there is none. */
export function unknownPlaceholder(text: string, extra: readonly string[] = []): string | null {
  for (const [token, inner] of text.matchAll(TOKEN))
    if (inner !== undefined && !isKnown(inner, extra)) return token
  return null
}

function isKnown(inner: string, extra: readonly string[]): boolean {
  const [, name = '', offset] = NAME.exec(inner) ?? []
  if (Object.hasOwn(SHIFTED, name)) return true
  return offset === undefined && (Object.hasOwn(FIXED, name) || extra.includes(name))
}

/** The text with its placeholders filled in; doubled braces become braces. */
export const fillPlaceholders = (text: string, occasion: Occasion, extra: Extra = {}): string =>
  text.replace(TOKEN, (token, inner?: string) =>
    inner === undefined ? token.slice(1) : (textOf(inner, occasion, extra) ?? token),
  )

function textOf(inner: string, occasion: Occasion, extra: Extra): string | undefined {
  const [, name = '', offset] = NAME.exec(inner) ?? []
  const shifted = Object.hasOwn(SHIFTED, name) ? SHIFTED[name] : undefined
  if (shifted) {
    const reference = occasion.periodStart ?? occasion.date
    return shifted(reference, Number(offset ?? 0), occasion.language)
  }
  if (offset !== undefined) return undefined
  if (Object.hasOwn(FIXED, name)) return FIXED[name]?.(occasion)
  return Object.hasOwn(extra, name) ? extra[name] : undefined
}

type Shifted = (day: string, offset: number, language: string) => string

const month: Shifted = (day, offset, language) =>
  formatOf(language, 'month').format(monthAfter(day, offset))
const monthYear: Shifted = (day, offset, language) =>
  formatOf(language, 'month_year').format(monthAfter(day, offset))
const year: Shifted = (day, offset) => String(yearOf(monthAfter(day, 12 * offset)))

/** Those that take an offset, e.g. `{month-1}`. */
const SHIFTED = table<Shifted>({
  month,
  month_year: monthYear,
  Month: (day, offset, language) => capitalized(month(day, offset, language), language),
  Month_year: (day, offset, language) => capitalized(monthYear(day, offset, language), language),
  mm: (day, offset) => monthAfter(day, offset).toISOString().slice(5, 7),
  year,
  yy: (day, offset, language) => year(day, offset, language).slice(-2),
  quarter: (day, offset) => String(partOfYear(day, offset, 3).part),
  quarter_year: (day, offset) => slashed(partOfYear(day, offset, 3)),
  half_year: (day, offset) => slashed(partOfYear(day, offset, 6)),
  week: (day, offset) => String(isoWeek(day, offset).part),
  week_year: (day, offset) => slashed(isoWeek(day, offset)),
})

const FIXED = table<(occasion: Occasion) => string>({
  date: ({ date, writeDay }) => writeDay(date),
  issue_date: ({ issueDate, writeDay }) => (issueDate === null ? '' : writeDay(issueDate)),
  due_date: ({ dueDate, writeDay }) => (dueDate === null ? '' : writeDay(dueDate)),
  period: ({ periodStart, periodEnd, writePeriod }) =>
    periodStart === null || periodEnd === null ? '' : writePeriod(periodStart, periodEnd),
  period_start: ({ periodStart, writeDay }) => (periodStart === null ? '' : writeDay(periodStart)),
  period_end: ({ periodEnd, writeDay }) => (periodEnd === null ? '' : writeDay(periodEnd)),
  n: ({ n }) => String(n ?? ''),
  of: ({ of }) => String(of ?? ''),
})

/** The names of all placeholders of time, for a reader who chooses one. */
export const PLACEHOLDERS: readonly string[] = [...Object.keys(SHIFTED), ...Object.keys(FIXED)]

const DAY_MS = 86_400_000
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const yearOf = (date: Date): number => date.getUTCFullYear()

/** The first day of the month `offset` months after the day's month; every month has it. */
function monthAfter(day: string, offset: number): Date {
  const date = dateOf(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + offset)
  return date
}

interface Part {
  readonly part: number
  readonly year: number
}

const slashed = ({ part, year }: Part): string => `${part}/${year}`

function partOfYear(day: string, offset: number, months: number): Part {
  const date = monthAfter(day, offset * months)
  const index = date.getUTCMonth()
  return { part: (index - (index % months)) / months + 1, year: yearOf(date) }
}

/** ISO 8601: the week belongs to the year of its Thursday. */
function isoWeek(day: string, offset: number): Part {
  const date = dateOf(day)
  const weekday = date.getUTCDay() || 7
  date.setUTCDate(date.getUTCDate() + 7 * offset + 4 - weekday)
  const dayOfYear =
    (date.getTime() - dateOf(`${date.toISOString().slice(0, 4)}-01-01`).getTime()) / DAY_MS
  return { part: (dayOfYear - (dayOfYear % 7)) / 7 + 1, year: yearOf(date) }
}

const STYLES = {
  month: { month: 'long' },
  month_year: { month: 'long', year: 'numeric' },
} as const
const FORMATS = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 100

/** Creating a format takes a millisecond, too much for thousands of invoices in a morning. */
function formatOf(language: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${style} ${language}`
  const known = FORMATS.get(key)
  if (known) return known
  if (FORMATS.size >= FORMATS_MAX) FORMATS.clear()
  const options = { ...STYLES[style], timeZone: 'UTC', calendar: 'gregory' }
  const format = new Intl.DateTimeFormat(language, options)
  FORMATS.set(key, format)
  return format
}

function capitalized(text: string, language: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(language) + text.slice(first.length)
}
