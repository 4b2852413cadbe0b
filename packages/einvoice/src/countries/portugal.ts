import type { Decimal } from '../model/decimal.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import type { Allowance, Line } from '../model/line.ts'
import type { Buyer } from '../model/party.ts'
import { someMeans } from '../rules/payment.ts'
import { at, atCodes, atLines, atTexts, type Rule, type Spot } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { inPieces } from './national.ts'

const TYPES = new Set(['380', '383', '386', '389', '381'])
const DEBIT_NOTE = '383'
/** Without K: a supply within the Union has another code there, which EN 16931 lacks. */
const CATEGORIES = new Set(['S', 'E', 'Z', 'AE', 'G', 'O'])
const MEANS = ['30', '48', '49', '57', '58', '59']
/** The one file type of EN 16931 that is refused. */
const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'
const NOTE_MAX = 500
/** A credit note needs terms, too (BR-CO-25). */
const CREDIT_NOTE_TERMS = 'Nota de crédito'
/** The reason of an exempt item is one of its attributes. */
const REASON = '#TAXEXEMPTIONREASON@CLASSIFIEDTAXCATEGORY#'

/** CIUS-PT 2.1.1 of eSPap, for public buyers. Numbers need at least two decimals. */
export const PORTUGAL: Country = { code: 'PT', types: TYPES, rules: rules(), complete }

function complete(document: EInvoice): EInvoice {
  const { buyer, delivery, payment, notes, number, totals } = document
  // A payment reference must have the form of a Portuguese cash machine; any other becomes a note.
  const quoted = payment?.reference ?? number
  const reference = quoted === number ? [] : [{ text: `Referência de pagamento: ${quoted}` }]
  return {
    ...document,
    paymentTerms:
      onOneLine(document.paymentTerms) ?? (isCreditNote(document) ? CREDIT_NOTE_TERMS : undefined),
    notes: inPieces([...notes, ...reference], NOTE_MAX),
    buyer: { ...onLines(buyer), vatId: buyer.vatId?.replace(/^EL/, 'GR') },
    seller: {
      ...onLines(document.seller),
      // The national number is the VAT number; any other is refused.
      taxNumber: undefined,
      legalInformation: onOneLine(document.seller.legalInformation),
    },
    delivery: { ...delivery, address: delivery?.address ?? buyer.address },
    payment: payment && { ...payment, reference: undefined },
    allowances: document.allowances.map(withoutLongPercent),
    charges: document.charges.map(withoutLongPercent),
    totals: { ...totals, taxCents: totals.taxCents ?? 0n },
    taxBreakdown: document.taxBreakdown.map((group) => ({ ...group, exemptionCode: undefined })),
    lines: document.lines.map((line) => lineOf(line, document)),
  }
}

function lineOf(line: Line, { taxBreakdown }: EInvoice): Line {
  const { item, tax } = line
  const reason = taxBreakdown.find(({ category }) => category === tax.category)?.exemptionReason
  const isExempt = tax.category === 'E' && reason !== undefined
  return {
    ...line,
    note: onOneLine(line.note),
    allowances: line.allowances.map(withoutLongPercent),
    charges: line.charges.map(withoutLongPercent),
    item: {
      ...item,
      name: onOneLine(item.name) ?? '',
      description: onOneLine(item.description),
      attributes: [...item.attributes, ...(isExempt ? [{ name: REASON, value: reason }] : [])],
    },
  }
}

/** A party without line breaks in names and contact, which are refused. */
const onLines = <P extends Buyer>(party: P): P => ({
  ...party,
  name: onOneLine(party.name) ?? '',
  tradingName: onOneLine(party.tradingName),
  contact: party.contact && {
    ...party.contact,
    name: onOneLine(party.contact.name),
    phone: onOneLine(party.contact.phone),
  },
})

const onOneLine = (text: string | undefined): string | undefined =>
  text?.trim().replace(/\s+/g, ' ')

/** Percentages have at most two decimals; otherwise the amount alone is written. */
const withoutLongPercent = <A extends Allowance>(entry: A): A =>
  isLong(entry.percent, 2) ? { ...entry, percent: undefined, baseCents: undefined } : entry

const isLong = (value: Decimal | undefined, decimals: number): boolean =>
  (value?.scale ?? 0) > decimals

