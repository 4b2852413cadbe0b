import { isCroatian } from '../model/check-digits.ts'
import { type Decimal, formatDecimal } from '../model/decimal.ts'
import { type DocumentAllowance, type EInvoice, isCreditNote } from '../model/document.ts'
import type { Classification, Line, LineTax } from '../model/line.ts'
import type { Buyer, Operator, Seller } from '../model/party.ts'
import { at, atCodes, atEach, atLines, type Rule, type Spot } from '../rules/rule.ts'
import { table } from '../table.ts'
import type { Country } from './country.ts'
import { isCroatianItem } from './croatian-items.ts'

const TIME_ZONE = 'Europe/Zagreb'
/** EAS: the OIB, the tax number of every company and person. */
const SCHEME = '9934'
/** UNTDID 7143 for KPD, the classification of products by activity. */
const LIST = 'CG'
/** Kinds of invoices whose items need no class: prepayments, and credit notes. */
const PREPAYMENT = '386'
/** Business processes (BT-23) of EN 16931-1. */
const ORDINARY = 'P1'
const PROCESSES = table<string>({
  [PREPAYMENT]: 'P4',
  '381': 'P9',
  '384': 'P10',
  '326': 'P11',
  '389': 'P12',
})
const NAMES = table<string>({
  'S 25': 'HR:PDV25',
  'S 13': 'HR:PDV13',
  'S 5': 'HR:PDV5',
  Z: 'HR:Z',
  E: 'HR:E',
  AE: 'HR:AE',
  K: 'HR:K',
  G: 'HR:G',
  O: 'HR:O',
})
const UNTAXED = new Set(['E', 'O'])
const WITH_BUYER = new Set(['S', 'Z', 'E', 'AE'])

/** HR CIUS and its extension 1.0.3 for eRačun. */
export const CROATIA: Country = { code: 'HR', rules: rules(), complete }

function complete(document: EInvoice): EInvoice {
  const { taxBreakdown, issueDate, issuedAt, typeCode } = document
  const seller = withAddress<Seller>(document.seller)
  const taxed = taxedOf(document)
  return {
    ...document,
    dueDate: document.dueDate ?? (isCreditNote(document) ? issueDate : undefined),
    businessProcess: PROCESSES[typeCode] ?? ORDINARY,
    issueTime: issuedAt === undefined ? '00:00:00' : timeOf(issuedAt, TIME_ZONE),
    // The national number is the VAT number.
    seller: {
      ...seller,
      taxNumber: seller.vatId ? undefined : seller.taxNumber,
      operator: operatorOf(seller),
    },
    buyer: withAddress<Buyer>(document.buyer),
    nationalTaxes: taxBreakdown.some(({ category }) => UNTAXED.has(category))
      ? taxBreakdown.map((group) => ({ ...group, name: nameOf(group) }))
      : undefined,
    allowances: document.allowances.map((it): DocumentAllowance => ({ ...it, tax: taxed(it.tax) })),
    charges: document.charges.map((it): DocumentAllowance => ({ ...it, tax: taxed(it.tax) })),
    lines: document.lines.map(
      (line): Line => ({
        ...line,
        tax: taxed(line.tax),
        item: { ...line.item, classifications: classesOf(line, document) },
      }),
    ),
  }
}

/** A deducted item, such as a deposit, has the class of the original item. */
function classesOf({ item, quantity, tax }: Line, { lines }: EInvoice): readonly Classification[] {
  const own = item.classifications.filter(isClass)
  if (own.length > 0 || quantity.digits >= 0n) return own
  const others = lines.filter((it) => it.quantity.digits > 0n)
  const found = others.find((it) => it.tax.category === tax.category) ?? others[0]
  return found?.item.classifications.filter(isClass) ?? []
}

const isClass = ({ scheme }: Classification): boolean => scheme === LIST

const oibOf = ({ vatId }: Buyer): string | undefined => vatId?.replace(/^HR/, '')

function withAddress<P extends Buyer>(party: P): P {
  const oib = party.address.country === 'HR' ? oibOf(party) : undefined
  return party.electronicAddress?.scheme === 'EM' || party.electronicAddress === undefined
    ? {
        ...party,
        electronicAddress: oib ? { value: oib, scheme: SCHEME } : party.electronicAddress,
      }
    : party
}

/** Programs issue with the OIB of their company. */
function operatorOf(seller: Seller): Operator | undefined {
  const id = oibOf(seller) ?? seller.taxNumber
  return id === undefined ? undefined : { id, name: seller.contact?.name ?? seller.name }
}

const nameOf = ({ category, rate }: { category: string; rate?: Decimal | undefined }) =>
  NAMES[category === 'S' ? `S ${rate && formatDecimal(rate)}` : category]

