import type { Attachment, Delivery, Note, PrecedingInvoice } from '../model/document.ts'
import { always, group, inside, list, under } from '../xml/groups.ts'
import { constant, leaf, marker } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import { DATE_102, FILE, TEXT, VERBATIM } from '../xml/values.ts'
import { CII_DOCUMENT_ALLOWANCES, CII_LINE, CII_OBJECT, CII_PERIOD } from './line.ts'
import {
  CII_BUYER,
  CII_DELIVERY_PLACE,
  CII_PAYEE,
  CII_SELLER,
  CII_TAX_REPRESENTATIVE,
} from './party.ts'
import {
  CII_BREAKDOWN,
  CII_MANDATE,
  CII_PAYMENT_MEANS,
  CII_PAYMENT_REFERENCES,
  CII_TOTALS,
} from './payment.ts'
import type { CiiInvoice } from './shape.ts'

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

const reference = (name: string, key: ReferenceKey): Part<CiiInvoice> =>
  inside(name, [leaf('ram:IssuerAssignedID', key, TEXT)])

type ReferenceKey =
  | 'contractReference'
  | 'despatchAdviceReference'
  | 'purchaseOrderReference'
  | 'receivingAdviceReference'
  | 'salesOrderReference'

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

const SETTLEMENT: Part<CiiInvoice> = inside('ram:ApplicableHeaderTradeSettlement', [
  under('payment', CII_PAYMENT_REFERENCES),
  leaf('ram:TaxCurrencyCode', 'taxCurrency', TEXT),
  leaf('ram:InvoiceCurrencyCode', 'currency', TEXT),
  group('ram:PayeeTradeParty', 'payee', CII_PAYEE),
  under('payment', CII_PAYMENT_MEANS),
  list('ram:ApplicableTradeTax', 'taxBreakdown', CII_BREAKDOWN, ['taxPointDate', 'taxPointCode']),
  group('ram:BillingSpecifiedPeriod', 'period', CII_PERIOD),
  ...CII_DOCUMENT_ALLOWANCES,
  inside('ram:SpecifiedTradePaymentTerms', [
    leaf('ram:Description', 'paymentTerms', VERBATIM),
    inside('ram:DueDateDateTime', [leaf('udt:DateTimeString', 'dueDate', DATE_102)]),
    under('payment', CII_MANDATE),
  ]),
  group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', 'totals', CII_TOTALS),
  list('ram:InvoiceReferencedDocument', 'precedingInvoices', PRECEDING),
  inside('ram:ReceivableSpecifiedTradeAccountingAccount', [
    leaf('ram:ID', 'buyerAccountingReference', TEXT),
  ]),
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
