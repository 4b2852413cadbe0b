import { hmacSha256, sha256 } from '../platform/ids.ts'

/**
 * Share tokens are derived, not stored: HMAC-SHA-256 over the invoice's id and 32 random bytes drawn
 * at publishing. The database keeps the random part and the token's hash, by which it is found, so
 * that a copy of one table opens no invoice and a look-up's time says nothing about a token.
 */
export interface ShareTokens {
  /** 43 characters of base64url. */
  derive(invoiceId: string, nonce: string): string
  hash(token: string): string
}

export const createShareTokens = (key: string): ShareTokens => ({
  derive: (invoiceId, nonce) => hmacSha256(key, `${invoiceId}.${nonce}`),
  hash: (token) => sha256(token),
})
