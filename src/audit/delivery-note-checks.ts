import { deliveryNoteStateHash } from '../delivery-notes/state.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type Break, breakOf } from './report.ts'
import type { Audited } from './repository.ts'

/** The differences between a stored delivery note and its last revision. */
export function deliveryNoteBreak({ row, last }: Audited<Tables['delivery_notes']>): Break | null {
  const name = `Delivery note ${row.number}`
  const about = { invoiceId: row.id, number: row.number }
  if (!last) return breakOf('revision_missing', `${name} has no revision.`, about)
  const found = deliveryNoteStateHash(row, Number(last.state_version))
  if (found === last.state_hash) return null
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
