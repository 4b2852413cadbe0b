import {
  type Delivery,
  type EInvoice,
  formatCents,
  isCreditNote,
  typeName,
} from '@billwright/einvoice'
import * as rules from '../../../../kernel/fields/rules.ts'
import type { InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import { addressInput, identifierInput } from './buyer.ts'
import { given, type ImportReport, someGiven } from './report.ts'

type Body<K extends keyof InvoiceCreateBody> = NonNullable<InvoiceCreateBody[K]>

const KINDS: ReadonlyMap<string, string> = new Map([
  ['380', 'standard'],
  ['384', 'corrected'],
  ['386', 'prepayment'],
  ['326', 'partial'],
  ['389', 'self_billed'],
])

/** Credit notes without more meaning. */
const CREDIT_NOTES: ReadonlySet<string> = new Set(['81', '83', '381'])

function plainKind(document: EInvoice): string {
  const name = typeName(document.typeCode, 'en')
  const plain = isCreditNote(document) ? 'an ordinary credit note' : 'an ordinary invoice'
  return name === undefined
    ? `${document.typeCode.slice(0, 10)} is no known type of document. The draft is ${plain}.`
    : `The file is of type ${document.typeCode}, “${name}”. The draft is ${plain}.`
}

/** Fields that most invoices do not have. */
export function optionalFieldsInput(document: EInvoice, report: ImportReport) {
  const { typeCode, taxCurrency, delivery, totals } = document
  const kind = isCreditNote(document) ? 'standard' : KINDS.get(typeCode)
  if (kind === undefined || (isCreditNote(document) && !CREDIT_NOTES.has(typeCode)))
    report.add('/typeCode', plainKind(document))
  const taxInCurrency = totals.taxInTaxCurrencyCents
  return {
    kind,
    preceding: document.precedingInvoices.map(({ number, issueDate }, index) => ({
      number: report.text(`/precedingInvoices/${index}/number`, number, 100) ?? '?',
      ...(issueDate === undefined ? {} : { issue_date: issueDate }),
    })),
    tax_point_date: document.taxPointDate,
    tax_in_currency:
      taxCurrency === undefined || taxInCurrency === undefined
        ? undefined
        : { currency: taxCurrency, amount: formatCents(taxInCurrency) },
    references: referencesInput(document, report),
    delivery: delivery && deliveryInput(delivery, report),
    payment: paymentInput(document, report),
    attachments: document.attachments.map(({ id, description, url }, index) =>
      given<{ reference: string; description?: string; url?: string }>({
        reference: report.text(`/attachments/${index}/id`, id, 100) ?? '?',
        description: report.text(`/attachments/${index}/description`, description, 200),
        url: report.code(`/attachments/${index}/url`, url, /^https?:\/\/[^\s]{1,1990}$/),
      }),
    ),
  }
}

function referencesInput(document: EInvoice, report: ImportReport) {
  const { invoicedObject } = document
  const text = (key: ReferenceKey) => report.text(`/${key}`, document[key], 200)
  report.leave('/invoicedObject/scheme', invoicedObject?.scheme)
  return someGiven<Body<'references'>>({
    project: text('projectReference'),
    contract: text('contractReference'),
    sales_order: text('salesOrderReference'),
    despatch: text('despatchAdviceReference'),
    receipt: text('receivingAdviceReference'),
    tender: text('tenderReference'),
    object: report.text('/invoicedObject', invoicedObject?.value, 200),
    accounting_code: text('buyerAccountingReference'),
  })
}

type ReferenceKey =
  | 'projectReference'
  | 'contractReference'
  | 'salesOrderReference'
  | 'despatchAdviceReference'
  | 'receivingAdviceReference'
  | 'tenderReference'
  | 'buyerAccountingReference'

const deliveryInput = ({ name, location, address }: Delivery, report: ImportReport) =>
  someGiven<Body<'delivery'>>({
    name: report.text('/delivery/name', name, 200),
    identifier: identifierInput(location, '/delivery/location', report),
    address: address && addressInput(address, '/delivery/address', report),
  })

/** Only the last digits, because a longer card number must not be stored. */
const CARD_DIGITS_MAX = 4

function paymentInput({ payment }: EInvoice, report: ImportReport) {
  const [means] = payment?.means ?? []
  const digits = means?.card?.number.replace(/\D/g, '').slice(-CARD_DIGITS_MAX)
  report.leave('/payment/means/0/text', means?.text)
  report.leave(
    '/payment/means/0/account',
    means?.account,
    'The draft uses the account in your settings.',
  )
  return someGiven<Body<'payment'>>({
    means: report.code('/payment/means/0/code', means?.code || undefined, /^([0-9]{1,2}|ZZZ)$/),
    reference: report.text('/payment/reference', payment?.reference, 140),
    mandate: report.text('/payment/mandate', payment?.mandate, 100),
    payer_iban: report.ruled('/payment/means/0/debitedAccount', means?.debitedAccount, rules.iban),
    card_last4: report.code('/payment/means/0/card/number', digits, /^[0-9]{4}$/),
    card_holder: report.text('/payment/means/0/card/holder', means?.card?.holder, 200),
  })
}
