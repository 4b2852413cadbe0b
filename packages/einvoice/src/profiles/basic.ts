import type { EInvoice, PaymentMeans } from '../model/document.ts'
import type { Allowance, Item, Line } from '../model/line.ts'
import type { Buyer, Seller } from '../model/party.ts'

/** BASIC has no rounding of the amount due (BT-114), so its totals would not add up. */
export const hasBasicForm = ({ totals }: EInvoice): boolean => (totals.roundingCents ?? 0n) === 0n

/** The document with the terms of Factur-X BASIC, a subset of EN 16931. */
export function toBasic(document: EInvoice): EInvoice {
  if (!hasBasicForm(document)) throw new Error('BASIC has no rounding amount.')
  return {
    ...document,
    taxPointDate: undefined,
    projectReference: undefined,
    salesOrderReference: undefined,
    receivingAdviceReference: undefined,
    tenderReference: undefined,
    invoicedObject: undefined,
    attachments: [],
    seller: sellerOf(document.seller),
    buyer: buyerOf(document.buyer),
    totals: { ...document.totals, roundingCents: undefined },
    payment: document.payment && {
      ...document.payment,
      means: document.payment.means.map(meansOf),
    },
    lines: document.lines.map(lineOf),
  }
}

const sellerOf = ({ legalInformation: _, contact: __, ...seller }: Seller): Seller => seller

const buyerOf = ({ tradingName: _, contact: __, ...buyer }: Buyer): Buyer => buyer

const meansOf = ({ code, account, debitedAccount }: PaymentMeans): PaymentMeans => ({
  code,
  account: account && { id: account.id },
  debitedAccount,
})

const lineOf = (line: Line): Line => ({
  ...line,
  allowances: line.allowances.map(amountOnly),
  charges: line.charges.map(amountOnly),
  object: undefined,
  orderLineReference: undefined,
  buyerAccountingReference: undefined,
  item: itemOf(line.item),
})

const amountOnly = ({ amountCents, reason, reasonCode }: Allowance): Allowance => ({
  amountCents,
  reason,
  reasonCode,
})

const itemOf = ({ name, standardId }: Item): Item => ({
  name,
  standardId,
  classifications: [],
  attributes: [],
})
