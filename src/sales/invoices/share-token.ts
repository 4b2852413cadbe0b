import { type Company, isFirst } from '../../core/companies/company.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { hmacSha256, sha256 } from '../../platform/ids.ts'

/** 43 characters of base64url; before them the company's handle and a point, except in the first. */
export async function deriveShareToken(
  work: ReadWork,
  invoiceId: string,
  nonce: string,
): Promise<string> {
  const token = tokenOf(await work.app.secrets.require(work, 'share_tokens'), invoiceId, nonce)
  return isFirst(work.company) ? token : `${work.company.handle}.${token}`
}

/** The token without its handle. */
export const tokenOf = (secret: string, invoiceId: string, nonce: string): string =>
  hmacSha256(secret, `${invoiceId}.${nonce}`)

/** The key of the look-up. A company's handle may change, so it is not part of the hash. */
export const hashOfToken = (company: Company, token: string): string =>
  sha256(isFirst(company) ? token : token.slice(token.indexOf('.') + 1))
