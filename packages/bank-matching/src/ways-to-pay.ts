import { sumOf } from '@billwright/money'
import { compareText, type Fit, fitOf, type Money } from './amounts.ts'
import type { MatchIndex } from './index-of-receivables.ts'
import type { MatchSettings, Receivable } from './receivables.ts'

/** Open invoices of a customer that an entry may pay without naming them, oldest due date first. */
export const openOf = (
  index: MatchIndex,
  customerId: string,
  { currency, date }: Money,
): readonly Receivable[] =>
  [...(index.unsettled.get(customerId) ?? [])]
    .flatMap((id) => index.documents.get(id) ?? [])
    .filter(
      (it) =>
        it.status === 'open' &&
        it.dueMinor > 0n &&
        it.currency === currency &&
        it.issueDate <= date,
    )
    .toSorted((a, b) => compareText(a.dueDate, b.dueDate) || compareText(a.number, b.number))

export interface Ways {
  readonly ways: readonly Fit[]
  /** All open invoices together are the amount, and that is why one way is given. */
  readonly isAllOpen: boolean
  /** False if there may be further sums. */
  readonly isComplete: boolean
}

const WAYS_MAX = 5
const TOGETHER_MAX = 12

/**
 * Single invoices, also less a discount, and sums. All open ones together win over other sums, but not
 * over a single one.
 */
export function customerWays(
  open: readonly Receivable[],
  money: Money,
  settings: MatchSettings,
): Ways {
  const singles = open.flatMap((it) => {
    const fit = fitOf([it], money, settings)
    return fit === undefined || fit.kind === 'fee' ? [] : [fit]
  })
  const all = open.length > 1 ? fitOf(open, money, settings) : undefined
  if (singles.length === 0 && all !== undefined && all.kind !== 'fee')
    return { ways: [all], isAllOpen: true, isComplete: true }
  const sums = sumsOf(open, money.amountMinor).flatMap((it) => fitOf(it, money, settings) ?? [])
  const ways = [...singles, ...sums].slice(0, WAYS_MAX)
  return { ways, isAllOpen: false, isComplete: singles.length > 0 || open.length <= TOGETHER_MAX }
}

/** Of at most twelve invoices, the oldest. */
function sumsOf(
  open: readonly Receivable[],
  amountMinor: bigint,
): readonly (readonly Receivable[])[] {
  const some = open.slice(0, TOGETHER_MAX)
  const found: (readonly Receivable[])[] = []
  const choose = (chosen: readonly Receivable[], from: number, restMinor: bigint): void => {
    if (restMinor === 0n && chosen.length > 1) found.push(chosen)
    if (restMinor <= 0n || found.length >= WAYS_MAX) return
    for (const [at, it] of some.entries())
      if (at >= from && it.dueMinor <= restMinor)
        choose([...chosen, it], at + 1, restMinor - it.dueMinor)
  }
  if (sumOf(some.map((it) => it.dueMinor)) >= amountMinor) choose([], 0, amountMinor)
  return found
}
