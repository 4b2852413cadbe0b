import type { TaxCategory } from '@billwright/money'
import { formatMicro } from '@billwright/money'
import type { View } from '@billwright/templates'
import type { ItemTax, TaxGroup } from '@billwright/totals'
import { table } from '../../kernel/table.ts'
import type { DocumentAdjustment } from '../../sales/contents/contents.ts'
import { cashRoundingOf } from '../../sales/contents/totals/cash-rounding.ts'
import { payableMinor } from '../../sales/contents/totals/payable.ts'
import type { Settlement } from '../../sales/invoices/credit-notes/settlement.ts'
import type { DocumentContext } from './document-source.ts'
import { hasTerms, keptRows, sentencesOfRows } from './kept-rows.ts'
import { fill, type Labels } from './labels/labels.ts'

export function summaryView(context: DocumentContext): View {
  const { invoice, format } = context
  const { totals, pricesIncludeTax } = invoice
  // A template without a row for charges prints them as items; see `items-view.ts`.
  const { printsAdjustments, printsCashRounding } = context.traits
  const cash = printsCashRounding ? cashRoundingOf(invoice) : 0n
  const beside = hasTerms(context) ? '' : sentencesOfRows(context).join(', ')
  const adjustments = [
    ...invoice.discounts.map((it) => adjustmentView(it, 'discount', context)),
    ...invoice.charges.map((it) => adjustmentView(it, 'charge', context)),
  ]
  return {
    subtotal: format.money(totals.subtotalMinor + (printsAdjustments ? 0n : totals.chargeMinor)),
    adjustments,
    net: format.money(totals.netMinor),
    // Without discounts and charges, it would repeat the subtotal.
    hasNet: adjustments.length > 0 && !pricesIncludeTax,
    pricesIncludeTax,
    total: `${format.money(totals.totalMinor)}${beside && ` (${beside})`}`,
    rounding: totals.roundingMinor === cash ? '' : format.money(totals.roundingMinor - cash),
    cashRounding: cash === 0n ? '' : format.money(cash),
    withholdings: keptRows(context).map(({ label, amountMinor }) => ({
      label,
      amount: format.money(-amountMinor),
    })),
    hasPayable: totals.payableMinor !== undefined,
    payable: format.money(payableMinor(totals)),
    ...balanceView(context),
    ...discountView(context),
    ...taxesView(context),
  }
}

/** The rest of the total; on a credit note, the rest of the refund. */
function balanceView({
  invoice,
  settlement,
  format,
  dueMinor,
  traits,
  displayed,
}: DocumentContext): View {
  const isOpenPayable = invoice.totals.payableMinor !== undefined && displayed !== 'void'
  const paidMinor = settlement ? givenBackMinor(settlement) : invoice.paidMinor
  const creditedMinor = settlement ? settlement.setOffMinor : invoice.creditedMinor
  const leftMinor = settlement ? -settlement.refundDueMinor : openMinor(invoice, dueMinor)
  return {
    paid: paidMinor === 0n ? '' : format.money(-paidMinor),
    credited: creditedMinor === 0n ? '' : format.money(-creditedMinor),
    // A refund needs no sign next to its own label, but next to a template's "Balance due". If the
    // label states that everything is set off, no zero amount is printed.
    amountDue:
      isSetOffInFull(settlement) && traits.namesRefund
        ? ''
        : format.money(leftMinor < 0n && traits.namesRefund ? -leftMinor : leftMinor),
    // After a full refund, there is no amount due to print.
    hasAmountDue: settlement
      ? settlement.refundDueMinor !== 0n || isSetOffInFull(settlement)
      : paidMinor !== 0n || creditedMinor !== 0n || dueMinor < 0n || isOpenPayable,
  }
}

/** Nothing is due on a credit note, a quote or a pro forma, but they state what is transferred. */
function openMinor({ type, status, totals }: DocumentContext['invoice'], dueMinor: bigint): bigint {
  if (totals.payableMinor === undefined) return dueMinor
  if (type === 'credit_note') return -totals.payableMinor
  return status === 'void' || status === null ? totals.payableMinor : dueMinor
}

/** Whether a credit note was set off against its invoice in full: nothing was refunded, and nothing is left. */
export const isSetOffInFull = (settlement: Settlement | null | undefined): boolean =>
  settlement != null &&
  settlement.setOffMinor !== 0n &&
  settlement.refundDueMinor === 0n &&
  givenBackMinor(settlement) === 0n

const givenBackMinor = ({ refundedMinor, onAccountMinor }: Settlement): bigint =>
  refundedMinor + onAccountMinor

