import { createHash } from 'node:crypto'
import { formatMinor } from '@billwright/money'
import { PAPER_MARGINS } from '@billwright/rules/design-tokens'
import { isOwed } from '@billwright/rules/display-status'
import { escapeHtml, Fragment, type View } from '@billwright/templates'
import type { Settings } from '../../../company/settings/settings.ts'
import { daysBetween } from '../../../kernel/calendar.ts'
import { printedOf } from '../../../paper/printing/document-source.ts'
import { type Formatter, formatterFor } from '../../../paper/printing/format.ts'
import { logoFragment } from '../../../paper/printing/fragments.ts'
import { keptRows } from '../../../paper/printing/kept-rows.ts'
import { fill, type Labels, languageOf, wordsFor } from '../../../paper/printing/labels/labels.ts'
import { correctsText, documentView, statusName, titleOf } from '../../../paper/printing/view.ts'
import { paymentReferenceOf } from '../../../sales/contents/payment-reference.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import type { PublicFile } from './files.ts'
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
} from './frame.ts'
import { hasPayForm, NO_PAYING, type Paying, payForms, payScript } from './pay.ts'
import { publicStatus } from './public-view.ts'

interface PageLinks {
  readonly html: string
  readonly pdf: string
  /** Null if there is no e-invoice. */
  readonly xml: string | null
  /** The PDF with the embedded e-invoice. */
  readonly facturX: string | null
  readonly files: readonly PublicFile[]
}

interface Shown {
  readonly links: PageLinks
  /** A data URL. */
  readonly logo: string | null
  /** The words of the page; the document keeps its language. */
  readonly language?: string | undefined
  /** Other open invoices of the customer, if the seller shows them. */
  readonly others: readonly InvoiceDetails[]
  /** The day of the last payment, if the invoice is paid. */
  readonly paidOn?: string | null
  readonly paying?: Paying
  /** Where the forms for paying lead. */
  readonly payAction?: string
}

const file = customerPage(new URL('./page.html', import.meta.url))

/** On a screen the page says the state, so that the document does not repeat it. */
const UNMARKED = '@media screen { .badge { display: none !important; } }'

/**
 * Copy buttons appear only where the script works, and the frame gets the margins of paper and the height
 * of the document; the page needs no script.
 */
const SCRIPT = `const MARGINS = ${JSON.stringify(PAPER_MARGINS)}
const UNMARKED = ${JSON.stringify(UNMARKED)}
const frame = document.querySelector('iframe')
const fit = () => {
  const { documentElement: root, body } = frame.contentDocument
  frame.style.setProperty('--height', Math.max(root.offsetHeight, body.scrollHeight) + 'px')
}
frame.onload = () => {
  const style = frame.contentDocument.createElement('style')
  style.textContent = document.querySelector('.stamp') ? MARGINS + UNMARKED : MARGINS
  frame.contentDocument.head.append(style)
  fit()
  frame.contentDocument.fonts.ready.then(fit)
  onresize = fit
}
for (const it of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
  it.hidden = false
  it.onclick = async () => {
    await navigator.clipboard.writeText(it.dataset.copy)
    it.textContent = it.ariaLabel = it.dataset.done
  }
}`
const script = new Fragment(`<script>${SCRIPT}</script>`)
/** The source of the script for the content security policy. */
export const PAGE_SCRIPT = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

