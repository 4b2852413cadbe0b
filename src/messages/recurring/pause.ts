import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { change, dueOf, requireFew, requireIssue } from './inner/changes.ts'
import { recurringEnded } from './inner/errors.ts'
import * as repository from './inner/repository.ts'
import { later, passOver } from './inner/runner.ts'
import type { RecurringDetails } from './read.ts'

export function pauseRecurring(
  work: ReadWork,
  request: VersionedRef,
  until: string | null,
): Promise<RecurringDetails> {
  return change(work, request, async (_work, before) => {
    if (before.status === 'ended') throw recurringEnded()
    return { after: { ...before, status: 'paused', pausedUntil: until }, event: 'paused' }
  })
}

/** Also after too many were due: creates all missed ones, or passes them over. */
export function resumeRecurring(
  work: ReadWork,
  request: VersionedRef,
  missed: 'skip' | 'make',
): Promise<RecurringDetails> {
  return change(work, request, async (work, before) => {
    if (before.status === 'ended') throw recurringEnded()
    requireIssue(work, before.action)
    const current = await currentSettings(work)
    const today = dayOf(work.at, current.timeZone)
    const open = {
      ...before,
      status: 'active',
      pausedUntil: null,
      attention: null,
      notifiedUntil: later(work.at, before.notifiedUntil),
    } as const
    if (missed === 'make') {
      const decided = await repository.listDecided(work, before)
      const { waiting } = dueOf(work, open, current, decided)
      requireFew(waiting.length, '/missed')
      const askedUntil = waiting.at(-1)?.date ?? before.askedUntil
      return { after: { ...open, askedUntil }, event: 'resumed' }
    }
    await passOver(work, before, today)
    return { after: { ...open, fromDate: later(before.fromDate, today) }, event: 'resumed' }
  })
}
