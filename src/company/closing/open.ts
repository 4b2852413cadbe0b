import type { Work } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { currentSettings } from '../settings/read.ts'
import type { Closing } from './closing.ts'
import * as repository from './inner/repository.ts'

export { readClosing } from './inner/repository.ts'

/** The last closed day; null: none. */
export const closedUntil = async (scope: CompanyDb): Promise<string | null> =>
  (await repository.readClosing(scope)).until

/**
 * Refuses a change of the books on a closed day. Locks the closing until the transaction ends: either the
 * closing sees the change, or the change sees the closing. `timeZone` saves a statement where it is known.
 *
 * @throws AppError `period_closed`
 */
export async function requireOpen(
  work: Work,
  days: readonly string[],
  timeZone?: string,
): Promise<void> {
  const first = days.toSorted()[0]
  // No time zone is more than a day ahead, and only past days can be closed.
  if (first === undefined || first > dayOf(work.at, 'UTC')) return
  const isLongPast = first < addDays(dayOf(work.at, 'UTC'), -1)
  const zone = timeZone ?? (isLongPast ? 'UTC' : (await currentSettings(work)).timeZone)
  if (first >= dayOf(work.at, zone)) return
  const until = await repository.shareClosing(work)
  if (until !== null && first <= until) throw periodClosed(first, until)
}

/** The day, or the first open one after a closed day: for money that another system reports late. */
export const openDay = (day: string, until: string | null): string =>
  until === null || day > until ? day : addDays(until, 1)

/** For closing and reopening: nobody else changes the books until the transaction ends. */
export const lockClosing = (work: Work): Promise<Closing> => repository.lockClosing(work)

export const saveClosing = (work: Work, closing: Closing): Promise<void> =>
  repository.saveClosing(work, closing)

const periodClosed = (day: string, until: string): AppError => {
  const from = addDays(until, 1)
  return new AppError(
    'conflict',
    'period_closed',
    `${day} is in a closed period. Use a day from ${from} on, or let an administrator reopen the books.`,
    { closed_until: until, use_from: from, params: { until, from } },
  )
}
