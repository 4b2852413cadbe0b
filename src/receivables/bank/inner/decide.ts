import type { EntryMark, StoredEntry } from '../entry.ts'
import { type EntryCounts, NO_COUNTS } from '../file.ts'
import type { PlacedEntry } from './place.ts'

/* Which entries of a file are new. Pure: `there` has what may be the same ones. */

export interface Decision {
  /** Entries to add. */
  readonly added: readonly NewEntry[]
  /** Sums whose details take their place. */
  readonly replaced: readonly StoredEntry[]
  /** By position of the statement. */
  readonly counts: ReadonlyMap<number, EntryCounts>
}

export interface NewEntry {
  readonly placed: PlacedEntry
  readonly marks: readonly EntryMark[]
  /** Why it is ignored at once. */
  readonly reason: 'before_start' | 'covered' | null
  readonly suspectOf: string | null
}

/** Decides about entries of one account, in the order of the file. */
export function decide(
  entries: readonly PlacedEntry[],
  there: readonly StoredEntry[],
  wasUndone: (entry: PlacedEntry) => boolean,
): Decision {
  const known = new Set(there.map(keyOf))
  const replaced = new Map<string, StoredEntry>()
  const covering = new Set<string>()
  const suspected = new Set(
    there.flatMap(({ suspectOf, family }) => (suspectOf === null ? [] : `${suspectOf} ${family}`)),
  )
  const added: NewEntry[] = []
  const counts = new Map<number, EntryCounts>()
  const count = (statement: number, name: keyof EntryCounts) => {
    const before = counts.get(statement) ?? NO_COUNTS
    counts.set(statement, { ...before, [name]: before[name] + 1 })
  }

  for (const placed of entries) {
    const { entry, statement } = placed
    if (known.has(keyOf(placed)) || isSumOfDetails(placed)) {
      count(statement, 'known')
      continue
    }
    const isCovered = entry.batch === 'detail' && replaceSum(placed)
    const suspectOf = suspectFor(placed)
    const marks: readonly EntryMark[] = [
      ...(placed.isUnbalanced ? (['unbalanced'] as const) : []),
      ...(suspectOf === null ? [] : (['suspect_duplicate'] as const)),
      ...(wasUndone(placed) ? (['undone_before'] as const) : []),
    ]
    const start = placed.account.startDate
    const isEarly = start !== null && entry.bookingDate < start
    const reason = isEarly ? 'before_start' : isCovered ? 'covered' : null
    added.push({ placed, marks, reason, suspectOf })
    count(statement, 'added')
    if (suspectOf !== null) count(statement, 'suspects')
  }
  return { added, replaced: [...replaced.values()], counts }

  /** A sum that comes after its details is no further payment. */
  function isSumOfDetails({ entry }: PlacedEntry): boolean {
    if (entry.batch !== 'whole' || entry.entryReference === null) return false
    const details = [...there.map(({ content }) => content), ...added.map((it) => it.placed.entry)]
      .filter((it) => it.batch === 'detail' && it.entryReference === entry.entryReference)
      .map(({ amountMinor }) => amountMinor)
    return details.length > 0 && details.reduce((sum, it) => sum + it, 0n) === entry.amountMinor
  }

  /** Whether the sum of this payment is booked already; else the payment takes its place. */
  function replaceSum({ entry, statement }: PlacedEntry): boolean {
    const whole = there.find(
      ({ content }) =>
        content.batch === 'whole' &&
        content.entryReference !== null &&
        content.entryReference === entry.entryReference,
    )
    if (!whole || whole.reason === 'replaced' || replaced.has(whole.id)) return false
    if (whole.allocatedMinor > 0n || covering.has(whole.id)) {
      covering.add(whole.id)
      return true
    }
    replaced.set(whole.id, whole)
    count(statement, 'replaced')
    return false
  }

  /** An entry of another format with the same day and amount, which no other one is suspected to be. */
  function suspectFor({ entry, family }: PlacedEntry): string | null {
    const like = there.find(
      (it) =>
        it.family !== family &&
        it.content.bookingDate === entry.bookingDate &&
        it.content.amountMinor === entry.amountMinor &&
        it.reason !== 'replaced' &&
        !suspected.has(`${it.id} ${family}`),
    )
    if (!like) return null
    suspected.add(`${like.id} ${family}`)
    return like.id
  }
}

const keyOf = ({ identity, n }: { readonly identity: string; readonly n: number }): string =>
  `${identity} ${n}`
