import type { PaymentTerms } from './payment-terms.ts'
import { de as deUnits, en as enUnits, fr as frUnits } from './unit-names.ts'
import type { UnitName, Units } from './units.ts'

/* Payment terms in words, as documents and the console say them. */

export interface TermsWords {
  /** No days at all. */
  readonly now: string
  readonly endOfMonth: string
  readonly endOfNextMonth: string
  /** `{months}`: a number of months. */
  readonly endOfLaterMonth: string
  /** `{day}`: the number of a day, by ordinal category. */
  readonly onDay: string
  readonly onDayOfNextMonth: string
  readonly onDayOfLaterMonth: string
  /** How `{day}` is written, by ordinal category; absent: only the number. */
  readonly day?: UnitName
  /** `{first}`: days, `{second}`: what follows them. */
  readonly after: string
  /** `{end}`: the end of a month, `{days}`: how long after it. */
  readonly plus: string
}

export const en: TermsWords = {
  now: 'immediately',
  endOfMonth: 'end of month',
  endOfNextMonth: 'end of next month',
  endOfLaterMonth: 'end of month, {months} later',
  onDay: 'on the {day} of the month',
  onDayOfNextMonth: 'on the {day} of next month',
  onDayOfLaterMonth: 'on the {day} of the month, {months} later',
  day: { one: '{day}st', two: '{day}nd', few: '{day}rd', other: '{day}th' },
  after: '{first}, {second}',
  plus: '{end} + {days}',
}

export const de: TermsWords = {
  now: 'sofort',
  endOfMonth: 'Monatsende',
  endOfNextMonth: 'Ende des Folgemonats',
  endOfLaterMonth: 'Monatsende, {months} später',
  onDay: 'zum {day}. des Monats',
  onDayOfNextMonth: 'zum {day}. des Folgemonats',
  onDayOfLaterMonth: 'zum {day}. des Monats, {months} später',
  after: '{first}, {second}',
  plus: '{end} + {days}',
}

export const fr: TermsWords = {
  now: 'à réception',
  endOfMonth: 'fin de mois',
  endOfNextMonth: 'fin du mois suivant',
  endOfLaterMonth: 'fin de mois, {months} plus tard',
  onDay: 'le {day} du mois',
  onDayOfNextMonth: 'le {day} du mois suivant',
  onDayOfLaterMonth: 'le {day} du mois, {months} plus tard',
  day: { one: '{day}er', other: '{day}' },
  after: '{first} {second}',
  plus: '{end} + {days}',
}

/** The words of the console's languages. */
export const CONSOLE_TERMS = {
  en: { terms: en, units: enUnits },
  de: { terms: de, units: deUnits },
  fr: { terms: fr, units: frUnits },
} as const

interface Speech {
  readonly terms: TermsWords
  readonly units: Units
}

/** E.g. `30 days, end of month`. Days off are not part of it. */
export function termsInWords(
  { kind, days: daysOrNull, months: monthsOrNull, day: dayOrNull }: PaymentTerms,
  { terms: words, units }: Speech,
  locale: string,
): string {
  const days = daysOrNull ?? 0
  const months = monthsOrNull ?? 0
  const counted = (count: number, unit: UnitName) =>
    `${new Intl.NumberFormat(locale).format(count)} ${named(unit, count, locale, 'cardinal')}`
  const inDays = counted(days, units.DAY)
  const place = (text: string) =>
    fill(text, {
      months: counted(months, units.MON),
      day: fill(named(words.day ?? '{day}', dayOrNull ?? 0, locale, 'ordinal'), {
        day: String(dayOrNull ?? 0),
      }),
    })
  const inMonth = (texts: readonly [this: string, next: string, later: string]) =>
    place(texts[months > 1 ? 2 : months === 1 ? 1 : 0])
  const end = inMonth([words.endOfMonth, words.endOfNextMonth, words.endOfLaterMonth])
  switch (kind) {
    case 'days':
      return days === 0 ? words.now : inDays
    case 'end_of_month':
      return end
    case 'days_end_of_month':
      return days === 0 ? end : fill(words.after, { first: inDays, second: end })
    case 'end_of_month_days':
      return days === 0 ? end : fill(words.plus, { end, days: inDays })
    case 'day_of_month': {
      const on = inMonth([words.onDay, words.onDayOfNextMonth, words.onDayOfLaterMonth])
      return days === 0 ? on : fill(words.after, { first: inDays, second: on })
    }
  }
}

const named = (name: UnitName, count: number, locale: string, type: Intl.PluralRuleType): string =>
  typeof name === 'string'
    ? name
    : (name[new Intl.PluralRules(locale, { type }).select(count)] ?? name.other)

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
