import { sha256 } from '../../platform/ids.ts'
import { canonicalJson } from '../../record/canonical-json.ts'
import type { StoredInvoice } from '../invoice.ts'

/**
 * The very text whose SHA-256 is the state hash of a revision: everything that is stored of an
 * invoice; how it is shared only as a hash, and of the invoice a credit note corrects only its id.
 * What says nothing (null, zero, empty) is left out, so that a field added later changes no old hash.
 */
export function stateTextOf(invoice: StoredInvoice): string {
  const { shareNonce, corrects, ...state } = invoice
  const share = shareNonce === null ? null : sha256(shareNonce)
  return canonicalJson(withoutEmpty({ ...state, corrects: corrects?.id ?? null, share }) ?? {})
}

export const stateHashOf = (invoice: StoredInvoice): string => sha256(stateTextOf(invoice))

/** The value without what says nothing; undefined if nothing is left. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((it) => withoutEmpty(it) ?? null)
  if (value === null || typeof value !== 'object') return isNothing(value) ? undefined : value
  const entries = Object.entries(value).map(([key, entry]) => [key, withoutEmpty(entry)] as const)
  const left = entries.filter(([, entry]) => entry !== undefined)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || value === 0n
