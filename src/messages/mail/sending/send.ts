import { currentSettings } from '../../../company/settings/read.ts'
import { originOfLinks } from '../../../core/companies/links.ts'
import type { VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { lockForChange } from '../../../sales/invoices/lock.ts'
import { publishInvoice } from '../../../sales/invoices/publish.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import { openQuote, requireOpenQuote } from '../../../sales/quotes/open.ts'
import { getQuote } from '../../../sales/quotes/read.ts'
import { invoiceIsVoid } from '../inner/errors.ts'
import type { SendBody } from '../inner/schema.ts'
import type { Message } from '../message.ts'
import {
  hasLink,
  type Prepared,
  prepareDeliveryNote,
  prepareInvoice,
  prepareQuote,
  prepareReceipt,
  prepareStatement,
  requireIssued,
} from './inner/prepare.ts'
import { preview } from './inner/preview.ts'
import { queue } from './inner/queue.ts'

/** Automatic messages, once for each occasion. */
interface AutomaticInvoice {
  readonly id: string
  /** E.g. `invoice:inv_…:issue`. */
  readonly occasion: string
  readonly body?: SendBody
}

export function sendInvoice(
  work: ReadWork,
  change: VersionedRef,
  body: SendBody,
): Promise<Message> {
  return transaction(work, (work) => sendDocument(work, change, { body, occasion: null }))
}

/** For other rooms, in their transaction. Throws `no_recipient`. */
export function queueInvoice(
  work: Work,
  { id, occasion, body = {} }: AutomaticInvoice,
): Promise<Message> {
  return sendDocument(work, { id, ifMatch: undefined }, { body, occasion })
}

export async function previewInvoiceMessage(work: ReadWork, id: string, body: SendBody) {
  const details = await getInvoice(work, id)
  // A draft too, so that people see before they issue it whether they can send it.
  if (details.invoice.status === 'void') throw invoiceIsVoid()
  const sample = {
    ...details,
    shareUrl: details.shareUrl ?? `${originOfLinks(work.app.publicUrl, work)}/i/…`,
  }
  return preview(work, await prepareInvoice(work, sample, body), body)
}

/** Opens a draft first, in the same transaction. */
export function sendQuote(work: ReadWork, change: VersionedRef, body: SendBody): Promise<Message> {
  return transaction(work, async (work) => {
    const { quote } = await getQuote(work, change.id)
    const details =
      quote.status === 'draft'
        ? await openQuote(work, change)
        : await requireOpenQuote(work, change)
    return queue(work, await prepareQuote(work, details, body), { body, occasion: null })
  })
}

export async function previewQuoteMessage(work: ReadWork, id: string, body: SendBody) {
  const details = await getQuote(work, id)
  const sample = {
    ...details,
    shareUrl: details.shareUrl ?? `${originOfLinks(work.app.publicUrl, work)}/q/…`,
  }
  return preview(work, await prepareQuote(work, sample, body), body)
}

/** Each in its own transaction. */
export async function sendInvoices(work: ReadWork, ids: readonly string[]) {
  const results = []
  for (const id of ids) results.push(await trySend(work, id))
  return results
}

async function trySend(work: ReadWork, id: string) {
  try {
    const message = await sendInvoice(work, { id, ifMatch: undefined }, {})
    return { id, message_id: message.id, problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id, message_id: null, problem: { code: error.code, detail: error.message } }
  }
}

/** Publishes the document if the message links to it, and queues the message. */
async function sendDocument(
  work: Work,
  change: VersionedRef,
  { body, occasion }: { readonly body: SendBody; readonly occasion: string | null },
): Promise<Message> {
  await lockForChange(work, change)
  requireIssued(await getInvoice(work, change.id))
  const current = await currentSettings(work)
  if (hasLink(body, current)) await publishInvoice(work, { ...change, ifMatch: undefined })
  const details = await getInvoice(work, change.id)
  return queue(work, await prepareInvoice(work, details, body), { body, occasion })
}

/** To send or to preview what is the same for both. */
function waysOf<Target, Body extends SendBody>(
  prepare: (work: ReadWork, target: Target, body: Body) => Promise<Prepared>,
) {
  return {
    send: (work: ReadWork, target: Target, body: Body): Promise<Message> =>
      transaction(work, async (work) => {
        const prepared = await prepare(work, target, body)
        return queue(work, prepared, { body, occasion: null })
      }),
    preview: async (work: ReadWork, target: Target, body: Body) =>
      preview(work, await prepare(work, target, body), body),
  }
}

export const deliveryNoteMessages = waysOf(prepareDeliveryNote)

export const receiptMessages = waysOf(prepareReceipt)

export const statementMessages = waysOf(prepareStatement)
