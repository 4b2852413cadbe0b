import { typeName } from '@billwright/einvoice'
import { parseMicro } from '@billwright/money'
import type { View } from '@billwright/templates'
import type { DateFormat } from '../../../company/settings/settings.ts'
import { pageFile } from '../../../company/templates/page-file.ts'
import { table } from '../../../kernel/table.ts'
import { type Formatter, formatterFor } from '../../../paper/printing/format.ts'
import { linesFragment } from '../../../paper/printing/fragments.ts'
import { wordsFor } from '../../../paper/printing/labels/labels.ts'
import { documentFontStack } from '../../../platform/browser/fonts.ts'
import type { ReceivedContent, ReceivedParty } from '../../documents/received/reader.ts'
import { formatName } from '../format-name.ts'
import type { SupplierInvoice } from '../supplier-invoice.ts'
import { type PageWords, pageWords } from './words.ts'

interface PageOptions {
  /** BCP 47, of the labels. */
  readonly language: string
  readonly dateFormat: DateFormat
}

const page = pageFile(new URL('./page.html', import.meta.url))

/** The contents of an e-invoice as a page for people. Everything is escaped, and nothing runs. */
export const supplierInvoicePage = (it: SupplierInvoice, options: PageOptions): string =>
  page.render(viewOf(it, options))

interface Speech {
  readonly labels: ReturnType<typeof wordsFor>['labels']
  readonly words: PageWords
  readonly format: Formatter
  /** For the tax in the currency of the supplier's accounts. */
  readonly taxFormat: Formatter
}

function viewOf(it: SupplierInvoice, { language, dateFormat }: PageOptions): View {
  const content = it.content
  const format = formatterFor({ language, currency: content.currency, dateFormat })
  const taxCurrency = content.totals.tax_currency ?? content.currency
  const taxFormat = formatterFor({ language, currency: taxCurrency, dateFormat })
  const { labels } = wordsFor(format.locale)
  const words = pageWords(format.locale)
  const speech = { labels, words, format, taxFormat }
  const { money } = amountsIn(format)
  return {
    locale: format.locale,
    direction: format.direction,
    fontStack: documentFontStack(format.locale).replaceAll('"', ''),
    labels: { ...labels },
    words: { attachments: words.attachments, unread: words.unread },
    title: titleOf(content, format.locale, labels),
    number: content.number,
    seller: partyOf(content.seller, speech),
    buyer: partyOf(content.buyer, speech),
    facts: factsOf(it, speech),
    hasLines: content.lines.length > 0,
    lines: content.lines.map((line) => lineOf(line, speech)),
    adjustments: content.adjustments.map((it) => adjustmentOf(it, speech)),
    sums: sumsOf(content, speech),
    taxes: content.taxes.map((tax) => ({
      name: taxName(tax, speech),
      taxable: money(tax.taxable),
      amount: money(tax.amount),
      reason: tax.reason ?? '',
    })),
    hasTaxes: content.taxes.length > 0,
    payment: paymentOf(content, speech),
    notes: linesFragment(content.notes.flatMap((note) => note.split('\n'))),
    attachments: content.attachments.map((it) => ({
      name: it.file_name ?? it.url ?? '',
      text: [it.reference, it.description].filter((part) => part !== null).join(' · '),
    })),
    hasAttachments: content.attachments.length > 0,
    unread: content.unread,
    hasUnread: content.unread.length > 0,
  }
}

function titleOf(
  { kind, type_code: code }: ReceivedContent,
  locale: string,
  labels: Speech['labels'],
): string {
  const plain = kind === 'credit_note' ? labels.creditNoteTitle : labels.invoiceTitle
  return typeName(code, locale) ?? (PLAIN_TYPES.has(code) ? plain : `${plain} (${code})`)
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['380', '381'])

