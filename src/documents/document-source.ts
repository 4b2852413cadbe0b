import type { Settlement } from '../invoices/credit-notes/settlement.ts'
import { PUBLIC_NAMES } from '../invoices/fields.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type DisplayStatus, displayStatus } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import type { TemplateTraits } from '../templates/language/traits.ts'
import type { Formatter } from './format.ts'
import type { LogoSize } from './fragments.ts'
import type { Labels } from './labels/labels.ts'

/** What a document prints: among the declared fields, the public ones. */
const PRINTED_FIELDS = [
  'type',
  'number',
  'status',
  'seller',
  'buyer',
  'corrects',
  'preceding',
  'items',
  'discounts',
  'charges',
  'taxes',
  'totals',
  'paidMinor',
  'creditedMinor',
  ...PUBLIC_NAMES,
] as const satisfies readonly (keyof Invoice)[]

export type PrintedInvoice = Pick<Invoice, (typeof PRINTED_FIELDS)[number]>

/**
 * What a document says. It changes when the document does, so kept documents are found by it: the
 * seller names the logo by the hash of the picture.
 */
export interface Printed {
  readonly invoice: PrintedInvoice
  /** Null unless it is an issued credit note. */
  readonly settlement?: Settlement | null
  /** By the day: an invoice is overdue from one day to the next. */
  readonly displayed: DisplayStatus
}

export const printedOf = ({ invoice, settlement, today }: InvoiceDetails): Printed => ({
  invoice: Object.fromEntries(
    PRINTED_FIELDS.map((field) => [field, invoice[field]]),
  ) as unknown as PrintedInvoice,
  settlement,
  displayed: displayStatus(invoice, today),
})

/** All that a document is made of, but for its template. */
export interface DocumentSource extends Printed {
  /** A data URL. */
  readonly logo: string | null
  /** In pixels, if known, so that the page does not jump when the image loads. */
  readonly logoSize?: LogoSize | null
  /** Words to print instead of the language's own. */
  readonly strings?: Partial<Labels>
  /** What the template prints, where it may be an older one. */
  readonly traits?: TemplateTraits
}

/** The source and what each part of the view writes with. */
export interface DocumentContext extends DocumentSource {
  readonly traits: TemplateTraits
  readonly format: Formatter
  readonly labels: Labels
  /** What is still to be paid, after payments and credit notes. */
  readonly dueMinor: bigint
}
