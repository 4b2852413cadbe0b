import { useMemo } from 'react'
import { minorDigits } from '../../src/money/currencies.ts'
import { useLanguage } from './language.ts'

export interface Format {
  /** A decimal string exactly as it is, with the currency's digits; never through a float. */
  money(amount: string, currency: string): string
  /** A price, which may have more digits than an amount. */
  price(amount: string, currency: string): string
  /** `YYYY-MM-DD`. */
  date(day: string): string
  /** RFC 3339. */
  instant(at: string): string
  /** A number, or a decimal as text. */
  number(value: number | `${number}`): string
  /** A size in the unit that suits it. */
  bytes(size: number): string
}

/** How amounts and dates are written in the language of the console. */
export function useFormat(): Format {
  const { language } = useLanguage()
  return useMemo(() => formatFor(language), [language])
}

export function formatFor(locale: string): Format {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const count = new Intl.NumberFormat(locale)
  const formats = new Map<string, Intl.NumberFormat>()
  const currencyFormat = (currency: string, digitsMax = minorDigits(currency)) => {
    const key = `${currency} ${digitsMax}`
    const known = formats.get(key)
    if (known) return known
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: minorDigits(currency),
      maximumFractionDigits: digitsMax,
    })
    formats.set(key, format)
    return format
  }
  return {
    // A string is formatted digit by digit; the type only knows of numbers written as text.
    money: (amount, currency) => currencyFormat(currency).format(amount as `${number}`),
    price: (amount, currency) =>
      currencyFormat(currency, PRICE_DIGITS).format(amount as `${number}`),
    date: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    instant: (at) => moment.format(new Date(at)),
    number: (value) => count.format(value),
    bytes: (size) => sizeText(size, locale),
  }
}

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
    // The short form of "byte" has no plural in English.
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  })
  return format.format(size)
}

/** Of a decimal string, as are all amounts of the API. */
export const isNegative = (amount: string): boolean => amount.startsWith('-')

/** For where words say which way the money goes. */
export const withoutSign = (amount: string): string => amount.replace(/^-/, '')

/** The company's day, as the service dates documents. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
