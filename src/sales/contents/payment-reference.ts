import { isValidReference, type ReferenceKind as StatedKind } from '@billwright/bank-statements'
import type { ReferenceKind, Settings } from '../../company/settings/settings.ts'
import { table } from '../../kernel/table.ts'
import { sha256 } from '../../platform/ids.ts'

const QR_DIGITS = 26
const CREDITOR_LENGTH_MAX = 21

/** Countries whose banks read a reference of their own without an agreement. */
const NATIONAL = table<ReferenceKind>({
  BE: 'ogm',
  CZ: 'vs',
  EE: 'viite',
  FI: 'viite',
  HR: 'hr',
  SI: 'si',
  SK: 'vs',
})
/** Their banks take a national reference only by agreement, and no other one. */
const BY_AGREEMENT = ['DK', 'NO', 'SE']

/** The kind of reference that a company prints now; null: the number of the invoice. */
export function referenceKindOf({
  paymentReference,
  bankAccount,
  companyAddress: { countryCode },
}: {
  readonly paymentReference: Settings['paymentReference']
  readonly bankAccount: Pick<Settings['bankAccount'], 'iban'>
  readonly companyAddress: Pick<Settings['companyAddress'], 'countryCode'>
}): ReferenceKind | null {
  if (paymentReference === 'none') return null
  if (paymentReference !== 'auto') return paymentReference
  if (bankAccount.iban === null || BY_AGREEMENT.includes(countryCode ?? '')) return null
  return NATIONAL[countryCode ?? ''] ?? 'rf'
}

/** What a document prints as the reference of its transfer, and its e-invoice states (BT-83). */
export const paymentReferenceOf = ({
  number,
  payment,
  seller: { paymentReference: kind },
}: {
  readonly number: string | null
  readonly payment: { readonly reference: string | null }
  readonly seller: { readonly paymentReference: ReferenceKind | null }
}): string | null =>
  payment.reference ??
  (number === null || kind === null ? number : (printedReference(kind, number) ?? number))

/**
 * The reference of an invoice as people write it: the digits of its number with check digits. A number without
 * digits, or with too many, uses its hash. Null: the number fits into no such reference.
 *
 * `rf` is ISO 11649. `ogm`: Belgium, modulo 97. `viite`: Finland and Estonia, weights 7-3-1. `kid`: Norway, and
 * `ocr`: Sweden, both modulo 10. `bk`: Netherlands, modulo 11. `vs`: variable symbol of Czechia and Slovakia.
 * `si`, `hr`: Slovenia and Croatia, model 00.
 */
export function printedReference(kind: ReferenceKind, number: string): string | null {
  switch (kind) {
    case 'rf':
      return creditorReference(number)
    case 'ogm': {
      const body = digitsOf(number, 10).padStart(10, '0')
      const all = withCheck('OGM', (check) => `${body}${check.padStart(2, '0')}`)
      return all.replace(/^(\d{3})(\d{4})(\d{5})$/, '+++$1/$2/$3+++')
    }
    case 'viite':
      return withCheck('VIITE', (check) => `${digitsOf(number, 19).padStart(3, '0')}${check}`)
    case 'kid':
    case 'ocr':
      return withCheck('OCR', (check) => `${digitsOf(number, 24).padStart(2, '0')}${check}`)
    case 'bk':
      return withCheck('BK', (check) => `${check}${digitsOf(number, 15).padStart(15, '0')}`)
    case 'vs':
      return digitsOf(number, 10)
    case 'si':
    case 'hr':
      return `${kind.toUpperCase()}00 ${digitsOf(number, 20)}`
  }
}

/** The digits of a number without leading zeros, at most so many. */
function digitsOf(number: string, max: number): string {
  const digits = number.replace(/[^0-9]/g, '').replace(/^0+/, '')
  return digits !== '' && digits.length <= max ? digits : hashDigits(number, max)
}

const CHECKS_MAX = 100

/** The reference whose check digits are right; each kind has at most two. */
function withCheck(kind: StatedKind, write: (check: string) => string): string {
  for (let check = 0; check < CHECKS_MAX; check += 1) {
    const reference = write(String(check))
    if (isValidReference(kind, reference)) return reference
  }
  throw new Error(`No check digits of ${kind} are right.`)
}

/** Whether an IBAN is a QR-IBAN: bank numbers 30000 to 31999 (QR-bill guidelines, 2.10). */
export const isQrIban = (iban: string): boolean => /^(?:CH|LI)\d{2}3[01]/.test(iban)

/**
 * The QR reference of an invoice: the digits of its number, padded with zeros to 26, and a check
 * digit. A number without digits, or with too many, uses its hash.
 */
export function qrReference(number: string): string {
  const digits = number.replace(/[^0-9]/g, '')
  const isUsable = digits.length <= QR_DIGITS && /[1-9]/.test(digits)
  const body = (isUsable ? digits : hashDigits(number, QR_DIGITS)).padStart(QR_DIGITS, '0')
  return `${body}${checkDigit(body)}`
}

const hashDigits = (number: string, digits: number): string =>
  String(BigInt(`0x${sha256(number)}`) % 10n ** BigInt(digits))

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
