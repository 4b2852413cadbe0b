import { formatterFor } from '../documents/format.ts'
import { fill, type Labels, wordsFor } from '../documents/labels/labels.ts'
import { statusName } from '../documents/view.ts'
import { isOwed } from '../invoices/display-status.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { dueMinor } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { escapeHtml } from '../templates/language/escape.ts'
import { PAGE_STYLE } from './page-style.ts'
import { publicStatus } from './public-view.ts'
import { type PageWords, pageWords } from './words.ts'

interface PageLinks {
  readonly html: string
  readonly pdf: string
  /** Null where there is no e-invoice. */
  readonly xml: string | null
  readonly facturX: string | null
}

/** The page a customer opens: the state and the amount first, then the document itself. No script. */
export function invoicePage({ invoice, today }: InvoiceDetails, links: PageLinks): string {
  const { currency, language, seller, number } = invoice
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const { labels } = wordsFor(language)
  const words = pageWords(language)
  const isCreditNote = invoice.type === 'credit_note'
  const kind = isCreditNote ? labels.creditNoteTitle : labels.invoiceTitle
  const title = [kind, number ?? ''].join(' ').trim()
  const status = publicStatus({ invoice, today })
  const { corrects, dueDate } = invoice
  const facts = [
    ...amountsOf(invoice, status, labels).map(([name, minor]) => [name, format.money(minor)]),
    [
      isCreditNote ? labels.creditNoteDateLabel : labels.invoiceDateLabel,
      format.date(invoice.issueDate),
    ],
    ...(dueDate !== null && (isOwed(status) || status === 'draft')
      ? [[labels.dueDateLabel, format.date(dueDate)]]
      : []),
    ...(corrects === null
      ? []
      : [
          [
            labels.correctsLabel,
            fill(labels.correctsText, {
              number: corrects.number,
              date: format.date(corrects.issueDate),
            }),
          ],
        ]),
  ]
  const badge = ` <span class="state ${status}">${escapeHtml(statusName(status, labels))}</span>`
  return page({
    language: format.locale,
    direction: format.direction,
    title: `${title} · ${seller.name}`,
    body: `
<header>
  <div class="what">
    <h1>${escapeHtml(title)}${badge}</h1>
    <p>${escapeHtml(fill(words.from, { name: seller.name }))}</p>
  </div>
  <dl>${facts.map(([name = '', value = '']) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>
  <nav>
    <a class="button" href="${escapeHtml(links.pdf)}" download>${escapeHtml(words.download)}</a>
    <a href="${escapeHtml(links.html)}">${escapeHtml(words.open)}</a>${eInvoiceLinks(links, words)}
  </nav>
</header>
<main><iframe src="${escapeHtml(links.html)}" title="${escapeHtml(title)}"></iframe></main>`,
  })
}

/** For whoever books the invoice: the data alone, and the PDF that carries it. */
const eInvoiceLinks = ({ xml, facturX }: PageLinks, words: PageWords): string =>
  [
    [facturX, words.hybrid],
    [xml, words.data],
  ]
    .flatMap(([link, text]) =>
      link
        ? `
    <a href="${escapeHtml(link)}" download>${escapeHtml(text ?? '')}</a>`
        : [],
    )
    .join('')

/** What a link that opens nothing shows; it says nothing about whether it ever did. */
export const gonePage = (): string =>
  page({
    language: 'en',
    direction: 'ltr',
    title: 'Link not found',
    body: `<main class="gone"><h1>Link not found</h1><p>${escapeHtml(pageWords('en').gone)}</p></main>`,
  })

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

const page = (parts: {
  readonly language: string
  readonly direction: string
  readonly title: string
  readonly body: string
}): string => `<!DOCTYPE html>
<html lang="${escapeHtml(parts.language)}" dir="${escapeHtml(parts.direction)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(parts.title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>${parts.body}
</body>
</html>
`
