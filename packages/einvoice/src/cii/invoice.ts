import type { Decimal } from '../model/decimal.ts'
import type {
  Attachment,
  CreditTransfer,
  Delivery,
  DocumentTotals,
  Note,
  Payment,
  PaymentCard,
  PaymentMade,
  PaymentMeans,
  PrecedingInvoice,
} from '../model/document.ts'
import { always, group, inside, list, under } from '../xml/groups.ts'
import { constant, leaf, marker } from '../xml/leaves.ts'
import type { KeyOf, Part, Table } from '../xml/part.ts'
import {
  CENTS,
  DATE_102,
  FILE,
  NUMBER,
  TAX_CENTS,
  TAX_CURRENCY_CENTS,
  TEXT,
  type ValueType,
  VERBATIM,
} from '../xml/values.ts'
import { CII_DOCUMENT_ALLOWANCES, CII_LINE, CII_OBJECT, CII_PERIOD } from './line.ts'
import {
  CII_BUYER,
  CII_DELIVERY_PLACE,
  CII_PAYEE,
  CII_SELLER,
  CII_TAX_REPRESENTATIVE,
} from './party.ts'
import type { CiiInvoice, CiiPaymentTerms, CiiTaxBreakdown } from './shape.ts'

const CONTEXT: Part<CiiInvoice> = inside('rsm:ExchangedDocumentContext', [
  inside('ram:BusinessProcessSpecifiedDocumentContextParameter', [
    leaf('ram:ID', 'businessProcess', TEXT),
  ]),
  inside('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', 'specification', TEXT)]),
])

const NOTE: Table<Note> = [
  leaf('ram:Content', 'text', TEXT),
  leaf('ram:SubjectCode', 'subjectCode', TEXT),
]

const DOCUMENT: Part<CiiInvoice> = inside('rsm:ExchangedDocument', [
  leaf('ram:ID', 'number', TEXT),
  leaf('ram:TypeCode', 'typeCode', TEXT),
  inside('ram:IssueDateTime', [leaf('udt:DateTimeString', 'issueDate', DATE_102)]),
  list('ram:IncludedNote', 'notes', NOTE),
])

const reference = (name: string, key: KeyOf<CiiInvoice, string>): Part<CiiInvoice> =>
  inside(name, [leaf('ram:IssuerAssignedID', key, TEXT)])

const ATTACHMENT: Table<Attachment> = [
  leaf('ram:IssuerAssignedID', 'id', TEXT),
  leaf('ram:URIID', 'url', TEXT),
  marker('ram:TypeCode', '916'),
  leaf('ram:Name', 'description', TEXT),
  leaf('ram:AttachmentBinaryObject', 'file', FILE),
]

const AGREEMENT: Part<CiiInvoice> = inside('ram:ApplicableHeaderTradeAgreement', [
  leaf('ram:BuyerReference', 'buyerReference', TEXT),
  group('ram:SellerTradeParty', 'seller', CII_SELLER),
  group('ram:BuyerTradeParty', 'buyer', CII_BUYER),
  group('ram:SellerTaxRepresentativeTradeParty', 'taxRepresentative', CII_TAX_REPRESENTATIVE),
  reference('ram:SellerOrderReferencedDocument', 'salesOrderReference'),
  reference('ram:BuyerOrderReferencedDocument', 'purchaseOrderReference'),
  reference('ram:ContractReferencedDocument', 'contractReference'),
  list('ram:AdditionalReferencedDocument', 'attachments', ATTACHMENT),
  inside('ram:AdditionalReferencedDocument', [
    leaf('ram:IssuerAssignedID', 'tenderReference', TEXT),
    marker('ram:TypeCode', '50'),
  ]),
  group('ram:AdditionalReferencedDocument', 'invoicedObject', CII_OBJECT),
  inside('ram:SpecifiedProcuringProject', [
    leaf('ram:ID', 'projectReference', TEXT),
    constant('ram:Name', 'Project reference'),
  ]),
])

