import { sumOf } from '@billwright/money'
import { isDue, isOverdue, type OwedByCustomer } from '../owed.ts'

/** For one customer in one currency; amounts of several currencies are never added. */
interface CurrencyBalance {
  readonly currency: string
  readonly openMinor: bigint
  readonly overdueMinor: bigint
  /** The customer's balance; negative: the company owes it. */
  readonly balanceMinor: bigint
}

export interface CustomerBalance {
  readonly customerId: string
  /** Null: only money on account, and no invoice. */
  readonly lastActivity: string | null
  readonly currencies: readonly CurrencyBalance[]
}

/** Refunds due and money on account reduce the balance, but not the open amount. */
export function balancesOf(
  owed: readonly (OwedByCustomer & { readonly changedAt: string })[],
  onAccount: readonly OwedByCustomer[],
): readonly CustomerBalance[] {
  const byCustomer = Map.groupBy([...owed, ...onAccount], ({ customerId }) => customerId)
  const changes = Map.groupBy(owed, ({ customerId }) => customerId)
  return [...byCustomer].map(([customerId, all]) => ({
    customerId,
    lastActivity: (changes.get(customerId) ?? [])
      .map(({ changedAt }) => changedAt)
      .reduce(laterOf, null),
    currencies: [...Map.groupBy(all, ({ currency }) => currency)]
      .map(([currency, own]) => ({
        currency,
        openMinor: sumOf(own.filter(isDue).map(({ minor }) => minor)),
        overdueMinor: sumOf(own.filter(isOverdue).map(({ minor }) => minor)),
        balanceMinor: sumOf(own.map(({ minor }) => minor)),
      }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
  }))
}

const laterOf = (a: string | null, b: string): string => (a !== null && a > b ? a : b)