function adjustmentView(
  { reason, value, amountMinor }: DocumentAdjustment,
  kind: 'discount' | 'charge',
  { format, labels }: DocumentContext,
): View {
  const label = kind === 'discount' ? labels.discountLabel : labels.chargeLabel
  return {
    label: reason ?? label,
    detail: value.kind === 'percent' ? format.percent(value.percentMicro) : '',
    amount: format.money(kind === 'discount' ? -amountMinor : amountMinor),
  }
}

/** For older templates, which print one discount and add the minus and % themselves. */
function discountView({ invoice, format }: DocumentContext): View {
  const { discounts, totals } = invoice
  const [only] = discounts.length === 1 ? discounts : []
  return {
    hasDiscount: totals.discountMinor !== 0n,
    discountAmount: format.money(totals.discountMinor),
    discountPercentage:
      only?.value.kind === 'percent' ? format.quantity(only.value.percentMicro) : '',
  }
}

function taxesView(context: DocumentContext): View {
  const { invoice, format, labels, traits } = context
  const { taxes, totals, pricesIncludeTax } = invoice
  const { printsTaxList, printsTaxAmount, knowsIncludedTax } = traits
  // Items outside the scope of a tax have no rate and no amount of it, only a reason.
  const groups = taxes.filter(({ category }) => category !== 'O')
  const isTaxed = groups.some(({ rateMicro }) => rateMicro !== 0n)
  const isSingle = isTaxed && taxes.length === 1
  const amount = format.money(totals.taxMinor)
  const isSum = knowsIncludedTax || !pricesIncludeTax
  return {
    taxes: groups.map((group) => taxView(group, context)),
    // The other reasons are printed beside their tax.
    otherTaxReasons: taxes
      .filter(({ category }) => category === 'O')
      .map((group) => `${taxMark(taxes, group)} ${reasonOf(group, labels)}`.trim()),
    taxReasons: [...new Set(taxes.map((group) => reasonOf(group, labels)))].filter(Boolean),
    taxAmount: isSum ? amount : fill(labels.taxIncludedText, { tax: amount }),
    hasTax: printsTaxList ? isSingle : isTaxed,
    taxRate: isTaxed ? ratesOf(groups, context) : '',
    hasTaxSummary: printsTaxList && groups.length > 0 && !(isSingle && printsTaxAmount),
    taxSummary: groups.map((group) => taxView(group, context)),
  }
}

/** The template appends a percent sign to the last rate, so the others get one here. */
function ratesOf(groups: readonly TaxGroup[], { format, traits }: DocumentContext): string {
  const rates = new Set(groups.map(({ rateMicro }) => format.quantity(rateMicro)))
  return [...rates].join(`${traits.percentSign}, `)
}

function taxView(group: TaxGroup, { format, labels, invoice }: DocumentContext): View {
  const label = taxText(group, format.percent(group.rateMicro), labels)
  const taxable = format.money(group.taxableMinor)
  return {
    label,
    includedLabel: fill(labels.taxIncludedText, { tax: label }),
    onText: fill(labels.taxOnText, { amount: taxable }),
    taxable,
    amount: format.money(group.amountMinor),
    rate: formatMicro(group.rateMicro),
    category: group.category,
    reason: reasonOf(group, labels),
    mark: taxMark(invoice.taxes, group),
  }
}

/** Name and rate of a tax, e.g. `GST 5 %`. */
export const taxText = (
  { label }: Pick<TaxGroup, 'label'>,
  rate: string,
  { taxLabel }: Pick<Labels, 'taxLabel'>,
): string => `${label ?? taxLabel} ${rate}`

const MARKS = '¹²³⁴⁵⁶⁷⁸⁹'

/** Refers the items of a tax to its reason, if there are several taxes. */
export function taxMark(
  taxes: readonly TaxGroup[],
  tax: Pick<ItemTax, 'category' | 'rateMicro' | 'reason'>,
): string {
  const reasoned = taxes.filter(({ category }) => UNTAXED.has(category))
  const index = reasoned.findIndex(
    ({ category, rateMicro, reason }) =>
      category === tax.category && rateMicro === tax.rateMicro && reason === tax.reason,
  )
  return taxes.length > 1 && index >= 0 ? (MARKS[index] ?? '') : ''
}

/** Categories that need a reason. */
const UNTAXED: ReadonlySet<TaxCategory> = new Set<TaxCategory>(['E', 'AE', 'K', 'G', 'O'])

function reasonOf({ category, reason }: TaxGroup, labels: Labels): string {
  const words = table({
    E: labels.taxReasonE,
    AE: labels.taxReasonAE,
    K: labels.taxReasonK,
    G: labels.taxReasonG,
    O: labels.taxReasonO,
  })
  return reason ?? words[category] ?? ''
}
