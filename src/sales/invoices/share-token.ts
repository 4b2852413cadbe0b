import { type Company, type CompanyScope, isFirst } from '../../core/companies/company.ts'
import type { CompanySecrets } from '../../core/companies/secrets.ts'
import { hmacSha256, sha256 } from '../../platform/ids.ts'

/**
 * Share tokens are derived, not stored: HMAC-SHA-256 over the invoice's id and 32 random bytes
 * from publishing. The database has the random part and the token's hash for look-ups. So a copy
 * of one table opens no invoice, and the time of a look-up reveals nothing about a token.
 */
export interface ShareTokens {
  /** 43 characters of base64url; before them the company's handle and a point, except in the first. */
  derive(scope: CompanyScope, invoiceId: string, nonce: string): Promise<string>
}

export const createShareTokens = (secrets: Pick<CompanySecrets, 'require'>): ShareTokens => ({
  async derive(scope, invoiceId, nonce) {
    const token = tokenOf(await secrets.require(scope, 'share_tokens'), invoiceId, nonce)
    return isFirst(scope.entry) ? token : `${scope.entry.handle}.${token}`
  },
})

/** The token without its handle. */
export const tokenOf = (secret: string, invoiceId: string, nonce: string): string =>
  hmacSha256(secret, `${invoiceId}.${nonce}`)

/** The key of the look-up. A company's handle may change, so it is not part of the hash. */
export const hashOfToken = (company: Company, token: string): string =>
  sha256(isFirst(company) ? token : token.slice(token.indexOf('.') + 1))
