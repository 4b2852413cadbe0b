import type { Address } from '../../../company/settings/settings.ts'
import { documentFontStack } from '../../../platform/browser/fonts.ts'
import type { Item, LiveContents } from '../../../sales/contents/contents.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import { isCounted } from '../../../sales/quotes/quote.ts'
import type { QuoteDetails } from '../../../sales/quotes/view.ts'
import { paletteOf } from '../color.ts'
import { type Formatter, formatterFor } from '../format.ts'
import { linesFragment, logoFragment } from '../fragments.ts'
import { foreignCountry, printAddress } from '../inner/address.ts'
import { letterFile } from '../inner/letter/letter.ts'
import { pageSizeOf } from '../inner/page-size.ts'
import { wordsFor } from '../labels/labels.ts'

const page = letterFile(new URL('./delivery-note.html', import.meta.url))

/** The contents of a delivery note: no prices, because the recipient's warehouse reads it. */
export interface NotePaper
  extends Pick<
    LiveContents,
    | 'language'
    | 'currency'
    | 'seller'
    | 'buyer'
    | 'delivery'
    | 'issueDate'
    | 'deliveryDate'
    | 'reference'
    | 'orderReference'
  > {
  /** The number of the quote or the invoice. */
  readonly number: string | null
  /** The document that number and date belong to. */
  readonly of: 'quote' | 'invoice'
  readonly items: readonly Pick<Item, 'id' | 'description' | 'details' | 'unit' | 'quantityMicro'>[]
  /** Absent if the note has no number and lists the whole document. */
  readonly own?: { readonly number: string; readonly isVoid: boolean }
}

/** The ordered items of a quote. */
export const deliveryNoteOfQuote = ({ quote, document }: QuoteDetails): NotePaper => ({
  ...contentsOf(document.contents, (item) => isCounted(quote, item)),
  of: 'quote',
  number: quote.number,
})

/** The billed items, without deducted deposits. */
export const deliveryNoteOfInvoice = ({ invoice }: InvoiceDetails): NotePaper => ({
  ...contentsOf(invoice, ({ deducts }) => deducts == null),
  of: 'invoice',
  number: invoice.number,
})

function contentsOf(contents: LiveContents, isDelivered: (item: Item) => boolean) {
  const { language, currency, seller, buyer, delivery, issueDate, deliveryDate } = contents
  const { reference, orderReference } = contents
  return {
    ...{ language, currency, seller, buyer, delivery, issueDate, deliveryDate },
    ...{ reference, orderReference },
    items: contents.items
      .filter(isDelivered)
      .map(({ id, description, details, unit, quantityMicro }) => {
        return { id, description, details, unit, quantityMicro }
      }),
  }
}

/**
 * A delivery note as a complete HTML document. It has its own template, because templates print
 * prices.
 */
export function deliveryNotePage(note: NotePaper, logo: string | null): string {
  const { language, currency, seller, buyer, delivery } = note
  const { labels, quote: words } = wordsFor(language)
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const contact = [seller.email, seller.phone, seller.website].filter((line) => line !== null)
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
    locale: format.locale,
    direction: format.direction,
    pageSize: pageSizeOf(format.locale, seller.address.countryCode),
    fontStack: documentFontStack(format.locale).replaceAll('"', ''),
    accentText: paletteOf(seller.accentColor).text,
    labels: { ...labels },
    title: words.deliveryNoteTitle,
    voidText: note.own?.isVoid ? words.deliveryNoteVoid : '',
    receivedText: words.receivedText,
    companyName: seller.name,
    companyAddress: addressOf(seller.address, buyer.address, format),
    companyContact: linesFragment(contact),
    logo: logoFragment(logo, { alt: seller.name, size: null }),
    recipientName: delivery?.name ?? buyer.name,
    recipientContact: elsewhere ? '' : (buyer.contactName ?? ''),
    recipientAddress: elsewhere || addressOf(buyer.address, seller.address, format),
    facts: facts.flatMap(([label, value]) => (value ? [{ label: label ?? '', value }] : [])),
    items: note.items.map((item, index) => itemView(item, index, format)),
  })
}

function itemView(
  { description, details, unit, quantityMicro }: NotePaper['items'][number],
  index: number,
  format: Formatter,
) {
  const quantity = format.quantity(quantityMicro)
  return {
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
