import type { CompanyId } from '../platform/database/tables.ts'

interface Placed {
  readonly company: CompanyId
  readonly group: string
}

export interface Places {
  readonly free: number
  /** At most so many of one group at once. */
  readonly perGroup: number
  /** More than this many of one company only where no other company waits. */
  readonly perCompany: number
}

/** So many of these jobs are to run next. */
export interface Choice {
  readonly company: CompanyId
  /** All that are due of one group: another process may be taking the first. */
  readonly ids: readonly string[]
  readonly limit: number
}

/** What to run next: companies within their share first, then groups with the fewest under way. */
export function chooseFair(
  due: readonly (Placed & { readonly id: string })[],
  running: readonly Placed[],
  { free, perGroup, perCompany }: Places,
): readonly Choice[] {
  const groups = createCounter(running.map(groupOf))
  const companies = createCounter(running.map(({ company }) => company))
  const chosen = due
    .map((job) => ({ job, inGroup: job.group === '' ? 0 : groups.countAndAdd(groupOf(job)) }))
    .filter(({ inGroup }) => inGroup < perGroup)
    .map((it) => ({ ...it, isBeyondShare: companies.countAndAdd(it.job.company) >= perCompany }))
    .toSorted(
      (one, other) =>
        Number(one.isBeyondShare) - Number(other.isBeyondShare) || one.inGroup - other.inGroup,
    )
    .slice(0, free)
  const limits = createCounter(chosen.map(({ job }) => groupOf(job)))
  return [...Map.groupBy(due, groupOf)].flatMap(([group, jobs]) => {
    const limit = limits.count(group)
    const [first] = jobs
    if (limit === 0 || !first) return []
    return [{ company: first.company, ids: jobs.map(({ id }) => id), limit }]
  })
}

/** What has at least `count` jobs under way. */
export function busiest<Key>(keys: readonly Key[], count: number): readonly Key[] {
  const counter = createCounter(keys)
  return [...new Set(keys)].filter((key) => counter.count(key) >= count)
}

const groupOf = ({ company, group }: Placed): string => `${company} ${group}`

function createCounter<Key>(keys: readonly Key[]) {
  const counts = new Map<Key, number>()
  const count = (key: Key): number => counts.get(key) ?? 0
  const countAndAdd = (key: Key): number => {
    const before = count(key)
    counts.set(key, before + 1)
    return before
  }
  for (const key of keys) countAndAdd(key)
  return { count, countAndAdd }
}
