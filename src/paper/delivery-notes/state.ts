import { canonicalJson } from '../../core/record/canonical-json.ts'
import type { NewRow } from '../../platform/database/scope.ts'
import { sha256 } from '../../platform/ids.ts'

/**
 * The hashed fields of a delivery note. A version never changes, because it verifies the notes that
 * it hashed.
 */
const COLUMNS: Readonly<Record<number, readonly (keyof NewRow<'delivery_notes'>)[]>> = {
  1: [
    'id',
    'version',
    'number',
    'series',
    'sequence',
    'status',
    'date',
    'customer_id',
    'customer_name',
    'quote_id',
    'invoice_id',
    'content',
    'voided_at',
    'created_at',
    'updated_at',
  ],
}

export const DELIVERY_NOTE_STATE_VERSION = 1

/** Null for a version of a later release. */
export function deliveryNoteStateHash(
  row: NewRow<'delivery_notes'>,
  version: number,
): string | null {
  const columns = COLUMNS[version]
  return columns
    ? sha256(canonicalJson(Object.fromEntries(columns.map((name) => [name, row[name]]))))
    : null
}
