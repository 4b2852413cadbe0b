import type { DisplayStatus } from '@billwright/rules/display-status'
import { isDayOfTerms } from '@billwright/rules/payment-terms'
import { termsInWords } from '@billwright/rules/payment-terms-words'
import type { View } from '@billwright/templates'
import { OWN_TRAITS } from '../../company/templates/traits.ts'
import { documentFontStack } from '../../platform/browser/fonts.ts'
import { PUBLIC_FIELDS, PUBLIC_NAMES, type PublicName } from '../../sales/contents/fields.ts'
import type { Settlement } from '../../sales/invoices/credit-notes/settlement.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { paletteOf } from './color.ts'
import type { DocumentContext, DocumentSource, PrintedInvoice } from './document-source.ts'
import { type Formatter, formatterFor } from './format.ts'
import { linesFragment, logoFragment } from './fragments.ts'
import { foreignCountry, printAddress } from './inner/address.ts'
import { indianDetails, indianTitle } from './inner/india.ts'
import { itemsView } from './inner/items-view.ts'
import { pageSizeOf } from './inner/page-size.ts'
import { hasTerms, isPayable, sentencesOfRows } from './kept-rows.ts'
import { en, type Words } from './labels/en.ts'
import { fill, type Labels, taxIdLabel, wordsFor } from './labels/labels.ts'
import { factsView, letterTextsView, mainAmountView } from './letter-view.ts'
import { letterheadView } from './letterhead-view.ts'
import { paymentView } from './payment-view.ts'
import { earlyPaymentSentences, withoutCodes } from './skonto.ts'
import { isSetOffInFull, summaryView } from './summary-view.ts'

/**
 * Everything a template can print, formatted in the invoice's language. Pure: the same source gives
 * the same view. docs/template-variables.md lists the names.
 */
export function documentView(source: DocumentSource): View {
  const { invoice, traits = OWN_TRAITS } = source
  const { type, currency, language, seller } = invoice
  const { dateFormat } = seller
  const hasMinus = traits.headsNameCurrency
  const format = formatterFor({ language, currency, dateFormat, hasMinus })
  const due = dueMinor(invoice)
  const labels = labelsOf(source, due)
  const context = { ...source, traits, format, labels, dueMinor: due }
  const palette = paletteOf(seller.accentColor)
  const title = [labels.invoiceTitle, invoice.number].filter(Boolean).join(' ')
  const payment = paymentView(context)
  const dates = datesView(context)
  // A QR-bill needs the width of A4, even where the language's region uses Letter.
  const hasBill = payment.swissQrBill !== ''
  const pageSize = hasBill ? 'A4' : pageSizeOf(format.locale, seller.address.countryCode)
  return {
    labels: { ...labels },
    locale: format.locale,
    direction: format.direction,
    // Without quotes, which CSS escaping would remove.
    fontStack: documentFontStack(format.locale).replaceAll('"', ''),
    pageSize,
    isLetterSize: pageSize === 'Letter',
    title,
    runningTitle: `${seller.name} · ${title}`,
    highlightColor: palette.accent,
    highlightColorLight: palette.light,
    highlightTextColor: palette.onAccent,
    highlightColorDark: palette.text,
    isCreditNote: type === 'credit_note',
    currency: traits.currencyInFront ? '' : currency,
    currencySign: format.currencySign,
    ...statusView(context),
    ...dates,
    ...factsView(context, dates),
    ...companyView(context),
    ...customerView(context),
    ...itemsView(context),
    ...amountsView(context),
    ...payment,
    ...textsView(context),
    ...letterheadOf(context, pageSize),
    ...letterTextsView(context),
    ...mainAmountView(context, { hasBill }),
    paymentTerms: isPayable(source.displayed) ? termsView(context) : '',
  }
}

/** Without the currency, if the head of the table names it; only what is paid keeps it. */
function amountsView(context: DocumentContext): View {
  const view = summaryView(context)
  if (!context.traits.headsNameCurrency) return view
  const { total, payable, amountDue } = view
  const format = { ...context.format, money: context.format.amount }
  return { ...summaryView({ ...context, format }), total, payable, amountDue }
}

