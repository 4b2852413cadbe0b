import { PUBLIC_FIELDS, PUBLIC_NAMES, type PublicName } from '../invoices/fields.ts'
import { type DisplayStatus, dueMinor } from '../invoices/lifecycle.ts'
import { documentFontStack } from '../platform/browser/fonts.ts'
import type { View } from '../templates/language/render.ts'
import { OWN_TRAITS } from '../templates/language/traits.ts'
import { printAddress } from './address.ts'
import { paletteOf } from './colour.ts'
import type { DocumentContext, DocumentSource } from './document-source.ts'
import { type Formatter, formatterFor } from './format.ts'
import { linesFragment, logoFragment } from './fragments.ts'
import { itemsView } from './items-view.ts'
import { fill, type Labels, wordsFor } from './labels/labels.ts'
import { pageSizeOf } from './page-size.ts'
import { paymentView } from './payment-view.ts'
import { summaryView } from './summary-view.ts'

/**
 * Everything a template can print, formatted in the invoice's language. Pure: the same source gives
 * the same view. docs/template-variables.md lists the names.
 */
export function documentView(source: DocumentSource): View {
  const { invoice, traits = OWN_TRAITS } = source
  const { type, currency, language, seller } = invoice
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const due = dueMinor(invoice)
  const labels = labelsOf(source, due)
  const context = { ...source, traits, format, labels, dueMinor: due }
  const palette = paletteOf(seller.accentColor)
  const title = [labels.invoiceTitle, invoice.number].filter(Boolean).join(' ')
  const payment = paymentView(context)
  return {
    labels: { ...labels },
    locale: format.locale,
    direction: format.direction,
    // Without quotes, which CSS escaping would remove.
    fontStack: documentFontStack(format.locale).replaceAll('"', ''),
    // A QR-bill needs the width of A4, even where the language's region uses Letter.
    pageSize:
      payment.swissQrBill === '' ? pageSizeOf(format.locale, seller.address.countryCode) : 'A4',
    title,
    runningTitle: `${seller.name} · ${title}`,
    highlightColor: palette.accent,
    highlightColorLight: palette.light,
    highlightTextColor: palette.onAccent,
    highlightColorDark: palette.text,
    isCreditNote: type === 'credit_note',
    currency: traits.currencyInFront ? '' : currency,
    ...statusView(context),
    ...datesView(context),
    ...companyView(context),
    ...customerView(context),
    ...itemsView(context),
    ...summaryView(context),
    ...payment,
    notes: invoice.notes ?? '',
    paymentTerms: isPayable(source.displayed) ? (invoice.terms ?? '') : '',
  }
}

/** The language's words, with the seller's name for the tax and the words for what the document is. */
function labelsOf({ invoice, strings }: DocumentSource, due: bigint): Labels {
  const { labels } = wordsFor(invoice.language, invoice.seller.address.countryCode)
  const refundDueLabel = strings?.refundDueLabel ?? labels.refundDueLabel
  const credit =
    invoice.type === 'credit_note'
      ? {
          invoiceTitle: labels.creditNoteTitle,
          invoiceNumberLabel: labels.creditNoteNumberLabel,
          invoiceNumberShortLabel: labels.creditNoteNumberShortLabel,
          invoiceDateLabel: labels.creditNoteDateLabel,
        }
      : {}
  const { taxLabel, taxId } = invoice.seller
  return {
    ...labels,
    ...credit,
    ...(taxLabel === null || taxLabel === '' ? {} : { taxLabel }),
    taxIdLabel: taxIdLabel(labels, taxId),
    ...strings,
    // The amount beside it is printed without its sign then.
    ...(due < 0n ? { amountDueLabel: refundDueLabel } : {}),
  }
}

/** `DE123456789` is a VAT number, `12/345/67890` a national tax number. */
const taxIdLabel = (labels: Labels, id: string | null): string =>
  id !== null && /^[A-Z]{2}[0-9A-Z]/.test(id) ? labels.vatIdLabel : labels.taxIdLabel

function statusView({ labels, displayed }: DocumentContext): View {
  const status = STATUSES[displayed]
  const name = statusName(displayed, labels)
  const notToBePaid = status === 'draft' || status === 'void'
  return {
    status,
    statusLabel: name,
    // "Open" is obvious on a new invoice, and customers should not see "written off".
    badge: status === 'sent' || status === 'uncollectible' ? '' : name,
    watermark: notToBePaid ? name : '',
    isDraft: status === 'draft',
    isVoid: status === 'void',
    isPaid: status === 'paid',
    isOverdue: status === 'overdue',
    isRefundDue: status === 'refund_due',
  }
}

/** Next to a refund, a due date or payment terms would seem to apply to the refund. */
const isPayable = (status: DisplayStatus): boolean =>
  status !== 'refund_due' && status !== 'credited'