/** Decimals of the file. Numbers that are longer than our own stay unchanged. */
function amountsIn(format: Formatter) {
  const written = (write: (micro: bigint) => string) => (text: string) =>
    /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? write(parseMicro(text)) : text
  return {
    money: written(format.priceMoney),
    number: written(format.quantity),
    price: written(format.price),
    percent: written(format.percent),
  }
}

function partyOf(party: ReceivedParty, { labels, format }: Speech): View {
  const { address, contact } = party
  const city = [address.postal_code, address.city].filter((it) => it !== null).join(' ')
  const lines = [
    party.trading_name,
    address.line1,
    address.line2,
    address.line3,
    city === '' ? null : city,
    address.region,
    address.country_code && format.country(address.country_code),
    party.tax_id && format.labelled(labels.vatIdLabel, party.tax_id),
    party.tax_number && format.labelled(labels.taxIdLabel, party.tax_number),
    party.registration_id && format.labelled(labels.registrationIdLabel, party.registration_id),
    contact.name,
    contact.phone,
    contact.email,
    ...(party.legal_information ?? '').split('\n'),
  ]
  return {
    name: party.name,
    lines: linesFragment(lines.filter((line) => line !== null && line !== '') as string[]),
  }
}

type Fact = { readonly label: string; readonly value: string }

const shown = (facts: readonly (readonly [string, string | null])[]): readonly Fact[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))

function factsOf(it: SupplierInvoice, { labels, words, format }: Speech): readonly Fact[] {
  const { content } = it
  const isCredit = content.kind === 'credit_note'
  const day = (date: string | null) => date && format.date(date)
  const nameOf = table({
    ...words.references,
    buyer: labels.referenceLabel,
    order: labels.orderReferenceLabel,
  })
  return shown([
    [isCredit ? labels.creditNoteNumberLabel : labels.invoiceNumberLabel, content.number],
    [isCredit ? labels.creditNoteDateLabel : labels.invoiceDateLabel, day(content.issue_date)],
    [labels.dueDateLabel, day(content.due_date)],
    [labels.deliveryDateLabel, day(content.delivery_date)],
    [labels.periodLabel, format.period(content.period_start, content.period_end)],
    ...content.preceding.map(
      ({ number, issue_date }) =>
        [labels.correctsLabel, [number, day(issue_date)].filter(Boolean).join(' · ')] as const,
    ),
    ...content.references.map(({ kind, value }) => [nameOf[kind] ?? kind, value] as const),
    [words.profile, formatName({ ...it, specification: content.specification })],
  ])
}

