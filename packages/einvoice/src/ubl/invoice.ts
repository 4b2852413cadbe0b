import type {
  Attachment,
  CreditTransfer,
  Delivery,
  DocumentTotals,
  NationalTax,
  Note,
  PaymentCard,
  PrecedingInvoice,
  TaxBreakdown,
} from '../model/document.ts'
import type { Line } from '../model/line.ts'
import { always, deciding, group, incidental, inside, list, under } from '../xml/groups.ts'
import {
  constant,
  leaf,
  leaves,
  marker,
  tolerated,
  unmarked,
  withAttribute,
} from '../xml/leaves.ts'
import type { KeyOf, Part, Table } from '../xml/part.ts'
import {
  CENTS,
  CODE,
  DATE,
  FILE,
  IDENTIFIER,
  NUMBER,
  TAX_CENTS,
  TAX_CURRENCY_CENTS,
  TEXT,
  type ValueType,
  VERBATIM,
} from '../xml/values.ts'
import { taxScheme, UBL_DOCUMENT_ALLOWANCES, UBL_PERIOD, ublLine } from './line.ts'
import { UBL_ADDRESS, UBL_BUYER, UBL_PAYEE, UBL_SELLER, UBL_TAX_REPRESENTATIVE } from './party.ts'
import type { UblInvoice, UblPaymentMeans, UblTerms } from './shape.ts'

const CODED_NOTE = /^#([A-Z]{3})#(.*)$/s

/** UBL has no element for the subject of a note (BT-21): it is marked at the start of the text. */
const NOTE: ValueType<Note> = {
  toXml: ({ subjectCode, text }) => ({ text: subjectCode ? `#${subjectCode}#${text}` : text }),
  fromXml: (element) => {
    const [, subjectCode, text] = CODED_NOTE.exec(element.text.trim()) ?? []
    if (subjectCode !== undefined && text?.trim()) return { subjectCode, text: text.trim() }
    return element.text.trim() === '' ? undefined : { text: element.text.trim() }
  },
}

const reference = (name: string, key: KeyOf<UblInvoice, string>): Part<UblInvoice> =>
  inside(name, [leaf('cbc:ID', key, TEXT)])

const DESPATCH_AND_RECEIPT: Table<UblInvoice> = [
  reference('cac:DespatchDocumentReference', 'despatchAdviceReference'),
  reference('cac:ReceiptDocumentReference', 'receivingAdviceReference'),
]
const TENDER = reference('cac:OriginatorDocumentReference', 'tenderReference')
const CONTRACT = reference('cac:ContractDocumentReference', 'contractReference')

const ATTACHMENT: Table<Attachment> = [
  leaf('cbc:ID', 'id', TEXT),
  unmarked('cbc:DocumentTypeCode', '916'),
  leaf('cbc:DocumentDescription', 'description', TEXT),
  inside('cac:Attachment', [
    leaf('cbc:EmbeddedDocumentBinaryObject', 'file', FILE),
    inside('cac:ExternalReference', [leaf('cbc:URI', 'url', TEXT)]),
  ]),
]

const OBJECT_AND_ATTACHMENTS: Table<UblInvoice> = [
  inside('cac:AdditionalDocumentReference', [
    leaf('cbc:ID', 'invoicedObject', IDENTIFIER),
    marker('cbc:DocumentTypeCode', '130'),
  ]),
  list('cac:AdditionalDocumentReference', 'attachments', ATTACHMENT),
]

/** Credit notes have no element for the project (BT-11). */
const PROJECT_OF_CREDIT_NOTE: Part<UblInvoice> = inside('cac:AdditionalDocumentReference', [
  leaf('cbc:ID', 'projectReference', TEXT),
  marker('cbc:DocumentTypeCode', '50'),
])

const PRECEDING: Table<PrecedingInvoice> = [
  inside('cac:InvoiceDocumentReference', [
    leaf('cbc:ID', 'number', TEXT),
    leaf('cbc:IssueDate', 'issueDate', DATE),
  ]),
]

const CARD: Table<PaymentCard> = [
  leaf('cbc:PrimaryAccountNumberID', 'number', TEXT),
  constant('cbc:NetworkID', 'NA'),
  leaf('cbc:HolderName', 'holder', TEXT),
]

const ACCOUNT: Table<CreditTransfer> = [
  leaf('cbc:ID', 'id', TEXT),
  leaf('cbc:Name', 'name', TEXT),
  inside('cac:FinancialInstitutionBranch', [leaf('cbc:ID', 'bic', TEXT)]),
]

