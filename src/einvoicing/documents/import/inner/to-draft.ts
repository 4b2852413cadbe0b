import {
  type AttachedFile,
  type EInvoice,
  formatCents,
  isCreditNote,
  type NotTaken,
} from '@billwright/einvoice'
import { NOTHING_AGREED } from '../../../../sales/contents/draft.ts'
import type { InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import { withoutItems } from '../../errors.ts'
import { buyerInput } from './buyer.ts'
import { documentAdjustmentsInput, itemInput, linesOf } from './lines.ts'
import { optionalFieldsInput } from './optional-fields.ts'
import { given, ImportReport } from './report.ts'

export interface ImportedDraft {
  /** Body of `POST /invoices` with an inline customer. */
  readonly body: InvoiceCreateBody
  readonly notTaken: readonly NotTaken[]
  /** The embedded files, by their index in the attachments. */
  readonly files: readonly { readonly at: number; readonly file: AttachedFile }[]
  /** The file's totals as plain decimals, to compare with the draft's. */
  readonly totals: {
    readonly net: string
    readonly tax: string
    readonly total: string
    readonly due: string
  }
}

const TOO_MANY_MEANS = 'A draft can have only one means of payment.'
const OF_THE_SETTINGS = 'The draft uses the one in your settings.'

/**
 * Converts an invoice of another program to a draft: buyer, items, prices and taxes. Seller,
 * account and number come from us. Everything else that is not converted is listed.
 *
 * @throws AppError `einvoice_without_items`
 */
export function toDraft(document: EInvoice): ImportedDraft {
  if (document.lines.length === 0 && document.taxBreakdown.length === 0) throw withoutItems()
  const report = new ImportReport()
  leaveOut(document, report)
  const body = given<InvoiceCreateBody>({
    customer: buyerInput(document.buyer, report),
    type: isCreditNote(document) ? 'credit_note' : 'invoice',
    issue_date: document.issueDate,
    due_date: document.dueDate,
    delivery_date: document.delivery?.date,
    period_start: document.period?.start,
    period_end: document.period?.end,
    currency: document.currency,
    reference: report.text('/buyerReference', document.buyerReference, 200),
    order_reference: report.text('/purchaseOrderReference', document.purchaseOrderReference, 200),
    prices_include_tax: false,
    rounding: 'document',
    ...documentAdjustmentsInput({ document, report }),
    ...NOTHING_AGREED,
    terms: report.text('/paymentTerms', document.paymentTerms, 5000),
    notes: report.text('/notes', document.notes.map(({ text }) => text).join('\n\n'), 10_000),
    metadata: { e_invoice_number: document.number.slice(0, 500) },
    ...optionalFieldsInput(document, report),
    items: linesOf(document, report).map((line, index) =>
      itemInput(line, index, { document, report }),
    ),
  })
  const files = document.attachments.flatMap(({ file }, at) => (file ? [{ at, file }] : []))
  return { body, notTaken: report.entries, files, totals: totalsOf(document) }
}

function leaveOut(document: EInvoice, report: ImportReport): void {
  const { totals, payment } = document
  report.add('/number', 'A draft gets its number when you issue it. This number is in `metadata`.')
  report.add('/seller', 'The seller comes from your settings.')
  report.leave('/payee', document.payee)
  report.leave('/taxRepresentative', document.taxRepresentative, OF_THE_SETTINGS)
  report.leave('/taxPointCode', document.taxPointCode)
  report.leave('/payment/creditorId', payment?.creditorId, OF_THE_SETTINGS)
  report.leave('/schedule', document.schedule, 'A draft has one due date: the last one.')
  report.leave('/payment/means/1', payment?.means.slice(1), TOO_MANY_MEANS)
  report.leave(
    '/totals/paidCents',
    totals.paidCents,
    'You can record payments only on issued invoices.',
  )
  report.leave('/totals/roundingCents', totals.roundingCents)
  for (const [index, { subjectCode }] of document.notes.entries())
    report.leave(`/notes/${index}/subjectCode`, subjectCode)
}

function totalsOf({ totals }: EInvoice): ImportedDraft['totals'] {
  const { withoutTaxCents, withTaxCents, dueCents } = totals
  return {
    net: formatCents(withoutTaxCents),
    tax: formatCents(totals.taxCents ?? withTaxCents - withoutTaxCents),
    total: formatCents(withTaxCents),
    due: formatCents(dueCents),
  }
}
