import { canonicalJson } from '../../core/record/canonical-json.ts'
import type { NewRow } from '../../platform/database/scope.ts'
import { sha256 } from '../../platform/ids.ts'

/**
 * The hashed fields of a supplier invoice. A version never changes, because it verifies what it
 * wrote.
 */
const COLUMNS: Readonly<Record<number, readonly (keyof NewRow<'supplier_invoices'>)[]>> = {
  1: [
    'id',
    'version',
    'status',
    'reason',
    'paid_on',
    'format',
    'profile',
    'kind',
    'number',
    'issue_date',
    'due_date',
    'currency',
    'seller_name',
    'seller_key',
    'total_cents',
    'due_cents',
    'errors',
    'warnings',
    'content',
    'findings',
    'sha256',
    'created_at',
    'updated_at',
  ],
}

export const STATE_VERSION = 1

/** The text whose SHA-256 is the state hash; null for a version of a later release. */
export function stateText(row: NewRow<'supplier_invoices'>, version: number): string | null {
  const columns = COLUMNS[version]
  return columns
    ? canonicalJson(Object.fromEntries(columns.map((name) => [name, row[name]])))
    : null
}

export const stateHash = (row: NewRow<'supplier_invoices'>, version: number): string | null => {
  const text = stateText(row, version)
  return text && sha256(text)
}
