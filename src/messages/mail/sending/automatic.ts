import { sumOf } from '@billwright/money'
import { currentSettings } from '../../../company/settings/read.ts'
import type { Work } from '../../../core/record/work.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import type { SendBody } from '../inner/schema.ts'
import type { Message, Subject } from '../message.ts'
import { toFileName } from './inner/compose.ts'
import { daysOf, headOf, NO_DAYS, type Prepared } from './inner/prepare.ts'
import { queue } from './inner/queue.ts'

/** A notice of a future invoice of a recurring one; its days and totals come from the draft. */
interface UpcomingInvoice {
  readonly subjectId: string
  readonly customer: Customer
  readonly occasion: string
  readonly draft: StoredInvoice
  readonly body: SendBody
}

/** A reminder of one or more invoices of a customer in one currency. */
interface ReminderMessage {
  readonly kind: 'reminder' | 'payment_notice'
  readonly subject: Subject
  readonly occasion: string
  readonly customer: Customer
  /** The earliest due date first. */
  readonly invoices: readonly InvoiceDetails[]
  readonly chargesMinor: bigint
  readonly daysLate: number
  readonly payBy: string | null
  /** The attached letter and invoices, in this order. */
  readonly attach: readonly string[]
}

/** For other rooms, in their transaction. Throws as `queueInvoice` does. */
export async function queueNotice(
  work: Work,
  { subjectId, customer, occasion, draft, body }: UpcomingInvoice,
): Promise<Message> {
  const { companyName } = await currentSettings(work)
  const { language, currency, issueDate, dueDate, periodStart, periodEnd, totals } = draft
  const prepared: Prepared = {
    subject: { type: 'recurring', id: subjectId },
    print: {},
    matter: {
      kind: 'renewal_notice',
      language,
      currency,
      customer,
      customerName: customer.name,
      contactName: customer.contactName,
      companyName,
      days: { ...NO_DAYS, date: issueDate, issueDate, dueDate, periodStart, periodEnd },
      values: ({ money }) => ({ total: money(payableMinor(totals)) }),
      link: null,
      attach: [],
    },
  }
  return queue(work, prepared, { body, occasion })
}

/** For other rooms, in their transaction. Throws as `queueInvoice` does. */
export async function queueReminder(work: Work, reminder: ReminderMessage): Promise<Message> {
  const { invoices, customer, chargesMinor, daysLate, payBy } = reminder
  const [first] = invoices
  if (!first) throw new Error('A reminder is about an invoice.')
  const { invoice, shareUrl, today } = first
  const openMinor = sumOf(invoices.map((it) => dueMinor(it.invoice)))
  const prepared: Prepared = {
    subject: reminder.subject,
    print: {},
    matter: {
      kind: reminder.kind,
      ...headOf(invoice, customer),
      days: { ...daysOf(first), date: today },
      values: ({ money, date }) => ({
        number: invoices.map((it) => it.invoice.number).join(', '),
        total: money(sumOf(invoices.map((it) => payableMinor(it.invoice.totals)))),
        due: money(openMinor),
        charges: chargesMinor === 0n ? '' : money(chargesMinor),
        days_late: String(daysLate),
        pay_by: payBy === null ? '' : date(payBy),
      }),
      link: invoices.length === 1 ? shareUrl : null,
      linkTo: { type: 'invoice', id: invoice.id },
      attach: reminder.attach.map((name) => ({ kind: 'pdf', name: toFileName(name, 'pdf') })),
    },
  }
  return queue(work, prepared, { body: {}, occasion: reminder.occasion })
}
