import type { CustomerClaims } from '../owed.ts'

/** For one customer in one currency; amounts of several currencies are never added. */
export interface CurrencyBalance {
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

interface Held {
  readonly customerId: string
  readonly currency: string
  readonly minor: bigint
}

/** Refunds due and money on account reduce the balance, but not the open amount. */
export function balancesOf(
  claims: readonly CustomerClaims[],
  held: readonly Held[],
): readonly CustomerBalance[] {
  const ids = new Set([...claims, ...held].map(({ customerId }) => customerId))
  return [...ids].map((customerId) => {
    const own = claims.filter((it) => it.customerId === customerId)
    const onAccount = held.filter((it) => it.customerId === customerId)
    const currencies = new Set([...own, ...onAccount].map(({ currency }) => currency))
    return {
      customerId,
      lastActivity: own.map(({ changedAt }) => changedAt).reduce(laterOf, null),
      currencies: [...currencies].sort().map((currency) => {
        const claim = own.find((it) => it.currency === currency)
        const account = onAccount.find((it) => it.currency === currency)
        const openMinor = claim?.openMinor ?? 0n
        return {
          currency,
          openMinor,
          overdueMinor: claim?.overdueMinor ?? 0n,
          balanceMinor: openMinor - (claim?.refundMinor ?? 0n) - (account?.minor ?? 0n),
        }
      }),
    }
  })
}

const laterOf = (a: string | null, b: string): string => (a !== null && a > b ? a : b)
