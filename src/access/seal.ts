import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { newBytes } from '../platform/ids.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts and signs a text (AES-256-GCM) under a secret of the installation, for one place: what
 * was sealed for a person does not open for another.
 *
 * @param place where it is kept, e.g. `totp:usr_…`
 */
export function seal(secret: string, place: string, text: string): string {
  const nonce = newBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed for that place, or null: it was changed, or is of another place or secret. */
export function unseal(secret: string, place: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    // The one way in which Node says that the tag is not right.
    return null
  }
}

/** The secret has 256 random bits as text; a key is as many bits as bytes. */
const keyOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
