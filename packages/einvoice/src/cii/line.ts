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
import type { Identifier } from '../model/party.ts'
import {
  adjustments,
  always,
  deciding,
  group,
  incidental,
  inside,
  list,
  readBackwards,
  under,
} from '../xml/groups.ts'
import { constant, indicator, leaf, marker, quantity, self, without } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import {
  CLASSIFICATION,
  DATE_102,
  IDENTIFIER,
  ITEM_CENTS,
  NUMBER,
  PRICE,
  TEXT,
} from '../xml/values.ts'

const TAX: Table<LineTax> = [
  constant('ram:TypeCode', 'VAT'),
  leaf('ram:CategoryCode', 'category', TEXT),
  leaf('ram:RateApplicablePercent', 'rate', NUMBER),
]

const chargeIndicator = <T>(isCharge: boolean): Part<T> =>
  deciding(incidental(always('ram:ChargeIndicator', [indicator('udt:Indicator', isCharge)])))

const ALLOWANCE: Table<Allowance> = [
  leaf('ram:CalculationPercent', 'percent', NUMBER),
  leaf('ram:BasisAmount', 'baseCents', ITEM_CENTS),
  leaf('ram:ActualAmount', 'amountCents', ITEM_CENTS),
  leaf('ram:ReasonCode', 'reasonCode', TEXT),
  leaf('ram:Reason', 'reason', TEXT),
]

export const CII_DOCUMENT_ALLOWANCES = adjustments<DocumentAllowance>(
  'ram:SpecifiedTradeAllowanceCharge',
  chargeIndicator,
  [...ALLOWANCE, group('ram:CategoryTradeTax', 'tax', TAX)],
)

export const CII_PERIOD: Table<Period> = [
  inside('ram:StartDateTime', [leaf('udt:DateTimeString', 'start', DATE_102)]),
  inside('ram:EndDateTime', [leaf('udt:DateTimeString', 'end', DATE_102)]),
]

/** BT-18 and BT-128: the scheme is a separate element. */
export const CII_OBJECT: Table<Identifier> = [
  leaf('ram:IssuerAssignedID', 'value', TEXT),
  marker('ram:TypeCode', '130'),
  leaf('ram:ReferenceTypeCode', 'scheme', TEXT),
]

const ATTRIBUTE: Table<ItemAttribute> = [
  leaf('ram:Description', 'name', TEXT),
  leaf('ram:Value', 'value', TEXT),
]
const CLASSIFICATIONS: Table<Classification> = [self('ram:ClassCode', CLASSIFICATION)]

const ITEM: Table<Item> = [
  leaf('ram:GlobalID', 'standardId', IDENTIFIER),
  leaf('ram:SellerAssignedID', 'sellerId', TEXT),
  leaf('ram:BuyerAssignedID', 'buyerId', TEXT),
  leaf('ram:Name', 'name', TEXT),
  leaf('ram:Description', 'description', TEXT),
  list('ram:ApplicableProductCharacteristic', 'attributes', ATTRIBUTE),
  list('ram:DesignatedProductClassification', 'classifications', CLASSIFICATIONS),
  inside('ram:OriginTradeCountry', [leaf('ram:ID', 'originCountry', TEXT)]),
]

const BASIS: Part<Price> = quantity('ram:BasisQuantity', 'baseQuantity', 'baseUnit')

/** Both prices have a base quantity; if they differ, that of the net price counts. */
const PRICES: Part<Price> = readBackwards([
  inside('ram:GrossPriceProductTradePrice', [
    leaf('ram:ChargeAmount', 'gross', PRICE),
    incidental(BASIS),
    inside('ram:AppliedTradeAllowanceCharge', [
      chargeIndicator(false),
      leaf('ram:ActualAmount', 'discount', PRICE),
    ]),
  ]),
  inside('ram:NetPriceProductTradePrice', [leaf('ram:ChargeAmount', 'net', PRICE), BASIS]),
])

/** Grouping and information lines of EXTENDED, whose amounts do not count. */
const STATUS = ['ram:AssociatedDocumentLineDocument', 'ram:LineStatusReasonCode']

export const CII_LINE: Table<Line> = [
  without(STATUS, 'GROUP', 'INFORMATION'),
  inside('ram:AssociatedDocumentLineDocument', [
    leaf('ram:LineID', 'id', TEXT),
    inside('ram:IncludedNote', [leaf('ram:Content', 'note', TEXT)]),
  ]),
  group('ram:SpecifiedTradeProduct', 'item', ITEM),
  inside('ram:SpecifiedLineTradeAgreement', [
    inside('ram:BuyerOrderReferencedDocument', [leaf('ram:LineID', 'orderLineReference', TEXT)]),
    under('price', [PRICES]),
  ]),
  inside('ram:SpecifiedLineTradeDelivery', [quantity('ram:BilledQuantity', 'quantity', 'unit')]),
  inside('ram:SpecifiedLineTradeSettlement', [
    group('ram:ApplicableTradeTax', 'tax', TAX),
    group('ram:BillingSpecifiedPeriod', 'period', CII_PERIOD),
    ...adjustments('ram:SpecifiedTradeAllowanceCharge', chargeIndicator, ALLOWANCE),
    inside('ram:SpecifiedTradeSettlementLineMonetarySummation', [
      leaf('ram:LineTotalAmount', 'netCents', ITEM_CENTS),
    ]),
    group('ram:AdditionalReferencedDocument', 'object', CII_OBJECT),
    inside('ram:ReceivableSpecifiedTradeAccountingAccount', [
      leaf('ram:ID', 'buyerAccountingReference', TEXT),
    ]),
  ]),
]
