import { occurrences } from '@billwright/rules/schedule'
import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { type AppError, invalidRequest } from '../../kernel/errors.ts'
import { secondsAfter } from '../../platform/clock.ts'
import {
  below,
  change,
  checkDay,
  dueOf,
  requireIssue,
  requireOpen,
  tooMany,
} from './inner/changes.ts'
import { checkPlaceholders } from './inner/content.ts'
import { occurrenceNotFound, recurringEnded } from './inner/errors.ts'
import { contextOf, previewOccurrence } from './inner/maker.ts'
import { type RecurringInvoice, TOO_MANY_DUE } from './inner/recurring.ts'
import * as repository from './inner/repository.ts'
import { attentionWithout, planFor } from './inner/runner.ts'
import type { Previewed, Upcoming } from './inner/view.ts'
import type { OccurrenceBody } from './input.ts'
import type { RecurringDetails } from './read.ts'

const SKIPS_MAX = 400

const EXTRAS_MAX = 60

const UPCOMING_MAX = 100

const DAY_SECONDS = 86_400

export function setOccurrence(
  work: ReadWork,
  request: VersionedRef,
  { date, body }: { readonly date: string; readonly body: OccurrenceBody },
): Promise<RecurringDetails> {
  return change(work, request, async (work, before) => {
    if (before.status === 'ended') throw recurringEnded()
    requireIssue(work, before.action)
    await requireOpen(work, before, date)
    const skips = before.skips.filter((it) => it !== date)
    const extras = before.extras.filter((it) => it.date !== date)
    if (body.skip) {
      if (skips.length === SKIPS_MAX) throw tooMany('/skip', SKIPS_MAX)
      const attention = attentionWithout(before, date)
      const after = { ...before, skips: [...skips, date].toSorted(), extras, attention }
      return { after, event: 'updated' }
    }
    const extra = { date, items: body.items ?? [], notes: body.notes ?? null }
    if (extra.items.length === 0 && extra.notes === null) throw nothingAdded()
    if (extras.length === EXTRAS_MAX) throw tooMany('/items', EXTRAS_MAX)
    checkPlaceholders(extra as never, '')
    const context = await contextOf(work, before)
    const after = { ...before, skips, extras: [...extras, extra] }
    try {
      await checkDay(work, after, date, context)
    } catch (error) {
      throw below('', error)
    }
    return { after, event: 'updated' }
  })
}

export function clearOccurrence(
  work: ReadWork,
  request: VersionedRef,
  date: string,
): Promise<RecurringDetails> {
  return change(work, request, async (work, before) => {
    requireIssue(work, before.action)
    const isThere =
      before.skips.includes(date) || before.extras.some((extra) => extra.date === date)
    if (!isThere) throw occurrenceNotFound(date)
    await requireOpen(work, before, date)
    const skips = before.skips.filter((it) => it !== date)
    const extras = before.extras.filter((it) => it.date !== date)
    return { after: { ...before, skips, extras }, event: 'updated' }
  })
}

/** The next occurrences of a stored recurring invoice. */
export async function listOccurrences(
  work: ReadWork,
  id: string,
  count: number,
): Promise<readonly Previewed[]> {
  const recurring = await repository.requireRecurring(work, id)
  if (recurring.status === 'ended') return []
  const { plan } = await planFor(work, recurring)
  return previewOccurrence(work, recurring, [...occurrences(recurring.schedule, plan).take(count)])
}

/** The invoices of all of them within some days, the earliest first. */
export async function listUpcoming(
  work: ReadWork,
  { days, onlyNext }: { readonly days: number; readonly onlyNext: boolean },
): Promise<Upcoming> {
  const before = secondsAfter(work.at, days * DAY_SECONDS)
  const all = await repository.listUpcoming(work, before, UPCOMING_MAX + 1)
  const found: Upcoming['data'][number][] = []
  for (const recurring of all) {
    const { plan } = await planFor(work, recurring)
    const coming = occurrences(recurring.schedule, plan).filter(({ isSkipped }) => !isSkipped)
    const within = takeWhile(coming, ({ runAt }) => runAt < before)
    const dates = [...within.take(onlyNext ? 1 : UPCOMING_MAX + 1)]
    const shown = await previewOccurrence(work, recurring, dates)
    found.push(...shown.map((previewed) => ({ recurring, previewed })))
  }
  const sorted = found.toSorted((one, other) =>
    one.previewed.occurrence.runAt < other.previewed.occurrence.runAt ? -1 : 1,
  )
  return { data: sorted.slice(0, UPCOMING_MAX), hasMore: sorted.length > UPCOMING_MAX }
}

/**
 * The invoices that the worker would create at an instant, and matters that wait for a person.
 */
export async function listDueRecurring(work: ReadWork) {
  const current = await currentSettings(work)
  const found: {
    recurring: RecurringInvoice
    dates: readonly string[]
    attention: string | null
  }[] = []
  for (const recurring of await repository.listActive(work)) {
    const due = dueOf(work, recurring, current, await repository.listDecided(work, recurring))
    if (due.waiting.length === 0) continue
    const held = due.isTooMany ? TOO_MANY_DUE : null
    const attention = recurring.attention?.code ?? held
    found.push({ recurring, dates: due.waiting.map(({ date }) => date), attention })
  }
  return found
}

function* takeWhile<T>(all: Iterable<T>, isWanted: (one: T) => boolean): Generator<T> {
  for (const one of all) {
    if (!isWanted(one)) return
    yield one
  }
}

const nothingAdded = (): AppError =>
  invalidRequest([
    { pointer: '/skip', code: 'required', message: 'Send `skip: true`, `items` or `notes`.' },
  ])
