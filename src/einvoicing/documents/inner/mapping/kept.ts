import { formatterFor } from '../../../../paper/printing/format.ts'
import { keptRows, withheldSentences } from '../../../../paper/printing/kept-rows.ts'
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

/**
 * Withholdings in the payment terms, because EN 16931 only has their sum (BT-113). Category B says by itself that
 * the tax is paid to the treasury.
 */
export const withheldTerms = (invoice: Invoice): readonly string[] =>
  withheldSentences(printOf(invoice))
