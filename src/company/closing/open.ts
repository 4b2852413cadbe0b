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
export const closedUntil = (scope: CompanyDb): Promise<string | null> =>
  repository.readClosedDay(scope)

/**
 * Refuses a change of the books on a closed day. Of a past day, it locks the closing until the transaction ends: either
 * the closing sees the change, or the change sees the closing. Nobody can close other days now, but they were closed
 * if the clock or the time zone went back since. `timeZone` saves a statement where it is known.
 *
 * @throws AppError `period_closed`
 */
export async function requireOpen(
  work: Work,
  days: readonly string[],
  timeZone?: string,
): Promise<void> {
  const first = days.toSorted()[0]
  if (first === undefined) return
  const isPast = await isPastDay(work, first, timeZone)
  const until = isPast ? await repository.shareClosing(work) : await closedUntil(work)
  if (until !== null && first <= until) throw periodClosed(first, until)
}

async function isPastDay(work: Work, day: string, timeZone: string | undefined): Promise<boolean> {
  const today = dayOf(work.at, 'UTC')
  // No time zone is more than a day away from UTC.
  if (day > today || day < addDays(today, -1)) return day < today
  return day < dayOf(work.at, timeZone ?? (await currentSettings(work)).timeZone)
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
