import type { Letterhead } from '../components/letterhead.ts'
import { standardRate } from '../invoices/issue/rates.ts'
import { bankOf } from '../settings/bank-of.ts'
import type { FieldName, SettingsChanges } from '../settings/fields.ts'
import type { Language } from '../words/languages.ts'

/** Countries of the time zones of most first users; others come from the region of the language. */
const ZONES: Readonly<Record<string, string>> = {
  'Europe/Amsterdam': 'NL',
  'Europe/Athens': 'GR',
  'Europe/Berlin': 'DE',
  'Europe/Bratislava': 'SK',
  'Europe/Brussels': 'BE',
  'Europe/Bucharest': 'RO',
  'Europe/Budapest': 'HU',
  'Europe/Busingen': 'DE',
  'Europe/Copenhagen': 'DK',
  'Europe/Dublin': 'IE',
  'Europe/Helsinki': 'FI',
  'Europe/Lisbon': 'PT',
  'Europe/Ljubljana': 'SI',
  'Europe/London': 'GB',
  'Europe/Luxembourg': 'LU',
  'Europe/Madrid': 'ES',
  'Europe/Malta': 'MT',
  'Europe/Oslo': 'NO',
  'Europe/Paris': 'FR',
  'Europe/Prague': 'CZ',
  'Europe/Riga': 'LV',
  'Europe/Rome': 'IT',
  'Europe/Sofia': 'BG',
  'Europe/Stockholm': 'SE',
  'Europe/Tallinn': 'EE',
  'Europe/Vaduz': 'LI',
  'Europe/Vienna': 'AT',
  'Europe/Vilnius': 'LT',
  'Europe/Warsaw': 'PL',
  'Europe/Zagreb': 'HR',
  'Europe/Zurich': 'CH',
}

/** Currencies other than the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  AU: 'AUD',
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  IN: 'INR',
  JP: 'JPY',
  LI: 'CHF',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  US: 'USD',
}

/** Prefixes of invoice and credit note numbers, by language. */
const PREFIXES: Readonly<Record<string, readonly [string, string]>> = {
  de: ['RE', 'RK'],
  fr: ['FA', 'AV'],
  es: ['F', 'R'],
  it: ['FT', 'NC'],
  nl: ['F', 'C'],
}

export interface Browser {
  readonly languages: readonly string[]
  readonly timeZone: string
}

/** Null: unknown to the browser. */
export function countryOf({ languages, timeZone }: Browser): string | null {
  const zone = ZONES[timeZone]
  if (zone !== undefined) return zone
  const region = languages.map((tag) => regionOf(tag)).find((it) => it !== undefined)
  return region ?? null
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

/** The language of documents: that of the console with the country's region if they differ. */
const localeOf = (language: Language, country: string | null): string =>
  country !== null && REGIONAL.includes(`${language}-${country}`)
    ? `${language}-${country}`
    : language
const REGIONAL = [
  'de-AT',
  'de-CH',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-US',
  'fr-BE',
  'fr-CA',
  'fr-CH',
]

/** Defaults for a country, which the person can change. */
export function settingsOf(country: string | null, language: Language): SettingsChanges {
  const rate = country === null ? undefined : standardRate(country)
  const [invoice, note] = PREFIXES[language] ?? ['INV', 'CN']
  return {
    'companyAddress.countryCode': country ?? '',
    locale: localeOf(language, country),
    currency: CURRENCIES[country ?? ''] ?? 'EUR',
    'defaultTax.category': rate === undefined ? 'O' : 'S',
    'defaultTax.rate': rate === undefined ? '0' : String(rate),
    'invoiceNumbering.pattern': `${invoice}-{YYYY}-{SEQ:4}`,
    'creditNoteNumbering.pattern': `${note}-{YYYY}-{SEQ:4}`,
  }
}

/** All defaults that the browser provides for a new company. */
export const guessOf = (browser: Browser, language: Language): SettingsChanges => ({
  ...settingsOf(countryOf(browser), language),
  timeZone: browser.timeZone || 'UTC',
})

const FIELDS: Readonly<Record<keyof Letterhead, FieldName>> = {
  name: 'companyName',
  contact: 'companyContact',
  line1: 'companyAddress.line1',
  line2: 'companyAddress.line2',
  postalCode: 'companyAddress.postalCode',
  city: 'companyAddress.city',
  region: 'companyAddress.region',
  countryCode: 'companyAddress.countryCode',
  email: 'companyEmail',
  phone: 'companyPhone',
  website: 'companyWebsite',
  taxId: 'companyTaxId',
  taxNumber: 'companyTaxNumber',
  registrationId: 'companyRegistrationId',
  iban: 'bankAccount.iban',
  bic: 'bankAccount.bic',
  bankName: 'bankAccount.bankName',
}

/** The values of a pasted letterhead, with the defaults of its country if that differs from `country`. */
export function settingsOfLetterhead(
  found: Letterhead,
  { country, language }: { readonly country: string; readonly language: Language },
): SettingsChanges {
  const named = Object.entries(found).map(([name, value]) => [
    FIELDS[name as keyof Letterhead],
    value,
  ])
  const bank = bankOf(found.iban ?? '')
  const { countryCode } = found
  const isElsewhere = countryCode !== undefined && countryCode !== country
  return {
    ...(isElsewhere && settingsOf(countryCode, language)),
    ...(bank && { 'bankAccount.bic': bank.bic, 'bankAccount.bankName': bank.name }),
    ...Object.fromEntries(named),
  }
}
