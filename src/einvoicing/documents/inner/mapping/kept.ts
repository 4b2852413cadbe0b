import { formatterFor } from '../../../../paper/printing/format.ts'
import { keptRows, keptSentences } from '../../../../paper/printing/kept-rows.ts'
import { wordsFor } from '../../../../paper/printing/labels/labels.ts'
import { withholdingsOf } from '../../../../sales/contents/withholdings.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'

function printOf(invoice: Invoice) {
  const { language, currency, seller } = invoice
  return {
    invoice: { ...invoice, withholdings: withholdingsOf(invoice) },
    format: formatterFor({ language, currency, dateFormat: seller.dateFormat }),
    labels: wordsFor(language, seller.address.countryCode).labels,
  }
}

/** What the customer keeps of the total, with the words of the printed rows. */
export const keptOfTotal = (invoice: Invoice) => keptRows(printOf(invoice))

/** In the payment terms, because EN 16931 only has their sum (BT-113). */
export const keptTerms = (invoice: Invoice): readonly string[] => keptSentences(printOf(invoice))
