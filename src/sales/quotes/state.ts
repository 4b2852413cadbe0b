import { canonicalJson } from '../../core/record/canonical-json.ts'
import type { NewRow } from '../../platform/database/scope.ts'
import { sha256 } from '../../platform/ids.ts'

/**
 * The hashed fields of a quote. A version never changes, because it verifies the hashes that it
 * wrote.
 */
const COLUMNS: Readonly<Record<number, readonly (keyof NewRow<'quotes'>)[]>> = {
  1: [
    'id',
    'root_id',
    'revision',
    'version',
    'number',
    'series',
    'sequence',
    'status',
    'customer_id',
    'customer_name',
    'issue_date',
    'valid_until',
    'currency',
    'total_minor',
    'terms_text',
    'on_accept',
    'deposit_percent_micro',
    'content',
    'optional_items',
    'share_hash',
    'answers',
    'opened_at',
    'answered_at',
    'created_at',
    'updated_at',
  ],
}

export const QUOTE_STATE_VERSION = 1

/** The text whose SHA-256 is the state hash of a quote; null for a version of a later release. */
export function quoteStateText(row: NewRow<'quotes'>, version: number): string | null {
  const columns = COLUMNS[version]
  return columns
    ? canonicalJson(Object.fromEntries(columns.map((name) => [name, row[name]])))
    : null
}

export const quoteStateHash = (row: NewRow<'quotes'>, version: number): string | null => {
  const text = quoteStateText(row, version)
  return text && sha256(text)
}
