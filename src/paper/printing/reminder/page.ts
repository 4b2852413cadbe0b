import { sumOf } from '@billwright/money'
import type { View } from '@billwright/templates'
import type { Buyer, Seller } from '../../../sales/contents/parties.ts'
import { type Formatter, formatterFor } from '../format.ts'
import { linesFragment, qrFragment } from '../fragments.ts'
import { letterFile } from '../inner/letter/letter.ts'
import { letterhead } from '../inner/letter/letterhead.ts'
import { epcPayload } from '../inner/payment-code/payment-code.ts'
import type { Labels, Words } from '../labels/en.ts'
import { fill, wordsFor } from '../labels/labels.ts'
import { greetingView, transferSentence } from '../letter-view.ts'

/** The contents of a reminder. It has no tax and no number of an invoice series. */
export interface ReminderSource {
  readonly title: 'notice' | 'reminder' | 'second' | 'final'
  /** Replaces the usual title. */
  readonly name: string | null
  /** The day of the reminder. */
  readonly day: string
  readonly payBy: string | null
  readonly seller: Seller
  readonly buyer: Buyer
  /** BCP 47: the language of the invoices. */
  readonly language: string
  readonly currency: string
  readonly invoices: readonly RemindedInvoice[]
  /** A data URL. */
  readonly logo: string | null
}

/** Amounts in minor units. */
interface RemindedInvoice {
  readonly number: string
  readonly issueDate: string
  readonly dueDate: string
  readonly daysLate: number
  readonly totalMinor: bigint
  /** Paid or credited. */
  readonly paidMinor: bigint
  readonly charges: readonly {
    readonly kind: 'fee' | 'lump_sum' | 'interest' | 'return_fee'
    readonly amountMinor: bigint
    readonly from: string | null
    readonly to: string | null
  }[]
}

interface Speech {
  readonly words: Words
  readonly format: Formatter
}

/** Each code needs space beside the bank account. */
const CODES_MAX = 3

const page = letterFile(new URL('./reminder.html', import.meta.url))

/** A complete HTML document in the style of the built-in templates. */
export const reminderPage = (source: ReminderSource): string => page.render(viewOf(source))

function viewOf(source: ReminderSource): View {
  const { seller, language, currency, invoices } = source
  const words = wordsFor(language, seller.address.countryCode)
  const { dateFormat } = seller
  const format = formatterFor({ language, currency, dateFormat, hasMinus: true })
  const speech = { words, format }
  const { labels, reminder, statement } = words
  const title = source.name ?? reminder[TITLES[source.title]]
  const total = format.money(totalOf(source))
  return {
    ...letterhead(source, format),
    words: { ...reminder },
    labels: {
      invoice: labels.invoiceTitle,
      due: labels.dueDateLabel,
      total: labels.totalLabel,
      paid: labels.paidLabel,
    },
    title,
    heading: fill(reminder.factText, { title, amount: total }),
    intro: introOf(source, reminder),
    isLate: source.title !== 'notice',
    sign: format.currencySign,
    facts: [
      { label: statement.date, value: format.date(source.day) },
      { label: labels.contactLabel, value: seller.contactName ?? '' },
      { label: labels.phoneLabel, value: seller.phone ?? '' },
    ].filter(({ value }) => value !== ''),
    ...greetingView(seller, { contactName: source.buyer.contactName, language }),
    invoices: invoices.map((invoice) => ({
      number: invoice.number,
      issued: format.date(invoice.issueDate),
      due: format.date(invoice.dueDate),
      daysLate: invoice.daysLate > 0 ? String(invoice.daysLate) : '',
      total: format.amount(invoice.totalMinor),
      paid: format.amount(invoice.paidMinor),
      open: format.amount(openOf(invoice)),
    })),
    charges: invoices.flatMap((invoice) =>
      invoice.charges.map((charge) => ({
        label: chargeLabel(charge, speech),
        number: invoices.length > 1 ? invoice.number : '',
        amount: format.amount(charge.amountMinor),
      })),
    ),
    total,
    ...paymentOf(source, speech),
  }
}

const TITLES = {
  notice: 'noticeTitle',
  reminder: 'reminderTitle',
  second: 'secondTitle',
  final: 'finalTitle',
} as const

function introOf({ title }: ReminderSource, words: Words['reminder']): string {
  if (title === 'notice') return words.noticeText
  return title === 'reminder' ? words.overdueText : words.finalText
}

/** The name of a charge in the language of the invoice. */
export function chargeLabel(
  { kind, from, to }: Omit<RemindedInvoice['charges'][number], 'amountMinor'>,
  { words: { reminder }, format }: Speech,
): string {
  if (kind === 'fee') return reminder.fee
  if (kind === 'lump_sum') return reminder.lumpSum
  if (kind === 'return_fee') return reminder.returnFee
  return fill(reminder.interestText, { period: format.period(from, to) })
}

const openOf = ({ totalMinor, paidMinor }: RemindedInvoice): bigint => totalMinor - paidMinor

const chargedOf = ({ charges }: RemindedInvoice): bigint =>
  sumOf(charges.map(({ amountMinor }) => amountMinor))

const totalOf = ({ invoices }: ReminderSource): bigint =>
  sumOf(invoices.map((invoice) => openOf(invoice) + chargedOf(invoice)))

function paymentOf(source: ReminderSource, { words: { labels }, format }: Speech): View {
  const { seller, invoices } = source
  const codes = invoices.length > CODES_MAX ? [] : codesOf(source, labels)
  const [only] = invoices.length === 1 ? invoices : []
  return {
    payText: transferSentence(seller, {
      amount: format.money(totalOf(source)),
      date: source.payBy === null ? null : format.date(source.payBy),
      reference: only?.number ?? null,
      namesAccount: true,
      labels,
    }),
    instructions: linesFragment((seller.paymentInstructions ?? '').split('\n').filter(Boolean)),
    hasCodes: codes.length > 0,
    codes,
  }
}

/** One code for each invoice, so that each payment has one number. */
function codesOf({ seller, currency, invoices }: ReminderSource, labels: Labels) {
  const { holder, iban, bic } = seller.bankAccount
  if (currency !== 'EUR' || iban === null) return []
  return invoices.flatMap((invoice) => {
    const payload = epcPayload({
      name: holder ?? seller.name,
      iban,
      bic,
      amountMinor: openOf(invoice) + chargedOf(invoice),
      text: invoice.number,
    })
    if (payload === undefined) return []
    return [{ code: qrFragment(payload, { title: labels.scanToPayLabel }), number: invoice.number }]
  })
}
