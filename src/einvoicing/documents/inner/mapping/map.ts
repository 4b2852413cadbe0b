import {
  completed,
  type Delivery,
  type DocumentTotals,
  dayOf,
  dayOrNone,
  decimalOfMicro,
  defaultExemption,
  type EInvoice,
  isOnPeppol,
  OBJECT_SCHEME,
  type TaxBreakdown,
} from '@billwright/einvoice'
import { sumOf } from '@billwright/money'
import type { TaxGroup } from '@billwright/totals'
import type { EInvoiceProfile } from '../../../../company/settings/settings.ts'
import { codesOf } from '../../../../sales/contents/early-payment.ts'
import type { InvoiceKind } from '../../../../sales/contents/fields.ts'
import { payableMinor } from '../../../../sales/contents/totals/payable.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'
import { toCents } from './cents.ts'
import { given, isNothingGiven } from './given.ts'
import { withheldTerms } from './kept.ts'
import { lineWordsOf, NO_WORDS, noteWith } from './line-words.ts'
import { documentAllowances, lineOf, periodOf } from './lines.ts'
import { netsOf } from './nets.ts'
import { addressOf, buyerOf, identifierOf, representativeOf, sellerOf } from './parties.ts'
import { paymentOf } from './payment.ts'

const CREDIT_NOTE = '381'
const TYPE_CODES: Readonly<Record<InvoiceKind, string>> = {
  standard: '380',
  corrected: '384',
  prepayment: '386',
  partial: '326',
  self_billed: '389',
}

/** Replaces the missing number of a draft, so that the rest can be checked. */
const DRAFT_NUMBER = 'DRAFT'

/** A file of the invoice with its bytes, for BT-125. */
export interface EmbeddedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** The locked files of an issued invoice, as far as rules read them. */
export const withoutBytes = ({ files = [] }: Pick<Invoice, 'files'>): readonly EmbeddedFile[] =>
  files.map(({ name, mediaType }) => ({ name, mediaType, bytes: NO_BYTES }))

const NO_BYTES = new Uint8Array()

const embedded = ({ name, mediaType, bytes }: EmbeddedFile) => ({
  id: name,
  file: { name, mediaType, base64: Buffer.from(bytes).toString('base64') },
})

/** The invoice in the semantic model of EN 16931. All amounts are the stored ones. */
export function toEInvoice(
  invoice: Invoice,
  profile: EInvoiceProfile,
  files: readonly EmbeddedFile[] = [],
): EInvoice {
  const { currency, taxInCurrency } = invoice
  const references = given(invoice.references)
  // Only if it differs from the invoice currency.
  const other = taxInCurrency?.currency === currency ? null : taxInCurrency
  const { taxes } = invoice
  const withoutVatIds = taxes.length > 0 && taxes.every(({ category }) => category === 'O')
  const options = { withoutVatIds, isPeppol: isOnPeppol(profile) }
  const nets = netsOf(invoice)
  const words = lineWordsOf(invoice)
  const lines = invoice.items.map((it, index) => {
    const line = lineOf(it, index, nets.items[index] ?? 0n, invoice)
    return { ...line, note: noteWith(line.note, words[index] ?? NO_WORDS) }
  })
  const adjustments = documentAllowances(invoice, nets)
  const document: EInvoice = {
    number: invoice.number ?? DRAFT_NUMBER,
    issueDate: dayOf(invoice.issueDate),
    issuedAt: invoice.issuedAt ?? undefined,
    typeCode: invoice.type === 'credit_note' ? CREDIT_NOTE : TYPE_CODES[invoice.kind],
    isFinal: invoice.items.some(({ deducts }) => deducts !== undefined),
    currency,
    taxCurrency: other?.currency,
    taxPointDate: dayOrNone(invoice.taxPointDate),
    dueDate: dayOrNone(invoice.dueDate),
    buyerReference: invoice.reference ?? undefined,
    projectReference: references.project,
    contractReference: references.contract,
    purchaseOrderReference: invoice.orderReference ?? undefined,
    salesOrderReference: references.salesOrder,
    receivingAdviceReference: references.receipt,
    despatchAdviceReference: references.despatch,
    tenderReference: references.tender,
    invoicedObject:
      references.object === undefined
        ? undefined
        : { value: references.object, scheme: OBJECT_SCHEME },
    buyerAccountingReference: references.accountingCode,
    paymentTerms: termsOf(invoice),
    notes: invoice.notes === null ? [] : [{ text: invoice.notes }],
    precedingInvoices: precedingOf(invoice),
    seller: sellerOf(invoice.seller, options),
    buyer: buyerOf(invoice.buyer, options),
    taxRepresentative: representativeOf(invoice.seller.taxRepresentative, options),
    delivery: deliveryOf(invoice),
    period: periodOf(invoice.periodStart, invoice.periodEnd),
    payment: paymentOf(invoice),
    ...adjustments,
    totals: {
      ...totalsOf(invoice, { lines, ...adjustments }),
      taxInTaxCurrencyCents: centsOf(other?.amount),
    },
    taxBreakdown: invoice.taxes.map((group) => breakdownOf(group, invoice)),
    attachments: [
      ...invoice.attachments.map(({ reference, description, url }) => ({
        id: reference,
        ...given({ description, url }),
      })),
      ...files.map(embedded),
    ],
    lines,
  }
  return completed(document, profile)
}

