import { formatMicro, formatMinor, minorDigits } from '@billwright/money'
import type { UnitCode } from '@billwright/rules/units'
import { LRUCache } from 'lru-cache'
import type { DateFormat } from '../../company/settings/settings.ts'
import { signsOf, withRegion, writtenWith } from '../../kernel/signs.ts'
import { languageOf, wordsFor } from './labels/labels.ts'

/** Formats amounts in minor units and other numbers in millionths, in the document's language. */
export interface Formatter {
  /** The language tag for numbers and dates; `en` if the document's tag is invalid. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Before the decimals of every number of the document. */
  readonly decimalSign: string
  /** The symbol of the currency, as beside amounts: `€`, `CHF`. */
  readonly currencySign: string
  /** With the currency symbol: `1.234,50 €`. */
  money(minor: bigint): string
  /** Without the symbol, for columns: `1.234,50`. */
  amount(minor: bigint): string
  /** A unit price with currency symbol, with the currency's decimals or up to six. */
  priceMoney(micro: bigint): string
  price(micro: bigint): string
  quantity(micro: bigint): string
  /** `19 %` from 19 000 000 millionths of a percent. */
  percent(micro: bigint): string
  /** `YYYY-MM-DD` in the date format of the settings. */
  date(day: string): string
  /** Either end may be null. Empty if both are. */
  period(from: string | null, to: string | null): string
  country(code: string): string
  unit(code: string, quantityMicro: bigint): string
  /** `IBAN: DE89 …` */
  labelled(label: string, value: string): string
}

interface FormatOptions {
  readonly language: string
  readonly currency: string
  readonly dateFormat: DateFormat
  /** Whether negative numbers have a minus (U+2212) in every language; the hyphen is too short. */
  readonly hasMinus?: boolean
}

// Creating the Intl objects takes longer than a document without a payment code.
const FORMATTERS = new LRUCache<string, Formatter>({ max: 200 })

export function formatterFor(options: FormatOptions): Formatter {
  const { language, currency, dateFormat, hasMinus = false } = options
  const key = `${language} ${currency} ${dateFormat} ${hasMinus}`
  const known = FORMATTERS.get(key)
  if (known !== undefined) return known
  const made = hasMinus ? withMinus(makeFormatter(options)) : makeFormatter(options)
  FORMATTERS.set(key, made)
  return made
}

/** Intl reads decimal text exactly; a number would pass through a binary float. */
const decimal = (text: string) => text as `${number}`

function makeFormatter({ language, currency, dateFormat }: FormatOptions): Formatter {
  const locale = canonicalTag(language)
  // Intl's own decimals differ from ISO 4217 for some currencies.
  const digits = minorDigits(currency)
  // Intl writes 1000,00 in Italian, Spanish, Portuguese and Polish; accountants write 1.000,00.
  const grouped = { minimumFractionDigits: digits, useGrouping: 'always' } as const
  const exact = { ...grouped, maximumFractionDigits: digits }
  const upToSix = { ...grouped, maximumFractionDigits: Math.max(6, digits) }
  // The narrow symbol is ambiguous: `$` belongs to many currencies.
  const sign = { style: 'currency', currency, currencyDisplay: 'symbol' } as const
  const money = new Intl.NumberFormat(locale, { ...sign, ...exact })
  const amount = new Intl.NumberFormat(locale, exact)
  const signs = signsOf(money)
  const priceMoney = new Intl.NumberFormat(locale, { ...sign, ...upToSix })
  const price = new Intl.NumberFormat(locale, upToSix)
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 6 })
  const plural = new Intl.PluralRules(locale, { maximumFractionDigits: 6 })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const { units } = wordsFor(language)
  const dates = dateWriter(locale, dateFormat)

  return {
    ...dates,
    locale,
    direction: new Intl.Locale(locale).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr',
    decimalSign: signs.decimal ?? '.',
    currencySign: money.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency,
    money: (minor) => money.format(decimal(formatMinor(minor, currency))),
    amount: (minor) => writtenWith(signs, amount, formatMinor(minor, currency)),
    priceMoney: (micro) => priceMoney.format(decimal(formatMicro(micro))),
    price: (micro) => writtenWith(signs, price, formatMicro(micro)),
    quantity: (micro) => writtenWith(signs, quantity, formatMicro(micro)),
    // The exponent moves the point by two places, exactly.
    percent: (micro) => writtenWith(signs, percent, `${formatMicro(micro)}e-2`),
    labelled: (label, value) => labelled(locale, label, value),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    unit: (code, quantityMicro) => {
      if (!Object.hasOwn(units, code)) return code
      const name = units[code as UnitCode]
      // A float is precise enough to choose between "day" and "days".
      return typeof name === 'string'
        ? name
        : (name[plural.select(Number(quantityMicro) / 1e6)] ?? name.other)
    },
  }
}

const minus = (text: string): string => text.replace('-', '\u2212')

function withMinus(format: Formatter): Formatter {
  return {
    ...format,
    money: (minor) => minus(format.money(minor)),
    amount: (minor) => minus(format.amount(minor)),
    priceMoney: (micro) => minus(format.priceMoney(micro)),
    price: (micro) => minus(format.price(micro)),
    quantity: (micro) => minus(format.quantity(micro)),
    percent: (micro) => minus(format.percent(micro)),
  }
}

/** French has a space before the colon, which never ends a line. */
export const labelled = (locale: string, label: string, value: string): string =>
  `${label}${languageOf(locale) === 'fr' ? '\u00a0' : ''}: ${value}`

/** Dates are handled as UTC, so that no time zone changes the day. */
function dateWriter(locale: string, dateFormat: DateFormat): Pick<Formatter, 'date' | 'period'> {
  if (dateFormat === 'iso') {
    return { date: (day) => day, period: (from, to) => openPeriod(from, to, (day) => day) }
  }
  const style: Intl.DateTimeFormatOptions =
    dateFormat === 'short'
      ? { year: 'numeric', month: '2-digit', day: '2-digit' }
      : { dateStyle: dateFormat }
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC', calendar: 'gregory' })
  const instantOf = (day: string) => new Date(`${day}T00:00:00Z`)
  const date = (day: string) => format.format(instantOf(day))
  return {
    date,
    period: (from, to) =>
      from !== null && to !== null && from <= to
        ? format.formatRange(instantOf(from), instantOf(to))
        : openPeriod(from, to, date),
  }
}

function openPeriod(
  from: string | null,
  to: string | null,
  write: (day: string) => string,
): string {
  if (from === null && to === null) return ''
  if (from === to && from !== null) return write(from)
  return `${from === null ? '' : write(from)} – ${to === null ? '' : write(to)}`.trim()
}

/** Intl throws for an invalid tag, and one bad setting would break every document. */
function canonicalTag(tag: string): string {
  try {
    return withRegion(Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en')
  } catch {
    return 'en'
  }
}