const PAYMENT_MEANS: Table<UblPaymentMeans> = [
  withAttribute('cbc:PaymentMeansCode', leaf('cbc:PaymentMeansCode', 'code', TEXT), 'name', 'text'),
  leaf('cbc:PaymentDueDate', 'dueDate', DATE),
  leaf('cbc:PaymentID', 'reference', TEXT),
  group('cac:CardAccount', 'card', CARD),
  group('cac:PayeeFinancialAccount', 'account', ACCOUNT),
  inside('cac:PaymentMandate', [
    leaf('cbc:ID', 'mandate', TEXT),
    inside('cac:PayerFinancialAccount', [leaf('cbc:ID', 'debitedAccount', TEXT)]),
  ]),
]

const TERMS: Table<UblTerms> = [
  leaf('cbc:Note', 'text', VERBATIM),
  leaf('cbc:SettlementDiscountPercent', 'discountPercent', NUMBER),
  leaf('cbc:Amount', 'cents', CENTS),
  leaf('cbc:SettlementDiscountAmount', 'discountCents', CENTS),
  leaf('cbc:PaymentDueDate', 'dueDate', DATE),
  leaf('cbc:InstallmentDueDate', 'dueDate', DATE),
  inside('cac:SettlementPeriod', [leaf('cbc:EndDate', 'discountUntil', DATE)]),
]

const DELIVERY: Table<Delivery> = [
  leaf('cbc:ActualDeliveryDate', 'date', DATE),
  inside('cac:DeliveryLocation', [
    leaf('cbc:ID', 'location', IDENTIFIER),
    group('cac:Address', 'address', UBL_ADDRESS),
  ]),
  inside('cac:DeliveryParty', [inside('cac:PartyName', [leaf('cbc:Name', 'name', TEXT)])]),
]

const NATIONAL_TAX: Table<NationalTax> = [
  leaf('cbc:TaxableAmount', 'taxableCents', CENTS),
  leaf('cbc:TaxAmount', 'taxCents', CENTS),
  inside('hrextac:HRTaxCategory', [
    leaf('cbc:ID', 'category', CODE),
    leaf('cbc:Name', 'name', TEXT),
    leaf('cbc:Percent', 'rate', NUMBER),
    leaf('cbc:TaxExemptionReason', 'exemptionReason', TEXT),
    incidental(always('hrextac:HRTaxScheme', [constant('cbc:ID', 'VAT')])),
  ]),
]

/** The extension of Croatia. */
const EXTENSION: Part<UblInvoice> = inside('ext:UBLExtensions', [
  inside('ext:UBLExtension', [
    inside('ext:ExtensionContent', [
      inside('hrextac:HRFISK20Data', [
        inside('hrextac:HRTaxTotal', [
          incidental(
            under<UblInvoice, DocumentTotals>('totals', [leaf('cbc:TaxAmount', 'taxCents', CENTS)]),
          ),
          list('hrextac:HRTaxSubtotal', 'nationalTaxes', NATIONAL_TAX),
        ]),
      ]),
    ]),
  ]),
])

const HEAD: Table<UblInvoice> = [
  EXTENSION,
  tolerated('cbc:UBLVersionID', '2.1'),
  leaf('cbc:CustomizationID', 'specification', TEXT),
  leaf('cbc:ProfileID', 'businessProcess', TEXT),
  leaf('cbc:ID', 'number', TEXT),
  leaf('cbc:IssueDate', 'issueDate', DATE),
  leaf('cbc:IssueTime', 'issueTime', TEXT),
]
const TAX_POINT: Part<UblInvoice> = leaf('cbc:TaxPointDate', 'taxPointDate', DATE)
const NOTES: Part<UblInvoice> = leaves('cbc:Note', 'notes', NOTE)

const BEFORE_REFERENCES: Table<UblInvoice> = [
  leaf('cbc:DocumentCurrencyCode', 'currency', TEXT),
  leaf('cbc:TaxCurrencyCode', 'taxCurrency', TEXT),
  leaf('cbc:AccountingCost', 'buyerAccountingReference', TEXT),
  leaf('cbc:BuyerReference', 'buyerReference', TEXT),
  inside('cac:InvoicePeriod', [
    under('period', UBL_PERIOD),
    leaf('cbc:DescriptionCode', 'taxPointCode', TEXT),
  ]),
  inside('cac:OrderReference', [
    leaf('cbc:ID', 'purchaseOrderReference', TEXT),
    leaf('cbc:SalesOrderID', 'salesOrderReference', TEXT),
  ]),
  list('cac:BillingReference', 'precedingInvoices', PRECEDING),
  ...DESPATCH_AND_RECEIPT,
]

