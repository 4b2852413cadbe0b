import { divideRounded, isCurrency } from '@billwright/money'
import type { Fault } from '../einvoice-error.ts'
import { incomplete } from '../einvoice-error.ts'
import { type Decimal, decimal } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import type { Draft } from '../xml/part.ts'

/** A required term that the file lacks, for which something else stands in the document. */
export interface Gap {
  /** The rule of EN 16931 that requires it. */
  readonly rule: string
  /** `BT-129, the quantity`. */
  readonly term: string
  readonly pointer: string
}

/** What stands for a missing term; undefined: what it belongs to is left out. */
type Fill = (of: {
  /** What the term belongs to. */
  readonly record: Readonly<Draft>
  /** The nearest entry of a list around it, such as the line. */
  readonly entry: Readonly<Draft>
  readonly index: number
  readonly draft: Readonly<Draft>
}) => unknown

/** `[]` stands for each entry of a list. Without `fill`, the term cannot be done without. */
type Term = readonly [path: string, rule: string, term: string, fill?: Fill]

const empty: Fill = () => ''
const leftOut: Fill = () => undefined
const nothing: Fill = () => 0n

const TERMS: readonly Term[] = [
  ['number', 'BR-02', 'BT-1, the invoice number'],
  ['issueDate', 'BR-03', 'BT-2, the issue date'],
  ['typeCode', 'BR-04', 'BT-3, the type code', () => INVOICE],
  ['currency', 'BR-05', 'BT-5, the currency'],
  ['notes[].text', 'BT-22', 'BT-22, the text of a note', leftOut],
  ['precedingInvoices[].number', 'BR-55', 'BT-25, the number of the preceding invoice', leftOut],
  ['seller.name', 'BR-06', "BT-27, the seller's name", ({ record }) => record.tradingName],
  ['seller.address.country', 'BR-09', "BT-40, the seller's country", empty],
  ['buyer.name', 'BR-07', "BT-44, the buyer's name", ({ record }) => record.tradingName ?? ''],
  ['buyer.address.country', 'BR-11', "BT-55, the buyer's country", empty],
  ['payee?.name', 'BR-17', "BT-59, the payee's name", empty],
  ['taxRepresentative?.name', 'BR-18', "BT-62, the tax representative's name", empty],
  ['taxRepresentative?.vatId', 'BR-56', "BT-63, the tax representative's VAT identifier", empty],
  ['taxRepresentative?.address.country', 'BR-20', "BT-69, the tax representative's country", empty],
  ['delivery?.address?.country', 'BR-57', 'BT-80, the country of delivery', empty],
  ['payment?.means[].code', 'BR-49', 'BT-81, the code of the means of payment', empty],
  ['payment?.means[].account?.id', 'BR-50', 'BT-84, the account to pay to', empty],
  ['payment?.means[].card?.number', 'BR-51', 'BT-87, the card number', leftOut],
  ['allowances[].amountCents', 'BR-31', 'BT-92, the amount of an allowance', nothing],
  ['allowances[].tax.category', 'BR-32', 'BT-95, the VAT category of an allowance', categoryOf],
  ['charges[].amountCents', 'BR-36', 'BT-99, the amount of a charge', nothing],
  ['charges[].tax.category', 'BR-37', 'BT-102, the VAT category of a charge', categoryOf],
  ['totals.withTaxCents', 'BR-14', 'BT-112, the total with VAT', withTaxOf],
  ['totals.withoutTaxCents', 'BR-13', 'BT-109, the total without VAT', withoutTaxOf],
  ['totals.linesCents', 'BR-12', 'BT-106, the sum of the lines', linesOf],
  ['totals.dueCents', 'BR-15', 'BT-115, the amount due', dueOf],
  ['taxBreakdown[].taxableCents', 'BR-45', 'BT-116, the taxable amount', nothing],
  ['taxBreakdown[].taxCents', 'BR-46', 'BT-117, the tax amount', nothing],
  ['taxBreakdown[].category', 'BR-47', 'BT-118, the VAT category', categoryOf],
  ['attachments[].id', 'BR-52', 'BT-122, the reference of an attachment', empty],
  ['lines[].id', 'BR-21', 'BT-126, the identifier of a line', ({ index }) => String(index + 1)],
  ['lines[].quantity', 'BR-22', 'BT-129, the quantity', () => decimal(1n, 0)],
  ['lines[].unit', 'BR-23', 'BT-130, the unit', empty],
  ['lines[].netCents', 'BR-24', 'BT-131, the net amount of a line', netOf],
  ['lines[].allowances[].amountCents', 'BR-41', 'BT-136, the amount of an allowance', nothing],
  ['lines[].charges[].amountCents', 'BR-43', 'BT-141, the amount of a charge', nothing],
  ['lines[].price.net', 'BR-26', 'BT-146, the net price', priceOf],
  ['lines[].tax', 'BR-CO-04', 'BT-151, the VAT category', taxOf],
  ['lines[].tax.category', 'BR-CO-04', 'BT-151, the VAT category', categoryOf],
  ['lines[].item.name', 'BR-25', "BT-153, the item's name", nameOf],
  ['lines[].item.attributes[].name', 'BR-54', 'BT-160, the name of an attribute', leftOut],
  ['lines[].item.attributes[].value', 'BR-54', 'BT-161, the value of an attribute', leftOut],
]

