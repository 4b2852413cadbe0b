import { validIban } from '@billwright/bank-statements'

interface Country {
  readonly length: number
  /** Whether its banks are in the European Economic Area: banks elsewhere ask for BIC and address. */
  readonly isInEea: boolean
  /** How many characters after the check digits name the bank; null: its number is not at the start. */
  readonly bankLength: number | null
}

const country = (length: number, bankLength: number | null = null, isInEea = true): Country => ({
  length,
  isInEea,
  bankLength,
})
const outside = (length: number): Country => country(length, null, false)

/** Countries of SEPA (EPC409-09) with the lengths of their IBANs (ISO 13616 registry). */
const COUNTRIES: Readonly<Record<string, Country>> = {
  AD: outside(24),
  AL: outside(28),
  AT: country(20, 5),
  BE: country(16, 3),
  BG: country(22, 4),
  CH: outside(21),
  CY: country(28, 3),
  CZ: country(24, 4),
  DE: country(22, 8),
  DK: country(18, 4),
  EE: country(20, 2),
  ES: country(24, 4),
  FI: country(18, 3),
  FR: country(27, 5),
  GB: outside(22),
  GI: outside(23),
  GR: country(27, 3),
  HR: country(21, 7),
  HU: country(28, 3),
  IE: country(22, 4),
  IS: country(26, 2),
  IT: country(27),
  LI: country(21, 5),
  LT: country(20, 5),
  LU: country(20, 3),
  LV: country(21, 4),
  MC: outside(27),
  MD: outside(24),
  ME: outside(22),
  MK: outside(19),
  MT: country(31, 4),
  NL: country(18, 4),
  NO: country(15, 4),
  PL: country(28, 8),
  PT: country(25, 4),
  RO: country(24, 4),
  RS: outside(22),
  SE: country(24, 3),
  SI: country(19, 2),
  SK: country(24, 4),
  SM: outside(27),
  VA: outside(22),
}

const countryOf = (iban: string): Country | undefined => COUNTRIES[iban.slice(0, 2)]

/** An IBAN from which SEPA can collect, without blanks; null: check digits, length or country are wrong. */
export function readSepaIban(text: string): string | null {
  const iban = validIban(text)
  return iban !== null && countryOf(iban)?.length === iban.length ? iban : null
}

export const isInEea = (iban: string): boolean => countryOf(iban)?.isInEea === true

/** Whether two accounts are surely at the same bank. */
export function isSameBank(one: string, other: string): boolean {
  const length = countryOf(one)?.bankLength
  if (length === undefined || length === null) return false
  const bank = (iban: string) => iban.slice(0, 2) + iban.slice(4, 4 + length)
  return bank(one) === bank(other)
}

/** What may be shown of an IBAN: country and last four characters. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2)}…${iban.slice(-4)}`

/** A BIC (ISO 9362) in capitals; null if it is none. */
export function readBic(text: string): string | null {
  const bic = text.replace(/\s/g, '').toUpperCase()
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null
}
