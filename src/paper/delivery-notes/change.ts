import { AmountError, formatMicro, parseMicro } from '@billwright/money'
import { nextNumber } from '../../company/settings/numbering/next.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { checkSeries, seriesOf } from '../../company/settings/series/change.ts'
import { requireIssuing } from '../../core/companies/errors.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { recordEvent, recordRevision } from '../../core/record/journal.ts'
import { stateAfter } from '../../core/record/state.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { type Fault, invalidRequest, type Params } from '../../kernel/errors.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { completed, type DeliveryItem } from '../../sales/contents/delivery.ts'
import { toSeller } from '../../sales/contents/parties.ts'
import { keepItems } from '../../sales/contents/text-lines.ts'
import { lockForChange } from '../../sales/invoices/lock.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { quoteNotAccepted } from '../../sales/quotes/errors.ts'
import { lockQuoteForChange } from '../../sales/quotes/lock.ts'
import type { NotePaper } from '../printing/delivery-note/page.ts'
import type { RenderedDocument } from '../printing/document.ts'
import { noteHtml, notePdf } from '../printing/print.ts'
import { type Delivered, deliveredOf } from './inner/deliveries.ts'
import type { DeliveryNote } from './inner/delivery-note.ts'
import {
  deliveryExceeds,
  deliveryNoteVoid,
  notDeliverable,
  nothingToDeliver,
  tooManyDeliveryNotes,
} from './inner/errors.ts'
import * as repository from './inner/repository.ts'
import type { DeliveryNoteCreateBody } from './inner/schema.ts'
import { deliveryNoteEventData } from './inner/view.ts'
import { deliveryNoteEtag, isOfGoods, type SourceRef, sourceOf } from './read.ts'
import { toRow } from './rows.ts'
import { DELIVERY_NOTE_STATE } from './state.ts'

const NOTES_MAX = 500

export function createDeliveryNote(
  work: ReadWork,
  body: DeliveryNoteCreateBody,
): Promise<DeliveryNote> {
  const ref = refOf(body)
  requireIssuing(work)
  return transaction(work, async (work) => {
    await lockSource(work, ref, body)
    const source = await sourceOf(work, ref)
    const notes = await repository.listOfSource(work, source)
    if (notes.length >= NOTES_MAX) throw tooManyDeliveryNotes(NOTES_MAX)
    const items = itemsOf(body, deliveredOf(source, notes))
    const current = await currentSettings(work)
    const date = body.date ?? dayOf(work.at, current.timeZone)
    // A letter of today has the name and logo of today, as a reminder has.
    const paper = { ...source.paper, seller: toSeller(current) }
    const note: DeliveryNote = {
      id: newId('dln'),
      version: 1,
      ...(await numberOf(work, body.number_series ?? null, date)),
      status: 'issued',
      date,
      customerId: source.customerId,
      customerName: source.paper.buyer.name,
      quoteId: source.quoteId,
      invoiceId: source.invoiceId,
      content: withItems(paper, items),
      voidedAt: null,
      createdAt: work.at,
      updatedAt: work.at,
    }
    await repository.insertDeliveryNote(work, note)
    record(work, note, null)
    return note
  })
}

export function voidDeliveryNote(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
): Promise<DeliveryNote> {
  return transaction(work, async (work) => {
    const before = await repository.lockDeliveryNote(work, id)
    checkIfMatch(ifMatch, deliveryNoteEtag(before))
    if (before.status === 'void') throw deliveryNoteVoid()
    const after: DeliveryNote = {
      ...before,
      status: 'void',
      version: before.version + 1,
      voidedAt: work.at,
      updatedAt: laterOf(work.at, before.updatedAt),
    }
    await repository.saveDeliveryNote(work, after)
    record(work, after, before)
    return after
  })
}

export async function deliveryNoteHtml(work: ReadWork, id: string): Promise<RenderedDocument> {
  return noteHtml(work, printed(await repository.requireDeliveryNote(work, id)))
}

export async function deliveryNotePdf(work: ReadWork, id: string) {
  const note = await repository.requireDeliveryNote(work, id)
  return { document: await notePdf(work, printed(note)), number: note.number }
}

/** Locks the quote before its invoice, so that two notes never deliver the same quantity. */
async function lockSource(
  work: Work,
  { quoteId, invoiceId }: SourceRef,
  { force }: DeliveryNoteCreateBody,
): Promise<void> {
  if (invoiceId === undefined) {
    const { status } = await lockQuoteForChange(work, { id: quoteId ?? '', ifMatch: undefined })
    if (status !== 'accepted' && !(status === 'open' && force)) throw quoteNotAccepted(status)
    return
  }
  const { invoice: read } = await getInvoice(work, invoiceId)
  if (read.quoteId !== undefined)
    await lockQuoteForChange(work, { id: read.quoteId, ifMatch: undefined })
  const invoice = await lockForChange(work, { id: invoiceId, ifMatch: undefined })
  if (!isOfGoods(invoice))
    throw notDeliverable(
      'type',
      'Credit notes and deposits deliver nothing. Name the invoice or quote.',
    )
  if (invoice.status === 'draft')
    throw notDeliverable('draft', 'The invoice is a draft. Issue it, or name its accepted quote.')
  if (invoice.status === 'void')
    throw notDeliverable('void', 'The invoice is void. Name another invoice.')
}