/** Status names of documents, which do not distinguish partially paid from open. */
export function statusName(status: DisplayStatus, labels: Labels): string {
  const names: Readonly<Record<DisplayStatus, string>> = {
    draft: labels.statusDraft,
    open: labels.statusSent,
    partially_paid: labels.statusSent,
    overdue: labels.statusOverdue,
    paid: labels.statusPaid,
    refund_due: labels.statusRefundDue,
    credited: labels.statusCredited,
    issued: labels.statusIssued,
    uncollectible: labels.statusUncollectible,
    void: labels.statusVoid,
  }
  return names[status]
}

/** The `status` of templates, which style open, partially paid and issued documents alike. */
const STATUSES = {
  draft: 'draft',
  open: 'sent',
  partially_paid: 'sent',
  issued: 'sent',
  overdue: 'overdue',
  paid: 'paid',
  refund_due: 'refund_due',
  credited: 'credited',
  uncollectible: 'uncollectible',
  void: 'void',
} as const satisfies Readonly<Record<DisplayStatus, string>>

/** Public fields that are printed in a way of their own; all others stand among the details. */
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
] as const satisfies readonly PublicName[]
type DetailName = Exclude<PublicName, (typeof BY_HAND)[number]>
type DetailLabels = Readonly<Record<`${DetailName}Label`, string>>

const DETAILS = PUBLIC_NAMES.filter(
  (name): name is DetailName => !(BY_HAND as readonly string[]).includes(name),
).map((name) => ({ name, kind: PUBLIC_FIELDS[name]?.kind }))

function datesView({ invoice, format, labels, displayed }: DocumentContext): View {
  const { number, periodStart, periodEnd, corrects } = invoice
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
  const view = {
    invoiceNumber: number ?? '',
    issueDate: format.date(invoice.issueDate),
    dueDate: dueDate === null ? '' : format.date(dueDate),
    period: format.period(periodStart, periodEnd),
    ...Object.fromEntries(printed.map(({ name, text }) => [name, text])),
    corrects:
      corrects === null
        ? ''
        : fill(labels.correctsText, {
            number: corrects.number,
            date: format.date(corrects.issueDate),
          }),
  }
  const details = [
    { label: labels.invoiceNumberLabel, value: view.invoiceNumber },
    { label: labels.invoiceDateLabel, value: view.issueDate },
    { label: labels.dueDateLabel, value: view.dueDate },
    ...labelled('day'),
    { label: labels.periodLabel, value: view.period },
    ...labelled('text'),
    { label: labels.correctsLabel, value: view.corrects },
  ].filter(({ value }) => value !== '')
  return { ...view, details }
}

function companyView(context: DocumentContext): View {
  const { invoice, format, labels, traits } = context
  const { seller, buyer } = invoice
  const { street, town } = printAddress(seller.address)
  const country = foreignCountry(seller.address.countryCode, buyer.address.countryCode, format)
  const short = traits.separateCompanyCity
  const logo = logoFragment(context.logo, { alt: seller.name, size: context.logoSize ?? null })
  return {
    companyName: seller.name,
    companyContactName: seller.contactName ?? '',
    companyAddress: linesFragment(short ? street : [...street, ...town, ...country]),
    companyStreet: linesFragment(street),
    companyPostalCity: town.join(', '),
    companyCountry: country.join(''),
    companyCountryCode: seller.address.countryCode ?? '',
    companyEmail: seller.email ?? '',
    companyPhone: seller.phone ?? '',
    companyWebsite: seller.website ?? '',
    companyTaxId: seller.taxId ?? '',
    companyTaxIdLabel: labels.taxIdLabel,
    companyRegistrationId: seller.registrationId ?? '',
    logo,
    // Older templates use the logo's URL; the sanitizer replaces it with the fragment.
    logoUrl: logo === '' ? '' : 'logo',
    hasLogo: logo !== '',
    brandLogoLeft: logo !== '',
  }
}

function customerView({ invoice, format, traits }: DocumentContext): View {
  const { seller, buyer } = invoice
  const { street, town } = printAddress(buyer.address)
  const country = foreignCountry(buyer.address.countryCode, seller.address.countryCode, format)
  const short = traits.separateCustomerCity
  return {
    customerName: buyer.name,
    customerContactName: buyer.contactName ?? '',
    customerAddress: linesFragment(short ? street : [...street, ...town, ...country]),
    customerStreet: linesFragment(street),
    customerPostalCity: town.join(', '),
    customerCountry: country.join(''),
    customerCountryCode: buyer.address.countryCode ?? '',
    customerEmail: buyer.email ?? '',
    customerPhone: buyer.phone ?? '',
    customerTaxId: buyer.taxId ?? '',
    customerTaxIdLabel: taxIdLabel(
      wordsFor(invoice.language, buyer.address.countryCode).labels,
      buyer.taxId,
    ),
    customerRegistrationId: buyer.registrationId ?? '',
  }
}

/** The country's name on its own line, for mail that crosses a border. */
function foreignCountry(
  own: string | null,
  other: string | null,
  format: Formatter,
): readonly string[] {
  return own === null || own === other ? [] : [format.country(own)]
}