/** Lists that a file without their elements does not even begin. */
const LISTS = [
  'seller.identifiers',
  'buyer.identifiers',
  'payment?.means',
  'lines[].allowances',
  'lines[].charges',
  'lines[].item.classifications',
  'lines[].item.attributes',
]

const INVOICE = '380'
/** Of a price that follows from the amount and the quantity. */
const PRICE_DECIMALS = 6

const centsIn = (record: Readonly<Draft>, name: string): bigint => {
  const value = record[name]
  return typeof value === 'bigint' ? value : 0n
}

function withTaxOf({ record }: Parameters<Fill>[0]): unknown {
  const isPaid = record.paidCents !== undefined || record.roundingCents !== undefined
  return isPaid ? undefined : record.dueCents
}

function withoutTaxOf({ record }: Parameters<Fill>[0]): bigint {
  return centsIn(record, 'withTaxCents') - centsIn(record, 'taxCents')
}

function linesOf({ record }: Parameters<Fill>[0]): bigint {
  const adjusted = centsIn(record, 'allowancesCents') - centsIn(record, 'chargesCents')
  return centsIn(record, 'withoutTaxCents') + adjusted
}

function dueOf({ record }: Parameters<Fill>[0]): bigint {
  const owed = centsIn(record, 'withTaxCents') - centsIn(record, 'paidCents')
  return owed + centsIn(record, 'roundingCents')
}

/** S with a rate; else unknown. */
function categoryOf({ record }: Parameters<Fill>[0]): string {
  return isDecimal(record.rate) && record.rate.digits > 0n ? 'S' : ''
}

/** Of the whole document, if it has only one. */
function taxOf({ draft: { taxBreakdown } }: Parameters<Fill>[0]): Readonly<Draft> {
  const [only, ...others] = Array.isArray(taxBreakdown) ? taxBreakdown.map(recordOf) : []
  return only && others.length === 0
    ? { category: only.category, rate: only.rate }
    : { category: '' }
}

function nameOf({ record }: Parameters<Fill>[0]): string {
  return typeof record.description === 'string' ? record.description : ''
}

function netOf({ record: { quantity, price } }: Parameters<Fill>[0]): bigint {
  const { net, baseQuantity = decimal(1n, 0) } = recordOf(price)
  if (!isDecimal(quantity) || !isDecimal(net) || !isDecimal(baseQuantity)) return 0n
  const per = baseQuantity.digits * 10n ** BigInt(quantity.scale + net.scale)
  const cents = quantity.digits * net.digits * 10n ** BigInt(baseQuantity.scale + 2)
  return per === 0n ? 0n : divideRounded(cents, per)
}

function priceOf({ entry: { quantity, netCents } }: Parameters<Fill>[0]): Decimal {
  if (!isDecimal(quantity) || typeof netCents !== 'bigint' || quantity.digits === 0n)
    return decimal(0n, 0)
  const parts = netCents * 10n ** BigInt(PRICE_DECIMALS - 2 + quantity.scale)
  return decimal(divideRounded(parts, quantity.digits), PRICE_DECIMALS)
}

const isDecimal = (value: unknown): value is Decimal => isRecord(value) && 'digits' in value

/** Limits for files that lack a term in each of thousands of lines. */
const FAULTS_MAX = 100
const GAPS_MAX = 1_000

export interface Completed {
  readonly document: EInvoice
  readonly gaps: readonly Gap[]
}

/**
 * Fills in what the document can do without. Number, date, currency, seller and total are required.
 *
 * @throws EInvoiceError `einvoice_incomplete` with all missing terms, after the unreadable values
 */
