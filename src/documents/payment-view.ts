import type { Fragment, View } from '../templates/render.ts'
import { qrFragment } from './fragments.ts'
import { fill } from './labels/labels.ts'
import { epcPayload, groupIban } from './payment-code.ts'
import type { DocumentContext } from './view.ts'

export function paymentView(context: DocumentContext): View {
  const { invoice, format, labels, source } = context
  const { bankAccount, paymentInstructions, name } = invoice.seller
  const { holder, iban, bic, bankName } = bankAccount
  const isClaim = invoice.type === 'invoice' && invoice.status !== 'void' && source.dueMinor > 0n
  const amount = format.money(source.dueMinor)
  const date = invoice.dueDate === null ? '' : format.date(invoice.dueDate)
  const account = {
    accountHolder: holder ?? (iban === null ? '' : name),
    iban: iban === null ? '' : groupIban(iban),
    bic: bic ?? '',
    bankName: bankName ?? '',
  }
  return {
    ...account,
    paymentReference: invoice.number ?? '',
    paymentMethods: paymentInstructions ?? '',
    bankAccount: [
      account.accountHolder,
      account.iban === '' ? '' : `${labels.ibanLabel}: ${account.iban}`,
      account.bic === '' ? '' : `${labels.bicLabel}: ${account.bic}`,
      account.bankName,
    ]
      .filter(Boolean)
      .join('\n'),
    hasBankAccount: account.iban !== '',
    // Nothing to pay on a credit note, a void or a paid invoice: no place to pay it to either.
    hasPayment: isClaim && (account.iban !== '' || (paymentInstructions ?? '') !== ''),
    payText: !isClaim
      ? ''
      : date === ''
        ? fill(labels.payText, { amount })
        : fill(labels.payByText, { amount, date }),
    paymentQr: paymentQr(context),
  }
}

/** Only where a payer should use it: an issued claim in euro that is still open. */
function paymentQr({ invoice, labels, source }: DocumentContext): Fragment | '' {
  const { seller, number, status, type, currency } = invoice
  const { holder, iban, bic } = seller.bankAccount
  const isOpen = type === 'invoice' && status === 'sent'
  if (!isOpen || currency !== 'EUR' || iban === null || number === null) return ''
  const payload = epcPayload({
    name: holder ?? seller.name,
    iban,
    bic,
    amountMinor: source.dueMinor,
    text: number,
  })
  return payload === undefined ? '' : qrFragment(payload, { title: labels.scanToPayLabel })
}