function letterheadOf(context: DocumentContext, pageSize: 'A4' | 'Letter'): View {
  const { seller, language } = context.invoice
  const { labels } = wordsFor(language, seller.address.countryCode)
  const { taxIdLabel } = context.labels
  return letterheadView({
    ...context,
    pageSize,
    labels: { ...labels, taxIdLabel, taxNumberLabel: labels.taxIdLabel },
  })
}

/** The words that Polish law asks for, in any language (ustawa o VAT, art. 106e ust. 1 pkt 18a). */
const SPLIT_PAYMENT = 'mechanizm podzielonej płatności'

function textsView(context: DocumentContext): View {
  const { invoice } = context
  const notes = [
    ...(invoice.isSplitPayment ? [SPLIT_PAYMENT] : []),
    printedText(invoice.notes, context),
  ]
    .filter(Boolean)
    .join('\n')
  const terms = printedText(context.quoteTerms ?? null, context)
  if (context.traits.printsQuoteTerms) return { notes, quoteTerms: terms }
  return { notes: [notes, terms].filter(Boolean).join('\n\n'), quoteTerms: '' }
}

const termsView = (context: DocumentContext): string =>
  [
    printedText(context.invoice.terms, context),
    ...(hasTerms(context) ? sentencesOfRows(context) : []),
    ...earlyPaymentSentences({ ...context, isDated: isDated(context) }),
  ]
    .filter(Boolean)
    .join('\n')

const printedText = (text: string | null, context: DocumentContext): string =>
  text === null ? '' : withoutCodes(text, { ...context, isDated: isDated(context) })

/** A document with its own words, such as a quote, is dated before its invoice. */
const isDated = ({ strings }: DocumentContext): boolean => strings === undefined

/**
 * The words of the language, with the tax name of the seller's country and the words of the
 * document type.
 */
function labelsOf({ invoice, settlement, strings }: DocumentSource, due: bigint): Labels {
  const { labels, settlement: words } = wordsFor(
    invoice.language,
    invoice.seller.address.countryCode,
  )
  const hasPayable = invoice.totals.payableMinor !== undefined
  const refundDueLabel = strings?.refundDueLabel ?? labels.refundDueLabel
  const credit =
    invoice.type === 'credit_note'
      ? {
          invoiceTitle: labels.creditNoteTitle,
          invoiceNumberLabel: labels.creditNoteNumberLabel,
          invoiceNumberShortLabel: labels.creditNoteNumberShortLabel,
          invoiceDateLabel: labels.creditNoteDateLabel,
        }
      : { invoiceTitle: titleOf(invoice, labels) }
  const { taxId } = invoice.seller
  return {
    ...labels,
    ...credit,
    ...taxWord(invoice),
    taxIdLabel: taxIdLabel(labels, taxId),
    ...strings,
    // The amount beside it is then printed without a sign.
    ...(due < 0n || settlement || (invoice.type === 'credit_note' && hasPayable)
      ? { amountDueLabel: refundDueLabel }
      : {}),
    ...(isSetOffInFull(settlement) ? { amountDueLabel: words.setOffInFull } : {}),
    ...(settlement
      ? { creditedLabel: words.setOff, paidLabel: givenBackLabel(settlement, words) }
      : {}),
  }
}

/** The only label of the taxes, else the name in the settings. */
function taxWord({ seller, taxes }: PrintedInvoice): Pick<Labels, 'taxLabel'> | undefined {
  const [only, ...others] = new Set(taxes.map(({ label }) => label))
  const word = others.length === 0 ? (only ?? seller.taxLabel) : seller.taxLabel
  return word ? { taxLabel: word } : undefined
}

export type InvoiceKind = 'invoice' | 'deposit' | 'final'
type Titled = Pick<PrintedInvoice, 'type' | 'isDeposit' | 'items' | 'seller' | 'taxes'>

/** What an invoice is: a deposit, the invoice that deducts deposits, or another one. */
export const invoiceKindOf = ({
  isDeposit,
  items,
}: Pick<Titled, 'isDeposit' | 'items'>): InvoiceKind =>
  isDeposit ? 'deposit' : items.some(({ deducts }) => deducts !== undefined) ? 'final' : 'invoice'

