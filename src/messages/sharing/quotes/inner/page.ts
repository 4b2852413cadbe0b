import { createHash } from 'node:crypto'
import { formatMicro, formatMinor } from '@billwright/money'
import { escapeHtml, Fragment } from '@billwright/templates'
import { printedPaper } from '../../../../paper/printing/document-source.ts'
import { formatterFor } from '../../../../paper/printing/format.ts'
import { logoFragment } from '../../../../paper/printing/fragments.ts'
import { fill, wordsFor } from '../../../../paper/printing/labels/labels.ts'
import { acceptedText } from '../../../../paper/printing/papers.ts'
import { withoutCodes } from '../../../../paper/printing/skonto.ts'
import { payableMinor } from '../../../../sales/contents/totals/payable.ts'
import { depositText } from '../../../../sales/invoices/deposits/words.ts'
import { depositMinor } from '../../../../sales/quotes/invoicing.ts'
import { isExpired } from '../../../../sales/quotes/quote.ts'
import type { QuoteDetails } from '../../../../sales/quotes/view.ts'
import type { PublicFile } from '../../inner/files.ts'
import {
  askLinks,
  buttonColors,
  customerPage,
  dayFact,
  type Fact,
  footOf,
  frameOf,
  languagesOf,
  linkTo,
  sizeOf,
} from '../../inner/frame.ts'
import { isCurrent, type QuoteLinks } from './view.ts'

const file = customerPage(new URL('./page.html', import.meta.url))

/** The message above the form after a refused answer. */
export type PageProblem = 'changedText' | 'failedText' | 'totalText' | null

interface Shown {
  readonly links: QuoteLinks
  readonly files: readonly PublicFile[]
  readonly problem: PageProblem
  /** What the customer entered before. */
  readonly form: URLSearchParams
  /** A data URL. */
  readonly logo: string | null
  /** The words of the page; the document keeps its language. */
  readonly language: string | undefined
  /** The shown revision, if the link names one. */
  readonly revision: number | undefined
}

/**
 * Shows the total of the ticked items at once. Without the script, a button shows it; the service
 * accepts no other total than the one in the form.
 */
const SCRIPT = `const update = document.querySelector('[data-update]')
const { form, formAction, parentElement: choices } = update
const request = new XMLHttpRequest()
update.remove()
document.onchange = ({ target }) => {
  if (target.name !== 'selected') return
  const entries = [...new FormData(form)].filter(([name]) => name === 'selected')
  request.open('POST', formAction)
  request.setRequestHeader('accept', 'application/json')
  request.responseType = 'json'
  request.send(new URLSearchParams(entries))
}
request.onloadend = () => {
  if (request.status !== 200) return choices.append(update)
  const { total, shown } = request.response
  form.elements.total.value = total
  for (const it of document.querySelectorAll('[data-shown]')) it.textContent = shown[it.dataset.shown]
}`
const script = new Fragment(`<script>${SCRIPT}</script>`)
/** The source of the script for the content security policy. */
export const QUOTE_SCRIPT = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

/** The total of the selected items and what is payable of it: as the form sends it, and as people read it. */
export function totalsShown({ quote, document }: QuoteDetails, language: string | undefined) {
  const { contents } = document
  const { currency, seller } = contents
  const locale = language ?? contents.language
  const format = formatterFor({ language: locale, currency, dateFormat: seller.dateFormat })
  const deposit = depositMinor(quote)
  const { labels } = wordsFor(locale)
  const hasPayable = contents.totals.payableMinor !== undefined
  return {
    total: formatMinor(contents.totals.totalMinor, currency),
    shown: {
      total: format.money(contents.totals.totalMinor),
      payable: format.money(payableMinor(contents.totals)),
      payableLabel: hasPayable ? labels.amountDueLabel : labels.totalLabel,
      ...(deposit !== null && { deposit: format.money(deposit) }),
    },
  }
}

