import { isValidReference } from '@billwright/bank-statements'
import { formatMinor } from '@billwright/money'
import { encode } from 'uqr'
import { isQrIban } from '../../../../sales/contents/payment-reference.ts'

/** A credit transfer that a banking app can read from the paper. */
export interface Transfer {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly amountMinor: bigint
  /** Remittance information: a creditor reference (ISO 11649), or other text. */
  readonly text: string
}

export const EPC_NAME_LENGTH_MAX = 70
const TEXT_LENGTH_MAX = 140
const PAYLOAD_BYTES_MAX = 331
const AMOUNT_MINOR_MAX = 99_999_999_999n
const QR_VERSION_MAX = 13

/**
 * The text of an EPC QR code, "GiroCode" (EPC069-12, version 002): a SEPA credit transfer in euros.
 * Undefined if the standard does not allow one: no valid IBAN, nothing to pay, amount or text too
 * large.
 */
export function epcPayload(transfer: Transfer): string | undefined {
  const iban = compactIban(transfer.iban)
  const { amountMinor } = transfer
  const name = oneLine(transfer.name, EPC_NAME_LENGTH_MAX)
  if (!isIban(iban) || isQrIban(iban) || name === '') return undefined
  if (amountMinor <= 0n || amountMinor > AMOUNT_MINOR_MAX) return undefined
  const text = oneLine(transfer.text, TEXT_LENGTH_MAX)
  const isReference = isValidReference('RF', text)
  const payload = [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    isBic(transfer.bic) ? transfer.bic.replace(/\s/g, '').toUpperCase() : '',
    name,
    iban,
    `EUR${formatMinor(amountMinor, 'EUR')}`,
    '', // purpose
    isReference ? text : '', // Either this or the text.
    isReference ? '' : text,
  ]
    .join('\n')
    .trimEnd()
  return new TextEncoder().encode(payload).length <= PAYLOAD_BYTES_MAX ? payload : undefined
}

/** The modules of the code without quiet zone, true for dark. Level M, as the EPC requires. */
export function qrModules(payload: string): readonly (readonly boolean[])[] {
  // Bytes, not text, so that readers decode the payload as UTF-8.
  const { data } = encode([...new TextEncoder().encode(payload)], {
    ecc: 'M',
    boostEcc: false,
    border: 0,
    maxVersion: QR_VERSION_MAX,
  })
  return data
}

/** ISO 13616: country, two check digits, and the whole modulo 97 is 1. */
export function isIban(text: string): boolean {
  const iban = compactIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)]
    .map((character) => Number.parseInt(character, 36))
    .join('')
  return BigInt(digits) % 97n === 1n
}

/** In groups of four, as on paper. */
export const groupIban = (text: string): string => compactIban(text).replace(/.{4}/g, '$& ').trim()

const compactIban = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

const isBic = (bic: string | null): bic is string =>
  bic !== null && /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(bic.replace(/\s/g, ''))

/** Line breaks separate the fields of the code, so fields must not contain any. */
const oneLine = (text: string, lengthMax: number): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, lengthMax).join('')