function record(work: Work, note: DeliveryNote, before: DeliveryNote | null): void {
  const action = note.status === 'void' ? 'voided' : 'issued'
  recordRevision(work, {
    resourceId: note.id,
    version: note.version,
    action,
    changes: before
      ? { status: [before.status, note.status] }
      : { number: [null, note.number], status: [null, note.status] },
    ...stateAfter(DELIVERY_NOTE_STATE, toRow(note)),
  })
  recordEvent(work, {
    type: `delivery_note.${action}`,
    resourceId: note.id,
    data: deliveryNoteEventData(note),
  })
}

async function numberOf(work: Work, key: string | null, issueDate: string) {
  const kind = 'delivery_note'
  if (key !== null) await checkSeries(work, kind, key, '/number_series')
  const { deliveryNoteNumbering } = await currentSettings(work)
  const numbers = await seriesOf(work, { kind, key, issueDate }, deliveryNoteNumbering)
  const used = { isUsed: repository.isNumberUsed, list: repository.listNumbers }
  return nextNumber(work, numbers, used)
}

function printed({ content, number, status, date }: DeliveryNote): NotePaper {
  return {
    ...completed(content),
    deliveryDate: date,
    own: { number, isVoid: status === 'void' },
  }
}

function refOf({ quote_id: quoteId, invoice_id: invoiceId }: DeliveryNoteCreateBody): SourceRef {
  if (quoteId !== undefined && invoiceId !== undefined)
    throw invalidRequest([
      {
        pointer: '/invoice_id',
        code: 'quote_or_invoice',
        message: 'Send either `quote_id` or `invoice_id`, not both.',
      },
    ])
  if (invoiceId !== undefined) return { invoiceId }
  if (quoteId !== undefined) return { quoteId }
  throw invalidRequest([
    { pointer: '/quote_id', code: 'required', message: 'Send `quote_id` or `invoice_id`.' },
  ])
}

/** The items of a request, or all open ones. */
function itemsOf(
  body: DeliveryNoteCreateBody,
  lines: readonly Delivered[],
): readonly DeliveryItem[] {
  if (body.items === undefined) {
    const open = lines.filter(({ openMicro }) => openMicro > 0n)
    if (open.length === 0) throw nothingToDeliver()
    return open.map(({ item, openMicro }) => ({ ...item, quantityMicro: openMicro }))
  }
  const faults: Fault[] = []
  const items = body.items.flatMap(({ item_id: id, quantity }, index, all): DeliveryItem[] => {
    const fault = (name: string, code: string, message: string, params?: Params) => {
      faults.push({ pointer: `/items/${index}/${name}`, code, message, params })
      return []
    }
    if (all.findIndex((other) => other.item_id === id) < index)
      return fault('item_id', 'duplicate', 'Duplicate: list each item once.')
    const line = lines.find(({ item }) => item.id === id)
    if (!line)
      return fault('item_id', 'unknown_item', 'Unknown item: use the id of an item to deliver.')
    try {
      const quantityMicro = parseMicro(quantity)
      if (quantityMicro <= 0n)
        return fault('quantity', 'out_of_range', 'Out of range: use a quantity above 0.', {
          above: 0,
        })
      return [{ ...line.item, quantityMicro }]
    } catch (error) {
      if (!(error instanceof AmountError)) throw error
      return fault('quantity', error.code, error.message, error.params)
    }
  })
  if (faults.length > 0) throw invalidRequest(faults)
  if (!body.allow_more) requireOpen(items, lines)
  return items
}

/** The paper with these items. Headings and texts need the order of the document. */
function withItems({ textLines, ...paper }: NotePaper, items: readonly DeliveryItem[]): NotePaper {
  if (!textLines) return { ...paper, items }
  const ids = items.map(({ id }) => id)
  const kept = keepItems({ items: paper.items, textLines }, ({ id }) => ids.includes(id))
  const isInOrder = kept.items.every(({ id }, index) => id === ids[index])
  return { ...paper, items, ...(isInOrder && { textLines: kept.textLines }) }
}

function requireOpen(items: readonly DeliveryItem[], lines: readonly Delivered[]): void {
  for (const { id, quantityMicro } of items) {
    const openMicro = lines.find(({ item }) => item.id === id)?.openMicro ?? 0n
    if (quantityMicro > openMicro)
      throw deliveryExceeds(
        `Of item ${id}, ${formatMicro(openMicro)} is left to deliver. Send \`allow_more\` to deliver more.`,
        { quantity: formatMicro(openMicro) },
      )
  }
}