function rules(): readonly Rule[] {
  const means: Spot = ['means', 'meansOf', { country: 'PT', form: MEANS.join(', ') }]
  const atPlaces = (field: 'sellerAddress' | 'deliveryAddress'): Spot => [
    field,
    'wholeAddress',
    { country: 'PT' },
  ]
  return [
    at('BR-CIUS-PT-01', ['sellerTaxId', 'sellerTaxIdOrNumber'], ({ seller }) => !seller.vatId),
    at('BR-CIUS-PT-03', ['buyerTaxId', 'buyerVatId'], ({ buyer }) => !buyer.vatId),
    at('BR-CIUS-PT-05', atPlaces('sellerAddress'), ({ seller }) => !seller.address.line1),
    at('BR-CIUS-PT-06', atPlaces('sellerAddress'), ({ seller }) => !seller.address.city),
    at('BR-CIUS-PT-07', atPlaces('sellerAddress'), ({ seller }) => !seller.address.postalCode),
    at('BR-CIUS-PT-17', ['itemReason', 'exemption', { category: 'E' }], (it) =>
      it.taxBreakdown.some(({ category, exemptionReason }) => category === 'E' && !exemptionReason),
    ),
    at('BR-CIUS-PT-21', atPlaces('deliveryAddress'), (it) => !it.delivery?.address?.line1),
    at('BR-CIUS-PT-22', atPlaces('deliveryAddress'), (it) => !it.delivery?.address?.city),
    at('BR-CIUS-PT-23', atPlaces('deliveryAddress'), (it) => !it.delivery?.address?.postalCode),
    at(
      'BR-CIUS-PT-25',
      ['preceding', 'precedingWanted'],
      (it) => isCreditNote(it) && it.precedingInvoices.length === 0,
    ),
    at(
      'BR-CIUS-PT-65',
      ['preceding', 'precedingWanted'],
      (it) => it.typeCode === DEBIT_NOTE && it.precedingInvoices.length === 0,
    ),
    at('DT-CIUS-PT-003', ['kind', 'kindElsewhere'], ({ typeCode }) => !TYPES.has(typeCode)),
    at('DT-CIUS-PT-079', means, (it) => someMeans(it, ({ code }) => !MEANS.includes(code))),
    at('DT-CIUS-PT-104', ['taxCurrency', 'noTaxCurrency'], (it) => it.taxCurrency !== undefined),
    at('DT-CIUS-PT-153', ['project', 'noProject'], (it) =>
      Boolean(isCreditNote(it) && it.projectReference),
    ),
    at('DT-CIUS-PT-097', ['totals', 'noNegative'], ({ totals }) => totals.withoutTaxCents < 0n),
    at('DT-CIUS-PT-102', ['paid', 'noNegative'], ({ totals }) => totals.dueCents < 0n),
    atCodes('DT-CIUS-PT-105', 'categoryElsewhere', (code) => CATEGORIES.has(code), [
      ['itemCategory', ({ lines }) => lines.map(({ tax }) => tax.category || undefined)],
      ['discountCategory', (it) => it.allowances.map(({ tax }) => tax.category || undefined)],
      ['chargeCategory', ({ charges }) => charges.map(({ tax }) => tax.category || undefined)],
    ]),
    atCodes('DT-CIUS-PT-112', 'codeElsewhere', (type) => type !== SPREADSHEET, [
      ['file', ({ attachments }) => attachments.map(({ file }) => file?.mediaType)],
    ]),
    atLines('DT-CIUS-PT-173', ['itemRate', 'wholeRate'], ({ tax }) => isLong(tax.rate, 0)),
    atLines('DT-CIUS-PT-117', ['itemQuantity', 'threeDecimals'], (it) => isLong(it.quantity, 3)),
    atLines('DT-CIUS-PT-127', ['itemPrice', 'eightDecimals'], ({ price }) => isLong(price.net, 8)),
    atLines('DT-CIUS-PT-130', ['itemQuantity', 'threeDecimals'], ({ price }) =>
      isLong(price.baseQuantity, 3),
    ),
    ...textRules(),
  ]
}

