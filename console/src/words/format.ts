import { minorDigits } from '@billwright/money'
import { useMemo } from 'react'
import { useLanguage } from './language.ts'

export interface Format {
  /** A decimal string with the digits of the currency, never converted to a float. */
  money(amount: string, currency: string): string
  /** For sentences: whole units from a thousand on. */
  roughly(amount: string, currency: string): string
  /** A price, which may have more decimals than an amount. */
  price(amount: string, currency: string): string
  /** `YYYY-MM-DD`. */
  date(day: string): string
  /** `YYYY-MM-DD`, shown without the year if it is this one. */
  shortDate(day: string): string
  /** A number of days, such as 11 days. */
  days(count: number): string
  /** How near a day is: today, tomorrow, in 6 days. */
  inDays(count: number): string
  /** RFC 3339. */
  instant(at: string): string
  /** For lists and histories: today or yesterday with the time, else the day as in `shortDate`. */
  shortInstant(at: string): string
  /** For the dates of a list: the time of today, else the day as in `shortDate`. */
  listInstant(at: string): string
  /** A number, or a decimal as text. */
  number(value: number | `${number}`): string
  /** A size in a suitable unit. */
  bytes(size: number): string
}

/** Formats amounts in the language of the console, dates also as in the reader's region. */
export function useFormat(): Format {
  const { language, locale } = useLanguage()
  return useMemo(() => formatFor(language, locale), [language, locale])
}

export function formatFor(language: string, locale = language): Format {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  // Not as in `dateStyle`: a list has months in letters in each of its rows.
  const short = { day: 'numeric', month: 'short' } as const
  const localDate = new Intl.DateTimeFormat(locale, { ...short, year: 'numeric' })
  const localDay = new Intl.DateTimeFormat(locale, short)
  const dayOfYear = new Intl.DateTimeFormat(locale, { ...short, timeZone: 'UTC' })
  const dayAndYear = new Intl.DateTimeFormat(locale, { ...short, year: 'numeric', timeZone: 'UTC' })
  const count = new Intl.NumberFormat(language)
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const formats = new Map<string, Intl.NumberFormat>()
  const currencyFormat = (currency: string, digitsMax = minorDigits(currency)) => {
    const key = `${currency} ${digitsMax}`
    const known = formats.get(key)
    if (known) return known
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: minorDigits(currency),
      maximumFractionDigits: digitsMax,
    })
    formats.set(key, format)
    return format
  }
  const wholeFormat = (currency: string) =>
    new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 })
  const dayOf = (then: Date, now: Date): string =>
    (then.getFullYear() === now.getFullYear() ? localDay : localDate)
      .format(then)
      .replaceAll(' ', '\u00a0')
  return {
    // `Intl` formats a string digit by digit, but its type accepts only numeric literals.
    money: (amount, currency) => withMinus(currencyFormat(currency).format(amount as `${number}`)),
    roughly: (amount, currency) =>
      withMinus(
        (Math.abs(Number(amount)) < ROUND_FROM
          ? currencyFormat(currency)
          : wholeFormat(currency)
        ).format(amount as `${number}`),
      ),
    price: (amount, currency) =>
      withMinus(currencyFormat(currency, PRICE_DIGITS).format(amount as `${number}`)),
    date: (text) => inOnePiece(day.format(new Date(`${text}T00:00:00Z`))),
    shortDate: (text) => {
      const format = text.startsWith(`${new Date().getFullYear()}-`) ? dayOfYear : dayAndYear
      return format.format(new Date(`${text}T00:00:00Z`)).replaceAll(' ', '\u00a0')
    },
    days: (number) => days.format(number),
    inDays: (number) => near.format(number, 'day'),
    instant: (at) => inOnePiece(moment.format(new Date(at))),
    shortInstant: (at) => {
      const [then, now] = [new Date(at), new Date()]
      const ago = Math.round((startOf(now) - startOf(then)) / DAY_MS)
      if (ago === 0 || ago === 1)
        return `${near.format(-ago, 'day')} ${inOnePiece(time.format(then))}`
      return dayOf(then, now)
    },
    listInstant: (at) => {
      const [then, now] = [new Date(at), new Date()]
      return startOf(then) === startOf(now) ? inOnePiece(time.format(then)) : dayOf(then, now)
    },
    number: (value) => withMinus(count.format(value)),
    bytes: (size) => sizeText(size, language),
  }
}

const DAY_MS = 86_400_000

/** The start of a day of the reader, which may be an hour shorter or longer than others. */
const startOf = (at: Date): number =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** `Intl` writes a hyphen in most languages; a minus is as wide as a figure. */
const withMinus = (figure: string): string => figure.replace('-', '\u2212')

/** A line ends neither inside a day nor before AM and PM. It may end between day and time. */
const inOnePiece = (date: string): string =>
  date.replace(/ (?=.*\b\d{4}\b|[ap]\.?\s?m\.?$)/gi, '\u00a0')

/** Below it, a sentence has the exact amount. */
const ROUND_FROM = 1_000

/** Prices are stored in millionths. */
const PRICE_DIGITS = 6

const KB = 1024
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function sizeText(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(KB))
  const at = Math.min(power, UNITS.length - 1)
  const size = bytes / KB ** at
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[at] ?? 'byte',
    // The short unit "byte" has no English plural.
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  })
  return format.format(size)
}

/** For decimal strings, as are all amounts of the API. */
export const isNegative = (amount: string): boolean => amount.startsWith('-')

/** Without a sign, where words give the direction. */
export const withoutSign = (amount: string): string => amount.replace(/^-/, '')

/** The day in the company's time zone, which the service uses for documents. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
