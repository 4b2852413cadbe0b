import {
  highestSequence,
  type NumberSeries,
  numberFor,
  numberStart,
} from '@billwright/rules/numbering'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Work } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { engineOf, isUniqueViolation, repeatAfter } from '../../../platform/database/db.ts'
import {
  type CompanyDb,
  compiledForCompany,
  type NewRow,
  tablesOf,
} from '../../../platform/database/scope.ts'

/** A number and the series that assigned it. */
interface GivenNumber {
  readonly number: string
  /** The row of `number_series`. */
  readonly series: string
  /** The count of assigned numbers including this one: 1, 2, 3 … without a gap. */
  readonly sequence: bigint
}

/** The existing numbers of documents of a kind. */
export interface UsedNumbers {
  /** True: a unique key of the database refuses a duplicate. */
  readonly isKey?: true
  isUsed(scope: CompanyDb, number: string): Promise<boolean>
  /** Only those that begin with `start`. */
  list(scope: CompanyDb, start: string): Promise<readonly string[]>
}

/**
 * Gives the next number of a series. Its row is locked until the commit, so numbers have no gaps and no
 * duplicates. If imported invoices or an earlier pattern already use the number, the series continues
 * after the highest used one. `sequence` counts only the numbers that were given.
 */
export async function nextNumber(
  work: Work,
  series: NumberSeries,
  used: UsedNumbers,
): Promise<GivenNumber> {
  const [document] = await nextNumbers(work, [{ series }], used)
  if (!document) throw new Error('A series gave no number.')
  return document.given
}

/** Takes the next number of each document. Locks and counts each series once, always in one order. */
export async function nextNumbers<Document extends { readonly series: NumberSeries }>(
  work: Work,
  documents: readonly Document[],
  used: UsedNumbers,
): Promise<readonly (Document & { readonly given: GivenNumber })[]> {
  const numbered: (Document & { readonly given: GivenNumber })[] = []
  const bySeries = Map.groupBy(documents, ({ series }) => series.key)
  for (const [key, same] of [...bySeries].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const counter = await takeSequences(work, key, same.length)
    let { sequence, skipped } = counter
    for (const document of same) {
      const { series } = document
      const place = await freePlace(work, series, { sequence, skipped, used })
      const number = numberAt(series, place)
      numbered.push({ ...document, given: { number, series: key, sequence } })
      skipped = place - sequence
      sequence += 1n
    }
    if (skipped !== counter.skipped) await setSkipped(work, key, skipped)
  }
  return numbered
}

const numberAt = ({ numbering, issueDate }: NumberSeries, place: bigint): string =>
  numberFor(numbering, issueDate, place)

interface Taken {
  readonly sequence: bigint
  readonly skipped: bigint
  readonly used: UsedNumbers
}

/** The sequence of the next number: numbers that are already used are skipped. */
async function freePlace(
  work: Work,
  series: NumberSeries,
  { sequence, skipped, used }: Taken,
): Promise<bigint> {
  const next = sequence + skipped
  const isFree =
    sequence > 1n &&
    (mayTrust(work, series, used) || !(await used.isUsed(work, numberAt(series, next))))
  if (isFree) return next
  const highest = highestSequence(series, await used.list(work, numberStart(series)))
  const usual = highest >= next ? highest + 1n : next
  const place = sequence === 1n ? await firstPlace(work, series, usual) : usual
  const number = numberAt(series, place)
  if (await used.isUsed(work, number)) throw numberTaken(number)
  return place
}

/** The series in which an unassigned number was already in use. */
const MET = new LRUCache<string, true>({ max: 1000 })

/**
 * Asking PostgreSQL whether the next number is free would keep the series locked for longer. It
 * nearly always is, and a unique key refuses a duplicate. After a duplicate the
 * transaction is repeated, and the numbers of this series are checked from then on.
 */
function mayTrust(work: Work, { key }: NumberSeries, used: UsedNumbers): boolean {
  const met = `${work.companyId} ${key}`
  if (!used.isKey || engineOf(work.db) === 'sqlite' || MET.has(met)) return false
  repeatAfter(work.db, (error) => {
    if (!isUniqueViolation(error)) return false
    MET.set(met, true)
    return true
  })
  return true
}

/** The first period of a series begins at its start, later ones at 1. */
async function firstPlace(work: Work, { own }: NumberSeries, usual: bigint): Promise<bigint> {
  if (own === undefined || own.start <= usual) return usual
  const { counters, start } = own
  const { count } = await tablesOf(work)
    .selectFrom('number_series')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('key', '>=', counters.first)
    .where('key', '<', counters.end)
    .executeTakeFirstOrThrow()
  return Number(count) === 1 ? start : usual
}

/** Takes `count` numbers of the series; `sequence` is the first. */
async function takeSequences(
  work: Work,
  key: string,
  count: number,
): Promise<{ readonly sequence: bigint; readonly skipped: bigint }> {
  const [row] = await countUp(work, { key, last_value: BigInt(count), skipped: 0n })
  if (!row) throw new Error('A series of numbers was not counted.')
  return { sequence: row.last_value - BigInt(count) + 1n, skipped: row.skipped }
}

const countUp = compiledForCompany((scope, first: NewRow<'number_series'>) =>
  tablesOf(scope)
    .insertInto('number_series', first)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'key']).doUpdateSet({
        last_value: sql`number_series.last_value + excluded.last_value`,
      }),
    )
    .returning(['last_value', 'skipped']),
)

async function setSkipped(work: Work, key: string, skipped: bigint): Promise<void> {
  await tablesOf(work)
    .updateTable('number_series')
    .set({ skipped })
    .where('key', '=', key)
    .execute()
}

const numberTaken = (number: string): AppError =>
  new AppError(
    'conflict',
    'number_taken',
    `The next number, ${number}, is already in use. Change the numbering pattern in the settings.`,
    { number, params: { number } },
  )
