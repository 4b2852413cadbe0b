import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { invoicePdf } from '../../../paper/printing/print.ts'
import { reminderHtml, reminderPdf } from '../../../paper/printing/reminder/print.ts'
import type { MailPart } from '../../../platform/mail/mime.ts'
import { toSeller } from '../../../sales/contents/parties.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import type { Message } from '../../mail/message.ts'
import type { ReminderContent } from './reminder.ts'
import * as repository from './reminder-repository.ts'

/** The data of one invoice in a reminder letter. */
interface Part {
  readonly details: InvoiceDetails
  readonly content: ReminderContent
}

const MEDIA_TYPE = 'application/pdf'

export async function letterHtml(work: ReadWork, day: string, parts: readonly Part[]) {
  return reminderHtml(work, await letterOf(work, day, parts))
}

export async function letterPdf(work: ReadWork, day: string, parts: readonly Part[]) {
  return reminderPdf(work, await letterOf(work, day, parts))
}

/** The letter of a message, then its attached invoices. */
export async function printLetter(work: ReadWork, message: Message): Promise<readonly MailPart[]> {
  const [reminder] = await repository.listOfMessage(work, message.id)
  const [first, ...others] = message.content.attach
  if (!reminder || !first) return []
  const parts = await partsOf(work, message)
  const paper = await reminderPdf(work, await letterOf(work, reminder.day, parts))
  const printed = [{ name: first.name, mediaType: MEDIA_TYPE, bytes: paper.bytes }]
  for (const [index, { name }] of others.entries()) {
    const part = parts[index]
    if (!part) continue
    const { bytes } = await invoicePdf(work, part.details)
    printed.push({ name, mediaType: MEDIA_TYPE, bytes })
  }
  return printed
}

/** An invoice keeps the letterhead it was issued with; a letter has that of today. */
async function letterOf(work: ReadWork, day: string, parts: readonly Part[]) {
  return {
    ...sourceOf(day, parts),
    seller: toSeller(await currentSettings(work)),
  }
}

async function partsOf(work: ReadWork, message: Message): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (const { invoiceId, content } of await repository.listOfMessage(work, message.id))
    parts.push({ details: await getInvoice(work, invoiceId), content })
  return parts
}

function sourceOf(day: string, parts: readonly Part[]) {
  const [first] = parts
  if (!first) throw new Error('A reminder is about an invoice.')
  const { title, name, payBy } = first.content
  const { buyer, language, currency } = first.details.invoice
  return {
    title,
    name,
    day,
    payBy,
    buyer,
    language,
    currency,
    invoices: parts.map(({ details: { invoice }, content }) => ({
      number: invoice.number ?? '',
      issueDate: invoice.issueDate,
      dueDate: invoice.dueDate ?? invoice.issueDate,
      daysLate: content.daysLate,
      totalMinor: payableMinor(invoice.totals),
      paidMinor: payableMinor(invoice.totals) - dueMinor(invoice),
      charges: content.charges,
    })),
  }
}