export function titleOf(document: Titled, labels: Labels): string {
  if (document.type === 'credit_note') return labels.creditNoteTitle
  const kind = invoiceKindOf(document)
  if (kind === 'deposit') return labels.depositInvoiceTitle
  // The terms of Indian law replace English words alone.
  const indian = labels.invoiceTitle === en.labels.invoiceTitle ? indianTitle(document) : undefined
  return indian ?? (kind === 'final' ? labels.finalInvoiceTitle : labels.invoiceTitle)
}

/** How the customer got the rest of a credit note: as money, on account, or both. */
const givenBackLabel = (
  { refundedMinor, onAccountMinor }: Settlement,
  words: Words['settlement'],
): string =>
  [refundedMinor === 0n ? '' : words.refunded, onAccountMinor === 0n ? '' : words.onAccount]
    .filter(Boolean)
    .join(' / ')

function statusView({ labels, displayed }: DocumentContext): View {
  const [status] = STATUSES[displayed]
  const name = statusName(displayed, labels)
  const notToBePaid = status === 'draft' || status === 'void'
  return {
    status,
    statusLabel: name,
    // "Open" is obvious on a new invoice, and customers must not see "written off".
    badge:
      displayed === 'open' || displayed === 'issued' || displayed === 'uncollectible' ? '' : name,
    watermark: notToBePaid ? name : '',
    isDraft: status === 'draft',
    isVoid: status === 'void',
    isPaid: status === 'paid',
    isOverdue: status === 'overdue',
    isRefundDue: status === 'refund_due',
  }
}

/** The names of statuses on documents. */
export const statusName = (status: DisplayStatus, labels: Labels): string =>
  labels[STATUSES[status][1]]

/** The `status` for templates, which style open, partially paid and issued documents alike. */
const STATUSES = {
  draft: ['draft', 'statusDraft'],
  open: ['sent', 'statusSent'],
  partially_paid: ['sent', 'statusPartlyPaid'],
  issued: ['sent', 'statusIssued'],
  overdue: ['overdue', 'statusOverdue'],
  paid: ['paid', 'statusPaid'],
  refund_due: ['refund_due', 'statusRefundDue'],
  credited: ['credited', 'statusCredited'],
  uncollectible: ['uncollectible', 'statusUncollectible'],
  void: ['void', 'statusVoid'],
} as const satisfies Readonly<Record<DisplayStatus, readonly [string, keyof Labels]>>

/** Public fields with their own place on the document; all others are in the details. */
const BY_HAND = [
  'issueDate',
  'dueDate',
  'periodStart',
  'periodEnd',
  'currency',
  'language',
  'pricesIncludeTax',
  'terms',
  'notes',
  'customFields',
] as const satisfies readonly PublicName[]
type DetailName = Exclude<PublicName, (typeof BY_HAND)[number]>
type DetailLabels = Readonly<Record<`${DetailName}Label`, string>>

export const DETAILS = PUBLIC_NAMES.filter(
  (name): name is DetailName => !(BY_HAND as readonly string[]).includes(name),
).map((name) => ({ ...PUBLIC_FIELDS[name], name }))

function datesView(context: DocumentContext) {
  const { invoice, format, labels, displayed, traits } = context
  const { number, periodStart, periodEnd } = invoice
  const printed = DETAILS.map(({ name, kind }) => {
    const value = invoice[name]
    const text = value === null ? '' : kind === 'day' ? format.date(value) : value
    return { name, kind, text }
  })
  const labelled = (wanted: string) =>
    printed
      .filter(({ kind }) => kind === wanted)
      .map(({ name, text }) => ({ label: words[`${name}Label`], value: text }))
  const words: DetailLabels = labels
  const dueDate = isPayable(displayed) ? invoice.dueDate : null
  const terms = dueTermsText(context)
  const view = {
    invoiceNumber: number ?? '',
    issueDate: format.date(invoice.issueDate),
    dueDate:
      dueDate === null
        ? ''
        : `${format.date(dueDate)}${traits.printsDueTerms || terms === '' ? '' : ` (${terms})`}`,
    dueTerms: terms,
    period: format.period(periodStart, periodEnd),
    ...Object.fromEntries(printed.map(({ name, text }) => [name, text])),
    corrects: correctsText(invoice, format, labels),
    customFields: invoice.customFields.map(({ label, value }) => ({ label, value })),
  }
  const isSaid = ({ value }: { readonly value: string }) => value !== ''
  const dueTerms = { label: labels.paymentTermsLabel, value: view.dueTerms }
  const furtherDetails = [
    ...labelled('day'),
    { label: labels.periodLabel, value: view.period },
    ...labelled('text'),
    { label: labels.correctsLabel, value: view.corrects },
    ...indianDetails(invoice, format),
    ...view.customFields,
  ].filter(isSaid)
  const details = [
    { label: labels.invoiceNumberLabel, value: view.invoiceNumber },
    { label: labels.invoiceDateLabel, value: view.issueDate },
    { label: labels.dueDateLabel, value: view.dueDate },
    dueTerms,
    ...furtherDetails,
  ].filter(isSaid)
  return { ...view, details, furtherDetails: [dueTerms, ...furtherDetails].filter(isSaid) }
}

