import type {
  CreditTransfer,
  DocumentTotals,
  Payment,
  PaymentCard,
  PaymentMeans,
  TaxBreakdown,
} from '../model/document.ts'
import { group, inside, list, under } from '../xml/groups.ts'
import { constant, leaf } from '../xml/leaves.ts'
import type { Table } from '../xml/part.ts'
import {
  CENTS,
  DATE_102,
  NUMBER,
  TAX_CENTS,
  TAX_CURRENCY_CENTS,
  TEXT,
  type ValueType,
} from '../xml/values.ts'

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

export const CII_PAYMENT_REFERENCES: Table<Payment> = [
  leaf('ram:CreditorReferenceID', 'creditorId', TEXT),
  leaf('ram:PaymentReference', 'reference', TEXT),
]
export const CII_PAYMENT_MEANS: Table<Payment> = [
  list('ram:SpecifiedTradeSettlementPaymentMeans', 'means', MEANS),
]
export const CII_MANDATE: Table<Payment> = [leaf('ram:DirectDebitMandateID', 'mandate', TEXT)]

/** With values that the document has once and CII repeats in each row of the VAT breakdown. */
export interface CiiTaxBreakdown extends TaxBreakdown {
  readonly taxPointDate?: string | undefined
  readonly taxPointCode?: string | undefined
}

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

export const CII_BREAKDOWN: Table<CiiTaxBreakdown> = [
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

export const CII_TOTALS: Table<DocumentTotals> = [
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
