import type { DisplayStatus } from '@billwright/rules/display-status'
import type { TemplateTraits } from '../../company/templates/traits.ts'
import type { LiveContents } from '../../sales/contents/contents.ts'
import { DIRECT_DEBIT, PUBLIC_NAMES } from '../../sales/contents/fields.ts'
import { paymentReferenceOf } from '../../sales/contents/payment-reference.ts'
import { withholdingsOf } from '../../sales/contents/withholdings.ts'
import type { Settlement } from '../../sales/invoices/credit-notes/settlement.ts'
import type { Invoice, InvoiceStatus } from '../../sales/invoices/invoice.ts'
import { displayStatus } from '../../sales/invoices/lifecycle.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import type { Formatter } from './format.ts'
import type { LogoSize } from './fragments.ts'
import type { Labels } from './labels/labels.ts'

/** The printed fields: the public ones of the declared fields. */
const PRINTED_FIELDS = [
  'seller',
  'buyer',
  'preceding',
  'items',
  'discounts',
  'charges',
  'taxes',
  'totals',
  ...PUBLIC_NAMES,
] as const satisfies readonly (keyof LiveContents)[]

/** An invoice, or the contents of a paper that is none. */
export type PrintedInvoice = PrintedContents & {
  readonly type: Invoice['type']
  readonly number: string | null
  /** Null: a quote or pro forma, on which nothing is due. */
  readonly status: InvoiceStatus | null
  readonly corrects: Invoice['corrects']
  readonly paidMinor: bigint
  readonly creditedMinor: bigint
}

type PrintedContents = Omit<Pick<LiveContents, (typeof PRINTED_FIELDS)[number]>, 'seller'> & {
  readonly seller: Omit<LiveContents['seller'], 'paymentReference'>
  /** Absent without one, so that it is no part of the key of other documents. */
  readonly withholdings?: LiveContents['withholdings']
  /** Absent without one, for the same reason. */
  readonly cashRounding?: LiveContents['cashRounding']
  /** Absent on all other documents, for the same reason. */
  readonly isDeposit?: true
  /** Absent without one, for the same reason. */
  readonly earlyPayment?: LiveContents['earlyPayment']
  /** Absent without any, for the same reason. */
  readonly textLines?: NonNullable<LiveContents['textLines']>
  /** Ids of the items of an offer that its sums leave out. Absent on all other documents. */
  readonly uncounted?: readonly string[]
  /** Absent without any, for the same reason. */
  readonly paymentTerms?: LiveContents['paymentTerms']
  /** The reference of the transfer. Absent if it is the number, for the same reason. */
  readonly paymentReference?: string
  /** Poland's split payment mechanism. Absent without it, for the same reason. */
  readonly isSplitPayment?: true
  /** How it is collected. Absent where it is not, for the same reason. */
  readonly debit?: { readonly mandate: string; readonly payerIban: string | null }
}

/**
 * The printed contents. They change exactly when the document does, so they are the key of cached
 * documents. The seller refers to the logo by its hash.
 */
export interface Printed {
  readonly invoice: PrintedInvoice
  /** Null unless it is an issued credit note. */
  readonly settlement?: Settlement | null
  /** By day: an invoice becomes overdue from one day to the next. */
  readonly displayed: DisplayStatus
  /** How the service collects what is due. Absent if it does not: then the cache keeps its key. */
  readonly collected?: Collected
}

/** From which method of the customer, the earliest day, and the reference of its mandate. */
export interface Collected {
  readonly method: string
  readonly day: string
  readonly mandate: string | null
}

export const printedOf = ({ invoice, settlement, today }: InvoiceDetails): Printed => ({
  invoice: {
    ...printedContents(invoice),
    ...referenceOf(invoice),
    type: invoice.type,
    number: invoice.number,
    status: invoice.status,
    corrects: invoice.corrects,
    paidMinor: invoice.paidMinor,
    creditedMinor: invoice.creditedMinor,
  },
  settlement,
  displayed: displayStatus(invoice, today),
})

/** The contents as those of a paper on which nothing is due. */
export const printedPaper = (contents: LiveContents, number: string | null): PrintedInvoice => ({
  ...printedContents(contents),
  type: 'invoice',
  number,
  status: null,
  corrects: null,
  paidMinor: 0n,
  creditedMinor: 0n,
})

const withoutReference = ({ paymentReference: _, ...seller }: LiveContents['seller']) => seller

const referenceOf = (invoice: Invoice): Pick<PrintedContents, 'paymentReference'> => {
  const paymentReference = paymentReferenceOf(invoice)
  return paymentReference === null || paymentReference === invoice.number
    ? {}
    : { paymentReference }
}

const printedContents = (contents: LiveContents): PrintedContents => ({
  ...(Object.fromEntries(
    PRINTED_FIELDS.map((field) => [field, contents[field]]),
  ) as unknown as PrintedContents),
  seller: withoutReference(contents.seller),
  ...(contents.totals.withheld && { withholdings: withholdingsOf(contents) }),
  ...(contents.textLines && { textLines: contents.textLines }),
  ...(contents.cashRounding && { cashRounding: contents.cashRounding }),
  ...(contents.kind === 'prepayment' && { isDeposit: true as const }),
  ...(contents.paymentTerms && { paymentTerms: contents.paymentTerms }),
  ...(contents.earlyPayment.length > 0 && { earlyPayment: contents.earlyPayment }),
  ...(contents.poland.splitPayment && { isSplitPayment: true as const }),
  ...debitOf(contents),
})

function debitOf({ payment }: LiveContents): Pick<PrintedContents, 'debit'> {
  const mandate = payment?.means === DIRECT_DEBIT ? payment.mandate : null
  return mandate ? { debit: { mandate, payerIban: payment?.payerIban ?? null } } : {}
}

/** The input of a document except its template. */
export interface DocumentSource extends Printed {
  /** A data URL. */
  readonly logo: string | null
  /** In pixels, if known, so that the page does not shift when the image loads. */
  readonly logoSize?: LogoSize | null
  readonly quoteTerms?: string | null
  /** Replaces words of the language. */
  readonly strings?: Partial<Labels>
  /** The traits of the template, which may be an older one. */
  readonly traits?: TemplateTraits
}

/** The source, and the formatters of each part of the view. */
export interface DocumentContext extends DocumentSource {
  readonly traits: TemplateTraits
  readonly format: Formatter
  readonly labels: Labels
  /** The amount due after payments and credit notes. */
  readonly dueMinor: bigint
}
