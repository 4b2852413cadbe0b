import { sha256 } from '../../platform/ids.ts'

const QR_DIGITS = 26
const CREDITOR_LENGTH_MAX = 21

/** Whether an IBAN is a QR-IBAN: bank numbers 30000 to 31999 (QR-bill guidelines, 2.10). */
export const isQrIban = (iban: string): boolean => /^(?:CH|LI)\d{2}3[01]/.test(iban)

/**
 * The QR reference of an invoice: the digits of its number, padded with zeros to 26, and a check
 * digit. A number without digits, or with too many, uses its hash.
 */
export function qrReference(number: string): string {
  const digits = number.replace(/[^0-9]/g, '')
  const isUsable = digits.length <= QR_DIGITS && /[1-9]/.test(digits)
  const body = (isUsable ? digits : hashDigits(number)).padStart(QR_DIGITS, '0')
  return `${body}${checkDigit(body)}`
}

const hashDigits = (number: string): string =>
  String(BigInt(`0x${sha256(number)}`) % 10n ** BigInt(QR_DIGITS))

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const

/** Modulo 10, recursive (guidelines, annex B). */
function checkDigit(digits: string): number {
  let carry = 0
  for (const digit of digits) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0
  return (10 - carry) % 10
}

/**
 * The creditor reference of an invoice (ISO 11649): `RF`, two check digits, and its number in
 * capitals without separators. Null if the number is too long or has other characters.
 */
export function creditorReference(number: string): string | null {
  const body = number.replace(/[\s./_-]/g, '').toUpperCase()
  if (!/^[A-Z0-9]+$/.test(body) || body.length > CREDITOR_LENGTH_MAX) return null
  const value = [...body, ...'RF00'].map((it) => Number.parseInt(it, 36)).join('')
  return `RF${String(98n - (BigInt(value) % 97n)).padStart(2, '0')}${body}`
}
