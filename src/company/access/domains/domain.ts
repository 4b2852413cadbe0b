import { domainToASCII } from 'node:url'
import type { CompanyId } from '../../../platform/database/tables.ts'

/** A host name that a company proved: for its links, and for addresses of its e-mail. */
export interface Domain {
  readonly company: CompanyId
  /** Lower case, in the ASCII form of international names. */
  readonly host: string
  /** The value that its TXT record must have. */
  readonly token: string
  readonly createdAt: string
  /** Null: not verified, or no longer. */
  readonly verifiedAt: string | null
  readonly checkedAt: string | null
  /** Since when its record is missing; null: it exists. */
  readonly failingSince: string | null
  /** Whether links open under it; else it only proves addresses of e-mail. */
  readonly forLinks: boolean
}

export const recordName = ({ host }: Pick<Domain, 'host'>): string => `_billwright.${host}`
export const recordValue = ({ token }: Pick<Domain, 'token'>): string =>
  `billwright-domain=${token}`

const HOST_LENGTH_MAX = 253 - '_billwright.'.length
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** The stored form of a host; null: not a public host name. */
export function toHost(text: string): string | null {
  // The URL parser would drop anything after the host.
  if (/[/?#\\]/.test(text)) return null
  const host = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase()
  const labels = host.split('.')
  const isName =
    labels.length > 1 && labels.every((it) => LABEL.test(it)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && host.length <= HOST_LENGTH_MAX ? host : null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A missing record is checked every day; after a week its domain ends. */
export const CHECK_AGAIN_MS = DAY_MS
export const CHECK_EVERY_MS = 30 * DAY_MS
const GRACE_MS = 7 * DAY_MS

/** The domain after a check of its record. */
export function afterCheck(domain: Domain, isProven: boolean, now: string): Domain {
  if (isProven) return { ...domain, checkedAt: now, failingSince: null }
  const failingSince = domain.failingSince ?? now
  const isOver = Date.parse(now) - Date.parse(failingSince) >= GRACE_MS
  return {
    ...domain,
    checkedAt: now,
    failingSince,
    verifiedAt: isOver ? null : domain.verifiedAt,
  }
}
