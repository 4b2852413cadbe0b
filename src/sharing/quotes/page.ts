import { paletteOf } from '../../documents/colour.ts'
import { formatterFor } from '../../documents/format.ts'
import { logoFragment } from '../../documents/fragments.ts'
import { fill, wordsFor } from '../../documents/labels/labels.ts'
import { acceptedText } from '../../documents/papers.ts'
import { isExpired } from '../../quotes/quote.ts'
import type { QuoteDetails } from '../../quotes/view.ts'
import { escapeHtml } from '../../templates/language/escape.ts'
import { Fragment } from '../../templates/language/render.ts'
import type { PublicFile } from '../files.ts'
import { askLinks, customerPage, frameOf, linkTo, sizeOf } from '../frame.ts'
import { isCurrent, type QuoteLinks } from './view.ts'

const file = customerPage(new URL('./page.html', import.meta.url))

/** The message above the form after a refused answer. */
export type PageProblem = 'changedText' | 'failedText' | null

interface Shown {
  readonly links: QuoteLinks
  readonly files: readonly PublicFile[]
  readonly problem: PageProblem
  /** A data URL. */
  readonly logo: string | null
}

/** The page of a quote: summary, document, terms and the form to answer. No script. */
export function quotePage(details: QuoteDetails, { links, files, problem, logo }: Shown): string {
  const { quote, document } = details
  const { invoice, today } = document
  const { currency, language, seller } = invoice
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const { labels, page, quote: words } = wordsFor(language)
  const heading = `${words.title} ${quote.number ?? ''}`.trim()
  const status = isExpired(quote, today) ? 'expired' : quote.status
  const canAnswer = status === 'open' && isCurrent(details)
  const facts = [
    [labels.totalLabel, format.money(invoice.totals.totalMinor)],
    [words.dateLabel, format.date(invoice.issueDate)],
    ...(quote.validUntil === null ? [] : [[words.validUntilLabel, format.date(quote.validUntil)]]),
  ]
  const choices = invoice.items
    .filter(({ id }) => id in quote.optional)
    .map((item) => ({
      field: new Fragment(
        `<input type="checkbox" name="selected" value="${escapeHtml(item.id)}"${
          quote.optional[item.id] ? ' checked' : ''
        }>`,
      ),
      text: item.description,
      price: format.money(item.totalMinor),
    }))
  const { accent, onAccent } = paletteOf(seller.accentColor)
  return file.render({
    words,
    accent,
    onAccent,
    ...sizeOf(invoice.items, { hasPayment: false }),
    logo: logoFragment(logo, { alt: '', size: null }),
    locale: format.locale,
    direction: format.direction,
    title: `${heading} · ${seller.name}`,
    heading,
    status,
    statusName: STATUS_WORDS[status](words),
    from: fill(page.from, { name: seller.name }),
    facts: facts.map(([name, value]) => ({ name, value })),
    links: [
      ...(canAnswer ? [linkTo('#answer', words.answerHeading, ' class="button"')] : []),
      linkTo(links.pdf, page.download, canAnswer ? ' download' : ' class="button" download'),
      ...askLinks(seller.email, heading, page.ask),
      ...files.map(({ url, name }) => linkTo(url, name, ' class="file" download')),
    ],
    document: frameOf(links.html, heading),
    terms: quote.termsText ?? '',
    hasTerms: (quote.termsText ?? '') !== '',
    problem: problem === null ? '' : words[problem],
    answered: acceptedText(details) ?? (canAnswer ? '' : words.closedText),
    canAnswer,
    hasChoices: choices.length > 0,
    choices,
    accept: formStart(`${links.page}/accept`, details),
    decline: formStart(`${links.page}/decline`, details),
    formEnd: new Fragment('</form>'),
  })
}

type QuoteWords = ReturnType<typeof wordsFor>['quote']

const STATUS_WORDS = {
  draft: ({ statusOpen }: QuoteWords) => statusOpen,
  open: ({ statusOpen }: QuoteWords) => statusOpen,
  accepted: ({ statusAccepted }: QuoteWords) => statusAccepted,
  declined: ({ statusDeclined }: QuoteWords) => statusDeclined,
  withdrawn: ({ statusWithdrawn }: QuoteWords) => statusWithdrawn,
  superseded: ({ statusSuperseded }: QuoteWords) => statusSuperseded,
  expired: ({ statusExpired }: QuoteWords) => statusExpired,
}

/** Templates accept no URL from a value, so this code builds the form. */
const formStart = (action: string, { quote }: QuoteDetails): Fragment =>
  new Fragment(
    `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="revision" value="${quote.revision}"><input type="hidden" name="document_hash" value="${escapeHtml(quote.documentHash ?? '')}">`,
  )