export function requireComplete(given: Readonly<Draft>, unreadable: readonly Fault[]): Completed {
  const draft = isMinimum(given) ? withDefaults(given) : given
  const faults: Fault[] = []
  const gaps: Gap[] = []
  const listed = LISTS.reduce<Readonly<Draft>>(
    (draft, path) => recordOf(completed(draft, path.split('.'), { ...START, fill: () => [] })),
    draft,
  )
  const document = TERMS.reduce<Readonly<Draft>>((draft, [path, rule, term, fill]) => {
    const add = (pointer: string, value: unknown, isRequired: boolean) => {
      if (isRequired && value === undefined) faults.push(fault(pointer, term))
      else if (gaps.length < GAPS_MAX) gaps.push({ rule, term, pointer })
    }
    const isRequired = fill === undefined || IS_REQUIRED.has(path)
    const faultsBefore = faults.length
    const next = completed(draft, path.split('.'), {
      ...START,
      fill: (record, place) => {
        const value = fill?.({ record, ...place, draft })
        add(place.pointer, value, isRequired)
        return value
      },
    })
    // Without a required term, the others are still there.
    return faults.length > faultsBefore ? draft : recordOf(next)
  }, listed)
  const all = [...unreadable, ...faults].slice(0, FAULTS_MAX)
  if (all.length > 0) throw incomplete(all)
  return { document: document as unknown as EInvoice, gaps }
}

/** Terms for which another may stand, and which are required otherwise. */
const IS_REQUIRED = new Set(['seller.name', 'totals.withTaxCents'])

const START = { at: '', index: 0, entry: {} } as const

interface Walk {
  readonly at: string
  readonly index: number
  readonly entry: Readonly<Draft>
  readonly fill: (
    record: Readonly<Draft>,
    place: { readonly pointer: string; readonly index: number; readonly entry: Readonly<Draft> },
  ) => unknown
}

/** `value` with the term at the end of the path. A name with `?` is optional. */
function completed(value: unknown, path: readonly string[], walk: Walk): unknown {
  const [step = '', ...rest] = path
  const name = step.replace(/\?|\[\]/, '')
  const record = recordOf(value)
  const inner = record[name]
  const at = `${walk.at}/${name}`
  if (rest.length === 0) {
    if (inner !== undefined) return value
    const { index, entry } = walk
    const filled = walk.fill(record, { pointer: at, index, entry })
    return filled === undefined ? undefined : { ...record, [name]: filled }
  }
  if (step.endsWith('[]')) {
    if (!Array.isArray(inner)) return value
    const entries = inner.map((it, index) =>
      completed(it, rest, { ...walk, at: `${at}/${index}`, index, entry: recordOf(it) }),
    )
    const isSame = entries.every((it, index) => it === inner[index])
    return isSame ? value : { ...record, [name]: entries.filter((it) => it !== undefined) }
  }
  if (step.endsWith('?') && inner === undefined) return value
  const next = completed(inner, rest, { ...walk, at })
  return next === inner ? value : { ...record, [name]: next }
}

/** The largest amount that a column of the database can store, with room for sums. */
const CENTS_MAX = 10n ** 17n

/**
 * Refuses currencies and amounts that no column and no format accepts.
 *
 * @throws EInvoiceError `einvoice_incomplete`
 */
export function requireAmounts({ currency, taxCurrency, totals, settlement = [] }: EInvoice): void {
  const isTooLarge = (cents: bigint | undefined) =>
    cents !== undefined && (cents > CENTS_MAX || cents < -CENTS_MAX)

  const wrong = (pointer: string, message: string): Fault => ({
    pointer,
    code: 'wrong_format',
    message,
  })
  const faults = [
    ...(isCurrency(currency)
      ? []
      : [wrong('/currency', 'BT-5, the currency, is no code of ISO 4217.')]),
    ...(taxCurrency === undefined || isCurrency(taxCurrency)
      ? []
      : [wrong('/taxCurrency', 'BT-6, the currency of the tax, is no code of ISO 4217.')]),
    ...Object.entries(totals).flatMap(([name, cents]: readonly [string, bigint | undefined]) =>
      isTooLarge(cents) ? [wrong(`/totals/${name}`, 'The amount is too large.')] : [],
    ),
    ...settlement.flatMap(({ cents }, index) =>
      isTooLarge(cents) ? [wrong(`/settlement/${index}/cents`, 'The amount is too large.')] : [],
    ),
  ]
  if (faults.length > 0) throw incomplete(faults)
}

/** Neither lines nor taxes, as in Factur-X MINIMUM. */
const isMinimum = ({ lines, taxBreakdown }: Readonly<Draft>): boolean =>
  isEmpty(lines) && isEmpty(taxBreakdown)

/** MINIMUM lacks the sum of lines and the buyer's country. */
function withDefaults(draft: Readonly<Draft>): Draft {
  const totals = recordOf(draft.totals)
  const buyer = recordOf(draft.buyer)
  return {
    ...draft,
    totals: { linesCents: totals.withoutTaxCents, ...totals },
    buyer: { ...buyer, address: { country: '', ...recordOf(buyer.address) } },
  }
}

const recordOf = (value: unknown): Readonly<Draft> => (isRecord(value) ? value : {})

const fault = (pointer: string, term: string): Fault => ({
  pointer,
  code: 'required',
  message: `${term}, is missing or cannot be read.`,
})

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

const isRecord = (value: unknown): value is Readonly<Draft> =>
  typeof value === 'object' && value !== null
