import type { Fragment, View } from '@billwright/templates'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import type { DocumentContext, PrintedInvoice } from './document-source.ts'
import { qrFragment } from './fragments.ts'
import {
  EPC_NAME_LENGTH_MAX,
  epcPayload,
  groupIban,
  isIban,
} from './inner/payment-code/payment-code.ts'
import { fill } from './labels/labels.ts'
import { collectSentence } from './letter-view.ts'
import {
  type PartyFault,
  type SwissBillDecision,
  type SwissFault,
  swissBill,
} from './swiss/bill.ts'
import { swissBillFragment } from './swiss/inner/drawing.ts'

export function paymentView(context: DocumentContext): View {
  const { invoice, format, labels, dueMinor } = context
  const { bankAccount, paymentInstructions, name } = invoice.seller
  const { holder, iban, number, bankCode, bic, bankName } = bankAccount
  const collected = collectedView(context)
  const hasAccount = collected === null && (iban !== null || number !== null)
  const isClaim = invoice.type === 'invoice' && dueMinor > 0n
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
    paymentReference: invoice.paymentReference ?? invoice.number ?? '',
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
    hasPayment: isClaim && (hasAccount || collected !== null || (paymentInstructions ?? '') !== ''),
    payText: !isClaim
      ? ''
      : date === ''
        ? fill(labels.payText, { amount })
        : fill(labels.payByText, { amount, date }),
    ...codesView(context),
    ...(isClaim && collected),
  }
}

/** An invoice that is collected says so, and has no code for a transfer. Null: it is not collected. */
function collectedView(context: DocumentContext): View | null {
  const payText = collectSentence(context)
  return payText === null ? null : { payText, paymentQr: '', swissQrBill: '' }
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

/** What the codes for payers leave out, on an invoice as it is or as it will be issued. */
interface PaymentFaults {
  /** Why there is no Swiss payment part, or no customer in it. */
  readonly swiss: SwissFault | null
  readonly payer: PartyFault | null
  /** The holder of the account is cut in the code for banking apps. */
  readonly isNameCut: boolean
  /** There is no code, although the account could receive a transfer in euros. */
  readonly isCodeLeftOut: boolean
}

export function paymentFaults(given: PrintedInvoice): PaymentFaults {
  const invoice = {
    ...given,
    status: given.status === 'draft' ? 'sent' : given.status,
    // A draft gets its number when it is issued.
    number: given.number ?? '1',
  } as const
  const { holder, iban, bic } = invoice.seller.bankAccount
  const name = holder ?? invoice.seller.name
  const decision = swissBillOf(invoice)
  const isClaim = invoice.type === 'invoice' && invoice.status === 'sent'
  const amountMinor = dueMinor(invoice)
  const hasCode = isClaim && amountMinor > 0n && invoice.currency === 'EUR' && isIban(iban ?? '')
  const transfer = {
    name,
    iban: iban ?? '',
    bic,
    amountMinor,
    text: invoice.paymentReference ?? invoice.number ?? '',
  }
  return {
    swiss: decision.bill === null ? (decision.fault ?? null) : null,
    payer: decision.bill === null ? null : (decision.payerFault ?? null),
    isNameCut: hasCode && name.length > EPC_NAME_LENGTH_MAX,
    isCodeLeftOut: hasCode && decision.bill === null && epcPayload(transfer) === undefined,
  }
}

function epcCode({ invoice, labels, dueMinor }: DocumentContext): Fragment | '' {
  const { seller, currency } = invoice
  const text = invoice.paymentReference ?? invoice.number
  const { holder, iban, bic } = seller.bankAccount
  if (currency !== 'EUR' || iban === null || text === null) return ''
  const payload = epcPayload({
    name: holder ?? seller.name,
    iban,
    bic,
    amountMinor: dueMinor,
    text,
  })
  return payload === undefined ? '' : qrFragment(payload, { title: labels.scanToPayLabel })
}