/** Whether a text may be longer in our fields than in the profile. */
function textRules(): readonly Rule[] {
  return [
    atTexts('DT-CIUS-PT-001', 'number', 50, ({ number }) => number),
    atTexts('DT-CIUS-PT-009', 'reference', 50, (it) => it.buyerReference),
    atTexts('DT-CIUS-PT-010', 'project', 50, (it) => it.projectReference),
    atTexts('DT-CIUS-PT-011', 'contract', 20, (it) => it.contractReference),
    atTexts('DT-CIUS-PT-012', 'orderReference', 20, (it) => it.purchaseOrderReference),
    atTexts('DT-CIUS-PT-013', 'salesOrder', 20, (it) => it.salesOrderReference),
    atTexts('DT-CIUS-PT-014', 'receipt', 20, (it) => it.receivingAdviceReference),
    atTexts('DT-CIUS-PT-015', 'despatch', 20, (it) => it.despatchAdviceReference),
    atTexts('DT-CIUS-PT-016', 'tender', 20, (it) => it.tenderReference),
    atTexts('DT-CIUS-PT-017', 'object', 50, ({ invoicedObject }) => invoicedObject?.value),
    atTexts('DT-CIUS-PT-017.1', 'attachment', 50, (it) => it.attachments.map(({ id }) => id)),
    atTexts('DT-CIUS-PT-018', 'accountingCode', 50, (it) => it.buyerAccountingReference),
    atTexts('DT-CIUS-PT-019', 'terms', 200, ({ paymentTerms }) => paymentTerms),
    atTexts('DT-CIUS-PT-023', 'preceding', 50, (it) =>
      it.precedingInvoices.map(({ number }) => number),
    ),
    atTexts('DT-CIUS-PT-031', 'sellerLegalForm', 200, ({ seller }) => seller.legalInformation),
    atTexts('DT-CIUS-PT-032', 'sellerEndpoint', 50, (it) => it.seller.electronicAddress?.value),
    atTexts('DT-CIUS-PT-041', 'sellerEmail', 200, ({ seller }) => seller.contact?.email),
    atTexts('DT-CIUS-PT-044', 'buyerNumber', 50, ({ buyer }) =>
      buyer.identifiers.map(({ value }) => value),
    ),
    atTexts('DT-CIUS-PT-045', 'buyerRegistration', 50, ({ buyer }) => buyer.registration?.value),
    atTexts('DT-CIUS-PT-047', 'buyerEndpoint', 50, (it) => it.buyer.electronicAddress?.value),
    atTexts('DT-CIUS-PT-056', 'buyerEmail', 200, ({ buyer }) => buyer.contact?.email),
    atTexts('DT-CIUS-PT-069', 'deliveryNumber', 50, ({ delivery }) => delivery?.location?.value),
    atTexts('DT-CIUS-PT-081', 'account', 50, (it) =>
      it.payment?.means.map(({ account }) => account?.id),
    ),
    atTexts('DT-CIUS-PT-083', 'bankCode', 50, (it) =>
      it.payment?.means.map(({ account }) => account?.bic),
    ),
    atTexts('DT-CIUS-PT-086', 'mandate', 50, ({ payment }) => payment?.mandate),
    atTexts('DT-CIUS-PT-087', 'payerIban', 50, (it) =>
      it.payment?.means.map(({ debitedAccount }) => debitedAccount),
    ),
    atTexts('DT-CIUS-PT-110', 'attachmentUrl', 200, (it) => it.attachments.map(({ url }) => url)),
    atTexts('DT-CIUS-PT-113', 'file', 50, (it) => it.attachments.map(({ file }) => file?.name)),
    atTexts('DT-CIUS-PT-115', 'itemNote', 500, (it) => it.lines.map(({ note }) => note)),
    atTexts('DT-CIUS-PT-119', 'itemOrderLine', 20, (it) =>
      it.lines.map(({ orderLineReference }) => orderLineReference),
    ),
    atTexts('DT-CIUS-PT-133', 'itemName', 200, (it) => it.lines.map(({ item }) => item.name)),
    atTexts('DT-CIUS-PT-134', 'itemDetails', 200, (it) =>
      it.lines.map(({ item }) => item.description),
    ),
    atTexts('DT-CIUS-PT-135', 'itemSku', 50, (it) => it.lines.map(({ item }) => item.sellerId)),
    atTexts('DT-CIUS-PT-136', 'itemBuyerNumber', 50, (it) =>
      it.lines.map(({ item }) => item.buyerId),
    ),
    atTexts('DT-CIUS-PT-138', 'itemClassificationCode', 50, (it) =>
      it.lines.flatMap(({ item }) => item.classifications.map(({ value }) => value)),
    ),
  ]
}
