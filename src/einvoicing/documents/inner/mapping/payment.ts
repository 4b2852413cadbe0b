import {
  CARD_MEANS,
  DEBIT_MEANS,
  FIK,
  GIRO,
  type Payment,
  type PaymentMeans,
  TRANSFER,
  TRANSFER_ACCOUNT,
  TRANSFER_SEPA,
} from '@billwright/einvoice'
import { paymentReferenceOf } from '../../../../sales/contents/payment-reference.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { given } from './given.ts'

/** The means of payment. Default: a transfer if there is an account. */
export function paymentOf(invoice: Invoice): Payment | undefined {
  const { seller } = invoice
  const { bankAccount } = seller
  const payment = given(invoice.payment)
  const code = payment.means ?? seller.paymentMeans ?? transferOf(invoice)
  if (code === undefined) return undefined
  const isDebit = DEBIT_MEANS.has(code)
  return {
    reference: paymentReferenceOf(invoice) ?? undefined,
    means: [meansOf(code, invoice)],
    mandate: isDebit ? payment.mandate : undefined,
    creditorId: isDebit ? (bankAccount.creditorId ?? undefined) : undefined,
  }
}

function transferOf({ currency, seller, buyer }: Invoice): string | undefined {
  const { iban, number } = seller.bankAccount
  if (iban === null && number === null) return undefined
  // Within Denmark, Peppol takes no 30 (DK-R-005).
  const isDanish = [seller, buyer].every(({ address }) => address.countryCode === 'DK')
  if (iban === null) return isDanish ? TRANSFER_ACCOUNT : TRANSFER
  return currency === 'EUR' || isDanish ? TRANSFER_SEPA : TRANSFER
}

/** Payment means that use the number even if there is an IBAN. */
const BY_NUMBER = new Set([TRANSFER_ACCOUNT, GIRO, FIK])

/** Only one of account, card and debited account: XRechnung refuses two (BR-DE-23 to BR-DE-25). */
function meansOf(code: string, { seller, payment }: Invoice): PaymentMeans {
  const { iban, number, bankCode, holder, bic } = seller.bankAccount
  const { cardLast4, cardHolder, payerIban } = given(payment)
  if (CARD_MEANS.has(code))
    return cardLast4 === undefined
      ? { code }
      : { code, card: { number: cardLast4, holder: cardHolder } }
  if (DEBIT_MEANS.has(code)) return { code, debitedAccount: payerIban }
  const name = holder ?? undefined
  // BT-84 and BT-86 accept any account and bank identifier; Danish payment means need both.
  const isNumber = number !== null && (iban === null || BY_NUMBER.has(code))
  if (isNumber) return { code, account: { id: number, name, bic: bankCode ?? bic ?? undefined } }
  return iban === null ? { code } : { code, account: { id: iban, name, bic: bic ?? undefined } }
}
