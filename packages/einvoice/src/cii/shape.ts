import type { Day } from '../model/day.ts'
import { add } from '../model/decimal.ts'
import type { EInvoice, PaymentMade, ScheduledPayment, TaxBreakdown } from '../model/document.ts'
import type { Price } from '../model/line.ts'
import { lastDay, someSchedule, textOfTerms } from '../model/schedule.ts'
import { type Draft, withoutBlanks } from '../xml/part.ts'

/** Terms that the document has once and CII repeats in each row of the VAT breakdown. */
export interface CiiTaxBreakdown extends TaxBreakdown {
  readonly taxPointDate?: Day | undefined
  readonly taxPointCode?: string | undefined
}

/** CII has a group of terms for each date, part or discount of the payment. */
export interface CiiPaymentTerms extends ScheduledPayment {
  readonly mandate?: string | undefined
}

/** The document in the structure of CII. */
export interface CiiInvoice
  extends Omit<
    EInvoice,
    'taxBreakdown' | 'taxPointDate' | 'taxPointCode' | 'paymentTerms' | 'dueDate'
  > {
  readonly taxBreakdown: readonly CiiTaxBreakdown[]
  readonly terms: readonly CiiPaymentTerms[]
  readonly payments: readonly PaymentMade[]
}

/** The tax point is allowed in only one row of the breakdown (CII-SR-461, CII-SR-462). */
export function toCii(given: EInvoice): CiiInvoice {
  const { taxPointDate, taxPointCode, paymentTerms, dueDate, ...document } = given
  return {
    ...document,
    terms: [{ text: paymentTerms, dueDate, mandate: document.payment?.mandate }],
    payments: [],
    taxBreakdown: document.taxBreakdown.map((it, index) =>
      index === 0 ? { ...it, taxPointDate, taxPointCode } : it,
    ),
    lines: document.lines.map((line) => ({ ...line, price: toPrice(line.price) })),
  }
}

/** The document from the parsed parts; required terms may be missing. */
export function fromCii(given: Partial<CiiInvoice>): Draft {
  const { taxBreakdown = [], terms = [], payments = [], ...document } = given
  const last = taxBreakdown.at(-1)
  const mandate = terms.find((it) => it.mandate !== undefined)?.mandate
  const payment = { ...document.payment, mandate }
  const schedule = terms.map(({ mandate: _, ...it }) => it)
  return withoutBlanks({
    ...document,
    paymentTerms: textOfTerms(schedule),
    dueDate: lastDay(schedule),
    schedule: someSchedule(schedule),
    payments: payments.length === 0 ? undefined : payments,
    taxBreakdown: taxBreakdown.map(({ taxPointDate: _, taxPointCode: __, ...it }) => it),
    taxPointDate: last?.taxPointDate,
    taxPointCode: last?.taxPointCode,
    payment: withoutBlanks(payment),
  })
}

/** CII requires the gross price beside a discount. */
const toPrice = (price: Price): Price =>
  price.discount === undefined
    ? price
    : { ...price, gross: price.gross ?? add(price.net, price.discount) }
