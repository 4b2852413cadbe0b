import { divideRounded, formatMicro, sumOf } from '@billwright/money'
import type { Adjustment } from '@billwright/totals'
import { newId } from '../../platform/ids.ts'
import type { Contents, DocumentAdjustment, Item } from '../contents/contents.ts'
import { keepItems } from '../contents/text-lines.ts'
import { payableMinor } from '../contents/totals/payable.ts'
import {
  type Bases,
  basesOf,
  statedShare,
  unsigned,
  withStatedShare,
} from '../contents/totals/stated.ts'
import { withTotals } from '../contents/totals/totals.ts'
import { isStated, restated } from '../contents/withholdings.ts'
import { amountItem, type DepositPart, depositShares } from '../invoices/deposits/amounts.ts'
import { depositText } from '../invoices/deposits/words.ts'
import { depositTooSmall } from './errors.ts'
import { countedContent, type Quote } from './quote.ts'

/* The invoiced part of a quote, and the contents of an invoice of a part. Pure. */

/** The invoiced quantity of an item, in millionths. */
export interface Billed {
  readonly itemId: string
  readonly quantityMicro: bigint
  readonly invoicedMicro: bigint
}

/** Items of invoices keep the ids of the quote's items. */
export const billedOf = (content: Contents, invoices: readonly Contents[]): readonly Billed[] =>
  content.items.map(({ id, quantityMicro }) => ({
    itemId: id,
    quantityMicro,
    invoicedMicro: sumOf(
      invoices.flatMap(({ items }) =>
        items.filter((item) => item.id === id).map((item) => item.quantityMicro),
      ),
    ),
  }))

export const leftOf = ({ quantityMicro, invoicedMicro }: Billed): bigint =>
  quantityMicro - invoicedMicro

/** More than the quote has, also for a negative quantity. */
export const exceeds = (part: bigint, whole: bigint): boolean =>
  whole < 0n ? part < whole : part > whole

type InvoicingState = 'none' | 'partial' | 'full'

interface Invoicing {
  readonly state: InvoicingState
  readonly netMinor: bigint
  readonly restMinor: bigint
}

export function invoicingOf(content: Contents, invoices: readonly Contents[]): Invoicing {
  const netMinor = sumOf(invoices.map(({ totals }) => totals.netMinor))
  const isFull = billedOf(content, invoices).every((billed) => leftOf(billed) === 0n)
  const state = invoices.length === 0 ? 'none' : isFull ? 'full' : 'partial'
  return { state, netMinor, restMinor: content.totals.netMinor - netMinor }
}

/** What the customer pays as the deposit of the selected items; null: none is agreed. */
export function depositMinor(
  quote: Pick<Quote, 'content' | 'optional' | 'depositPercentMicro'>,
): bigint | null {
  const { depositPercentMicro: percentMicro } = quote
  const content = countedContent(quote)
  if (percentMicro === null || withTotals(content).totals.totalMinor <= 0n) return null
  return payableMinor(depositOf(content, { kind: 'percent', percentMicro }).totals)
}

/** The contents of a deposit: a part of each tax group of the order. */
export const depositOf = (content: Contents, part: DepositPart): Contents =>
  partOfOrder(content, part.kind === 'percent' ? part : paying(content, part.totalMinor))

const TRIES = 20

/** The total of which the customer pays that amount, once a part is withheld or paid to the tax office. */
function paying(content: Contents, wantedMinor: bigint): DepositPart {
  const exact = { ...content, cashRounding: null }
  const { totals } = withTotals(exact)
  const payable = payableMinor(totals)
  let totalMinor =
    payable > 0n ? divideRounded(wantedMinor * totals.totalMinor, payable) : wantedMinor
  for (let tries = 0; tries < TRIES; tries += 1) {
    const part = partOfOrder(exact, { kind: 'total', totalMinor })
    const missing = wantedMinor - payableMinor(part.totals)
    if (missing === 0n) break
    totalMinor += missing
  }
  return { kind: 'total', totalMinor }
}

function partOfOrder(content: Contents, part: DepositPart): Contents {
  const order = withTotals(content)
  const shares = order.totals.totalMinor > 0n ? depositShares(order, part) : []
  if (shares.length === 0) throw depositTooSmall()
  const percent = part.kind === 'percent' ? formatMicro(part.percentMicro) : null
  const deposit = {
    ...content,
    textLines: [],
    pricesIncludeTax: part.kind === 'total' || content.pricesIncludeTax,
    items: shares.map((share) => ({
      ...amountItem({
        ...share,
        id: newId('itm'),
        description: depositText(content.language, percent),
        currency: content.currency,
      }),
    })),
    discounts: [],
    charges: [],
  }
  return withTotals(withStatedShare(deposit, content))
}

