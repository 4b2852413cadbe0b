import { isOwed } from '@billwright/rules/display-status'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { customerQuery } from '../customers/queries.ts'
import { transportQuery } from '../mail/queries.ts'
import { asksForReminder } from '../reminders/card.tsx'
import { invoiceRemindersQuery } from '../reminders/queries.ts'
import { isZero } from './detail-summary.tsx'

export type FirstStep = 'address' | 'reminder' | 'receipt' | 'pay' | 'send'

export const isPayable = ({ display_status: status }: Invoice): boolean =>
  isOwed(status) || status === 'refund_due'

/** What an issued invoice asks for first: its filled button. */
export function useFirstStep(invoice: Invoice): FirstStep {
  const { status, display_status: shown, totals, mail } = invoice
  const mayWrite = useMay('write')
  const isAdmin = useMay('admin')
  const isLate = shown === 'overdue' && mayWrite
  const isBounced = isOwed(shown) && mail?.status === 'bounced' && mayWrite
  const isPaid = invoice.type === 'invoice' && status === 'paid' && !isZero(totals.paid)
  const { data: customer } = useQuery({
    ...customerQuery(invoice.customer_id),
    enabled: isBounced,
  })
  const { data: reminders } = useQuery({ ...invoiceRemindersQuery(invoice.id), enabled: isLate })
  const { data: mailing } = useQuery({
    ...transportQuery,
    enabled: isPaid && mail === null && isAdmin,
  })
  if (isBounced && customer?.customer.email_problem) return 'address'
  if (isLate && reminders?.waits_for === 'email_problem') return 'address'
  if (isLate && (reminders === undefined || asksForReminder(invoice, reminders))) return 'reminder'
  // An invoice that was e-mailed shows that mail is set up.
  const hasMail = mail !== null || typeof mailing?.transport.source === 'string'
  if (isPaid && hasMail) return 'receipt'
  const isMailed = mail?.status === 'queued' || mail?.status === 'sent'
  return isMailed && mayWrite && isPayable(invoice) ? 'pay' : 'send'
}
