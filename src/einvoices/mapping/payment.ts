import type { Invoice } from '../../invoices/invoice.ts'
import { CARD_MEANS, DEBIT_MEANS, TRANSFER, TRANSFER_SEPA } from '../model/codes.ts'
import type { Payment, PaymentMeans } from '../model/document.ts'
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
    reference: payment.reference ?? invoice.number ?? undefined,
    means: [meansOf(code, invoice)],
    mandate: isDebit ? payment.mandate : undefined,
    creditorId: isDebit ? (bankAccount.creditorId ?? undefined) : undefined,
  }
}

const transferOf = ({ currency, seller }: Invoice): string | undefined =>
  seller.bankAccount.iban === null ? undefined : currency === 'EUR' ? TRANSFER_SEPA : TRANSFER

/** Only one of account, card and debited account: XRechnung refuses two (BR-DE-23 to BR-DE-25). */
function meansOf(code: string, { seller, payment }: Invoice): PaymentMeans {
  const { iban, holder, bic } = seller.bankAccount
  const { cardLast4, cardHolder, payerIban } = given(payment)
  if (CARD_MEANS.has(code))
    return cardLast4 === undefined
      ? { code }
      : { code, card: { number: cardLast4, holder: cardHolder } }
  if (DEBIT_MEANS.has(code)) return { code, debitedAccount: payerIban }
  if (iban === null) return { code }
  return { code, account: { id: iban, name: holder ?? undefined, bic: bic ?? undefined } }
}