function lineOf(line: ReceivedContent['lines'][number], speech: Speech): View {
  const { labels, format } = speech
  const { money, number, price, percent } = amountsIn(format)
  const quantity = `${number(line.quantity)} ${unitName(line, format)}`.trim()
  const per = line.price_quantity === null ? '' : ` / ${number(line.price_quantity)}`
  const details = [
    line.seller_item_id && format.labelled(labels.itemHeaderCode, line.seller_item_id),
    line.description,
    line.note,
    format.period(line.period_start, line.period_end),
    ...line.adjustments.map((it) =>
      format.labelled(
        it.kind === 'discount' ? labels.discountLabel : labels.chargeLabel,
        [it.reason, it.percent && percent(it.percent), money(it.amount)]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
  ]
  return {
    id: line.id,
    name: line.name,
    details: linesFragment(
      details.flatMap((it) => (it ? it.split('\n') : [])).filter((it) => it !== ''),
    ),
    quantity,
    price: `${price(line.unit_price)}${per}`,
    tax: taxName(line.tax, speech),
    net: money(line.net),
  }
}

const unitName = ({ unit, quantity }: { unit: string; quantity: string }, format: Formatter) =>
  format.unit(unit, /^-?\d{1,15}(\.\d{1,6})?$/.test(quantity) ? parseMicro(quantity) : 0n)

const taxName = (
  { category, rate }: { readonly category: string; readonly rate: string | null },
  { labels, format }: Speech,
): string =>
  rate === null || category === 'O'
    ? category
    : `${labels.taxLabel} ${amountsIn(format).percent(rate)}${category === 'S' ? '' : ` (${category})`}`

function adjustmentOf(it: ReceivedContent['adjustments'][number], speech: Speech): View {
  const { labels, format } = speech
  const { money } = amountsIn(format)
  const isDiscount = it.kind === 'discount'
  return {
    name: [isDiscount ? labels.discountLabel : labels.chargeLabel, it.reason]
      .filter(Boolean)
      .join(': '),
    tax: taxName(it.tax, speech),
    amount: `${isDiscount ? '−' : ''}${money(it.amount)}`,
  }
}

function sumsOf({ totals }: ReceivedContent, speech: Speech): readonly Fact[] {
  const { labels, format, taxFormat } = speech
  const { money } = amountsIn(format)
  const { money: taxMoney } = amountsIn(taxFormat)
  const amount = (text: string | null) => (text === null || Number(text) === 0 ? null : money(text))
  return shown([
    [labels.subtotalLabel, totals.lines === totals.net ? null : money(totals.lines)],
    [labels.discountLabel, amount(totals.discount)],
    [labels.chargeLabel, amount(totals.charge)],
    [labels.netLabel, money(totals.net)],
    [labels.taxLabel, money(totals.tax)],
    [labels.taxLabel, totals.tax_in_tax_currency && taxMoney(totals.tax_in_tax_currency)],
    [labels.totalLabel, money(totals.total)],
    ...totals.parts.map((part) => [partName(part, speech), money(part.amount)] as const),
    [labels.paidLabel, amount(totals.paid)],
    [labels.roundingLabel, amount(totals.rounding)],
    [labels.amountDueLabel, money(totals.due)],
  ])
}

type Part = ReceivedContent['totals']['parts'][number]

function partName({ kind, text, percent, in_total }: Part, { words, format }: Speech): string {
  const details = [text, percent && amountsIn(format).percent(percent)].filter(Boolean).join(', ')
  const name = details === '' ? words.parts[kind] : `${words.parts[kind]} (${details})`
  return in_total ? words.included(name) : name
}

type Scheduled = ReceivedContent['payment']['schedule'][number]

function scheduled(it: Scheduled, { labels, words, format }: Speech): string {
  const { money, number, percent } = amountsIn(format)
  const off = it.discount_percent ? percent(it.discount_percent) : it.discount_amount
  return [
    it.due_date && format.date(it.due_date),
    it.amount && money(it.amount),
    off && format.labelled(labels.discountLabel, it.discount_percent ? off : money(off)),
    it.discount_days && words.days(number(it.discount_days)),
    it.text,
  ]
    .filter(Boolean)
    .join(' · ')
}

function paymentOf(content: ReceivedContent, speech: Speech): readonly Fact[] {
  const { payment, payee } = content
  const { labels, words, format } = speech
  return shown([
    [words.payee, payee],
    [labels.paymentTermsLabel, payment.schedule.length === 0 ? payment.terms : null],
    ...payment.schedule.map((it) => [labels.paymentTermsLabel, scheduled(it, speech)] as const),
    ...payment.payments.map(
      ({ paid_on, amount }) =>
        [
          labels.paidLabel,
          [paid_on && format.date(paid_on), amountsIn(format).money(amount)]
            .filter(Boolean)
            .join(' · '),
        ] as const,
    ),
    [labels.paymentReferenceLabel, payment.reference],
    [words.mandate, payment.mandate],
    [
      labels.paymentMethodsLabel,
      payment.means.map(({ code, text }) => text ?? words.means[code] ?? code).join(', '),
    ],
    ...payment.accounts.flatMap(({ id, bic, holder }) => [
      [labels.accountHolderLabel, holder] as const,
      [labels.ibanLabel, id] as const,
      [labels.bicLabel, bic] as const,
    ]),
  ])
}
