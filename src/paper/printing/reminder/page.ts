import { sumOf } from '@billwright/money'
import type { View } from '@billwright/templates'
import type { Buyer, Seller } from '../../../sales/contents/parties.ts'
import { type Formatter, formatterFor } from '../format.ts'
import { linesFragment, qrFragment } from '../fragments.ts'
import { letterFile } from '../inner/letter/letter.ts'
import { letterhead } from '../inner/letter/letterhead.ts'
import { epcPayload, groupIban } from '../inner/payment-code/payment-code.ts'
import type { Labels, Words } from '../labels/en.ts'
import { fill, wordsFor } from '../labels/labels.ts'

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
    readonly kind: 'fee' | 'lump_sum' | 'interest'
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
  const format = formatterFor({ language, currency, dateFormat: seller.dateFormat })
  const speech = { words, format }
  const { labels, reminder, statement } = words
  return {
    ...letterhead(source, format),
    words: { ...reminder },
    labels: {
      invoice: labels.invoiceTitle,
      due: labels.dueDateLabel,
      total: labels.totalLabel,
      paid: labels.paidLabel,
    },
    title: source.name ?? reminder[TITLES[source.title]],
    intro: introOf(source, reminder),
    isLate: source.title !== 'notice',
    dateLabel: statement.date,
    date: format.date(source.day),
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
    total: format.money(totalOf(source)),
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
  return fill(reminder.interestText, { period: format.period(from, to) })
}

const openOf = ({ totalMinor, paidMinor }: RemindedInvoice): bigint => totalMinor - paidMinor

const chargedOf = ({ charges }: RemindedInvoice): bigint =>
  sumOf(charges.map(({ amountMinor }) => amountMinor))

const totalOf = ({ invoices }: ReminderSource): bigint =>
  sumOf(invoices.map((invoice) => openOf(invoice) + chargedOf(invoice)))

function paymentOf(source: ReminderSource, { words: { labels }, format }: Speech): View {
  const { bankAccount, paymentInstructions, name } = source.seller
  const { holder, iban, number, bankCode, bic, bankName } = bankAccount
  const hasAccount = iban !== null || number !== null
  const amount = format.money(totalOf(source))
  const lines = [
    holder ?? (hasAccount ? name : null),
    iban === null ? null : format.labelled(labels.ibanLabel, groupIban(iban)),
    number === null ? null : format.labelled(labels.accountNumberLabel, number),
    bankCode === null ? null : format.labelled(labels.bankCodeLabel, bankCode),
    bic === null ? null : format.labelled(labels.bicLabel, bic),
    bankName,
  ]
  const codes = source.invoices.length > CODES_MAX ? [] : codesOf(source, labels)
  return {
    payText:
      source.payBy === null
        ? fill(labels.payText, { amount })
        : fill(labels.payByText, { amount, date: format.date(source.payBy) }),
    account: linesFragment(lines.filter((line) => line !== null)),
    instructions: linesFragment((paymentInstructions ?? '').split('\n').filter(Boolean)),
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
