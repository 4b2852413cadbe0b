/** What a person types in a field: a day, a time, or both. The value of the field is ISO 8601. */
export interface TypedKind {
  /** As the reader's region writes it. Empty for an empty value. */
  format(value: string, locale: string): string
  /** The value, `null` if the text is none. */
  parse(text: string, locale: string): string | null
}

export const DAY: TypedKind = {
  format: (day, locale) => (isDay(day) ? dayFormat(locale).format(utc(day)) : day),
  parse: dayOf,
}

export const TIME: TypedKind = {
  format: (time, locale) =>
    TIME_ISO.test(time) ? timeFormat(locale).format(utc(`1970-01-01T${time}`)) : time,
  parse: timeOf,
}

/** Without a zone: `2026-12-03T14:30`. */
export const MOMENT: TypedKind = {
  format(moment, locale) {
    const [day = '', time = ''] = moment.split('T')
    return `${DAY.format(day, locale)} ${TIME.format(time, locale)}`.trim()
  },
  parse(text, locale) {
    const [, first = '', last = ''] = MOMENT_TYPED.exec(text.trim()) ?? []
    const day = dayOf(first, locale)
    const time = timeOf(last)
    return day === null || time === null ? null : `${day}T${time}`
  },
}

const MOMENT_TYPED = /^(.+?)(?:,?\s+|T)(\d\S*(?:\s*(?:h(?:\s*\d\d)?|[ap]\.?\s?m\.?))?)$/i

const TIME_ISO = /^\d\d:\d\d$/

const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

const timeFormat = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' })
  return { format: (at: Date) => format.format(at).replace(/\s/g, ' ') }
}

const utc = (text: string) => new Date(text.includes('T') ? `${text}Z` : `${text}T00:00Z`)

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? utc(text) : new Date(Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

type Part = 'year' | 'month' | 'day'

/** Of the region: day, month, year in Germany; month, day, year in the United States. */
const orderIn = (locale: string): readonly Part[] =>
  dayFormat(locale)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is Part => /^(year|month|day)$/.test(type))

/** `3.12.2026`, `3.12.26`, `3.12.` (of this year), `03122026`, `3 Dec 2026`, `2026-12-03`. */
function dayOf(text: string, locale: string): string | null {
  const plain = withMonthNumber(text.normalize('NFKC').trim(), locale)
  if (!/^\d[\d\s.,/-]*$/.test(plain)) return null
  const order = orderIn(locale)
  const groups = plain.match(/\d+/g) ?? []
  if (groups.length > 1) return fromGroups(groups, order)
  const [digits = ''] = groups
  return fromGroups(cut(digits, order), order) ?? fromGroups(cut(digits, ISO), ISO)
}

const ISO: readonly Part[] = ['year', 'month', 'day']

function fromGroups(groups: readonly string[], ofRegion: readonly Part[]): string | null {
  const isIso = groups[0]?.length === 4
  const withYear = isIso ? ISO : ofRegion
  const order = groups.length === 3 ? withYear : withYear.filter((it) => it !== 'year')
  if (order.length !== groups.length) return null
  const of = (part: Part) => groups[order.indexOf(part)]
  const year = of('year') ?? String(new Date().getFullYear())
  if (!/^(\d\d|\d{4})$/.test(year)) return null
  const day = [year.padStart(4, '20'), two(of('month')), two(of('day'))].join('-')
  return isDay(day) ? day : null
}

const two = (digits = ''): string => digits.padStart(2, '0')

/** Digits without separators: day and month have two each, the year has what is left. */
function cut(digits: string, order: readonly Part[]): readonly string[] {
  const year = digits.length - 4
  if (year !== 0 && year !== 2 && year !== 4) return []
  let at = 0
  return order.flatMap((part) => {
    const length = part === 'year' ? year : 2
    at += length
    return length === 0 ? [] : [digits.slice(at - length, at)]
  })
}

/** The name of a month, also its beginning, becomes its number in the place that the region has for it. */
function withMonthNumber(text: string, locale: string): string {
  const name = /\p{L}{3,}/u.exec(text)?.[0]
  if (name === undefined) return text
  const start = bare(name)
  const found = monthsIn(locale).flatMap((it, index) => (it.startsWith(start) ? [index + 1] : []))
  if (found.length !== 1) return text
  const numbers = text.replace(name, ' ').match(/\d+/g) ?? []
  const [day = '', year] = numbers
  if (numbers.length > 2 || day.length > 2) return text
  const parts = { day, month: String(found[0]), year }
  return orderIn(locale)
    .flatMap((part) => parts[part] ?? [])
    .join('-')
}

const monthsIn = (locale: string): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' })
  return Array.from({ length: 12 }, (_, month) => bare(format.format(Date.UTC(2026, month))))
}

const bare = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const TIME_TYPED = /^(\d{1,2}?)(?:\s?[:.h]\s?)?(\d\d)?(?:\s?([ap])\.?\s?m\.?)?$/i

/** `14:30`, `14.30`, `14h30`, `1430`, `14`, `2:30 pm`. */
function timeOf(text: string): string | null {
  const found = TIME_TYPED.exec(text.normalize('NFKC').trim())
  if (!found) return null
  const [, hours = '', minutes = '00', half] = found
  const isTwelfth = half !== undefined
  const hour = isTwelfth ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  const isTime = Number(hours) <= (isTwelfth ? 12 : 23) && Number(minutes) <= 59
  return isTime ? `${two(String(hour))}:${minutes}` : null
}