const BREAKDOWN: Table<TaxBreakdown> = [
  leaf('cbc:TaxableAmount', 'taxableCents', CENTS),
  leaf('cbc:TaxAmount', 'taxCents', CENTS),
  inside('cac:TaxCategory', [
    leaf('cbc:ID', 'category', CODE),
    leaf('cbc:Percent', 'rate', NUMBER),
    leaf('cbc:TaxExemptionReasonCode', 'exemptionCode', TEXT),
    leaf('cbc:TaxExemptionReason', 'exemptionReason', TEXT),
    taxScheme(),
  ]),
]

const TAX_TOTAL: Table<DocumentTotals> = [leaf('cbc:TaxAmount', 'taxCents', TAX_CENTS)]
const TAX_TOTAL_IN_TAX_CURRENCY: Table<DocumentTotals> = [
  leaf('cbc:TaxAmount', 'taxInTaxCurrencyCents', TAX_CURRENCY_CENTS),
]

const TOTALS: Table<DocumentTotals> = [
  leaf('cbc:LineExtensionAmount', 'linesCents', CENTS),
  leaf('cbc:TaxExclusiveAmount', 'withoutTaxCents', CENTS),
  leaf('cbc:TaxInclusiveAmount', 'withTaxCents', CENTS),
  leaf('cbc:AllowanceTotalAmount', 'allowancesCents', CENTS),
  leaf('cbc:ChargeTotalAmount', 'chargesCents', CENTS),
  leaf('cbc:PrepaidAmount', 'paidCents', CENTS),
  leaf('cbc:PayableRoundingAmount', 'roundingCents', CENTS),
  leaf('cbc:PayableAmount', 'dueCents', CENTS),
]

const AFTER_REFERENCES: Table<UblInvoice> = [
  group('cac:AccountingSupplierParty', 'seller', UBL_SELLER),
  group('cac:AccountingCustomerParty', 'buyer', UBL_BUYER),
  group('cac:PayeeParty', 'payee', UBL_PAYEE),
  group('cac:TaxRepresentativeParty', 'taxRepresentative', UBL_TAX_REPRESENTATIVE),
  group('cac:Delivery', 'delivery', DELIVERY),
  list('cac:PaymentMeans', 'means', PAYMENT_MEANS, ['reference', 'mandate']),
  list('cac:PaymentTerms', 'terms', TERMS),
  ...UBL_DOCUMENT_ALLOWANCES,
  inside('cac:TaxTotal', [
    deciding(under('totals', TAX_TOTAL)),
    list('cac:TaxSubtotal', 'taxBreakdown', BREAKDOWN),
  ]),
  inside('cac:TaxTotal', [deciding(under('totals', TAX_TOTAL_IN_TAX_CURRENCY))]),
  inside('cac:LegalMonetaryTotal', [under('totals', TOTALS)]),
]

export const UBL_INVOICE: Table<UblInvoice> = [
  ...HEAD,
  leaf('cbc:DueDate', 'dueDate', DATE),
  leaf('cbc:InvoiceTypeCode', 'typeCode', TEXT),
  NOTES,
  TAX_POINT,
  ...BEFORE_REFERENCES,
  TENDER,
  CONTRACT,
  ...OBJECT_AND_ATTACHMENTS,
  reference('cac:ProjectReference', 'projectReference'),
  ...AFTER_REFERENCES,
  list<UblInvoice, Line>('cac:InvoiceLine', 'lines', ublLine('cbc:InvoicedQuantity')),
]

export const UBL_CREDIT_NOTE: Table<UblInvoice> = [
  ...HEAD,
  TAX_POINT,
  leaf('cbc:CreditNoteTypeCode', 'typeCode', TEXT),
  NOTES,
  ...BEFORE_REFERENCES,
  CONTRACT,
  ...OBJECT_AND_ATTACHMENTS,
  PROJECT_OF_CREDIT_NOTE,
  TENDER,
  ...AFTER_REFERENCES,
  list<UblInvoice, Line>('cac:CreditNoteLine', 'lines', ublLine('cbc:CreditedQuantity')),
]
