import type { DocumentAllowance } from '../model/document.ts'
import type {
  Allowance,
  Classification,
  Item,
  ItemAttribute,
  Line,
  LineTax,
  Period,
  Price,
} from '../model/line.ts'
import { adjustments, always, group, incidental, inside, list, under } from '../xml/groups.ts'
import { constant, indicator, leaf, quantity, self, without } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import {
  CLASSIFICATION,
  CODE,
  DATE,
  IDENTIFIER,
  ITEM_CENTS,
  NUMBER,
  PRICE,
  TEXT,
} from '../xml/values.ts'

export const taxScheme = <T>(): Part<T> =>
  incidental(always('cac:TaxScheme', [constant('cbc:ID', 'VAT')]))

/** Some countries state name and reason on each line. */
const TAX: Table<LineTax> = [
  leaf('cbc:ID', 'category', CODE),
  leaf('cbc:Name', 'name', TEXT),
  leaf('cbc:Percent', 'rate', NUMBER),
  leaf('cbc:TaxExemptionReasonCode', 'reasonCode', TEXT),
  leaf('cbc:TaxExemptionReason', 'reason', TEXT),
  taxScheme(),
]

const ALLOWANCE: Table<Allowance> = [
  leaf('cbc:AllowanceChargeReasonCode', 'reasonCode', TEXT),
  leaf('cbc:AllowanceChargeReason', 'reason', TEXT),
  leaf('cbc:MultiplierFactorNumeric', 'percent', NUMBER),
  leaf('cbc:Amount', 'amountCents', ITEM_CENTS),
  leaf('cbc:BaseAmount', 'baseCents', ITEM_CENTS),
]

const chargeIndicator = <T>(isCharge: boolean): Part<T> =>
  indicator('cbc:ChargeIndicator', isCharge)

export const UBL_DOCUMENT_ALLOWANCES = adjustments<DocumentAllowance>(
  'cac:AllowanceCharge',
  chargeIndicator,
  [...ALLOWANCE, group('cac:TaxCategory', 'tax', TAX)],
)

export const UBL_PERIOD: Table<Period> = [
  leaf('cbc:StartDate', 'start', DATE),
  leaf('cbc:EndDate', 'end', DATE),
]

const ATTRIBUTE: Table<ItemAttribute> = [
  leaf('cbc:Name', 'name', TEXT),
  leaf('cbc:Value', 'value', TEXT),
]
const COMMODITY: Table<Classification> = [self('cbc:ItemClassificationCode', CLASSIFICATION)]

const ITEM_HEAD: Table<Item> = [
  leaf('cbc:Description', 'description', TEXT),
  leaf('cbc:Name', 'name', TEXT),
  inside('cac:BuyersItemIdentification', [leaf('cbc:ID', 'buyerId', TEXT)]),
  inside('cac:SellersItemIdentification', [leaf('cbc:ID', 'sellerId', TEXT)]),
  inside('cac:StandardItemIdentification', [leaf('cbc:ID', 'standardId', IDENTIFIER)]),
  inside('cac:OriginCountry', [leaf('cbc:IdentificationCode', 'originCountry', TEXT)]),
  list('cac:CommodityClassification', 'classifications', COMMODITY),
]
const ITEM_END: Table<Item> = [list('cac:AdditionalItemProperty', 'attributes', ATTRIBUTE)]

const PRICING: Table<Price> = [
  leaf('cbc:PriceAmount', 'net', PRICE),
  quantity('cbc:BaseQuantity', 'baseQuantity', 'baseUnit'),
  inside('cac:AllowanceCharge', [
    chargeIndicator(false),
    leaf('cbc:Amount', 'discount', PRICE),
    leaf('cbc:BaseAmount', 'gross', PRICE),
  ]),
]

/** Grouping and information lines of the French extension, whose amounts do not count. */
const STATUS = ['cac:BillingReference', 'cac:InvoiceDocumentReference', 'cbc:DocumentStatusCode']

/** The only difference between the lines of invoices and credit notes. */
export const ublLine = (quantityName: string): Table<Line> => [
  without(STATUS, 'GROUP', 'INFORMATION'),
  leaf('cbc:ID', 'id', TEXT),
  leaf('cbc:Note', 'note', TEXT),
  quantity(quantityName, 'quantity', 'unit'),
  leaf('cbc:LineExtensionAmount', 'netCents', ITEM_CENTS),
  leaf('cbc:AccountingCost', 'buyerAccountingReference', TEXT),
  group('cac:InvoicePeriod', 'period', UBL_PERIOD),
  inside('cac:OrderLineReference', [leaf('cbc:LineID', 'orderLineReference', TEXT)]),
  inside('cac:DocumentReference', [
    leaf('cbc:ID', 'object', IDENTIFIER),
    constant('cbc:DocumentTypeCode', '130'),
  ]),
  ...adjustments('cac:AllowanceCharge', chargeIndicator, ALLOWANCE),
  inside('cac:Item', [
    under('item', ITEM_HEAD),
    group('cac:ClassifiedTaxCategory', 'tax', TAX),
    under('item', ITEM_END),
  ]),
  group('cac:Price', 'price', PRICING),
]
