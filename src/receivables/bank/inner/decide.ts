import type { BankEntry } from '@billwright/bank-statements'
import { sumOf } from '@billwright/money'
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
  {
    fileId,
    wasUndone,
  }: { readonly fileId: string | null; readonly wasUndone: (entry: PlacedEntry) => boolean },
): Decision {
  const known = new Set(there.map(keyOf))
  const reported = new Set(entries.map(keyOf))
  const replaced: StoredEntry[] = []
  /** Sums whose payments are found, and by batch whether a person booked its sum. */
  const taken = new Set<string>()
  const covered = new Map<string, boolean>()
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
    const isCovered = replaceSum(placed)
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
  return { added, replaced, counts }

  /** A sum that comes after its details is no further payment. */
  function isSumOfDetails({ entry, statement }: PlacedEntry): boolean {
    const stored = there.filter((it) => it.fileId !== fileId || it.statement !== statement)
    const inFile = added.filter(({ placed }) => placed.statement !== statement)
    const others = [...stored.map((it) => it.content), ...inFile.map((it) => it.placed.entry)]
    const amounts = others.filter((it) => isPartOf(it, entry)).map((it) => it.amountMinor)
    return amounts.length > 0 && sumOf(amounts) === entry.amountMinor
  }

  /** Whether the sum of this payment is booked already; else the payment takes its place. */
  function replaceSum({ entry, statement, batchMinor }: PlacedEntry): boolean {
    const batch = batchMinor === null ? null : `${statement} ${entry.entryReference}`
    const decided = batch === null ? undefined : covered.get(batch)
    if (decided !== undefined) return decided
    const whole = there.find(
      (it) =>
        (it.fileId !== fileId || it.statement !== statement) &&
        it.reason !== 'replaced' &&
        !taken.has(it.id) &&
        isPartOf(entry, it.content) &&
        (it.content.batch === 'whole' ||
          it.content.amountMinor === (batchMinor ?? entry.amountMinor)),
    )
    if (!whole) return false
    const isCovered = whole.allocatedMinor > 0n
    taken.add(whole.id)
    if (batch !== null) covered.set(batch, isCovered)
    if (isCovered) return true
    replaced.push(whole)
    count(statement, 'replaced')
    return false
  }

  /** An entry of another format with the same day and amount, which no other one is suspected to be. */
  function suspectFor({ entry, family }: PlacedEntry): string | null {
    const like = there.find(
      (it) =>
        (it.family !== family ||
          (it.fileId !== fileId && onlyOneHasReference(it.content, entry))) &&
        !reported.has(keyOf(it)) &&
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

/** Whether `part` is a payment that the entry `whole` of another statement contains, with fewer details. */
function isPartOf(part: BankEntry, whole: BankEntry): boolean {
  const { entryReference, batch } = whole
  if (entryReference === null || part.entryReference !== entryReference) return false
  if (batch === 'whole') return part.batch === 'detail'
  // Entries that are not called a batch. Some banks repeat a reference, so the rest has to agree.
  if (batch === 'detail' || whole.bankReference !== entryReference) return false
  if (part.bookingDate !== whole.bookingDate) return false
  if (part.batch === 'detail') return true
  const isOwn = part.batch === null && part.bankReference !== entryReference
  const agree = (one: string | null, other: string | null) =>
    one === null || other === null || one === other
  return (
    isOwn &&
    agree(part.iban, whole.iban) &&
    agree(part.endToEnd, whole.endToEnd) &&
    agree(part.name, whole.name)
  )
}

/** Notifications and statements of one bank: either may leave out its reference. */
const onlyOneHasReference = (one: BankEntry, other: BankEntry): boolean =>
  one.batch === null &&
  other.batch === null &&
  (one.bankReference === null) !== (other.bankReference === null)

const keyOf = ({ identity, n }: { readonly identity: string; readonly n: number }): string =>
  `${identity} ${n}`
