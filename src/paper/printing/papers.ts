import { formatMicro } from '@billwright/money'
import type { TemplateRef } from '../../sales/contents/contents.ts'
import { keepItems } from '../../sales/contents/text-lines.ts'
import { depositText } from '../../sales/invoices/deposits/words.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { depositMinor } from '../../sales/quotes/invoicing.ts'
import { acceptanceOf, isCounted, type Quote } from '../../sales/quotes/quote.ts'
import type { QuoteDetails } from '../../sales/quotes/view.ts'
import { type DocumentSource, printedPaper } from './document-source.ts'
import { formatterFor } from './format.ts'
import { fill, wordsFor } from './labels/labels.ts'

/* Papers of a quote, and papers of an invoice before it is issued: the same template with other
   words. */

export const QUOTE_PAPERS = ['quote', 'order-confirmation', 'pro-forma', 'delivery-note'] as const
export type QuotePaper = (typeof QUOTE_PAPERS)[number]

export const INVOICE_PAPERS = ['invoice', 'pro-forma', 'delivery-note'] as const
export type InvoicePaper = (typeof INVOICE_PAPERS)[number]

/** A document that is no invoice. */
export interface Paper
  extends Pick<DocumentSource, 'invoice' | 'displayed' | 'quoteTerms' | 'strings'> {
  readonly template: TemplateRef
}

export function quotePaper(details: QuoteDetails, as: Exclude<QuotePaper, 'delivery-note'>): Paper {
  const { quote, document } = details
  const { contents } = document
  const { quote: words } = wordsFor(contents.language)
  const isOffer = as === 'quote'
  const notes = [
    contents.notes,
    depositLine(details),
    acceptedText(details, contents.language),
    as === 'pro-forma' ? words.proFormaText : null,
  ]
  return {
    template: document.template,
    invoice: {
      ...printedPaper(contents, quote.number),
      dueDate: isOffer ? quote.validUntil : null,
      ...itemsOf(details, isOffer),
      notes: notes.filter((text) => text !== null && text !== '').join('\n\n') || null,
    },
    quoteTerms: isOffer ? quote.termsText : null,
    displayed: quote.status === 'draft' ? 'draft' : isOffer ? STAMPS[quote.status] : 'issued',
    strings: {
      invoiceTitle: isOffer
        ? words.title
        : as === 'pro-forma'
          ? words.proFormaTitle
          : words.orderConfirmationTitle,
      billToHeading: '',
      invoiceNumberLabel: words.numberLabel,
      invoiceNumberShortLabel: words.numberShortLabel,
      invoiceDateLabel: words.dateLabel,
      dueDateLabel: words.validUntilLabel,
      statusPaid: words.statusAccepted,
      statusVoid: statusWord(quote, words),
    },
  }
}

/** "Deposit 30 %: 1,071.00"; null: nothing is paid in advance. */
function depositLine({ quote, document }: QuoteDetails): string | null {
  const { currency, language, seller } = document.contents
  const minor = depositMinor(quote)
  if (minor === null || quote.depositPercentMicro === null) return null
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const label = depositText(language, formatMicro(quote.depositPercentMicro))
  return format.labelled(label, format.money(minor))
}

/** An invoice as a pro forma: without an invoice number and a request for payment. */
export function proFormaOf(details: InvoiceDetails): Paper {
  const { invoice } = details
  const { quote: words } = wordsFor(invoice.language)
  const notes = [invoice.notes, words.proFormaText].filter((text) => text !== null && text !== '')
  return {
    template: details.template,
    invoice: {
      ...printedPaper(invoice, null),
      dueDate: null,
      notes: notes.join('\n\n'),
    },
    displayed: invoice.status === 'void' ? 'void' : 'issued',
    strings: { invoiceTitle: words.proFormaTitle },
  }
}

/** The status that templates use for styling a quote; the word comes from here. */
const STAMPS = {
  open: 'issued',
  accepted: 'paid',
  declined: 'void',
  withdrawn: 'void',
  superseded: 'void',
} as const

type QuoteWords = ReturnType<typeof wordsFor>['quote']

const statusWord = ({ status }: Quote, words: QuoteWords): string =>
  status === 'declined'
    ? words.statusDeclined
    : status === 'superseded'
      ? words.statusSuperseded
      : words.statusWithdrawn

/** "Accepted by … on …"; null: nobody accepted it. */
export function acceptedText(
  { quote, document, acceptedOn }: QuoteDetails,
  language: string,
): string | null {
  const acceptance = acceptanceOf(quote)
  if (!acceptance || acceptedOn === null) return null
  const { currency, seller } = document.contents
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const { acceptedText, acceptedOnText } = wordsFor(language).quote
  const date = format.date(acceptedOn)
  const { name } = acceptance
  return name === null ? fill(acceptedOnText, { date }) : fill(acceptedText, { name, date })
}

/** A quote lists all options; an order lists the selected ones. */
function itemsOf({ quote, document }: QuoteDetails, isOffer: boolean) {
  const { items, textLines, language } = document.contents
  const lines = { items, ...(textLines && { textLines }) }
  if (!isOffer || quote.status === 'accepted')
    return keepItems(lines, (item) => isCounted(quote, item))
  const { optionalText, notIncludedText } = wordsFor(language).quote
  const uncounted = items.filter((item) => !isCounted(quote, item)).map(({ id }) => id)
  return {
    ...(textLines && { uncounted }),
    items: items.map((item) => {
      const selected = quote.optional[item.id]
      if (selected === undefined) return item
      const text = selected ? optionalText : notIncludedText
      return { ...item, description: fill(text, { item: item.description }) }
    }),
  }
}
