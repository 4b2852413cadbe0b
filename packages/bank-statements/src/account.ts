import type { Account } from './statement.ts'

const IBAN_SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Without blanks, in capitals; null if it is no IBAN. Payers' check digits are the bank's matter. */
export function ibanOf(text: string | undefined): string | null {
  const compact = (text ?? '').replace(/[\s\u00a0]/g, '').toUpperCase()
  return IBAN_SHAPE.test(compact) ? compact : null
}

/** An IBAN with right check digits (ISO 13616), which is no other word by chance. */
export function validIban(text: string): string | null {
  const iban = ibanOf(text)
  return iban !== null && remainder97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null
}

/** Letters count 10 to 35 (ISO 7064, mod 97-10). */
export function remainder97(text: string): number {
  let remainder = 0
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

/** Check digits of an IBAN without them (ISO 13616). */
export function ibanWithCheckDigits(country: string, bban: string): string {
  const check = 98 - remainder97(`${bban}${country}00`)
  return `${country}${String(check).padStart(2, '0')}${bban}`
}

/** `DE…` is an IBAN, also with a currency behind it; anything else is another number. */
export function accountOf(text: string): Account {
  const iban = validIban(text) ?? validIban(text.replace(/[A-Z]{3}$/, '')) ?? ibanOf(text)
  return { iban, otherId: iban === null && text.trim() !== '' ? text.trim() : null }
}

/**
 * Whether a statement is of this account. Numbers that are no IBAN are also compared with the digits
 * in the IBAN: German `bank code/account`, and the 16 digits of GPC.
 */
export function isAccountOf(
  statement: Account,
  own: { readonly iban?: string | null; readonly otherId?: string | null },
): boolean {
  const iban = ibanOf(own.iban ?? undefined)
  if (statement.iban !== null) return statement.iban === iban
  if (statement.otherId === null) return false
  const otherId = digitsAndLetters(statement.otherId)
  if (own.otherId && digitsAndLetters(own.otherId) === otherId) return true
  return iban !== null && isWithin(statement.otherId, iban)
}

const digitsAndLetters = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

function isWithin(otherId: string, iban: string): boolean {
  const [, bank = '', account = ''] = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(otherId) ?? []
  if (bank !== '') return iban.startsWith('DE') && iban.endsWith(bank + account.padStart(10, '0'))
  return /^\d{16}$/.test(otherId) && /^(?:CZ|SK)/.test(iban) && iban.endsWith(otherId)
}
