import { divideRounded } from '@billwright/money'
import { addDays } from '../../kernel/calendar.ts'

/* How much tax customers withheld. Amounts are in minor units of the currency. */

/** `unstated`: a payment names it, but its invoice does not. */
export const WITHHELD_KINDS = ['income_tax', 'social', 'other', 'unstated'] as const
type WithheldKind = (typeof WITHHELD_KINDS)[number]

export interface Share {
  readonly kind: WithheldKind
  readonly baseMinor: bigint
  readonly amountMinor: bigint
}

/** An issued invoice or credit note; the shares of a credit note are positive, too. */
export interface WithheldDocument {
  readonly day: string
  readonly payableMinor: bigint
  readonly shares: readonly Share[]
}

export interface WithheldPayment {
  readonly day: string
  /** What arrived, with the fees that a bank kept. */
  readonly receivedMinor: bigint
  /** What the customer withheld beyond what the document states. */
  readonly withheldMinor: bigint
}

/** An invoice with its credit notes and payments. */
export interface Claim {
  readonly customerId: string
  readonly currency: string
  /** Null: a credit note for an invoice made elsewhere. */
  readonly invoice: WithheldDocument | null
  readonly creditNotes: readonly WithheldDocument[]
  readonly payments: readonly WithheldPayment[]
}

/** A span of days with both ends, such as `2026-Q1`. */
export interface Period {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** What a customer withheld in a period. Credit notes subtract. */
export interface WithheldRow {
  readonly period: string
  readonly customerId: string
  readonly kind: WithheldKind
  readonly currency: string
  readonly documents: number
  readonly baseMinor: bigint
  readonly withheldMinor: bigint
  /** The parts that belong to the money that was received in the period. */
  readonly paidBaseMinor: bigint
  readonly paidWithheldMinor: bigint
}

export const PERIODS = ['year', 'quarter', 'month'] as const
export type PeriodLength = (typeof PERIODS)[number]

const MONTHS: Readonly<Record<PeriodLength, number>> = { year: 12, quarter: 3, month: 1 }

/** The periods of a calendar year. */
export function periodsOf(year: string, by: PeriodLength): readonly Period[] {
  const months = MONTHS[by]
  return Array.from({ length: 12 / months }, (_, at) => {
    const first = at * months + 1
    const next = first + months
    const names = { year, quarter: `${year}-Q${at + 1}`, month: monthOf(year, first) }
    const end = next > 12 ? `${Number(year) + 1}-01-01` : `${monthOf(year, next)}-01`
    return { name: names[by], from: `${monthOf(year, first)}-01`, to: addDays(end, -1) }
  })
}

const monthOf = (year: string, month: number): string => `${year}-${String(month).padStart(2, '0')}`

/** The rows of one claim; those without a document and without a payment are left out. */
export const rowsOf = (claim: Claim, periods: readonly Period[]): readonly WithheldRow[] =>
  periods.flatMap((period) => [...statedRows(claim, period), ...unstatedRows(claim, period)])

function statedRows(claim: Claim, period: Period): readonly WithheldRow[] {
  const { invoice, creditNotes } = claim
  const isIssued = ({ day }: WithheldDocument) => day >= period.from && day <= period.to
  const signed = [
    ...(invoice ? [{ document: invoice, sign: 1n }] : []),
    ...creditNotes.map((document) => ({ document, sign: -1n })),
  ].filter(({ document }) => isIssued(document))
  const issued = signed.flatMap(({ document, sign }) =>
    document.shares.map(({ kind, baseMinor, amountMinor }, at) => ({
      ...rowOf(claim, period, kind),
      documents: document.shares.findIndex((it) => it.kind === kind) === at ? 1 : 0,
      baseMinor: sign * baseMinor,
      withheldMinor: sign * amountMinor,
    })),
  )
  const now = paidUntil(claim, period.to)
  const before = paidUntil(claim, addDays(period.from, -1))
  const paid = now.map((share, at) => ({
    ...rowOf(claim, period, share.kind),
    paidBaseMinor: share.baseMinor - (before[at]?.baseMinor ?? 0n),
    paidWithheldMinor: share.amountMinor - (before[at]?.amountMinor ?? 0n),
  }))
  return [...issued, ...paid].filter(hasAny)
}

const hasAny = ({ documents, withheldMinor, paidBaseMinor, paidWithheldMinor }: WithheldRow) =>
  documents > 0 || [withheldMinor, paidBaseMinor, paidWithheldMinor].some((it) => it !== 0n)

/**
 * The parts of the shares that are paid by the end of a day: the money received, divided by what is payable.
 * Both are less credits. A discount lowers the tax in the same proportion.
 */
function paidUntil(claim: Claim, day: string): readonly Share[] {
  const { invoice, creditNotes, payments } = claim
  const isPast = (it: { readonly day: string }) => it.day <= day
  // Money that comes before the document belongs to it; without money, an amount of zero is paid by its day.
  if (!invoice || ![invoice, ...payments].some(isPast)) return []
  const notes = creditNotes.filter(isPast)
  const received = payments
    .filter(isPast)
    .reduce((sum, it) => sum + it.receivedMinor + it.withheldMinor, 0n)
  const payable = notes.reduce((left, note) => left - note.payableMinor, invoice.payableMinor)
  return invoice.shares.map((share, at) => {
    const left = (of: 'baseMinor' | 'amountMinor') =>
      notes.reduce((sum, { shares }) => sum - (shares[at]?.[of] ?? 0n), share[of])
    const part = (minor: bigint) => partOf(minor, { received, payable })
    return {
      ...share,
      baseMinor: part(left('baseMinor')),
      amountMinor: part(left('amountMinor')),
    }
  })
}

/** At most all of it, even if more was received and a refund is due. */
function partOf(
  minor: bigint,
  { received, payable }: { readonly received: bigint; readonly payable: bigint },
): bigint {
  const isNegative = payable < 0n
  const [money, all] = isNegative ? [-received, -payable] : [received, payable]
  if (money >= all) return minor
  return money <= 0n ? 0n : divideRounded(minor * money, all)
}

function unstatedRows(claim: Claim, period: Period): readonly WithheldRow[] {
  const minor = claim.payments
    .filter(({ day }) => day >= period.from && day <= period.to)
    .reduce((sum, { withheldMinor }) => sum + withheldMinor, 0n)
  if (minor === 0n) return []
  const row = rowOf(claim, period, 'unstated')
  return [{ ...row, documents: 1, withheldMinor: minor, paidWithheldMinor: minor }]
}

const rowOf = (
  { customerId, currency }: Claim,
  { name: period }: Period,
  kind: WithheldKind,
): WithheldRow => ({
  ...{ period, customerId, kind, currency },
  ...{ documents: 0, baseMinor: 0n, withheldMinor: 0n, paidBaseMinor: 0n, paidWithheldMinor: 0n },
})

/** One row for each key, in the order of their first rows. */
export function summed(
  rows: readonly WithheldRow[],
  keyOf: (row: WithheldRow) => string,
): readonly WithheldRow[] {
  const sums = new Map<string, WithheldRow>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    sums.set(key, sum ? sumOfTwo(sum, row) : row)
  }
  return [...sums.values()]
}

const sumOfTwo = (one: WithheldRow, other: WithheldRow): WithheldRow => ({
  ...one,
  documents: one.documents + other.documents,
  baseMinor: one.baseMinor + other.baseMinor,
  withheldMinor: one.withheldMinor + other.withheldMinor,
  paidBaseMinor: one.paidBaseMinor + other.paidBaseMinor,
  paidWithheldMinor: one.paidWithheldMinor + other.paidWithheldMinor,
})