/** The page that a customer opens: state and amount first, then how to pay, then the document. */
export function invoicePage(
  details: InvoiceDetails,
  { links, logo, language, others, paidOn = null, paying = NO_PAYING, payAction = '' }: Shown,
): string {
  const { invoice, today } = details
  const { currency, seller, number } = invoice
  const locale = language ?? invoice.language
  const format = formatterFor({ language: locale, currency, dateFormat: seller.dateFormat })
  const all = wordsFor(locale, seller.address.countryCode)
  const { labels, page: words } = all
  const isCreditNote = invoice.type === 'credit_note'
  const kind = titleOf(printedOf(details).invoice, labels)
  const heading = [kind, number ?? ''].join(' ').trim()
  const status = publicStatus({ invoice, today })
  const { dueDate } = invoice
  const corrected = correctsText(invoice, format, labels)
  const [amount, ...amounts] = [
    ...amountsOf(details, status, { labels, format }),
    ...settlementOf(details, locale),
  ].map(([name, minor]): Fact => ({ name, value: format.money(minor) }))
  const isLate = status === 'overdue'
  const isPaid = status === 'paid'
  // Not of a customer whose payment is on its way, or whose account is debited.
  const isAsked = dueDate !== null && isOwed(status) && !paying.note?.match(ON_ITS_WAY)
  const paidDay = isPaid && paidOn !== null ? format.date(paidOn) : ''
  const printed = printedOf(details)
  const view = documentView({ ...printed, invoice: { ...printed.invoice, language: locale }, logo })
  const facts: readonly Fact[] = [
    ...(amount ? [{ ...amount, kind: 'amount' }] : []),
    {
      name: labels.statusLabel,
      value: stateText(details, { status, paidDay, words, labels, locale: format.locale }),
      kind: `state ${status}`,
    },
    ...(isPaid ? amounts.slice(0, -1) : amounts),
    ...(dueDate !== null && (isOwed(status) || status === 'draft')
      ? [
          dueFact(labels.dueDateLabel, dueDate, {
            ...{ today, locale: format.locale, isLate },
            sentence: isAsked ? words.payBy : null,
          }),
        ]
      : []),
    ...(isPaid ? [] : termsOf(view, labels)),
    // The paper says it; here it is one sentence.
    ...(isAsked || isPaid
      ? []
      : [
          {
            name: isCreditNote ? labels.creditNoteDateLabel : labels.invoiceDateLabel,
            value: format.date(invoice.issueDate),
          },
        ]),
    ...(corrected === '' ? [] : [{ name: labels.correctsLabel, value: corrected }]),
  ]
  const { paymentMethods, paymentQr } = view
  // The e-invoice looks the same and has more data, so the page offers only this PDF.
  const pdf = links.facturX ?? links.pdf
  // A customer whose account is debited must not transfer the amount, too.
  const hasPayment = view.hasPayment === true && paying.debit === null
  const asking = { action: payAction, words, labels, format, currency, due: dueMinor(invoice) }
  const forms = payForms(paying, asking)
  return file.render({
    ...buttonColors(seller.accentColor),
    ...sizeOf(invoice.items, { hasPayment }),
    labels: { ...labels },
    locale: format.locale,
    direction: format.direction,
    title: `${heading} · ${seller.name}`,
    heading,
    customer: invoice.buyer.name,
    stamp: isPaid ? statusName(status, labels) : '',
    stampDay: paidDay,
    facts,
    logo: view.logo,
    ...footOf(invoice, format),
    slip: isPaid ? slipOf(invoice, { paidDay, words: all, format }) : [],
    receipt: isPaid ? linkTo(pdf, words.downloadPaid, ' class="button quiet" download') : '',
    isPaid,
    links: pageLinks(links, { pdf: isPaid ? null : pdf, email: seller.email, heading, words }),
    ...languagesOf(locale),
    action: new Fragment(`${noteOf(paying, { words, format })}${hasPayment ? '' : forms}`),
    forms: hasPayment && forms !== '' ? new Fragment(forms) : '',
    hasPayment,
    payments: paymentsOf({ view, decimalSign: format.decimalSign }, invoice, all),
    paymentMethods: withLinks(String(paymentMethods)),
    paymentQr,
    othersHeading: words.othersHeading,
    hasOthers: others.length > 0,
    others: others.map((other) => otherOf(other, locale)),
    document: frameOf(links.html, heading),
    script: hasPayForm(paying) ? new Fragment(`${script.html}${payScript.html}`) : script,
  })
}

interface Linking {
  /** Null: the slip has it. */
  readonly pdf: string | null
  readonly email: string | null
  readonly heading: string
  readonly words: Words['page']
}

const pageLinks = (links: PageLinks, { pdf, email, heading, words }: Linking) => [
  ...(pdf === null ? [] : [linkTo(pdf, words.download, ' download')]),
  // For accountants.
  ...(links.xml === null ? [] : [linkTo(links.xml, words.data, ' download')]),
  ...links.files.map(({ url, name }) => linkTo(url, name, ' download')),
  ...askLinks(email, heading, words.ask),
]

/** Notes that say that no other payment is needed. */
const ON_ITS_WAY = /^pay(Pending|Collected|Announced|Moment)$/

