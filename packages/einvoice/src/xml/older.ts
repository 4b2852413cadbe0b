import { table } from '../table.ts'
import type { XmlElement } from './tree.ts'

/* Files around and before the formats that this program reads: their tree in the form of CII or UBL. */

const ENVELOPE =
  /\}StandardBusinessDocument$|ExchangeHeaderEnvelope\}XHE$|\}(Payloads|Payload|PayloadContent)$/
const HEADER = /\}(StandardBusinessDocumentHeader|XHEVersionID|Header|Parties)$|PayloadMetadata/
const ZUGFERD_1 = '{urn:ferd:CrossIndustryDocument:invoice:1p0}CrossIndustryDocument'

/** The documents themselves, without an envelope of Peppol (SBDH, XHE), and ZUGFeRD 1.0 as CII. */
export function documentsIn(root: XmlElement): readonly XmlElement[] {
  if (ENVELOPE.test(root.name)) {
    const documents = root.children.filter(({ name }) => !HEADER.test(name))
    return documents.length === 0 ? [root] : documents.flatMap(documentsIn)
  }
  const known = root.name === ZUGFERD_1 ? asCii(root) : root
  return [known.name === 'rsm:CrossIndustryInvoice' ? withFreightAsCharge(known) : known]
}

const RSM = /^\{urn:ferd:CrossIndustryDocument:invoice:1p0\}/
const RAM = /^\{urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12\}/
const UDT = /^\{urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15\}/

/** Other names of the same elements in CII D16B. */
const NAMES = table<string>({
  'rsm:CrossIndustryDocument': 'rsm:CrossIndustryInvoice',
  'rsm:SpecifiedExchangedDocumentContext': 'rsm:ExchangedDocumentContext',
  'rsm:HeaderExchangedDocument': 'rsm:ExchangedDocument',
  'rsm:SpecifiedSupplyChainTradeTransaction': 'rsm:SupplyChainTradeTransaction',
  'ram:ApplicableSupplyChainTradeAgreement': 'ram:ApplicableHeaderTradeAgreement',
  'ram:ApplicableSupplyChainTradeDelivery': 'ram:ApplicableHeaderTradeDelivery',
  'ram:ApplicableSupplyChainTradeSettlement': 'ram:ApplicableHeaderTradeSettlement',
  'ram:SpecifiedSupplyChainTradeAgreement': 'ram:SpecifiedLineTradeAgreement',
  'ram:SpecifiedSupplyChainTradeDelivery': 'ram:SpecifiedLineTradeDelivery',
  'ram:SpecifiedSupplyChainTradeSettlement': 'ram:SpecifiedLineTradeSettlement',
  'ram:DeliveryNoteReferencedDocument': 'ram:DespatchAdviceReferencedDocument',
  'ram:ApplicablePercent': 'ram:RateApplicablePercent',
})
const TOTALS = 'ram:SpecifiedTradeSettlementMonetarySummation'
const LINE = 'ram:IncludedSupplyChainTradeLineItem'
const LINE_SETTLEMENT = 'ram:SpecifiedLineTradeSettlement'

/** Of UNTDID 2379: days. ZUGFeRD 1.0 also has months and weeks, which no invoice of today has. */
const DAYS = new Set([undefined, '102', '203', '204'])

function asCii(element: XmlElement, parent = ''): XmlElement {
  const plain = element.name.replace(RSM, 'rsm:').replace(RAM, 'ram:').replace(UDT, 'udt:')
  const isDay = plain !== 'udt:DateTimeString' || DAYS.has(element.attributes.get('format'))
  const name = isDay ? nameIn(parent, NAMES[plain] ?? plain) : element.name
  const children = element.children.map((child) => asCii(child, name)).filter(hasAmounts)
  return { ...element, name, children }
}

function nameIn(parent: string, name: string): string {
  if (name === 'ram:ID' && parent.endsWith('ReferencedDocument')) return 'ram:IssuerAssignedID'
  if (name !== TOTALS) return name
  return parent === LINE_SETTLEMENT
    ? 'ram:SpecifiedTradeSettlementLineMonetarySummation'
    : 'ram:SpecifiedTradeSettlementHeaderMonetarySummation'
}

/** ZUGFeRD 1.0 has lines that are only a text. */
const hasAmounts = (element: XmlElement): boolean =>
  element.name !== LINE || has(element, 'ram:BilledQuantity') || has(element, 'ram:LineTotalAmount')

const has = ({ children }: XmlElement, name: string): boolean =>
  children.some((child) => child.name === name || has(child, name))

const SETTLEMENT = 'ram:ApplicableHeaderTradeSettlement'
const FREIGHT = 'ram:SpecifiedLogisticsServiceCharge'
const AS_CHARGE = table<string>({
  'ram:Description': 'ram:Reason',
  'ram:AppliedAmount': 'ram:ActualAmount',
  'ram:AppliedTradeTax': 'ram:CategoryTradeTax',
})

/** EXTENDED has freight as an element of its own, which counts among the charges (BT-108). */
function withFreightAsCharge(element: XmlElement): XmlElement {
  const { name, children } = element
  if (name === SETTLEMENT)
    return { ...element, children: children.map((it) => (it.name === FREIGHT ? charge(it) : it)) }
  const isAbove = name === 'rsm:CrossIndustryInvoice' || name === 'rsm:SupplyChainTradeTransaction'
  return isAbove ? { ...element, children: children.map(withFreightAsCharge) } : element
}

const charge = (freight: XmlElement): XmlElement => ({
  ...freight,
  name: 'ram:SpecifiedTradeAllowanceCharge',
  children: [
    parentOf('ram:ChargeIndicator', [leafOf('udt:Indicator', 'true')]),
    ...freight.children.map((child) => ({ ...child, name: AS_CHARGE[child.name] ?? child.name })),
  ],
})

const parentOf = (name: string, children: XmlElement[]): XmlElement => ({
  name,
  attributes: new Map(),
  children,
  text: '',
  isTextTaken: false,
  isClaimed: false,
})

const leafOf = (name: string, text: string): XmlElement => ({ ...parentOf(name, []), text })
