import { isDeepStrictEqual } from 'node:util'
import { parseMicro, parseMinor } from '@billwright/money'
import { type Fault, invalidRequest, type OnFault } from '../../../../kernel/errors.ts'
import { numberOr } from '../../../../kernel/fields/numbers.ts'
import type { Item } from '../../../contents/contents.ts'
import { changeDeclared, copiedInto, OPTIONAL_FIELDS } from '../../../contents/fields.ts'
import { optional } from '../../../contents/input.ts'
import { edit, UNISSUED } from '../../draft.ts'
import { creditNoteFixed } from '../../errors.ts'
import type { InvoiceUpdateBody } from '../../input-schema.ts'
import type { StoredInvoice } from '../../invoice.ts'
import { type CreditLine, restOf } from './lines.ts'
import type { CreditItemBody, CreditNoteBody } from './schema.ts'

/**
 * What a request asks to credit, with every fault at its pointer; without items, all that is left.
 *
 * @throws AppError `invalid_request`
 */
export function readCreditLines(
  invoice: StoredInvoice,
  earlier: readonly StoredInvoice[],
  bodies: readonly CreditItemBody[] | undefined,
): readonly CreditLine[] {
  const rest = restOf(invoice, earlier)
  if (bodies === undefined) return rest
  const faults: Fault[] = []
  const seen = new Set<string>()
  const lines = bodies.flatMap((body, index) => {
    const at = `/items/${index}`
    const item = invoice.items.find(({ id }) => id === body.id)
    const isTwice = seen.has(body.id)
    seen.add(body.id)
    if (isTwice)
      faults.push({
        pointer: `${at}/id`,
        code: 'duplicate',
        message: 'Duplicate: list each item once.',
      })
    else if (item) return readLine(item, body, { at, currency: invoice.currency, rest, faults })
    else
      faults.push({
        pointer: `${at}/id`,
        code: 'unknown_item',
        message: 'Unknown item: use the id of an item of this invoice.',
      })
    return []
  })
  if (faults.length > 0) throw invalidRequest(faults)
  return lines
}

interface Reading {
  readonly at: string
  readonly currency: string
  readonly rest: readonly CreditLine[]
  readonly faults: Fault[]
}

function readLine(
  item: Item,
  { quantity, amount }: CreditItemBody,
  { at, currency, rest, faults }: Reading,
): readonly CreditLine[] {
  const itemId = item.id
  const onFault: OnFault = (pointer, code, message, params) =>
    faults.push({ pointer, code, message, params })
  if (quantity !== undefined && amount !== undefined) {
    const message = 'Send either `quantity` or `amount`, not both.'
    faults.push({ pointer: at, code: 'quantity_or_amount', message })
    return []
  }
  if (quantity !== undefined) {
    const read = numberOr(`${at}/quantity`, onFault, () => parseMicro(quantity))
    const quantityMicro = onSideOf(item.quantityMicro, read, `${at}/quantity`, faults)
    return [{ itemId, by: { kind: 'quantity', quantityMicro } }]
  }
  if (amount !== undefined) {
    const read = numberOr(`${at}/amount`, onFault, () => parseMinor(amount, currency))
    const amountMinor = onSideOf(item.totalMinor, read, `${at}/amount`, faults)
    return [{ itemId, by: { kind: 'amount', amountMinor } }]
  }
  const left = rest.filter((line) => line.itemId === itemId)
  if (left.length === 0)
    faults.push({
      pointer: at,
      code: 'nothing_left',
      message: 'This item is already credited in full. Leave it out.',
    })
  return left
}

/** A credit has the same sign as on the invoice. */
function onSideOf(
  invoiced: bigint,
  value: bigint | null,
  pointer: string,
  faults: Fault[],
): bigint {
  if (value === null) return 0n
  if (invoiced < 0n ? value < 0n : value > 0n) return value
  const message = `Out of range: use a value ${invoiced < 0n ? 'below' : 'above'} 0, as on the invoice.`
  const params = invoiced < 0n ? { below: 0 } : { above: 0 }
  faults.push({ pointer, code: 'out_of_range', message, params })
  return 0n
}

