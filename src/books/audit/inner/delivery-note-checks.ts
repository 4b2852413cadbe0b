import { stateHash } from '../../../core/record/state.ts'
import { toDeliveryNote, toRow } from '../../../paper/delivery-notes/rows.ts'
import { DELIVERY_NOTE_STATE } from '../../../paper/delivery-notes/state.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type Break, breakOf } from '../report.ts'
import type { Audited } from './repository.ts'

/** The differences between a stored delivery note and its last revision. */
export function deliveryNoteBreak({ row, last }: Audited<Tables['delivery_notes']>): Break | null {
  const name = `Delivery note ${row.number}`
  const about = { invoiceId: row.id, number: row.number }
  if (!last) return breakOf('revision_missing', `${name} has no revision.`, about)
  const found = stateHash(DELIVERY_NOTE_STATE, row, Number(last.state_version))
  if (found === last.state_hash) return derivedBreak(row, about)
  return breakOf(
    'delivery_note_state',
    `${name} differs from its last revision, ${last.sequence}.`,
    {
      ...about,
      revision: last.sequence,
      expected: last.state_hash,
      found,
    },
  )
}

/** A column that follows from the others, which the state hash covers. */
function derivedBreak(
  row: Tables['delivery_notes'],
  about: { readonly invoiceId: string; readonly number: string },
): Break | null {
  const expected = toRow(toDeliveryNote(row))
  const field = (['number_order', 'search_text'] as const).find((it) => row[it] !== expected[it])
  if (field === undefined) return null
  return breakOf(
    'delivery_note_state',
    `Delivery note ${row.number} was changed in \`${field}\`.`,
    {
      ...about,
      field,
      expected: expected[field],
      found: row[field],
    },
  )
}
