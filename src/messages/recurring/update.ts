import { isDeepStrictEqual } from 'node:util'
import { nextNominalDay, type Schedule } from '@billwright/rules/schedule'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { type AppError, invalidRequest } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf } from '../../platform/clock.ts'
import {
  CHANGES_MAX,
  change,
  checkContents,
  requireIssue,
  requireOpen,
  tooMany,
} from './inner/changes.ts'
import { checkPlaceholders, contentOn, withOneTerms } from './inner/content.ts'
import { changedDefinition } from './inner/definition.ts'
import { occurrenceNotFound, recurringEnded } from './inner/errors.ts'
import { nextOf } from './inner/planning.ts'
import type { RecurringInvoice } from './inner/recurring.ts'
import { later, planFor } from './inner/runner.ts'
import type { RecurringChangeBody } from './input.ts'
import type { RecurringDetails } from './read.ts'

export function updateRecurring(
  work: ReadWork,
  request: VersionedRef,
  { body, mode }: { readonly body: RecurringChangeBody; readonly mode: Mode },
): Promise<RecurringDetails> {
  return change(work, request, async (work, before) => {
    if (before.status === 'ended') throw recurringEnded()
    const { current, plan } = await planFor(work, before)
    const next = nextOf(before, plan)?.date ?? before.fromDate
    // Changes of days that have come are part of the contents by now.
    const invoice = body.invoice ? contentOn({ ...before, extras: [] }, next) : before.invoice
    const changes = body.invoice ? before.changes.filter(({ from }) => from > next) : before.changes
    const changed = changedDefinition({ ...before, invoice }, body, mode)
    requireIssue(work, before.action, changed.action)
    const today = dayOf(work.at, current.timeZone)
    const isMoved = !isDeepStrictEqual(changed.schedule, before.schedule)
    const isOtherNotice = !isDeepStrictEqual(changed.mail, before.mail)
    const after: RecurringInvoice = {
      ...before,
      ...changed,
      changes: isMoved ? onDaysOf(changed.schedule, changes) : changes,
      fromDate: isMoved ? later(changed.schedule.startDate, today) : before.fromDate,
      notifiedUntil: isMoved || isOtherNotice ? work.at : before.notifiedUntil,
    }
    await checkContents(work, after)
    return { after, event: 'updated' }
  })
}

/** Each change begins on the next nominal day of the new schedule; two of one day become one. */
function onDaysOf(schedule: Schedule, changes: RecurringInvoice['changes']) {
  const moved = new Map<string, RecurringInvoice['changes'][number]>()
  for (const { from, invoice } of changes) {
    const day = nextNominalDay(schedule, from)
    if (day === null) continue
    const earlier = moved.get(day)?.invoice ?? {}
    moved.set(day, { from: day, invoice: withOneTerms({ ...earlier, ...invoice }) })
  }
  return [...moved.values()]
}

/** "This and following": the contents from a nominal day on. */
export function changeRecurringFrom(
  work: ReadWork,
  request: VersionedRef,
  { from, body }: { readonly from: string; readonly body: RecurringChangeBody },
): Promise<RecurringDetails> {
  return change(work, request, async (work, before) => {
    if (before.status === 'ended') throw recurringEnded()
    requireIssue(work, before.action)
    const others = Object.keys(body).filter((name) => name !== 'invoice')
    if (others.length > 0) throw onlyContents(others)
    await requireOpen(work, before, from)
    const earlier = before.changes.find((it) => it.from === from)
    const given = withOneTerms(body.invoice ?? {})
    // Null stays: it deletes the field of the contents from that day on.
    const invoice = withOneTerms({ ...earlier?.invoice, ...given })
    checkPlaceholders(invoice, '/invoice')
    const changes = [...before.changes.filter((it) => it.from !== from), { from, invoice }]
    if (changes.length > CHANGES_MAX) throw tooMany('?from', CHANGES_MAX)
    const sorted = changes.toSorted((one, other) => (one.from < other.from ? -1 : 1))
    const after = { ...before, changes: sorted }
    await checkContents(work, after)
    return { after, event: 'updated' }
  })
}

export function deleteRecurringChange(
  work: ReadWork,
  request: VersionedRef,
  date: string,
): Promise<RecurringDetails> {
  return change(work, request, async (work, before) => {
    requireIssue(work, before.action)
    const changes = before.changes.filter(({ from }) => from !== date)
    if (changes.length === before.changes.length) throw occurrenceNotFound(date)
    await requireOpen(work, before, date)
    return { after: { ...before, changes }, event: 'updated' }
  })
}

const onlyContents = (names: readonly string[]): AppError =>
  invalidRequest(
    names.map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      message: 'Not allowed: with `from` you can change only `invoice`.',
    })),
  )
