import type { Address } from '../../../company/settings/settings.ts'
import {
  type DeliveryContents,
  type DeliveryItem,
  deliveryContents,
} from '../../../sales/contents/delivery.ts'
import { linesIn, type TextLine } from '../../../sales/contents/text-lines.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import { isCounted } from '../../../sales/quotes/quote.ts'
import type { QuoteDetails } from '../../../sales/quotes/view.ts'
import { type Formatter, formatterFor } from '../format.ts'
import { linesFragment } from '../fragments.ts'
import { foreignCountry, printAddress } from '../inner/address.ts'
import { letterFile } from '../inner/letter/letter.ts'
import { letterhead } from '../inner/letter/letterhead.ts'
import { wordsFor } from '../labels/labels.ts'

const page = letterFile(new URL('./delivery-note.html', import.meta.url))

/** The contents of a delivery note: no prices, because the recipient's warehouse reads it. */
export interface NotePaper extends DeliveryContents {
  /** The number of the quote or the invoice. */
  readonly number: string | null
  /** The document that number and date belong to. */
  readonly of: 'quote' | 'invoice'
  /** Absent if the note has no number and lists the whole document. */
  readonly own?: { readonly number: string; readonly isVoid: boolean }
}

/** The ordered items of a quote. */
export const deliveryNoteOfQuote = ({ quote, document }: QuoteDetails): NotePaper => ({
  ...deliveryContents(document.contents, (item) => isCounted(quote, item)),
  of: 'quote',
  number: quote.number,
})

/** The billed items, without deducted deposits. */
export const deliveryNoteOfInvoice = ({ invoice }: InvoiceDetails): NotePaper => ({
  ...deliveryContents(invoice, ({ deducts }) => deducts == null),
  of: 'invoice',
  number: invoice.number,
})

/**
 * A delivery note as a complete HTML document. It has its own template, because templates print
 * prices.
 */
export function deliveryNotePage(note: NotePaper, logo: string | null): string {
  const { language, currency, seller, buyer, delivery } = note
  const { dateFormat } = seller
  const { labels, quote: words, statement } = wordsFor(language)
  const format = formatterFor({ language, currency, dateFormat, hasMinus: true })
  const isOfQuote = note.of === 'quote'
  // Without another place, all its fields are null.
  const elsewhere = delivery?.address ? addressOf(delivery.address, seller.address, format) : ''
  const facts = [
    [words.deliveryNoteNumberLabel, note.own?.number ?? null],
    [isOfQuote ? words.numberLabel : labels.invoiceNumberLabel, note.number],
    [isOfQuote ? words.dateLabel : labels.invoiceDateLabel, format.date(note.issueDate)],
    [labels.deliveryDateLabel, note.deliveryDate && format.date(note.deliveryDate)],
    [labels.referenceLabel, note.reference],
    [labels.orderReferenceLabel, note.orderReference],
  ]
  return page.render({
    ...letterhead({ seller, buyer, logo }, format),
    labels: { ...labels },
    title: words.deliveryNoteTitle,
    voidText: note.own?.isVoid ? words.deliveryNoteVoid : '',
    number: note.own?.number ?? '',
    dateLabel: statement.date,
    words: { ...words },
    customerName: delivery?.name ?? buyer.name,
    customerContactName: elsewhere ? '' : (buyer.contactName ?? ''),
    ...(elsewhere === '' ? {} : { customerAddress: elsewhere }),
    facts: facts.flatMap(([label, value]) => (value ? [{ label: label ?? '', value }] : [])),
    items: linesIn(note).map((line) =>
      line.kind === 'item' ? itemView(line.item, line.index, format) : textView(line),
    ),
  })
}

const textView = ({ kind, description, details }: TextLine) => ({
  ...{ isItem: false, isHeading: kind === 'heading', isText: kind === 'text' },
  description: description ?? '',
  notes: details ?? '',
})

function itemView(
  { description, details, unit, quantityMicro }: DeliveryItem,
  index: number,
  format: Formatter,
) {
  const quantity = format.quantity(quantityMicro)
  return {
    ...{ isItem: true, isHeading: false, isText: false },
    position: index + 1,
    description,
    notes: details ?? '',
    quantity: unit ? `${quantity} ${format.unit(unit, quantityMicro)}` : quantity,
  }
}

function addressOf(address: Address, other: Address, format: Formatter) {
  const { street, town } = printAddress(address)
  const country = foreignCountry(address.countryCode, other.countryCode, format)
  return linesFragment([...street, ...town, ...country])
}
