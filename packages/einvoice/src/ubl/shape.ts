import type { Day } from '../model/day.ts'
import { subtract } from '../model/decimal.ts'
import {
  type DocumentTotals,
  type EInvoice,
  isCreditNote,
  type NationalTax,
  type PaymentMeans,
  type ScheduledPayment,
} from '../model/document.ts'
import type { Price } from '../model/line.ts'
import { lastDay, someSchedule, textOfTerms } from '../model/schedule.ts'
import { type Draft, withoutBlanks } from '../xml/part.ts'
import type { UblPayee, UblSeller } from './party.ts'

/** Terms that the document has once and UBL repeats in each payment means. */
export interface UblPaymentMeans extends PaymentMeans {
  readonly reference?: string | undefined
  readonly mandate?: string | undefined
  /** In credit notes, the only place for BT-9. */
  readonly dueDate?: Day | undefined
}

/** UBL has the last day of a discount beside that of the full amount. */
export interface UblTerms extends ScheduledPayment {
  readonly discountUntil?: Day | undefined
}

/** The document in the structure of UBL. */
export interface UblInvoice
  extends Omit<EInvoice, 'payment' | 'seller' | 'payee' | 'nationalTaxes' | 'paymentTerms'> {
  readonly seller: UblSeller
  readonly payee?: UblPayee | undefined
  readonly means: readonly UblPaymentMeans[]
  readonly terms: readonly UblTerms[]
  readonly nationalTaxes: readonly NationalTax[]
}

/** UNTDID 4461 "not defined": UBL needs a means of payment for a reference, mandate or due date. */
const NO_MEANS = '1'
const DIRECT_DEBIT: ReadonlySet<string> = new Set(['49', '59'])
/** Peppol's placeholder for the order number, which UBL requires next to a sales order. */
const NO_ORDER = 'NA'

export function toUbl(document: EInvoice): UblInvoice {
  const { payment, seller, salesOrderReference, lines, paymentTerms } = document
  const { creditorId } = payment ?? {}
  return {
    ...document,
    seller: { ...seller, creditorId },
    nationalTaxes: document.nationalTaxes ?? [],
    means: toMeans(document),
    terms: [{ text: paymentTerms }],
    totals: toTotals(document),
    purchaseOrderReference:
      document.purchaseOrderReference ?? (salesOrderReference ? NO_ORDER : undefined),
    lines: lines.map((line) => ({ ...line, price: toPrice(line.price) })),
  }
}

/** The document from the parsed parts; required terms may be missing. */
export function fromUbl(ubl: Partial<UblInvoice>): Draft {
  const { means = [], terms: given = [], seller, payee, ...rest } = ubl
  const terms = given.flatMap(toSchedule)
  const { creditorId: ofSeller, ...sellerOnly }: Partial<UblSeller> = seller ?? {}
  const { creditorId: ofPayee, ...payeeOnly }: Partial<UblPayee> = payee ?? {}
  const { purchaseOrderReference: order, ...others } = rest
  const last = means.at(-1)
  const payment = {
    reference: last?.reference,
    means: means.map(({ reference: _, mandate: __, dueDate: ___, ...it }) => it),
    mandate: last?.mandate,
    creditorId: ofSeller ?? ofPayee,
  }
  const dates = new Set([rest.dueDate ?? [], ...means.map(({ dueDate }) => dueDate ?? [])].flat())
  const schedule = [...terms, ...[...dates].map((dueDate) => ({ dueDate }))]
  const isPlaceholder = order === NO_ORDER && rest.salesOrderReference !== undefined
  return withoutBlanks({
    ...others,
    purchaseOrderReference: isPlaceholder ? undefined : order,
    paymentTerms: textOfTerms(terms),
    dueDate: rest.dueDate ?? lastDay(schedule),
    schedule: someSchedule(dates.size > 1 ? schedule : terms),
    seller: sellerOnly,
    payee: payeeOnly,
    payment: withoutBlanks(payment),
  })
}

function toSchedule({ discountUntil, ...full }: UblTerms): readonly ScheduledPayment[] {
  if (discountUntil === undefined) return [full]
  const { dueDate, discountPercent, discountCents, ...rest } = full
  const discount = { dueDate: discountUntil, discountPercent, discountCents }
  return dueDate === undefined ? [{ ...rest, ...discount }] : [discount, { ...rest, dueDate }]
}

function toMeans(document: EInvoice): readonly UblPaymentMeans[] {
  const { payment, dueDate } = document
  const { reference, mandate, means = [] } = payment ?? {}
  const shared = { reference, dueDate: isCreditNote(document) ? dueDate : undefined }
  const isNeeded = mandate ?? reference ?? shared.dueDate
  const all = means.length === 0 && isNeeded ? [{ code: NO_MEANS }] : means
  const debited = Math.max(
    0,
    all.findIndex(({ code }) => DIRECT_DEBIT.has(code)),
  )
  return all.map((it, at) => ({ ...it, ...shared, mandate: at === debited ? mandate : undefined }))
}

/** UBL requires the VAT total around its breakdown. */
function toTotals({ totals, taxBreakdown }: EInvoice): DocumentTotals {
  if (totals.taxCents !== undefined || taxBreakdown.length === 0) return totals
  return { ...totals, taxCents: taxBreakdown.reduce((sum, { taxCents }) => sum + taxCents, 0n) }
}

/** UBL requires the discount beside the gross price. */
const toPrice = (price: Price): Price =>
  price.gross === undefined
    ? price
    : { ...price, discount: price.discount ?? subtract(price.gross, price.net) }
