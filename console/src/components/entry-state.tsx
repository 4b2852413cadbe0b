import type { Entry as ListEntry } from '@billwright/sdk'
import type { Invoice } from '../api/invoices.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { State } from './state.tsx'
import { Status } from './status.tsx'

/** Days before the due date from which an invoice is due soon. */
const SOON_DAYS = 7

type Entry = Pick<
  ListEntry<'listInvoices'>,
  'type' | 'role' | 'display_status' | 'days_late' | 'due_date'
>

/** An invoice as a list has it. */
export function toEntry({ type, kind, deposits, display_status, due_date }: Invoice): Entry {
  const role = kind === 'prepayment' ? 'deposit' : deposits.length > 0 ? 'final' : null
  const days_late = display_status === 'overdue' && due_date !== null ? -daysUntil(due_date) : 0
  return { type, role, display_status, days_late, due_date }
}

/** In how many days an open invoice is due, if that is soon; else null. */
export function dueSoon({ display_status: status, due_date: due }: Entry): number | null {
  if (status !== 'open' || due === null) return null
  const days = daysUntil(due)
  return days >= 0 && days <= SOON_DAYS ? days : null
}

/** The state with what it means today: days late, due soon, the kind of document. */
export function EntryState({ of }: { readonly of: Entry }) {
  const { invoiceList: words, attention } = useWords()
  const format = useFormat()
  const { type, role, display_status: status, days_late: late } = of
  const kind = role !== null ? words.roles[role] : type === 'credit_note' ? words.creditNote : null
  // A credit note settles the invoice that it corrects. That invoice shows what must be refunded.
  if (type === 'credit_note' && status === 'issued')
    return <State shape="done">{words.creditNote}</State>
  const days = dueSoon(of)
  if (days !== null)
    return (
      <State shape="due" detail={kind}>
        {words.dueSoon(format.inDays(days))}
      </State>
    )
  if (status === 'overdue' && late > 0)
    return (
      <State shape="late" detail={kind}>
        {attention.days(late)}
      </State>
    )
  return <Status of={status} detail={kind} />
}

const DAY_MS = 86_400_000

/** From today to a day, in whole days. */
function daysUntil(day: string): number {
  const now = new Date()
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.parse(day) - today) / DAY_MS)
}