/** The payment terms in words, where the due date follows from them, and on a quote. */
function dueTermsText({
  invoice,
  displayed,
}: Pick<DocumentContext, 'invoice' | 'displayed'>): string {
  const { type, status, dueDate, issueDate, paymentTerms, language } = invoice
  if (!paymentTerms || type === 'credit_note' || !isPayable(displayed)) return ''
  // A paper that is no invoice has no due date yet.
  const isSaid =
    status === null || (dueDate !== null && isDayOfTerms(dueDate, issueDate, paymentTerms))
  return isSaid ? termsInWords(paymentTerms, wordsFor(language), language) : ''
}

/** The number and date of each invoice that a credit note corrects; else empty. */
export const correctsText = (
  { type, corrects, preceding }: Pick<PrintedInvoice, 'type' | 'corrects' | 'preceding'>,
  format: Formatter,
  labels: Labels,
): string =>
  [...(corrects ? [corrects] : []), ...(type === 'credit_note' ? preceding : [])]
    .map(({ number, issueDate }) =>
      issueDate === null
        ? number
        : fill(labels.correctsText, { number, date: format.date(issueDate) }),
    )
    .join(', ')

function companyView(context: DocumentContext): View {
  const { invoice, labels, traits } = context
  const { seller, buyer } = invoice
  const logo = logoFragment(context.logo, { alt: seller.name, size: context.logoSize ?? null })
  return {
    ...partyView('company', seller, {
      ...context,
      isShort: traits.separateCompanyCity,
      other: buyer.address.countryCode,
      taxIdLabel: labels.taxIdLabel,
    }),
    companyTaxNumbers: seller.taxNumbers.map(({ label, id }) => ({ label, value: id })),
    companyWebsite: seller.website ?? '',
    logo,
    // Older templates use the logo's URL; the sanitizer replaces it with the fragment.
    logoUrl: logo === '' ? '' : 'logo',
    hasLogo: logo !== '',
    brandLogoLeft: logo !== '',
  }
}

function customerView(context: DocumentContext): View {
  const { seller, buyer, language } = context.invoice
  const { labels } = wordsFor(language, buyer.address.countryCode)
  return partyView('customer', buyer, {
    ...context,
    isShort: context.traits.separateCustomerCity,
    other: seller.address.countryCode,
    taxIdLabel: taxIdLabel(labels, buyer.taxId),
  })
}

interface PartyPrint extends Pick<DocumentContext, 'format'> {
  /** Whether the template prints city and country separately from the address. */
  readonly isShort: boolean
  /** The country of the other party. */
  readonly other: string | null
  readonly taxIdLabel: string
}

/** The variables that both parties have, such as `companyName` and `customerName`. */
function partyView(
  prefix: 'company' | 'customer',
  party: PrintedInvoice['seller' | 'buyer'],
  { format, isShort, other, taxIdLabel }: PartyPrint,
): View {
  const { street, town } = printAddress(party.address)
  const country = foreignCountry(party.address.countryCode, other, format)
  const view = {
    Name: party.name,
    ContactName: party.contactName ?? '',
    Address: linesFragment(isShort ? street : [...street, ...town, ...country]),
    Street: linesFragment(street),
    PostalCity: town.join(', '),
    Country: country.join(''),
    CountryCode: party.address.countryCode ?? '',
    Email: party.email ?? '',
    Phone: party.phone ?? '',
    TaxId: party.taxId ?? '',
    TaxIdLabel: taxIdLabel,
    RegistrationId: party.registrationId ?? '',
  }
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [prefix + name, value]))
}