const ARRIVAL: Table<Delivery> = [
  inside('ram:OccurrenceDateTime', [leaf('udt:DateTimeString', 'date', DATE_102)]),
]

/** The schema requires it even without delivery data. */
const DELIVERY: Part<CiiInvoice> = always('ram:ApplicableHeaderTradeDelivery', [
  inside('ram:ShipToTradeParty', [under('delivery', CII_DELIVERY_PLACE)]),
  inside('ram:ActualDeliverySupplyChainEvent', [under('delivery', ARRIVAL)]),
  reference('ram:DespatchAdviceReferencedDocument', 'despatchAdviceReference'),
  reference('ram:ReceivingAdviceReferencedDocument', 'receivingAdviceReference'),
])

const PRECEDING: Table<PrecedingInvoice> = [
  leaf('ram:IssuerAssignedID', 'number', TEXT),
  inside('ram:FormattedIssueDateTime', [leaf('qdt:DateTimeString', 'issueDate', DATE_102)]),
]

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,40}$/i

const accountText = (isIban: boolean): ValueType<string> => ({
  ...TEXT,
  toXml: (text) => (IBAN.test(text) === isIban ? { text } : undefined),
})

const ACCOUNT: Table<CreditTransfer> = [
  leaf('ram:IBANID', 'id', accountText(true)),
  leaf('ram:AccountName', 'name', TEXT),
  leaf('ram:ProprietaryID', 'id', accountText(false)),
]
const BANK: Table<CreditTransfer> = [leaf('ram:BICID', 'bic', TEXT)]

const CARD: Table<PaymentCard> = [
  leaf('ram:ID', 'number', TEXT),
  leaf('ram:CardholderName', 'holder', TEXT),
]

const MEANS: Table<PaymentMeans> = [
  leaf('ram:TypeCode', 'code', TEXT),
  leaf('ram:Information', 'text', TEXT),
  group('ram:ApplicableTradeSettlementFinancialCard', 'card', CARD),
  inside('ram:PayerPartyDebtorFinancialAccount', [leaf('ram:IBANID', 'debitedAccount', TEXT)]),
  inside('ram:PayeePartyCreditorFinancialAccount', [under('account', ACCOUNT)]),
  inside('ram:PayeeSpecifiedCreditorFinancialInstitution', [under('account', BANK)]),
]

const PAYMENT_REFERENCES: Table<Payment> = [
  leaf('ram:CreditorReferenceID', 'creditorId', TEXT),
  leaf('ram:PaymentReference', 'reference', TEXT),
]
const PAYMENT_MEANS: Table<Payment> = [
  list('ram:SpecifiedTradeSettlementPaymentMeans', 'means', MEANS),
]

/** A period in another unit than days stays unread. */
const DAYS: ValueType<Decimal> = {
  ...NUMBER,
  fits: ({ attributes }) => (attributes.get('unitCode') ?? 'DAY') === 'DAY',
  attributes: ['unitCode'],
}

const TERMS: Table<CiiPaymentTerms> = [
  leaf('ram:Description', 'text', VERBATIM),
  inside('ram:DueDateDateTime', [leaf('udt:DateTimeString', 'dueDate', DATE_102)]),
  leaf('ram:DirectDebitMandateID', 'mandate', TEXT),
  leaf('ram:PartialPaymentAmount', 'cents', CENTS),
  inside('ram:ApplicableTradePaymentDiscountTerms', [
    leaf('ram:BasisPeriodMeasure', 'discountDays', DAYS),
    leaf('ram:CalculationPercent', 'discountPercent', NUMBER),
    leaf('ram:ActualDiscountAmount', 'discountCents', CENTS),
  ]),
]

const ADVANCE: Table<PaymentMade> = [
  leaf('ram:PaidAmount', 'cents', CENTS),
  inside('ram:FormattedReceivedDateTime', [leaf('qdt:DateTimeString', 'date', DATE_102)]),
]

