import { formatterFor } from '../documents/format.ts'
import { fill, wordsFor } from '../documents/labels/labels.ts'
import { dueMinor, isOverdue } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { escapeHtml } from '../templates/escape.ts'
import { PAGE_STYLE } from './page-style.ts'
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
  const kind = invoice.type === 'credit_note' ? labels.creditNoteTitle : labels.invoiceTitle
  const title = [kind, number ?? ''].join(' ').trim()
  const due = dueMinor(invoice)
  const isOwed = due > 0n && invoice.status === 'sent'
  const facts = [
    [
      isOwed ? labels.amountDueLabel : labels.totalLabel,
      format.money(isOwed ? due : invoice.totals.totalMinor),
    ],
    [labels.invoiceDateLabel, format.date(invoice.issueDate)],
    [labels.dueDateLabel, invoice.dueDate === null ? '' : format.date(invoice.dueDate)],
  ].filter(([, value]) => value !== '')
  const state = stateOf({ invoice, today })
  const stateNames: Readonly<Record<typeof state, string>> = {
    draft: labels.statusDraft,
    sent: labels.statusSent,
    paid: labels.statusPaid,
    void: labels.statusVoid,
    uncollectible: labels.statusSent,
    overdue: labels.statusOverdue,
  }
  // "Open" would be wrong where nothing is owed: on a credit note, and on an invoice credited in full.
  const isSettled = state === 'sent' && !isOwed
  const badge = isSettled
    ? ''
    : ` <span class="state ${state}">${escapeHtml(stateNames[state])}</span>`
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

function stateOf({ invoice, today }: Pick<InvoiceDetails, 'invoice' | 'today'>) {
  return isOverdue(invoice, today) ? ('overdue' as const) : invoice.status
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
