import type { CompanyId } from '../../../platform/database/tables.ts'

/** The company and group of a due job; the group is empty if its kind has none. */
export interface Place {
  readonly company: CompanyId
  readonly group: string
}

interface Places {
  readonly free: number
  /** Limit of one group. */
  readonly perGroup: number
  /** One company exceeds this only if no other company waits. */
  readonly perCompany: number
}

export interface Choice extends Place {
  readonly limit: number
}

/**
 * How many jobs of each group to run next, from one entry per due job. Companies within their share
 * come first, then the groups with the fewest running jobs, then the given order.
 */
export function chooseFair(
  due: readonly Place[],
  running: readonly Place[],
  { free, perGroup, perCompany }: Places,
): readonly Choice[] {
  const groups = createCounter(running.map(nameOf))
  const companies = createCounter(running.map(({ company }) => company))
  const chosen = due
    .map((place) => ({ place, inGroup: groups.countAndAdd(nameOf(place)) }))
    .filter(({ inGroup }) => inGroup < perGroup)
    .map((it) => ({ ...it, isBeyondShare: companies.countAndAdd(it.place.company) >= perCompany }))
    .toSorted(
      (one, other) =>
        Number(one.isBeyondShare) - Number(other.isBeyondShare) || one.inGroup - other.inGroup,
    )
    .slice(0, free)
  const choices = new Map<string, Choice>()
  for (const { place } of chosen) {
    const limit = (choices.get(nameOf(place))?.limit ?? 0) + 1
    choices.set(nameOf(place), { ...place, limit })
  }
  return [...choices.values()]
}

const nameOf = ({ company, group }: Place): string => `${company} ${group}`

function createCounter<Key>(keys: readonly Key[]) {
  const counts = new Map<Key, number>()
  const countAndAdd = (key: Key): number => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before
  }
  for (const key of keys) countAndAdd(key)
  return { countAndAdd }
}