/** CII uses codes of UNTDID 2475, the standard those of UNTDID 2005. */
const TAX_POINTS: readonly (readonly [model: string, cii: string])[] = [
  ['3', '5'],
  ['35', '29'],
  ['432', '72'],
]
const TAX_POINT_CODE: ValueType<string> = {
  toXml: (code) => ({ text: TAX_POINTS.find(([model]) => model === code)?.[1] ?? code }),
  fromXml: ({ text }) => TAX_POINTS.find(([, cii]) => cii === text.trim())?.[0],
}

const BREAKDOWN: Table<CiiTaxBreakdown> = [
  leaf('ram:CalculatedAmount', 'taxCents', CENTS),
  constant('ram:TypeCode', 'VAT'),
  leaf('ram:ExemptionReason', 'exemptionReason', TEXT),
  leaf('ram:BasisAmount', 'taxableCents', CENTS),
  leaf('ram:CategoryCode', 'category', TEXT),
  leaf('ram:ExemptionReasonCode', 'exemptionCode', TEXT),
  inside('ram:TaxPointDate', [leaf('udt:DateString', 'taxPointDate', DATE_102)]),
  leaf('ram:DueDateTypeCode', 'taxPointCode', TAX_POINT_CODE),
  leaf('ram:RateApplicablePercent', 'rate', NUMBER),
]

const TOTALS: Table<DocumentTotals> = [
  leaf('ram:LineTotalAmount', 'linesCents', CENTS),
  leaf('ram:ChargeTotalAmount', 'chargesCents', CENTS),
  leaf('ram:AllowanceTotalAmount', 'allowancesCents', CENTS),
  leaf('ram:TaxBasisTotalAmount', 'withoutTaxCents', CENTS),
  leaf('ram:TaxTotalAmount', 'taxCents', TAX_CENTS),
  leaf('ram:TaxTotalAmount', 'taxInTaxCurrencyCents', TAX_CURRENCY_CENTS),
  leaf('ram:RoundingAmount', 'roundingCents', CENTS),
  leaf('ram:GrandTotalAmount', 'withTaxCents', CENTS),
  leaf('ram:TotalPrepaidAmount', 'paidCents', CENTS),
  leaf('ram:DuePayableAmount', 'dueCents', CENTS),
]

const SETTLEMENT: Part<CiiInvoice> = inside('ram:ApplicableHeaderTradeSettlement', [
  under('payment', PAYMENT_REFERENCES),
  leaf('ram:TaxCurrencyCode', 'taxCurrency', TEXT),
  leaf('ram:InvoiceCurrencyCode', 'currency', TEXT),
  group('ram:PayeeTradeParty', 'payee', CII_PAYEE),
  under('payment', PAYMENT_MEANS),
  list('ram:ApplicableTradeTax', 'taxBreakdown', BREAKDOWN, ['taxPointDate', 'taxPointCode']),
  group('ram:BillingSpecifiedPeriod', 'period', CII_PERIOD),
  ...CII_DOCUMENT_ALLOWANCES,
  list('ram:SpecifiedTradePaymentTerms', 'terms', TERMS),
  group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', 'totals', TOTALS),
  list('ram:InvoiceReferencedDocument', 'precedingInvoices', PRECEDING),
  inside('ram:ReceivableSpecifiedTradeAccountingAccount', [
    leaf('ram:ID', 'buyerAccountingReference', TEXT),
  ]),
  list('ram:SpecifiedAdvancePayment', 'payments', ADVANCE),
])

export const CII_INVOICE: Table<CiiInvoice> = [
  CONTEXT,
  DOCUMENT,
  inside('rsm:SupplyChainTradeTransaction', [
    list('ram:IncludedSupplyChainTradeLineItem', 'lines', CII_LINE),
    AGREEMENT,
    DELIVERY,
    SETTLEMENT,
  ]),
]
