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
import { askLinks, customerPage, frameOf, languagesOf, linkTo, sizeOf } from '../frame.ts'
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
  /** The words of the page; the document keeps its language. */
  readonly language: string | undefined
  /** The shown revision, if the link names one. */
  readonly revision: number | undefined
}

/** The page of a quote: summary, document, terms and the form to answer. No script. */
export function quotePage(details: QuoteDetails, shown: Shown): string {
  const { links, files, problem, logo, language, revision } = shown
  const { quote, document } = details
  const { invoice, today } = document
  const { currency, seller } = invoice
  const locale = language ?? invoice.language
  const chosen = language === undefined ? '' : `?language=${language}`
  const format = formatterFor({ language: locale, currency, dateFormat: seller.dateFormat })
  const { labels, page, quote: words } = wordsFor(locale)
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
    termsHeading: labels.termsHeading,
    hasTerms: (quote.termsText ?? '') !== '',
    problem: problem === null ? '' : words[problem],
    answered: acceptedText(details, locale) ?? (canAnswer ? '' : words.closedText),
    canAnswer,
    hasChoices: choices.length > 0,
    choices,
    ...languagesOf(locale, revision === undefined ? '' : `&revision=${revision}`),
    accept: formStart(`${links.page}/accept${chosen}`, details),
    decline: formStart(`${links.page}/decline${chosen}`, details),
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
