import {
  type EarlyPaymentOffer,
  offerOf,
  offersOf,
  statedOffers,
  termOfCode,
} from '../../sales/contents/early-payment.ts'
import type { PrintedInvoice } from './document-source.ts'
import type { Formatter } from './format.ts'
import { fill, type Labels } from './labels/labels.ts'

interface Print {
  readonly invoice: PrintedInvoice
  readonly format: Formatter
  readonly labels: Labels
  /** A quote does not know the day of its invoice yet. */
  readonly isDated: boolean
}

/** The text with a sentence for each cash discount, and without codes that cannot be read. */
export function withoutCodes(text: string, print: Print): string {
  if (!/#SKONTO#/i.test(text)) return text
  return text
    .split('\n')
    .flatMap((line) => {
      if (!/#SKONTO#/i.test(line)) return [line]
      const term = termOfCode(line, print.invoice.currency)
      const offer = term && offerOf(term, print.invoice)
      return offer === null ? [] : [sentenceOf(offer, print)]
    })
    .join('\n')
}

/** A sentence for each discount for early payment that the invoice offers as a field. */
export const earlyPaymentSentences = (print: Print): readonly string[] =>
  statedOffers(print.invoice).map((offer) => sentenceOf(offer, print))

/** In a message of that day: discounts of fields and codes whose time is not over. */
export const earlyPaymentText = (print: Print, today: string): string =>
  offersOf(print.invoice)
    .filter(({ until }) => !print.isDated || today <= until)
    .map((offer) => sentenceOf(offer, print))
    .join('\n')

const sentenceOf = (offer: EarlyPaymentOffer, { format, labels, isDated }: Print): string =>
  fill(isDated ? labels.skontoText : labels.skontoDaysText, {
    percent: format.percent(offer.percentMicro),
    days: String(offer.days),
    date: format.date(offer.until),
    discount: format.money(offer.discountMinor),
    amount: format.money(offer.payableMinor),
  })