/** What computed the due date, unless it is a number of days. */
const termsOf = ({ dueTerms }: View, { paymentTermsLabel: name }: Labels): readonly Fact[] =>
  dueTerms ? [{ name, value: String(dueTerms) }] : []

interface Due extends Readonly<Record<'today' | 'locale', string>> {
  readonly isLate: boolean
  /** With `{day}`; null: only the day is said. */
  readonly sentence: string | null
}

/** The state of a late invoice says how late it is. */
function dueFact(name: string, day: string, { isLate, sentence, ...given }: Due): Fact {
  const { value, note: away = '' } = dayFact(name, day, given)
  const note =
    sentence === null ? away : `${away.charAt(0).toLocaleUpperCase(given.locale)}${away.slice(1)}`
  const [before = '', after = ''] = (sentence ?? '').split('{day}')
  const kind = `${isLate ? 'late' : ''} ${sentence === null ? '' : 'due'}`.trim()
  return { name, value, before, after, kind, note: isLate ? '' : note }
}

/** What a paid invoice shows instead of how to pay. */
const slipOf = (
  invoice: Invoice,
  given: { readonly paidDay: string; readonly words: Words; readonly format: Formatter },
): readonly Fact[] => {
  const { paidDay, format } = given
  const { labels, statement } = given.words
  return [
    { name: labels.paidLabel, value: format.money(invoice.paidMinor) },
    ...(paidDay === '' ? [] : [{ name: statement.date, value: paidDay }]),
    { name: labels.amountDueLabel, value: format.money(dueMinor(invoice)) },
  ]
}

interface Stating {
  readonly status: ReturnType<typeof publicStatus>
  /** As the page writes it; empty: it is not paid. */
  readonly paidDay: string
  readonly words: Words['page']
  readonly labels: Labels
  readonly locale: string
}

/** The state, with its day or how late it is. */
function stateText(
  { invoice, today }: InvoiceDetails,
  { status, paidDay, words, labels, locale }: Stating,
): string {
  if (paidDay !== '') return fill(words.paidOn, { day: paidDay })
  if (status !== 'overdue') return statusName(status, labels)
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return fill(words.daysLate, { days: unit.format(daysBetween(invoice.dueDate ?? today, today)) })
}

/** What became of a payment. */
function noteOf(
  { note, debit }: Paying,
  { words, format }: { readonly words: Words['page']; readonly format: Formatter },
): string {
  if (note === null) return ''
  const text = debit
    ? words[note].replace('{day}', format.date(debit.day)).replace('{method}', () => debit.method)
    : words[note]
  return `<p role="status">${escapeHtml(text)}</p>`
}

/** The fields of a bank transfer, each as shown and as pasted. */
function paymentsOf(
  { view, decimalSign }: { readonly view: View; readonly decimalSign: string },
  invoice: Invoice,
  { labels, page }: Words,
) {
  const { seller, currency } = invoice
  const reference = paymentReferenceOf(invoice)
  const { iban } = seller.bankAccount
  const plainAmount = formatMinor(dueMinor(invoice), currency)
  const lines = [
    [labels.accountHolderLabel, view.accountHolder, null],
    [labels.ibanLabel, view.iban, iban],
    [
      labels.amountDueLabel,
      view.amountDue,
      plainAmount.replace('.', decimalSign === ',' ? ',' : '.'),
    ],
    [labels.paymentReferenceLabel, reference ?? '', reference],
    // Few banks ask for them.
    [labels.bicLabel, view.bic, null],
    [labels.bankNameLabel, view.bankName, null],
  ] as const
  return lines
    .filter(([, value]) => value !== '')
    .map(([label, value, copied]) => ({
      label,
      value,
      copy: copied === null ? '' : copyButton(copied, label, page),
    }))
}

type Words = ReturnType<typeof wordsFor>

/** Hidden until the script detects that it can copy. */
const copyButton = (value: string, label: string, { copy, copied }: Words['page']): Fragment =>
  new Fragment(
    `<button type="button" hidden data-copy="${escapeHtml(value)}" data-done="${escapeHtml(copied)}" aria-label="${escapeHtml(`${copy}: ${label}`)}">${escapeHtml(copy)}</button>`,
  )