/**
 * A cash discount line of XRechnung, `#SKONTO#…#`, must end with a line break (BR-DE-18). After a payment,
 * the amount due is no longer what the discount is of.
 */
function termsOf(invoice: Invoice): string | undefined {
  const codes = codesOf(invoice, invoice.paidMinor === 0n ? null : payableMinor(invoice.totals))
  const terms = invoice.terms === null ? [] : [invoice.terms]
  const lines = [...terms, ...withheldTerms(invoice), ...codes]
  if (lines.length === 0) return undefined
  const text = lines.join('\n')
  return /(^|\n)#[^\n]*$/.test(text) ? `${text}\n` : text
}

const precedingOf = ({ corrects, preceding }: Invoice): EInvoice['precedingInvoices'] => [
  ...(corrects === null ? [] : [{ number: corrects.number, issueDate: dayOf(corrects.issueDate) }]),
  ...preceding.map(({ number, issueDate }) => ({
    number,
    ...given({ issueDate: dayOrNone(issueDate) }),
  })),
]

/** Goods for another EU country are delivered to the buyer's country unless stated otherwise (BR-IC-12). */
function deliveryOf({ deliveryDate, delivery, buyer, taxes }: Invoice): Delivery | undefined {
  const { name, identifier, address } = delivery
  const toBuyer = taxes.some(({ category }) => category === 'K') ? buyer.address : undefined
  const where = isNothingGiven(address) ? toBuyer : address
  if (deliveryDate === null && name === null && !identifier && !where) return undefined
  return {
    name: name ?? undefined,
    location: identifier ? identifierOf(identifier) : undefined,
    date: dayOrNone(deliveryDate),
    address: where && addressOf(where),
  }
}

function breakdownOf(group: TaxGroup, { currency, language }: Invoice): TaxBreakdown {
  const { category, reason } = group
  // Italian reason codes are not in the list of EN 16931.
  const reasonCode = group.reasonCode?.startsWith('VATEX') ? group.reasonCode : undefined
  const usual =
    reason === null && reasonCode === undefined ? defaultExemption(category, language) : {}
  return {
    taxableCents: toCents(group.taxableMinor, currency),
    taxCents: toCents(group.amountMinor, currency),
    category,
    rate: decimalOfMicro(group.rateMicro),
    exemptionReason: reason ?? usual.reason,
    exemptionCode: reasonCode ?? usual.code,
  }
}

function totalsOf(
  invoice: Invoice,
  { lines, allowances, charges }: Pick<EInvoice, 'lines' | 'allowances' | 'charges'>,
): DocumentTotals {
  const { currency, totals } = invoice
  // What the customer keeps is prepaid (BT-113): EN 16931 knows no withholding.
  const paidMinor = invoice.paidMinor + totals.totalMinor - payableMinor(totals)
  const cents = (minor: bigint) => toCents(minor, currency)
  const withTaxCents = cents(totals.netMinor) + cents(totals.taxMinor)
  const roundingCents = cents(totals.roundingMinor)
  return {
    linesCents: sumOf(lines.map(({ netCents }) => netCents)),
    allowancesCents: someOf(allowances.map(({ amountCents }) => amountCents)),
    chargesCents: someOf(charges.map(({ amountCents }) => amountCents)),
    withoutTaxCents: cents(totals.netMinor),
    taxCents: cents(totals.taxMinor),
    withTaxCents,
    paidCents: paidMinor === 0n ? undefined : cents(paidMinor),
    roundingCents: roundingCents === 0n ? undefined : roundingCents,
    dueCents: withTaxCents - cents(paidMinor) + roundingCents,
  }
}

/** The schema allowed at most two decimals. */
function centsOf(amount: string | undefined): bigint | undefined {
  if (amount === undefined) return undefined
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`)
}

const someOf = (amounts: readonly bigint[]): bigint | undefined =>
  amounts.length === 0 ? undefined : sumOf(amounts)
