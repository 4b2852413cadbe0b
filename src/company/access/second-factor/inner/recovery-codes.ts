import { newBytes, sha256 } from '../../../../platform/ids.ts'
import { plainCode } from './totp.ts'

export const RECOVERY_CODES = 10
/** 120 bits, 24 characters: enough for a plain hash (ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15
const GROUP = /.{6}(?=.)/g
/** Without i, l, o and u, which people misread or mishear. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS = 5

/** Ten codes that each work once, for people who lost the phone with the authenticator. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => toBase32(newBytes(CODE_BYTES)).replace(GROUP, '$&-'))

/** The stored hash of a code. Spacing and case do not matter, and misread letters are corrected. */
export const hashRecoveryCode = (text: string): string =>
  sha256(plainCode(text).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1'))

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(new RegExp(`.{${BITS}}`, 'g')) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group, 2)] ?? '').join('')
}
