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

/** `DE…` is an IBAN, also behind a BIC or a slash and with a currency; anything else is another number. */
export function accountOf(text: string): Account {
  const iban = ibanIn(text) ?? ibanOf(text)
  return { iban, otherId: iban === null && text.trim() !== '' ? text.trim() : null }
}

/** The IBAN that stands between slashes: `DE… / Giro`, `NORDDEHH/DE…EUR`. */
export function ibanIn(text: string): string | null {
  const parts = text.split('/')
  const ibans = [text, ...parts].map(
    (it) => validIban(it) ?? validIban(it.replace(/[A-Z]{3}$/, '')),
  )
  return ibans.find((it) => it !== null) ?? null
}

/**
 * Whether a statement is of this account. Numbers that are no IBAN are also compared with the digits
 * in the IBAN: `bank code/account` of Germany and Austria, Belgian numbers, Czech and Slovak ones.
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
  const country = iban.slice(0, 2)
  const end = Object.hasOwn(DOMESTIC, country) ? DOMESTIC[country]?.(otherId) : undefined
  return end !== undefined && iban.endsWith(end)
}

/** What a number of the country is within an IBAN. */
const DOMESTIC: Readonly<Partial<Record<string, (id: string) => string | undefined>>> = {
  AT: (id) => bankAndAccount(/^(\d{5})\/(\d{1,11})(?:[A-Z]{3})?$/.exec(id), 11),
  BE: (id) => /^(\d{3})-?(\d{7})-?(\d{2})$/.exec(id)?.slice(1).join(''),
  CZ: czechNumber,
  DE: (id) => bankAndAccount(/^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(id), 10),
  SK: czechNumber,
}

const bankAndAccount = (found: readonly string[] | null, length: number): string | undefined =>
  found === null ? undefined : `${found[1]}${found[2]?.padStart(length, '0')}`

/** The 16 digits of GPC, or `19-2000145399/0800`. */
function czechNumber(id: string): string | undefined {
  if (/^\d{16}$/.test(id)) return id
  const [, prefix = '', account = '', bank = ''] =
    /^(?:(\d{1,6})-)?(\d{2,10})\/(\d{4})$/.exec(id) ?? []
  if (bank === '') return undefined
  return bank + prefix.padStart(6, '0') + account.padStart(10, '0')
}
