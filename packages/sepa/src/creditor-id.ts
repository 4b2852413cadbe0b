import { remainder97 } from '@billwright/bank-statements/account'

export type CreditorIdFault = 'format' | 'length' | 'check_digits'

/** Lengths of the countries whose register says one (EPC262-08, creditor identifier overview). */
const LENGTHS: Readonly<Record<string, number>> = {
  AT: 18,
  DE: 18,
  EE: 20,
  ES: 16,
  FR: 13,
  IT: 23,
  LU: 26,
  MC: 13,
  NL: 19,
}
const LENGTH_MAX = 35

/**
 * A creditor identifier (EPC262-08) without blanks, in capitals, or why it is none: country, two check
 * digits (ISO 7064, mod 97-10), a business code of three characters that the check leaves out, and the
 * national number.
 */
export function readCreditorId(
  text: string,
): { readonly value: string } | { readonly fault: CreditorIdFault } {
  const value = text.replace(/[\s\u00a0]/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{4,}$/.test(value)) return { fault: 'format' }
  const country = value.slice(0, 2)
  const length = LENGTHS[country]
  const fits = length === undefined ? value.length <= LENGTH_MAX : value.length === length
  if (!fits) return { fault: 'length' }
  const checked = value.slice(7) + value.slice(0, 4)
  return remainder97(checked) === 1 ? { value } : { fault: 'check_digits' }
}
