import { createCipheriv, createDecipheriv, hash, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { newBytes, sha256 } from './ids.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts and authenticates bytes (AES-256-GCM) for one place: bytes sealed for one person do not
 * open for another.
 *
 * @param place where they are stored, e.g. `totp:usr_…`
 */
export function sealBytes(secret: string, place: string, bytes: Uint8Array): Uint8Array {
  const nonce = newBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
}

/** The sealed bytes, or null if they were changed or belong to another place or secret. */
export function unsealBytes(secret: string, place: string, sealed: Uint8Array): Uint8Array | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret), nonce, options)
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const bytes = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([bytes, decipher.final()])
  } catch {
    // Node's error for an invalid authentication tag.
    return null
  }
}

/**
 * The bytes with this SHA-256, which is also their place; null: they were changed. Bytes of early
 * messages are not sealed.
 */
export function openHashed(secret: string, hash: string, stored: Uint8Array): Uint8Array | null {
  const bytes = unsealBytes(secret, hash, stored) ?? stored
  return sha256(bytes) === hash ? bytes : null
}

/** Like `sealBytes`, for text, as base64url. */
export const seal = (secret: string, place: string, text: string): string =>
  Buffer.from(sealBytes(secret, place, Buffer.from(text))).toString('base64url')

/** Like `unsealBytes`, for text sealed by `seal`. */
export function unseal(secret: string, place: string, sealed: string): string | null {
  const bytes = unsealBytes(secret, place, Buffer.from(sealed, 'base64url'))
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

/** The secret is text with 256 random bits; the key has as many. */
const keyOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Each guess takes some 100 ms and 64 MiB. */
const SCRYPT: ScryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** The secret derived from a passphrase, with a salt that is stored beside the sealed data. */
export const secretOfPassphrase = async (passphrase: string, salt: string): Promise<string> =>
  (await derive(passphrase.normalize('NFC'), salt, 32, SCRYPT)).toString('base64url')
