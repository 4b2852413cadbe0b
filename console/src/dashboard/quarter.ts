interface Month {
  /** YYYY-MM */
  readonly month: string
}

/**
 * The months of the last month's quarter, and those of the quarter before. The input is in order.
 */
export function quartersOf<M extends Month>(
  months: readonly M[],
): {
  readonly current: readonly M[]
  readonly before: readonly M[]
} {
  const last = Number(months.at(-1)?.month.slice(5) ?? 1)
  const first = months.length - 1 - ((last - 1) % 3)
  return { current: months.slice(first), before: months.slice(Math.max(first - 3, 0), first) }
}
