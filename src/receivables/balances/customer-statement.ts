import { sumOf } from '@billwright/money'
import type { Movement, Opening } from './movements.ts'
import type { Age, Owed } from './owed.ts'

export interface StatementRow extends Movement {
  /** The balance after the movement. */
  readonly balanceMinor: bigint
}

export type Ageing = Readonly<Record<Age, bigint>>

/** The balance of a customer in one currency. Currencies are never added. */
export interface Account {
  readonly currency: string
  readonly openingMinor: bigint
  readonly rows: readonly StatementRow[]
  readonly invoicedMinor: bigint
  readonly creditedMinor: bigint
  readonly paidMinor: bigint
  readonly closingMinor: bigint
  readonly ageing: Ageing
}

export interface CustomerStatement {
  readonly customerId: string
  readonly customerName: string
  readonly from: string
  readonly to: string
  readonly accounts: readonly Account[]
}

/** One account per currency with any movement or balance, by code. */
export function accountsOf(known: {
  readonly currencies: readonly string[]
  readonly openings: readonly Opening[]
  readonly movements: readonly Movement[]
  readonly ages: readonly Owed[]
}): readonly Account[] {
  const { currencies, openings, movements, ages } = known
  const named = [...currencies, ...[...openings, ...movements].map((it) => it.currency)]
  const all = [...new Set(named)].sort()
  return all.map((currency) => {
    const isOwn = (it: { readonly currency: string }) => it.currency === currency
    const openingMinor = sumOf(openings.filter(isOwn).map(({ minor }) => minor))
    const rows = withBalances(openingMinor, movements.filter(isOwn))
    const sum = (kind: Movement['kind']) =>
      sumOf(rows.filter((row) => row.kind === kind).map(({ amountMinor }) => amountMinor))
    return {
      currency,
      openingMinor,
      rows,
      invoicedMinor: sum('invoice'),
      creditedMinor: -sum('credit_note'),
      paidMinor: -sum('payment'),
      closingMinor: rows.at(-1)?.balanceMinor ?? openingMinor,
      ageing: ageingOf(ages.filter(isOwn)),
    }
  })
}

function withBalances(
  openingMinor: bigint,
  movements: readonly Movement[],
): readonly StatementRow[] {
  let balanceMinor = openingMinor
  return movements.map((movement) => {
    balanceMinor += movement.amountMinor
    return { ...movement, balanceMinor }
  })
}

function ageingOf(ages: readonly Owed[]): Ageing {
  const of = (age: Age) => sumOf(ages.filter((it) => it.age === age).map(({ minor }) => minor))
  return {
    notDue: of('notDue'),
    days1To30: of('days1To30'),
    days31To60: of('days31To60'),
    days61To90: of('days61To90'),
    over90: of('over90'),
    credit: of('credit'),
  }
}