/** The page of a quote: summary, document, terms and the form to answer. It needs no script. */
export function quotePage(details: QuoteDetails, shown: Shown): string {
  const { links, files, problem, form, logo, language, revision } = shown
  const { quote, document } = details
  const { contents, today } = document
  const { currency, seller } = contents
  const locale = language ?? contents.language
  const chosen = language === undefined ? '' : `?language=${language}`
  const format = formatterFor({ language: locale, currency, dateFormat: seller.dateFormat })
  const { labels, page, quote: words } = wordsFor(locale)
  const heading = `${words.title} ${quote.number ?? ''}`.trim()
  const status = isExpired(quote, today) ? 'expired' : quote.status
  const canAnswer = status === 'open' && isCurrent(details)
  const totals = totalsShown(details, language)
  const percent = quote.depositPercentMicro
  const { validUntil } = quote
  const facts: readonly Fact[] = [
    { name: labels.totalLabel, value: shownAs('total', totals.shown.total), kind: 'amount' },
    ...(contents.totals.payableMinor === undefined
      ? []
      : [{ name: labels.amountDueLabel, value: shownAs('payable', totals.shown.payable) }]),
    { name: labels.statusLabel, value: STATUS_WORDS[status](words), kind: `state ${status}` },
    ...(totals.shown.deposit === undefined || percent === null
      ? []
      : [
          {
            name: depositText(locale, formatMicro(percent)),
            value: shownAs('deposit', totals.shown.deposit),
          },
        ]),
    ...(validUntil === null
      ? []
      : [
          canAnswer
            ? dayFact(words.validUntilLabel, validUntil, { today, locale: format.locale })
            : { name: words.validUntilLabel, value: format.date(validUntil) },
        ]),
    { name: words.dateLabel, value: format.date(contents.issueDate) },
  ]
  // A customer who can no longer choose reads the document.
  const hasChoices = canAnswer && Object.keys(quote.optional).length > 0
  const lines = contents.items.map((item) => ({
    text: item.description,
    price: format.money(item.totalMinor),
    ...frameOfItem(item.id, quote.optional[item.id]),
  }))
  return file.render({
    words,
    ...buttonColors(seller.accentColor),
    ...sizeOf(contents.items, { hasPayment: false }),
    logo: logoFragment(logo, { alt: '', size: null }),
    locale: format.locale,
    direction: format.direction,
    title: `${heading} · ${seller.name}`,
    heading,
    stamp: status === 'accepted' ? words.statusAccepted : '',
    facts,
    action: canAnswer ? linkTo('#answer', words.answerHeading, ' class="button"') : '',
    ...footOf(contents, format),
    links: [
      linkTo(links.pdf, page.download, ' download'),
      ...files.map(({ url, name }) => linkTo(url, name, ' download')),
      ...askLinks(seller.email, heading, page.ask),
    ],
    document: frameOf(links.html, heading),
    terms: withoutCodes(quote.termsText ?? '', {
      invoice: printedPaper(contents, quote.number),
      format,
      labels,
      isDated: false,
    }),
    termsHeading: labels.termsHeading,
    hasTerms: (quote.termsText ?? '') !== '',
    problem: problem === null ? '' : fill(words[problem], { total: totals.shown.total }),
    answered: acceptedText(details, locale) ?? (canAnswer ? '' : words.closedText),
    canAnswer,
    hasChoices,
    lines,
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    note: form.get('note') ?? '',
    payableLabel: shownAs('payableLabel', totals.shown.payableLabel),
    payable: shownAs('payable', totals.shown.payable),
    updateButton: new Fragment(
      `<button type="submit" class="button quiet" data-update form="accept" formnovalidate formaction="${escapeHtml(`${links.page}/total${chosen}#choices`)}">${escapeHtml(words.updateTotal)}</button>`,
    ),
    script: hasChoices ? script : '',
    ...languagesOf(locale, revision === undefined ? '' : `&revision=${revision}`),
    accept: formStart(`${links.page}/accept${chosen}`, details, totals.total),
    decline: formStart(`${links.page}/decline${chosen}`, details),
    formEnd: new Fragment('</form>'),
  })
}

/** An optional item is a label with a box, also outside of the form; any other has a tick. */
const frameOfItem = (id: string, isChosen: boolean | undefined) =>
  isChosen === undefined
    ? {
        start: new Fragment('<div class="fixed"><span class="tick"></span>'),
        end: new Fragment('</div>'),
      }
    : {
        start: new Fragment(
          `<label><input type="checkbox" form="accept" name="selected" value="${escapeHtml(id)}"${isChosen ? ' checked' : ''}>`,
        ),
        end: new Fragment('</label>'),
      }

/** A value that the script replaces. */
const shownAs = (name: string, value: string): Fragment =>
  new Fragment(`<span data-shown="${name}">${escapeHtml(value)}</span>`)

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
const formStart = (action: string, { quote }: QuoteDetails, total?: string): Fragment =>
  new Fragment(
    `<form method="post"${total === undefined ? '' : ' id="accept"'} action="${escapeHtml(action)}"><input type="hidden" name="revision" value="${quote.revision}"><input type="hidden" name="document_hash" value="${escapeHtml(quote.documentHash ?? '')}">${
      total === undefined ? '' : `<input type="hidden" name="total" value="${escapeHtml(total)}">`
    }`,
  )
