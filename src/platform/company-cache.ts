/**
 * An LRU cache with a total size. Keys come from `cacheKey` and begin with the company. One
 * company may fill it, but cannot evict the others: entries of companies above a quarter are
 * evicted first, then the least recently used ones.
 */
interface CompanyCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

interface CompanyCacheOptions<T> {
  readonly sizeMax: number
  /** Default: every entry counts as 1. */
  sizeOf?(value: T): number
}

interface Entry<T> {
  readonly value: T
  readonly size: number
}

/** The entries of one company, the last used at the end. */
interface Share<T> {
  readonly entries: Map<string, Entry<T>>
  size: number
}

const SHARES = 4

export function createCompanyCache<T>({
  sizeMax,
  sizeOf = () => 1,
}: CompanyCacheOptions<T>): CompanyCache<T> {
  /** By company, the last used at the end. */
  const shares = new Map<string, Share<T>>()
  let total = 0

  const touch = (company: string, share: Share<T>) => {
    shares.delete(company)
    shares.set(company, share)
  }

  const drop = (company: string, share: Share<T>, key: string) => {
    const size = share.entries.get(key)?.size ?? 0
    share.entries.delete(key)
    share.size -= size
    total -= size
    if (share.entries.size === 0) shares.delete(company)
  }

  const dropOldest = () => {
    const all = [...shares]
    const [company, share] = all.find(([, { size }]) => size * SHARES > sizeMax) ?? all[0] ?? []
    const [oldest] = share?.entries.keys() ?? []
    if (company !== undefined && share && oldest !== undefined) drop(company, share, oldest)
  }

  return {
    get(key) {
      const company = companyOf(key)
      const share = shares.get(company)
      const entry = share?.entries.get(key)
      if (!share || !entry) return undefined
      share.entries.delete(key)
      share.entries.set(key, entry)
      touch(company, share)
      return entry.value
    },
    set(key, value) {
      const size = sizeOf(value)
      const company = companyOf(key)
      const share = shares.get(company) ?? { entries: new Map(), size: 0 }
      drop(company, share, key)
      if (size > sizeMax) return
      share.entries.set(key, { value, size })
      share.size += size
      total += size
      touch(company, share)
      while (total > sizeMax) dropOldest()
    },
  }
}

const companyOf = (key: string): string => key.slice(0, key.indexOf(' '))
