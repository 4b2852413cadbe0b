import { formatMicro, formatMinor } from '@billwright/money'
import { view } from '../../../../kernel/fields/field.ts'
import { publicView } from '../../../../sales/contents/fields.ts'
import { PUBLIC_BUYER_FIELDS, PUBLIC_SELLER_FIELDS } from '../../../../sales/contents/parties.ts'
import { amountsView, ofItems } from '../../../../sales/contents/view.ts'
import { depositMinor } from '../../../../sales/quotes/invoicing.ts'
import { acceptanceOf, isCounted, type Quote } from '../../../../sales/quotes/quote.ts'
import { choiceOf, type QuoteDetails, quoteView } from '../../../../sales/quotes/view.ts'
import type { PublicFile } from '../../inner/files.ts'
import { publicAdjustment, publicItem } from '../../inner/public-view.ts'

export interface QuoteLinks {
  readonly page: string
  readonly html: string
  readonly pdf: string
}

/** The fields of a quote that a customer may read. */
export function publicQuoteView(
  details: QuoteDetails,
  { links, files }: { readonly links: QuoteLinks; readonly files: readonly PublicFile[] },
) {
  const { quote, document } = details
  const { expired, totals, taxes } = quoteView(details)
  const { due_date: _, ...content } = publicView(document.contents)
  const { items, discounts, charges } = amountsView(document.contents, (item) =>
    isCounted(quote, item),
  )
  const acceptance = acceptanceOf(quote)
  return {
    number: quote.number,
    status: quote.status,
    expired,
    revision: quote.revision,
    revisions: openedOf(details).map(({ revision, number, status }) => ({
      revision,
      number,
      status,
    })),
    current: isCurrent(details),
    document_hash: quote.documentHash,
    valid_until: quote.validUntil,
    terms_text: quote.termsText,
    seller: view(PUBLIC_SELLER_FIELDS, document.contents.seller),
    customer: view(PUBLIC_BUYER_FIELDS, document.contents.buyer),
    ...content,
    items: ofItems(items, (item) => ({
      id: item.id,
      ...publicItem(item),
      ...choiceOf(quote, item.id),
    })),
    discounts: discounts.map(publicAdjustment),
    charges: charges.map(publicAdjustment),
    totals,
    taxes: taxes.map(({ reason_code: _code, ...tax }) => tax),
    deposit: depositOf(quote),
    acceptance: acceptance && { at: acceptance.at, name: acceptance.name },
    files: [...files],
    links,
  }
}

function depositOf(quote: Quote) {
  const minor = depositMinor(quote)
  if (minor === null || quote.depositPercentMicro === null) return null
  return {
    percent: formatMicro(quote.depositPercentMicro),
    total: formatMinor(minor, quote.content.currency),
  }
}

const openedOf = ({ family }: QuoteDetails): readonly Quote[] =>
  family.filter(({ status }) => status !== 'draft')

/** Whether this revision can be answered. */
export const isCurrent = (details: QuoteDetails): boolean =>
  openedOf(details).at(-1)?.id === details.quote.id
