import { dueMinor } from '../invoices/lifecycle.ts'
import type { Fragment, View } from '../templates/language/render.ts'
import type { DocumentContext, PrintedInvoice } from './document-source.ts'
import { qrFragment } from './fragments.ts'
import { fill } from './labels/labels.ts'
import { epcPayload, groupIban } from './payment-code/payment-code.ts'
import { type SwissBillDecision, swissBill } from './swiss/bill.ts'
import { swissBillFragment } from './swiss/drawing.ts'

export function paymentView(context: DocumentContext): View {
  const { invoice, format, labels, dueMinor } = context
  const { bankAccount, paymentInstructions, name } = invoice.seller
  const { holder, iban, number, bankCode, bic, bankName } = bankAccount
  const hasAccount = iban !== null || number !== null
  const isClaim = invoice.type === 'invoice' && invoice.status !== 'void' && dueMinor > 0n
  const amount = format.money(dueMinor)
  const date = invoice.dueDate === null ? '' : format.date(invoice.dueDate)
  const account = {
    accountHolder: holder ?? (hasAccount ? name : ''),
    iban: iban === null ? '' : groupIban(iban),
    accountNumber: number ?? '',
    bankCode: bankCode ?? '',
    bic: bic ?? '',
    bankName: bankName ?? '',
  }
  return {
    ...account,
    paymentReference: invoice.number ?? '',
    paymentMethods: paymentInstructions ?? '',
    bankAccount: [
      account.accountHolder,
      account.iban === '' ? '' : format.labelled(labels.ibanLabel, account.iban),
      account.accountNumber === ''
        ? ''
        : format.labelled(labels.accountNumberLabel, account.accountNumber),
      account.bankCode === '' ? '' : format.labelled(labels.bankCodeLabel, account.bankCode),
      account.bic === '' ? '' : format.labelled(labels.bicLabel, account.bic),
      account.bankName,
    ]
      .filter(Boolean)
      .join('\n'),
    hasBankAccount: hasAccount,
    // Credit notes, void and paid invoices need no payment details.
    hasPayment: isClaim && (hasAccount || (paymentInstructions ?? '') !== ''),
    payText: !isClaim
      ? ''
      : date === ''
        ? fill(labels.payText, { amount })
        : fill(labels.payByText, { amount, date }),
    ...codesView(context),
  }
}

/** QR codes for banking apps, only on an issued invoice that is still open. */
function codesView(context: DocumentContext): View {
  const none = { paymentQr: '', swissQrBill: '' }
  const { invoice, labels } = context
  if (invoice.type !== 'invoice' || invoice.status !== 'sent') return none
  const { bill } = swissBillOf(invoice)
  const title = labels.scanToPayLabel
  const swissQrBill =
    bill === null ? '' : swissBillFragment(bill, { language: invoice.language, title })
  // Two codes would confuse payers, but payers abroad can only read the EPC code.
  const isForSwissPayer = SWISS_COUNTRIES.has(invoice.buyer.address.countryCode ?? 'CH')
  const paymentQr = bill !== null && isForSwissPayer ? '' : epcCode(context)
  return { paymentQr, swissQrBill }
}

/** Countries whose banks read QR-bills. */
const SWISS_COUNTRIES: ReadonlySet<string> = new Set(['CH', 'LI'])

/** The QR-bill of an open invoice, or why it has none. */
export function swissBillOf(invoice: PrintedInvoice): SwissBillDecision {
  const { type, status, seller, buyer, currency, number } = invoice
  const amountMinor = dueMinor(invoice)
  if (type !== 'invoice' || status !== 'sent' || number === null || amountMinor <= 0n) {
    return { bill: null, problem: null }
  }
  const { bankAccount } = seller
  return swissBill({ seller, bankAccount, buyer, currency, number, amountMinor })
}

function epcCode({ invoice, labels, dueMinor }: DocumentContext): Fragment | '' {
  const { seller, number, currency } = invoice
  const { holder, iban, bic } = seller.bankAccount
  if (currency !== 'EUR' || iban === null || number === null) return ''
  const payload = epcPayload({
    name: holder ?? seller.name,
    iban,
    bic,
    amountMinor: dueMinor,
    text: number,
  })
  return payload === undefined ? '' : qrFragment(payload, { title: labels.scanToPayLabel })
}