/** A credit note's draft before its figures: parties, texts and dates. */
export function newCreditNote(
  invoice: StoredInvoice,
  body: CreditNoteBody,
  context: { readonly id: string; readonly today: string; readonly now: string },
): StoredInvoice {
  const { id, today, now } = context
  const issueDate = body.issue_date ?? today
  checkIssueDate(issueDate, invoice.issueDate)
  const notes = [optional(body.reason), optional(body.notes)].filter((text) => text !== null)
  const { recurring: _, quoteId: __, files: ___, textLines: ____, ...content } = invoice
  const faults: Fault[] = []
  const onFault: OnFault = (pointer, code, message, params) =>
    faults.push({ pointer, code, message, params })
  const declared = changeDeclared(copiedInto('credit note', invoice), body, onFault)
  if (faults.length > 0) throw invalidRequest(faults)
  return {
    ...content,
    ...declared,
    ...UNISSUED,
    id,
    type: 'credit_note',
    // Read live, as issuing will fix them.
    seller: null,
    buyer: null,
    issueDate,
    corrects: { id: invoice.id, number: invoice.number ?? '', issueDate: invoice.issueDate },
    terms: optional(body.terms),
    notes: notes.length === 0 ? null : notes.join('\n\n'),
    internalNotes: optional(body.internal_notes),
    template: invoice.template && { id: invoice.template.id, version: null },
    createdAt: now,
    updatedAt: now,
  }
}

/** The fields that a credit note takes from its invoice: names in requests and in code. */
const FIXED = {
  customer_id: 'customerId',
  currency: 'currency',
  prices_include_tax: 'pricesIncludeTax',
  rounding: 'rounding',
  items: 'items',
  discounts: 'discounts',
  charges: 'charges',
  withholdings: 'withholdings',
  [OPTIONAL_FIELDS.cashRounding.wire]: 'cashRounding',
} as const

/**
 * A credit note with its texts and dates changed; its figures follow the invoice.
 *
 * @throws AppError `credit_note_fixed` if a request names other values for what is fixed
 */
export function editCreditNote(
  note: StoredInvoice,
  body: InvoiceUpdateBody,
  context: Parameters<typeof edit>[2],
): StoredInvoice {
  const edited = edit(note, body, context)
  const [before, after] = [withoutFigures(note), withoutFigures(edited)]
  const changed = Object.entries(FIXED).flatMap(([wire, name]) =>
    isDeepStrictEqual(before[name], after[name]) ? [] : [wire],
  )
  if (!isDeepStrictEqual(note.textLines, edited.textLines)) changed.push('items')
  if (changed.length > 0) throw creditNoteFixed(changed)
  const { items, discounts, charges, taxes, totals } = note
  checkIssueDate(edited.issueDate, note.corrects?.issueDate ?? edited.issueDate)
  const italy = { ...edited.italy, withholding: note.italy.withholding }
  return { ...edited, italy, items, discounts, charges, taxes, totals }
}

const withoutFigures = (invoice: StoredInvoice) => ({
  ...invoice,
  items: invoice.items.map(({ totalMinor: _, credits: __, ...item }) => item),
  discounts: invoice.discounts.map(({ amountMinor: _, ...entry }) => entry),
  charges: invoice.charges.map(({ amountMinor: _, ...entry }) => entry),
})

/** @throws AppError `invalid_request` if the day is before the issue date of the invoice */
function checkIssueDate(issueDate: string, invoicedOn: string): void {
  if (issueDate >= invoicedOn) return
  const message = `Out of range: use a day on or after the invoice's issue date, ${invoicedOn}.`
  const params = { from: invoicedOn }
  throw invalidRequest([{ pointer: '/issue_date', code: 'out_of_range', message, params }])
}
