import { canonicalJson } from '../../core/record/canonical-json.ts'
import type { NewRow } from '../../platform/database/scope.ts'
import { sha256 } from '../../platform/ids.ts'
import { searchTexts, toDeliveryNote } from './rows.ts'

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
    'search_text',
    'voided_at',
    'created_at',
    'updated_at',
  ],
  2: [
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

export const DELIVERY_NOTE_STATE_VERSION = 2

/** Null for a version of a later release. */
export function deliveryNoteStateHash(
  row: NewRow<'delivery_notes'>,
  version: number,
): string | null {
  const columns = COLUMNS[version]
  if (!columns) return null
  const stored = version === 1 ? { ...row, search_text: firstSearchText(row) } : row
  return sha256(canonicalJson(Object.fromEntries(columns.map((name) => [name, stored[name]]))))
}

/** Version 1 hashed the text of the search as it was then; null if the contents are damaged. */
function firstSearchText(row: NewRow<'delivery_notes'>): string | null {
  try {
    return searchTexts(toDeliveryNote(row)).normalize('NFKC').toLowerCase()
  } catch {
    return null
  }
}
