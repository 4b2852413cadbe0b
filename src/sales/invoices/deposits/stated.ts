import { divideRounded, sumOf } from '@billwright/money'
import type { Item } from '../../contents/contents.ts'
import { basesOf } from '../../contents/totals/stated.ts'
import { isStated, restated, withholdingsOf } from '../../contents/withholdings.ts'
import type { StoredInvoice } from '../invoice.ts'

interface Deducted {
  /** The items that deduct the deposits. */
  readonly items: readonly Item[]
  readonly deposits: readonly StoredInvoice[]
  /** Adds the amounts again. */
  readonly isUndone?: boolean
}

/** The final invoice with its stated withholdings less what the deposits withhold. */
export function withStatedLess(
  final: StoredInvoice,
  { items, deposits, isUndone = false }: Deducted,
): StoredInvoice {
  if (!isStated(final)) return final
  const shares = deposits.map((deposit) => {
    const own = items.filter(({ deducts }) => deducts === deposit.id)
    return withheldBy(deposit, { ...final, items: own, discounts: [], charges: [] })
  })
  return restated(final, (statedMinor, at) => {
    const deductedMinor = sumOf(shares.map((share) => share[at] ?? 0n))
    const restMinor = statedMinor + (isUndone ? deductedMinor : -deductedMinor)
    return restMinor < 0n ? 0n : restMinor
  })
}

/** What the deposit withholds by each withholding of the final invoice, in proportion to the deducted base. */
function withheldBy(deposit: StoredInvoice, deducting: StoredInvoice): readonly bigint[] {
  const known = withholdingsOf(deposit)
  const { baseMinor: bases } = basesOf(deducting)
  return withholdingsOf(deducting).map(({ kind, rateMicro }, at) => {
    const index = known.findIndex((it) => it.kind === kind && it.rateMicro === rateMicro)
    const { baseMinor = 0n, amountMinor = 0n } = deposit.totals.withheld?.[index] ?? {}
    return baseMinor === 0n
      ? amountMinor
      : divideRounded(amountMinor * -(bases[at] ?? 0n), baseMinor)
  })
}
