import type { Closing } from '../../../company/closing/closing.ts'
import { addDays } from '../../../kernel/calendar.ts'
import type { BookSumsView } from '../sums-view.ts'

export const booksView = ({ until, note, sums, changedBy, changedAt }: Closing) => ({
  closed_until: until,
  open_from: until === null ? null : addDays(until, 1),
  note,
  changed_by: changedBy,
  changed_at: changedAt,
  sums: (sums ?? []) as BookSumsView,
})
