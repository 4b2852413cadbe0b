import { formatterFor } from '../documents/format.ts'
import { fill, type Labels, languageOf, wordsFor } from '../documents/labels/labels.ts'
import { correctsText, statusName } from '../documents/view.ts'
import { isOwed } from '../invoices/display-status.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { dueMinor } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { escapeHtml } from '../templates/language/escape.ts'
import { pageFile } from '../templates/language/page-file.ts'
import { Fragment } from '../templates/language/render.ts'
import type { PublicFile } from './files.ts'
import { publicStatus } from './public-view.ts'

interface PageLinks {
  readonly html: string
  readonly pdf: string
  /** Null where there is no e-invoice. */
  readonly xml: string | null
  readonly facturX: string | null
  readonly files: readonly PublicFile[]
}

const file = pageFile(new URL('./page.html', import.meta.url))

/** The page a customer opens: the state and the amount first, then the document itself. No script. */
export function invoicePage(details: InvoiceDetails, links: PageLinks): string {
  const { invoice, today } = details
  const { currency, language, seller, number } = invoice
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const { labels, page: words } = wordsFor(language)
  const isCreditNote = invoice.type === 'credit_note'
  const kind = isCreditNote ? labels.creditNoteTitle : labels.invoiceTitle
  const heading = [kind, number ?? ''].join(' ').trim()
  const status = publicStatus({ invoice, today })
  const { dueDate } = invoice
  const facts = [
    ...amountsOf(invoice, status, labels).map(([name, minor]) => [name, format.money(minor)]),
    ...settlementOf(details).map(([name, minor]) => [name, format.money(minor)]),
    [
      isCreditNote ? labels.creditNoteDateLabel : labels.invoiceDateLabel,
      format.date(invoice.issueDate),
    ],
    ...(dueDate !== null && (isOwed(status) || status === 'draft')
      ? [[labels.dueDateLabel, format.date(dueDate)]]
      : []),
    ...(invoice.corrects ? [[labels.correctsLabel, correctsText(invoice, format, labels)]] : []),
  ]
  return file.render({
    locale: format.locale,
    direction: format.direction,
    title: `${heading} · ${seller.name}`,
    heading,
    status,
    statusName: statusName(status, labels),
    from: fill(words.from, { name: seller.name }),
    facts: facts.map(([name, value]) => ({ name, value })),
    links: [
      linkTo(links.pdf, words.download, ' class="button" download'),
      linkTo(links.html, words.open),
      // For bookkeepers: the PDF that carries the data, and the data alone.
      ...(links.facturX === null ? [] : [linkTo(links.facturX, words.hybrid, ' download')]),
      ...(links.xml === null ? [] : [linkTo(links.xml, words.data, ' download')]),
      ...links.files.map(({ url, name }) => linkTo(url, name, ' class="file" download')),
    ],
    document: new Fragment(
      `<iframe src="${escapeHtml(links.html)}" title="${escapeHtml(heading)}"></iframe>`,
    ),
  })
}

/** What a link that opens nothing shows; it says nothing about whether it ever did. */
export const gonePage = (): string =>
  file.render({
    locale: 'en',
    direction: 'ltr',
    title: 'Link not found',
    text: 'This link is invalid or was revoked. Please ask the sender for a new one.',
    isGone: true,
  })

/** What a reader sees who answered a quote too often, in the language of the browser. */
export function triesPage(acceptLanguage: string | undefined): string {
  const locale = languageOf(acceptLanguage?.split(/[,;]/)[0] ?? 'en')
  const { direction } = new Intl.Locale(locale).getTextInfo()
  const { title, triesText } = wordsFor(locale).quote
  return file.render({ locale, direction, title, text: triesText, isGone: true })
}

/** Templates take no address from a value but the seller's own, so that ours is made here. */
const linkTo = (href: string, text: string, attributes = ''): Fragment =>
  new Fragment(`<a${attributes} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`)

/** What became of the total of a credit note. */
function settlementOf({
  invoice,
  settlement,
}: InvoiceDetails): readonly (readonly [string, bigint])[] {
  if (settlement === null) return []
  const { labels, settlement: words } = wordsFor(invoice.language)
  const rows = [
    [words.setOff, settlement.setOffMinor],
    [words.refunded, settlement.refundedMinor],
    [words.onAccount, settlement.onAccountMinor],
    [labels.refundDueLabel, settlement.refundDueMinor],
  ] as const
  return rows.filter(([, minor]) => minor !== 0n)
}

type Status = ReturnType<typeof publicStatus>

/** What the reader should know first: what to pay or to get back, else what it is over. */
function amountsOf(
  invoice: Invoice,
  status: Status,
  labels: Labels,
): readonly (readonly [string, bigint])[] {
  const due = dueMinor(invoice)
  const total = [labels.totalLabel, invoice.totals.totalMinor] as const
  switch (status) {
    case 'open':
    case 'partially_paid':
    case 'overdue':
      return [[labels.amountDueLabel, due]]
    case 'refund_due':
      return [[labels.refundDueLabel, -due]]
    case 'paid':
    case 'credited':
      return [total, [labels.amountDueLabel, due]]
    default:
      return [total]
  }
}
