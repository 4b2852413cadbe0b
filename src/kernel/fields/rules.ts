import { isCountry } from '@billwright/einvoice/countries'
import { isCurrency } from '@billwright/money'
import { FieldError } from '@billwright/rules/faults'
import { readCreditorId } from '@billwright/sepa/creditor-id'
import type { Params } from '../errors.ts'

export { FieldError }

/** The value in its one canonical form. @throws FieldError */
export type Rule = (text: string) => string

const EMAIL_LENGTH_MAX = 254
const EMAIL =
  /^[^\s\p{C}@<>(),;:"\\[\]]{1,64}@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u
/** Characters such as a fullwidth @, which mail servers may treat as the plain one. */
const isNormal = (text: string): boolean => text.normalize('NFKC') === text

export const email: Rule = (text) => {
  const isAddress = text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text) && isNormal(text)
  if (isAddress && URL.canParse(`http://${text.split('@')[1]}`)) return text
  throw wrongFormat('email', 'Wrong format: use an e-mail address such as billing@example.com.')
}

const EMAILS_MAX = 3

/** Up to three addresses, separated by commas. */
export const emails: Rule = (text) => {
  const all = text.split(',').map((it) => email(it.trim()))
  if (all.length <= EMAILS_MAX) return all.join(', ')
  throw wrongFormat('emails', `Too many addresses: use at most ${EMAILS_MAX}.`, { max: EMAILS_MAX })
}

/** One line that is safe in a message header: no control characters, no bidi overrides. */
export const line: Rule = (text) => {
  if (!/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)) return text
  throw new FieldError(
    'invalid_text',
    'Invalid text: use one line without control and direction characters.',
  )
}

/** ISO 3166-1 alpha-2, in capitals. */
export const country: Rule = (text) => {
  const code = text.toUpperCase()
  if (isCountry(code)) return code
  throw new FieldError('unknown_country', 'Unknown country: use an ISO 3166 code such as DE.')
}

/** ISO 4217, in capitals. */
export const currency: Rule = (text) => {
  const code = text.toUpperCase()
  if (isCurrency(code)) return code
  throw new FieldError('unknown_currency', 'Unknown currency: use an ISO 4217 code such as EUR.')
}

/** A BCP 47 tag of a known language in canonical form; `pt_BR` counts as `pt-BR`. */
export const language: Rule = (text) => {
  const [tag] = canonicalLocales(text.replaceAll('_', '-'))
  if (tag !== undefined && isKnownLanguage(tag)) return tag
  throw new FieldError(
    'unknown_language',
    'Unknown language: use a language tag such as de or en-GB.',
  )
}

/** An IANA time zone. Offsets such as `+01:00` have no daylight saving time and are refused. */
export const timeZone: Rule = (text) => {
  const resolved = /^[A-Za-z]/.test(text) ? resolvedTimeZone(text) : null
  if (resolved === null) {
    throw new FieldError(
      'unknown_time_zone',
      'Unknown time zone: use an IANA name such as Europe/Berlin.',
    )
  }
  return resolved.toLowerCase() === text.toLowerCase() ? resolved : text
}

/** `#rrggbb` in small letters; `#rgb` is written out. */
export const hexColor: Rule = (text) => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const color = (
    short
      ? `#${short
          .slice(1)
          .map((d) => d + d)
          .join('')}`
      : text
  ).toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) return color
  throw wrongFormat('color', 'Wrong format: use a color such as #1a73e8.')
}

/** A web address as people print it, with or without `https://`. */
export const website: Rule = (text) => {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  if (isWeb && url.hostname.includes('.') && !/\s/.test(text) && url.username === '') return text
  throw wrongFormat('website', 'Wrong format: use a web address such as https://example.com.')
}

/** Without blanks, in capitals, with its check digits verified (ISO 13616, ISO 7064 mod 97-10). */
export const iban: Rule = (text) => {
  const compact = text.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) {
    throw wrongFormat('iban', 'Wrong format: use an IBAN such as DE89 3704 0044 0532 0130 00.')
  }
  if (remainder97(compact) === 1n) return compact
  throw new FieldError(
    'wrong_checksum',
    'The check digits of this IBAN are wrong. Check for a typo.',
  )
}

/** Without blanks, in capitals, with its check digits verified (ISO 7064 mod 97-10). */
export const creditorId: Rule = (text) => {
  const read = readCreditorId(text)
  if ('value' in read) return read.value
  if (read.fault === 'check_digits')
    throw new FieldError(
      'wrong_checksum',
      'The check digits of this creditor identifier are wrong. Check for a typo.',
    )
  throw wrongFormat(
    'creditor_id',
    'Wrong format: use a creditor identifier such as DE98ZZZ09999999999.',
  )
}

/** A Swiss or Liechtenstein IBAN whose bank number, 30000 to 31999, accepts QR references. */
export const qrIban: Rule = (text) => {
  const compact = iban(text)
  if (/^(CH|LI)\d{2}3[01]\d{3}[A-Z0-9]{12}$/.test(compact)) return compact
  throw wrongFormat(
    'qr_iban',
    'Wrong format: use a QR-IBAN such as CH44 3199 9123 0008 8901 2. Your Swiss bank issues it.',
  )
}

/** ISO 9362, 8 or 11 characters, in capitals. */
export const bic: Rule = (text) => {
  const compact = text.replace(/\s/g, '').toUpperCase()
  if (/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compact)) return compact
  throw wrongFormat('bic', 'Wrong format: use a BIC of 8 or 11 characters such as COBADEFFXXX.')
}

/** A code of the list of electronic address schemes (EAS): four digits, or two letters such as EM. */
export const endpointScheme: Rule = (text) => {
  const code = text.toUpperCase()
  if (/^([0-9]{4}|[A-Z]{2})$/.test(code)) return code
  throw wrongFormat('scheme', 'Wrong format: use a scheme such as 0088, 9930 or EM.')
}

const wrongFormat = (reason: string, message: string, params?: Params): FieldError =>
  new FieldError('wrong_format', message, { reason, ...params })

/** Letters count as two digits, A = 10; the first four characters move to the end. */
function remainder97(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4)
  return BigInt(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
}

function canonicalLocales(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}

/** `und` is a valid tag without a language, whatever its type says. */
function isKnownLanguage(tag: string): boolean {
  const code: string | undefined = new Intl.Locale(tag).language
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  return code !== undefined && names.of(code) !== undefined
}

function resolvedTimeZone(text: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
