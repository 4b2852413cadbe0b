import type { Fault } from '../../errors.ts'
import { isCurrency } from '../../money/currencies.ts'
import { incomplete } from '../errors.ts'
import type { EInvoice } from '../model/document.ts'
import type { Draft } from '../xml/part.ts'

/** The terms that the type `EInvoice` requires; `[]` stands for each entry of a list. */
const REQUIRED: readonly (readonly [path: string, term: string])[] = [
  ['number', 'BT-1, the invoice number'],
  ['issueDate', 'BT-2, the issue date'],
  ['typeCode', 'BT-3, the type code'],
  ['currency', 'BT-5, the currency'],
  ['notes[].text', 'BT-22, the text of a note'],
  ['precedingInvoices[].number', 'BT-25, the number of the preceding invoice'],
  ['seller.name', "BT-27, the seller's name"],
  ['seller.address.country', "BT-40, the seller's country"],
  ['buyer.name', "BT-44, the buyer's name"],
  ['buyer.address.country', "BT-55, the buyer's country"],
  ['payee?.name', "BT-59, the payee's name"],
  ['taxRepresentative?.name', "BT-62, the tax representative's name"],
  ['taxRepresentative?.vatId', "BT-63, the tax representative's VAT identifier"],
  ['taxRepresentative?.address.country', "BT-69, the tax representative's country"],
  ['delivery?.address?.country', 'BT-80, the country of delivery'],
  ['payment?.means[].code', 'BT-81, the code of the means of payment'],
  ['payment?.means[].account?.id', 'BT-84, the account to pay to'],
  ['payment?.means[].card?.number', 'BT-87, the card number'],
  ['allowances[].amountCents', 'BT-92, the amount of an allowance'],
  ['allowances[].tax.category', 'BT-95, the VAT category of an allowance'],
  ['charges[].amountCents', 'BT-99, the amount of a charge'],
  ['charges[].tax.category', 'BT-102, the VAT category of a charge'],
  ['totals.linesCents', 'BT-106, the sum of the lines'],
  ['totals.withoutTaxCents', 'BT-109, the total without VAT'],
  ['totals.withTaxCents', 'BT-112, the total with VAT'],
  ['totals.dueCents', 'BT-115, the amount due'],
  ['taxBreakdown[].taxableCents', 'BT-116, the taxable amount'],
  ['taxBreakdown[].taxCents', 'BT-117, the tax amount'],
  ['taxBreakdown[].category', 'BT-118, the VAT category'],
  ['attachments[].id', 'BT-122, the reference of an attachment'],
  ['lines[].id', 'BT-126, the identifier of a line'],
  ['lines[].quantity', 'BT-129, the quantity'],
  ['lines[].unit', 'BT-130, the unit'],
  ['lines[].netCents', 'BT-131, the net amount of a line'],
  ['lines[].allowances[].amountCents', 'BT-136, the amount of an allowance'],
  ['lines[].charges[].amountCents', 'BT-141, the amount of a charge'],
  ['lines[].price.net', 'BT-146, the net price'],
  ['lines[].tax.category', 'BT-151, the VAT category'],
  ['lines[].item.name', "BT-153, the item's name"],
  ['lines[].item.attributes[].name', 'BT-160, the name of an attribute'],
  ['lines[].item.attributes[].value', 'BT-161, the value of an attribute'],
]

/** Limit for files that lack a term in each of thousands of lines. */
const FAULTS_MAX = 100

/**
 * Returns the document if all required terms are present.
 *
 * @throws AppError `einvoice_incomplete` with all missing terms, after the unreadable values
 */
export function requireComplete(given: Readonly<Draft>, unreadable: readonly Fault[]): EInvoice {
  const draft = isMinimum(given) ? withDefaults(given) : given
  const faults = [...unreadable, ...faultsOf(draft).take(FAULTS_MAX)]
  if (faults.length > 0) throw incomplete(faults)
  return draft as unknown as EInvoice
}

/** The largest amount that a column of the database can store, with room for sums. */
const CENTS_MAX = 10n ** 17n

/**
 * Refuses currencies and amounts that no column and no format accepts.
 *
 * @throws AppError `einvoice_incomplete`
 */
export function requireAmounts({ currency, taxCurrency, totals }: EInvoice): void {
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
      cents !== undefined && (cents > CENTS_MAX || cents < -CENTS_MAX)
        ? [wrong(`/totals/${name}`, 'The amount is too large.')]
        : [],
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

function* faultsOf(draft: Readonly<Draft>): Generator<Fault> {
  for (const [path, term] of REQUIRED)
    for (const pointer of missing(draft, path.split('.'), '')) yield fault(pointer, term)
}

const fault = (pointer: string, term: string): Fault => ({
  pointer,
  code: 'required',
  message: `${term}, is missing or cannot be read.`,
})

/** Paths whose last name is missing. A name with `?` is optional. */
function* missing(value: unknown, path: readonly string[], at: string): Generator<string> {
  const [step, ...rest] = path
  if (step === undefined) {
    if (value === undefined) yield at
    return
  }
  const name = step.replace(/\?|\[\]/, '')
  const inner = isRecord(value) ? value[name] : undefined
  if (step.endsWith('[]')) {
    const items: readonly unknown[] = Array.isArray(inner) ? inner : []
    for (const [index, item] of items.entries())
      yield* missing(item, rest, `${at}/${name}/${index}`)
  } else if (!step.endsWith('?') || inner !== undefined)
    yield* missing(inner, rest, `${at}/${name}`)
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0

const isRecord = (value: unknown): value is Readonly<Draft> =>
  typeof value === 'object' && value !== null
