import type { Entry as ListEntry } from '@billwright/sdk'
import type { Invoice } from '../api/invoices.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { dotted } from './dotted.ts'
import { State } from './state.tsx'
import { Status } from './status.tsx'

/** Days before the due date from which an invoice is due soon. */
const SOON_DAYS = 7

type Entry = Pick<
  ListEntry<'listInvoices'>,
  'type' | 'role' | 'display_status' | 'days_late' | 'due_date' | 'partially_paid' | 'mail'
>

/** An invoice as a list has it. */
export function toEntry(invoice: Invoice): Entry {
  const { type, kind, deposits, display_status, due_date, partially_paid, mail } = invoice
  const role = kind === 'prepayment' ? 'deposit' : deposits.length > 0 ? 'final' : null
  const days_late = display_status === 'overdue' && due_date !== null ? -daysUntil(due_date) : 0
  return { type, role, display_status, days_late, due_date, partially_paid, mail }
}

/** In how many days an open invoice is due, if that is soon; else null. */
export function dueSoon({ display_status: status, due_date: due }: Entry): number | null {
  if (status !== 'open' || due === null) return null
  const days = daysUntil(due)
  return days >= 0 && days <= SOON_DAYS ? days : null
}

/** The state with what it means today: days late, due soon, the kind of document, lost mail. */
export function EntryState({ of }: { readonly of: Entry }) {
  const { invoiceList: words, attention, mailStates, status: states } = useWords()
  const format = useFormat()
  const { type, role, display_status: status, days_late: late, mail } = of
  const isNote = type === 'credit_note' && status === 'issued'
  const detail = dotted([
    role !== null ? words.roles[role] : type === 'credit_note' && words.creditNote,
    status === 'overdue' && of.partially_paid && states.partially_paid.toLowerCase(),
    // That it was sent is normal.
    mail !== null && mail.status !== 'sent' && mailStates[mail.status],
  ])
  // A credit note settles the invoice that it corrects. That invoice shows what must be refunded.
  if (isNote)
    return (
      <State shape="done" detail={detail}>
        {states.issued}
      </State>
    )
  const days = dueSoon(of)
  if (days !== null)
    return (
      <State shape="due" detail={detail}>
        {words.dueSoon(format.inDays(days))}
      </State>
    )
  if (status === 'overdue' && late > 0)
    return (
      <State shape="late" detail={detail}>
        {attention.days(late)}
      </State>
    )
  return <Status of={status} detail={detail} />
}

const DAY_MS = 86_400_000

/** From today to a day, in whole days. */
function daysUntil(day: string): number {
  const now = new Date()
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.parse(day) - today) / DAY_MS)
}
