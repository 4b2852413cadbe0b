import { sumOf } from '@billwright/money'
import { currentSettings } from '../../../company/settings/read.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { getProviderPayment } from '../../../receivables/checkout/read.ts'
import { lockCollection } from '../../../receivables/collections/read.ts'
import { requireMethod } from '../../../receivables/methods/read.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../../sales/invoices/lock.ts'
import { publishInvoice } from '../../../sales/invoices/publish.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import type { SendBody } from '../inner/schema.ts'
import type { Message, Subject } from '../message.ts'
import { isTransportReady } from '../transport/transport.ts'
import { toFileName } from './inner/compose.ts'
import {
  daysOf,
  headOf,
  NO_DAYS,
  type Prepared,
  prepareFailedCharge,
  prepareInvoice,
  prepareReceipt,
} from './inner/prepare.ts'
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

/**
 * Tells the customer that a charge failed, or that more is due than was announced, and announces the
 * next attempt. Nothing is charged before a mail server accepted it. Without an address the
 * collection waits for a person.
 */
export async function tellOfFailure(work: ReadWork, collectionId: string): Promise<void> {
  try {
    await transaction(work, (work) => queueFailure(work, collectionId))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function queueFailure(work: Work, id: string): Promise<void> {
  const collection = await lockCollection(work, id)
  if (collection.status !== 'planned' && collection.status !== 'given_up') return
  const invoice = await lockForChange(work, { id: collection.invoiceId, ifMatch: undefined })
  if (invoice.status !== 'sent' || dueMinor(invoice) <= 0n) return
  await publishInvoice(work, { id: invoice.id, ifMatch: undefined })
  const details = await getInvoice(work, invoice.id)
  const hasFailed = collection.attempts.length > 0 || collection.status === 'given_up'
  const prepared = hasFailed
    ? await prepareFailedCharge(work, details, collection)
    : await prepareInvoice(work, details, { attach: [], link: true })
  const occasion = `charge_failed:${id}:${collection.version}`
  await queue(work, prepared, { body: { link: true }, occasion })
}

/**
 * Sends the receipt for a payment at a provider, once. Sends nothing without a mail server or an address,
 * for money that belongs to no invoice, or if the payment was returned meanwhile.
 */
export async function sendReceipt(work: ReadWork, paymentId: string): Promise<void> {
  if (!(await isTransportReady(work))) return
  try {
    await transaction(work, (work) => queueReceipt(work, paymentId))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function queueReceipt(work: Work, id: string): Promise<void> {
  const { payment, bookings } = await getProviderPayment(work, id)
  const paid = bookings.filter((it) => it.kind === 'payment' && it.place === 'invoice')
  const [first] = paid
  if (payment.status !== 'paid' || !first?.invoiceId || !first.paymentId) return
  const onInvoices = bookings.filter(({ place }) => place === 'invoice')
  if (sumOf(onInvoices.map(({ amountMinor }) => amountMinor)) <= 0n) return
  const numbers: string[] = []
  for (const { invoiceId } of paid)
    if (invoiceId !== null) numbers.push((await getInvoice(work, invoiceId)).invoice.number ?? '')
  const of = { id: first.invoiceId, paymentId: first.paymentId }
  const prepared = await prepareReceipt(work, of, {})
  const { matter } = prepared
  const values: typeof matter.values = (format) => ({
    ...matter.values(format),
    number: [...new Set(numbers)].join(', '),
    amount: format.money(payment.amountMinor),
  })
  // The document of one invoice says little about a payment of several.
  const more = paid.length > 1 ? { attach: [], link: null } : {}
  await queue(
    work,
    { ...prepared, matter: { ...matter, ...more, values } },
    { body: {}, occasion: `receipt:${id}` },
  )
}

/** Sends the customer the mandate that they signed on a page, once. Sends nothing without a mail server or an address. */
export async function sendMandateCopy(work: ReadWork, methodId: string): Promise<void> {
  if (!(await isTransportReady(work))) return
  try {
    await transaction(work, (work) => queueMandateCopy(work, methodId))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function queueMandateCopy(work: Work, id: string): Promise<void> {
  const { mandate, consent, label, customerId } = await requireMethod(work, id)
  if (mandate === null || consent === null) return
  const { invoice, shareUrl } = await getInvoice(work, consent.invoiceId)
  const customer = await requireCustomer(work, customerId)
  const signed = [mandate.accountHolder, label, consent.name].filter((it) => it !== null)
  const prepared: Prepared = {
    subject: { type: 'invoice', id: invoice.id },
    print: {},
    matter: {
      kind: 'mandate_copy',
      ...headOf(invoice, customer),
      language: consent.language,
      days: { ...NO_DAYS, date: mandate.signedOn },
      values: () => ({ mandate: mandate.reference, method: label }),
      after: () => [consent.words, ...signed].join('\n'),
      link: shareUrl,
      linkTo: { type: 'invoice', id: invoice.id },
      attach: [],
    },
  }
  await queue(work, prepared, { body: {}, occasion: `mandate:${id}` })
}
