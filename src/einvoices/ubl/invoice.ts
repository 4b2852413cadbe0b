import type { DocumentTotals, TaxBreakdown } from '../model/document.ts'
import type { Line } from '../model/line.ts'
import { deciding, group, inside, list, under } from '../xml/groups.ts'
import { leaf, leaves, tolerated } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import {
  CENTS,
  CODE,
  DATE,
  NUMBER,
  TAX_CENTS,
  TAX_CURRENCY_CENTS,
  TEXT,
  VERBATIM,
} from '../xml/values.ts'
import { taxScheme, UBL_DOCUMENT_ALLOWANCES, UBL_PERIOD, ublLine } from './line.ts'
import { UBL_BUYER, UBL_PAYEE, UBL_SELLER, UBL_TAX_REPRESENTATIVE } from './party.ts'
import { UBL_DELIVERY, UBL_PAYMENT_MEANS } from './payment.ts'
import {
  UBL_CONTRACT,
  UBL_DESPATCH_AND_RECEIPT,
  UBL_NOTE,
  UBL_OBJECT_AND_ATTACHMENTS,
  UBL_PRECEDING,
  UBL_PROJECT_OF_CREDIT_NOTE,
  UBL_TENDER,
} from './references.ts'
import type { UblInvoice } from './shape.ts'

const HEAD: Table<UblInvoice> = [
  tolerated('cbc:UBLVersionID', '2.1'),
  leaf('cbc:CustomizationID', 'specification', TEXT),
  leaf('cbc:ProfileID', 'businessProcess', TEXT),
  leaf('cbc:ID', 'number', TEXT),
  leaf('cbc:IssueDate', 'issueDate', DATE),
]
const TAX_POINT: Part<UblInvoice> = leaf('cbc:TaxPointDate', 'taxPointDate', DATE)
const NOTES: Part<UblInvoice> = leaves('cbc:Note', 'notes', UBL_NOTE)

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
  list('cac:BillingReference', 'precedingInvoices', UBL_PRECEDING),
  ...UBL_DESPATCH_AND_RECEIPT,
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
  group('cac:Delivery', 'delivery', UBL_DELIVERY),
  list('cac:PaymentMeans', 'means', UBL_PAYMENT_MEANS, ['reference', 'mandate', 'dueDate']),
  inside('cac:PaymentTerms', [leaf('cbc:Note', 'paymentTerms', VERBATIM)]),
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
  UBL_TENDER,
  UBL_CONTRACT,
  ...UBL_OBJECT_AND_ATTACHMENTS,
  inside('cac:ProjectReference', [leaf('cbc:ID', 'projectReference', TEXT)]),
  ...AFTER_REFERENCES,
  list<UblInvoice, Line>('cac:InvoiceLine', 'lines', ublLine('cbc:InvoicedQuantity')),
]

export const UBL_CREDIT_NOTE: Table<UblInvoice> = [
  ...HEAD,
  TAX_POINT,
  leaf('cbc:CreditNoteTypeCode', 'typeCode', TEXT),
  NOTES,
  ...BEFORE_REFERENCES,
  UBL_CONTRACT,
  ...UBL_OBJECT_AND_ATTACHMENTS,
  UBL_PROJECT_OF_CREDIT_NOTE,
  UBL_TENDER,
  ...AFTER_REFERENCES,
  list<UblInvoice, Line>('cac:CreditNoteLine', 'lines', ublLine('cbc:CreditedQuantity')),
]