/** The name of a tax, and the reason why none is charged. */
const taxedOf =
  ({ taxBreakdown }: EInvoice) =>
  (tax: LineTax): LineTax => {
    const group = taxBreakdown.find(({ category }) => category === tax.category)
    const reason = UNTAXED.has(tax.category) ? group?.exemptionReason : undefined
    const reasonCode = UNTAXED.has(tax.category) ? group?.exemptionCode : undefined
    return { ...tax, name: nameOf(tax), reason, reasonCode }
  }

function rules(): readonly Rule[] {
  const vatForm = { form: 'HR12345678903' }
  const sellerNumber: Spot = ['sellerTaxId', 'vatForm', { country: 'HR', ...vatForm }]
  const dates = [
    ['HR-BR-48', 'taxPointDate', (it: EInvoice) => it.taxPointDate],
    ['HR-BR-49', 'period', (it: EInvoice) => it.period?.start],
    ['HR-BR-50', 'period', (it: EInvoice) => it.period?.end],
    ['HR-BR-44', 'deliveryDate', (it: EInvoice) => it.delivery?.date],
    ['HR-BR-41', 'dueDate', (it: EInvoice) => it.dueDate],
  ] as const
  return [
    at('HR-BR-1', ['number', 'noBlanks'], ({ number }) => /\s/.test(number)),
    at('HR-BR-40', ['issueDate', 'century'], ({ issueDate }) => issueDate < '2026-01-01'),
    ...dates.map(([id, field, of]) => at(id, [field, 'century'], (it) => isOther(of(it)))),
    atLines('HR-BR-51', ['itemPeriod', 'century'], ({ period }) => isOther(period?.start)),
    atLines('HR-BR-52', ['itemPeriod', 'century'], ({ period }) => isOther(period?.end)),
    atEach('HR-BR-45', 'precedingInvoices', ['preceding', 'century'], ({ issueDate }) =>
      isOther(issueDate),
    ),
    at(
      'HR-BR-4',
      ['dueDate', 'dueDateWanted'],
      ({ totals, dueDate }) => totals.dueCents > 0n && dueDate === undefined,
    ),
    atEach(
      'HR-BR-6',
      'precedingInvoices',
      ['preceding', 'precedingDate'],
      ({ issueDate }) => issueDate === undefined,
    ),
    at('HR-BR-7', 'sellerEndpoint', ({ seller }) => !seller.electronicAddress),
    at('HR-BR-10', 'buyerEndpoint', ({ buyer }) => !buyer.electronicAddress),
    at('HR-BR-9', sellerNumber, ({ seller }) => !isCroatian(seller.operator?.id ?? '')),
    at('HR-BR-53', ['buyerTaxId', 'vatForm', { country: 'HR', ...vatForm }], ({ buyer }) =>
      Boolean(buyer.address.country === 'HR' && buyer.vatId && !isCroatian(oibOf(buyer) ?? '')),
    ),
    at(
      'HR-BR-53-REPRESENTATIVE',
      ['representativeTaxId', 'vatForm', { country: 'HR', ...vatForm }],
      ({ taxRepresentative: it }) =>
        Boolean(it?.address.country === 'HR' && !isCroatian(it.vatId.replace(/^HR/, ''))),
    ),
    at('HR-BR-S-1', ['buyerTaxId', 'buyerVatId'], ({ buyer, lines, allowances, charges }) =>
      Boolean(
        !buyer.vatId &&
          [...lines, ...allowances, ...charges].some(({ tax }) => WITH_BUYER.has(tax.category)),
      ),
    ),
    atEach('HR-BR-13', 'charges', ['itemReason', 'exemption', { category: 'E' }], ({ tax }) =>
      isUnreasoned(tax),
    ),
    atLines('HR-BR-36', ['itemReason', 'exemption', { category: 'E' }], ({ tax }) =>
      isUnreasoned(tax),
    ),
    atLines('HR-BR-16', ['itemCategory', 'category'], ({ tax }) =>
      Boolean(UNTAXED.has(tax.category) && !tax.name),
    ),
    atLines(
      'HR-BR-25',
      ['itemClassification', 'croatianItem'],
      ({ item }, document) =>
        item.classifications.length === 0 &&
        document.typeCode !== PREPAYMENT &&
        !isCreditNote(document),
    ),
    atCodes('HR-BR-CL-2', 'croatianCode', isCroatianItem, [
      [
        'itemClassificationCode',
        ({ lines }) => lines.flatMap(({ item }) => item.classifications.map(({ value }) => value)),
      ],
    ]),
  ]
}

const isOther = (day: string | undefined): boolean => day !== undefined && !day.startsWith('20')

const isUnreasoned = ({ category, reason, reasonCode }: LineTax): boolean =>
  UNTAXED.has(category) && !reason && !reasonCode

/** The time of day (`HH:MM:SS`) of an instant in an IANA time zone. */
const timeOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(
    Date.parse(at),
  )