/** Whether invoices bill no more than the quote, except for rounding cents of each group. */
export function hasRoom(content: Contents, invoices: readonly Contents[]): boolean {
  const whole = withTotals(content)
  const slack = BigInt(invoices.length * whole.taxes.length)
  const billed = (name: 'netMinor' | 'totalMinor') =>
    sumOf(invoices.map(({ totals }) => totals[name]))
  return (
    billed('netMinor') <= whole.totals.netMinor + slack ||
    billed('totalMinor') <= whole.totals.totalMinor + slack
  )
}

/** The quantity of one item on the invoice. */
export interface Part {
  readonly itemId: string
  readonly quantityMicro: bigint
}

/**
 * The contents of an invoice of these parts. A fixed discount or charge, and a stated amount of a
 * withholding, is divided in proportion: the share of everything billed including this invoice, less
 * the share of earlier ones. So all parts together have exactly the quote's amounts.
 */
export function partOf(
  content: Contents,
  billed: readonly Billed[],
  parts: readonly Part[],
): Contents {
  const before = (item: Item) =>
    billed.find(({ itemId }) => itemId === item.id)?.invoicedMicro ?? 0n
  const wanted = (item: Item) => parts.find(({ itemId }) => itemId === item.id)?.quantityMicro ?? 0n
  const after = (item: Item) => before(item) + wanted(item)
  const kept = keepItems(content, (item) => wanted(item) !== 0n)
  const from = subtotalOf(content, before)
  const to = subtotalOf(content, after)
  const whole = content.totals.subtotalMinor
  const part = {
    ...kept,
    items: kept.items.map((item) => itemPart(item, before(item), after(item))),
    discounts: content.discounts.map((entry) => adjustmentPart(entry, { from, to, whole })),
    charges: content.charges.map((entry) => adjustmentPart(entry, { from, to, whole })),
  }
  if (!isStated(content)) return withTotals(part)
  const wholeBases = basesOf(content)
  const upTo = (quantityOf: (item: Item) => bigint, to: bigint): Bases =>
    basesOf({
      ...content,
      items: content.items.map((item) => itemPart(item, 0n, quantityOf(item))),
      discounts: content.discounts.map((entry) => adjustmentPart(entry, { from: 0n, to, whole })),
      charges: content.charges.map((entry) => adjustmentPart(entry, { from: 0n, to, whole })),
    })
  const [first, last] = [upTo(before, from), upTo(after, to)]
  const isFirst = billed.every(({ invoicedMicro }) => invoicedMicro === 0n)
  return withTotals(
    restated(part, (statedMinor, at) => {
      const shareOf = (part: Bases) => statedShare(statedMinor, at, { part, whole: wholeBases })
      return unsigned(shareOf(last) - (isFirst ? 0n : shareOf(first)))
    }),
  )
}

const adjustmentPart = (entry: DocumentAdjustment, range: Range): DocumentAdjustment => ({
  ...entry,
  value: between(entry.value, range),
})

function itemPart(item: Item, from: bigint, to: bigint): Item {
  const range = { from, to, whole: item.quantityMicro }
  return {
    ...item,
    quantityMicro: to - from,
    durationSeconds: to - from === item.quantityMicro ? item.durationSeconds : null,
    discount: item.discount && between(item.discount, range),
    ...(item.charge && { charge: { ...item.charge, value: between(item.charge.value, range) } }),
  }
}

/** The subtotal of these quantities. */
const subtotalOf = (content: Contents, quantityOf: (item: Item) => bigint): bigint =>
  withTotals({
    ...restated(content, () => 0n),
    items: content.items.map((item) => itemPart(item, 0n, quantityOf(item))),
    discounts: [],
    charges: [],
  }).totals.subtotalMinor

interface Range {
  readonly from: bigint
  readonly to: bigint
  readonly whole: bigint
}

function between(value: Adjustment, { from, to, whole }: Range): Adjustment {
  if (value.kind === 'percent') return value
  const upTo = (part: bigint) =>
    part === whole || whole === 0n
      ? value.amountMinor
      : divideRounded(value.amountMinor * part, whole)
  const amountMinor = upTo(to) - (from === 0n ? 0n : upTo(from))
  return { kind: 'amount', amountMinor: amountMinor < 0n ? 0n : amountMinor }
}