/** The seller's text, whose web addresses the customer can open. */
const withLinks = (text: string): Fragment =>
  new Fragment(
    text
      .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
      .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : linkTo(part, part).html))
      .join(''),
  )

/** Another document with a link, and the amount due on it. */
function otherOf(details: InvoiceDetails, locale: string) {
  const { invoice, shareUrl } = details
  const { labels } = wordsFor(locale)
  const { currency, seller, dueDate, number } = invoice
  const format = formatterFor({ language: locale, currency, dateFormat: seller.dateFormat })
  const isCreditNote = invoice.type === 'credit_note'
  const kind = titleOf(printedOf(details).invoice, labels)
  const day = isCreditNote ? null : dueDate
  const minor = isCreditNote ? payableMinor(invoice.totals) : dueMinor(invoice)
  const said = [
    ...(day === null ? [] : [format.labelled(labels.dueDateLabel, format.date(day))]),
    format.money(minor),
  ]
  const { pathname } = new URL(shareUrl ?? '')
  return { link: linkTo(pathname, `${kind} ${number ?? ''}`.trim()), said: said.join(' · ') }
}

/** Whom the reader of an invalid link can ask. */
export interface Sender {
  readonly settings: Settings
  /** A data URL. */
  readonly logo: string | null
}

/** The page of an invalid link; it does not reveal whether the link ever worked. */
export const gonePage = (acceptLanguage: string | undefined, sender: Sender | null): string =>
  notePage(acceptLanguage, (words) => ({
    title: words.page.goneTitle,
    text: words.page.goneText,
    ...(sender && senderOf(sender, words)),
  }))

function senderOf({ settings, logo }: Sender, { page }: Words) {
  const { companyName: seller, companyEmail: email, companyPhone: phone } = settings
  return {
    ...buttonColors(settings.accentColor),
    seller,
    logo: logoFragment(logo, { alt: seller, size: null }),
    action:
      email === null
        ? ''
        : linkTo(`mailto:${encodeURIComponent(email)}`, page.ask, ' class="button"'),
    contactLine: [email, phone].filter(Boolean).join(' · '),
  }
}

/** The page for a reader who answered a quote too often. */
export const triesPage = (acceptLanguage: string | undefined): string =>
  notePage(acceptLanguage, ({ quote }) => ({ title: quote.title, text: quote.triesText }))

/** A page with a title and a text, in the language of the browser. */
function notePage(acceptLanguage: string | undefined, noteOf: (words: Words) => View): string {
  const locale = languageOf(acceptLanguage?.split(/[,;]/)[0] ?? 'en')
  const { direction } = new Intl.Locale(locale).getTextInfo()
  return file.render({ locale, direction, ...noteOf(wordsFor(locale)), isGone: true })
}

/** How the total of a credit note was settled. */
function settlementOf(
  { settlement }: InvoiceDetails,
  locale: string,
): readonly (readonly [string, bigint])[] {
  if (settlement === null) return []
  const { labels, settlement: words } = wordsFor(locale)
  const rows = [
    [words.setOff, settlement.setOffMinor],
    [words.refunded, settlement.refundedMinor],
    [words.onAccount, settlement.onAccountMinor],
    [labels.refundDueLabel, settlement.refundDueMinor],
  ] as const
  return rows.filter(([, minor]) => minor !== 0n)
}

type Status = ReturnType<typeof publicStatus>

/** The first line for the reader: the amount to pay or to get back, else why nothing is due. */
function amountsOf(
  details: InvoiceDetails,
  status: Status,
  { labels, format }: { readonly labels: Labels; readonly format: Formatter },
): readonly (readonly [string, bigint])[] {
  const { invoice } = details
  const due = dueMinor(invoice)
  const kept = keptRows({ invoice: printedOf(details).invoice, labels, format })
  const totals = [
    [labels.totalLabel, invoice.totals.totalMinor] as const,
    ...kept.map(({ label, amountMinor }) => [label, -amountMinor] as const),
  ]
  switch (status) {
    case 'open':
    case 'partially_paid':
    case 'overdue':
      return [[labels.amountDueLabel, due]]
    case 'refund_due':
      return [[labels.refundDueLabel, -due]]
    case 'paid':
    case 'credited':
      return [...totals, [labels.amountDueLabel, due]]
    default:
      return totals
  }
}
