interface Month {
  /** YYYY-MM */
  readonly month: string
  readonly amount: string
}

/**
 * The months of the last month's quarter, and those of the quarter before. The input is in order.
 */
export function quartersOf(months: readonly Month[]): {
  readonly current: readonly Month[]
  readonly before: readonly Month[]
} {
  const last = Number(months.at(-1)?.month.slice(5) ?? 1)
  const first = months.length - 1 - ((last - 1) % 3)
  return { current: months.slice(first), before: months.slice(Math.max(first - 3, 0), first) }
}
