import {
  dueAt,
  dueNotices,
  nextNotice,
  nominalDays,
  type Occurrence,
  type Plan,
} from '@billwright/rules/schedule'
import { currentSettings } from '../../../company/settings/read.ts'
import { recordEvent } from '../../../core/record/journal.ts'
import { transaction } from '../../../core/record/transaction.ts'
import { type ReadWork, SERVICE, type Work } from '../../../core/record/work.ts'
import { AppError, orGone } from '../../../kernel/errors.ts'
import { dayOf, secondsAfter } from '../../../platform/clock.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import { requireProduct } from '../../../sales/products/read.ts'
import { actorOf, makeOccurrence, notifyRenewal, problemOf } from './maker.ts'
import { calendarOf, fingerprintOf, nextOf, planOf } from './planning.ts'
import { enqueueRun } from './queue.ts'
import {
  type Attention,
  type Problem,
  type RecurringInvoice,
  type Run,
  TOO_MANY_DUE,
} from './recurring.ts'
import * as repository from './repository.ts'
import { recurringEventData } from './view.ts'

const HOUR_SECONDS = 3600
/** After a failure: 1, 2, 4 … 24 hours. */
const pauseAfter = (tries: number): number =>
  HOUR_SECONDS * Math.min(24, 2 ** Math.min(tries - 1, 5))
const LOOK_LIMIT = 500
const WAITING_SHOWN = 36

/** Ends the job in the transaction, or schedules it again. */
type Finish = (work: Work, again?: string | null) => Promise<void>

/** Creates the first due invoice; a refused one stays a draft, or waits. */
export async function runDue(work: ReadWork, id: string, finish: Finish): Promise<void> {
  let refused: Refusal | null = null
  for (;;) {
    try {
      const outcome = await step(work, id, { refused, finish })
      if (outcome) work.app.counters.countRun(outcome)
      return
    } catch (error) {
      if (error instanceof AppError && error.code === 'recurring_not_found') return
      if (!(error instanceof Refused)) throw error
      const refusal = { date: error.date, problem: problemOf(error.cause) }
      // The draft was refused, too.
      if (refused?.date === refusal.date) {
        await fail(work, id, refused, finish)
        return work.app.counters.countRun('failed')
      }
      refused = refusal
    }
  }
}

/** Ends pauses, follows the settings and finds schedules without a job. */
export async function lookAtAllRecurring(work: ReadWork): Promise<void> {
  const current = await currentSettings(work)
  if (current.automationPaused) return
  const today = dayOf(work.at, current.timeZone)
  const query = { now: work.at, plannedFor: fingerprintOf(current), limit: LOOK_LIMIT }
  for (const id of await repository.listPausedIds(work, today, LOOK_LIMIT))
    await apart(work, id, () => resumeHeld({ ...work, actor: SERVICE }, id))
  for (const id of await repository.listDueIds(work, query))
    await apart(work, id, () =>
      transaction(work, async (work) => {
        const before = await repository.lockRecurring(work, id)
        if (before.dueAt !== null && before.dueAt <= work.at) return enqueueRun(work, before)
        if (before.plannedFor === query.plannedFor) return
        await enqueueRun(work, await saveRun(work, before, await planned(work, before)))
      }),
    )
  for (const { id, customerId, at } of await repository.listFailed(work, LOOK_LIMIT))
    await apart(work, id, async () => {
      const { updatedAt } = await requireCustomer(work, customerId)
      if (updatedAt > at || (await hasChangedProduct(work, id, at)))
        await transaction(work, (work) => enqueueRun(work, { id, dueAt: work.at }))
    })
}

/** A pause until a day is over: the missed days are passed over. */
function resumeHeld(work: ReadWork, id: string): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockRecurring(work, id)
    if (before.status !== 'paused') return
    const { timeZone } = await currentSettings(work)
    const today = dayOf(work.at, timeZone)
    await passOver(work, before, today)
    const notifiedUntil = later(work.at, before.notifiedUntil)
    const rest = { pausedUntil: null, attention: null, notifiedUntil }
    const open = { ...before, status: 'active', ...rest } as const
    const after = await saveRun(
      work,
      before,
      await planned(work, { ...open, fromDate: later(before.fromDate, today) }),
    )
    record(work, 'resumed', after)
    await enqueueRun(work, after)
  })
}

export async function planFor(work: ReadWork, recurring: RecurringInvoice) {
  const current = await currentSettings(work)
  const decided = await repository.listDecided(work, recurring)
  return { current, plan: planOf(recurring, calendarOf(current), decided) }
}

/** Sets the next day by the settings and runs; ends the schedule if none is left. */
export async function planned(work: Work, recurring: RecurringInvoice): Promise<RecurringInvoice> {
  const { current, plan } = await planFor(work, recurring)
  const plannedFor = fingerprintOf(current)
  const isWaiting = recurring.attention?.code === TOO_MANY_DUE
  if (recurring.status !== 'active' || isWaiting)
    return { ...recurring, next: null, dueAt: null, plannedFor }
  const next = nextOf(recurring, plan)
  if (next) {
    const { date, runAt } = next
    const { schedule, mail, notifiedUntil: after } = recurring
    const noticeAt = nextNotice(schedule, plan, { days: mail.notice_days, after })
    const dueAt = noticeAt !== null && noticeAt < runAt ? noticeAt : runAt
    return { ...recurring, next: { date, runAt }, dueAt, plannedFor }
  }
  return { ...recurring, status: 'ended', endedAt: work.at, next: null, dueAt: null, plannedFor }
}

export async function saveRun(work: Work, before: RecurringInvoice, changed: RecurringInvoice) {
  const after = { ...changed, version: before.version + 1, updatedAt: work.at }
  await repository.saveRecurring(work, after)
  if (before.status !== 'ended' && after.status === 'ended') record(work, 'ended', after)
  return after
}

/** Creates the invoice of a day of a locked recurring invoice, and records the run. */
export async function makeOne(
  work: Work,
  before: RecurringInvoice,
  occurrence: Occurrence,
  refused: Problem | null,
  action = before.action,
): Promise<{ readonly recurring: RecurringInvoice; readonly run: Run }> {
  const { date } = occurrence
  const earlier = await repository.findRun(work, before.id, date)
  const n = earlier?.n ?? before.made + 1
  const made = await makeOccurrence(work, before, { ...occurrence, n }, { action, refused })
  const isMade = made.invoiceId !== null
  const tries = earlier?.tries ?? 0
  const run: Run = { ...runOf(work, date, made.outcome), ...made, n: isMade ? n : null, tries }
  if (earlier) await repository.replaceRun(work, before.id, run)
  else await repository.insertRun(work, before.id, run)
  const isFirst = isMade && earlier?.n == null
  const isHeld = before.attention?.code === TOO_MANY_DUE
  const attention = isHeld ? attentionWithout(before, date) : attentionOf(work, before, run)
  const counted = { ...before, made: before.made + (isFirst ? 1 : 0), attention }
  const after = await saveRun(work, before, await planned(work, counted))
  record(work, 'run', after, { date, outcome: run.outcome, invoice_id: run.invoiceId })
  if (run.problem) record(work, 'attention', after, { code: run.problem.code, date })
  return { recurring: after, run }
}

/** Days before this one are skipped and recorded. */
async function noteSkipped(work: Work, id: string, { progress }: Plan, days: readonly string[]) {
  for (const date of days) if (progress.skips.has(date)) await note(work, id, date, 'skipped')
}

async function hold(work: Work, before: RecurringInvoice, waiting: readonly Occurrence[]) {
  const attention: Attention = {
    code: TOO_MANY_DUE,
    since: work.at,
    detail: `${waiting.length} invoices are due at once. Resume with \`make\` or \`skip\`.`,
    dates: waiting.slice(0, WAITING_SHOWN).map(({ date }) => date),
  }
  const held = { ...before, attention, next: null, dueAt: null }
  const after = await saveRun(work, before, held)
  record(work, 'attention', after, { code: attention.code })
}

/** Notifies the customer of later days; returns whether any notice was due. */
async function notify(work: Work, before: RecurringInvoice, plan: Plan) {
  const { schedule, mail, notifiedUntil } = before
  const range = { days: mail.notice_days, after: notifiedUntil, now: work.at }
  const notices = dueNotices(schedule, plan, range)
  if (notices.length === 0) return null
  let attention = before.attention
  for (const notice of notices) {
    const { date, runAt } = notice.occurrence
    const problem = await notifyRenewal(work, before, notice)
    if (problem) attention = attentionOf(work, before, { date, problem })
    record(work, 'upcoming', before, { date, run_at: runAt, days: notice.days })
    if (problem) record(work, 'attention', before, { code: problem.code, date })
  }
  const noted = { ...before, attention, notifiedUntil: work.at }
  return saveRun(work, before, await planned(work, noted))
}

/**
 * Creates an invoice, records a matter for a person, or does nothing. Returns the outcome of the
 * run.
 */
function step(
  work: ReadWork,
  id: string,
  { refused, finish }: { readonly refused: Refusal | null; readonly finish: Finish },
): Promise<Run['outcome'] | null> {
  return transaction(work, async (work) => {
    const before = await repository.lockRecurring(work, id)
    const acting: Work = { ...work, actor: actorOf(before) }
    const { current, plan } = await planFor(acting, before)
    const isHeld = before.attention?.code === TOO_MANY_DUE
    // `lookAtAll` finds it again after a person resumes.
    if (before.status !== 'active' || isHeld || current.automationPaused) {
      await finish(work)
      return null
    }
    const due = dueAt(before.schedule, plan, { now: work.at, askedUntil: before.askedUntil })
    if (due.isTooMany) {
      await hold(acting, before, due.waiting)
      await finish(work)
      return null
    }
    const notified = await notify(acting, before, plan)
    if (notified) {
      await finish(work, notified.dueAt)
      return null
    }
    const [first] = due.waiting
    const until = first?.date ?? due.next?.date
    const passed = until === undefined ? [] : daysBefore(before, until)
    await noteSkipped(acting, id, plan, passed)
    if (!first) {
      const moved = { ...before, ...(until === undefined ? {} : { fromDate: until }) }
      const after = await saveRun(acting, before, await planned(acting, moved))
      await finish(work, after.dueAt)
      return null
    }
    const problem = refused?.date === first.date ? refused.problem : null
    const moved = { ...before, fromDate: first.date }
    try {
      const { recurring, run } = await makeOne(acting, moved, first, problem)
      await finish(work, recurring.dueAt)
      return run.outcome
    } catch (error) {
      throw isRefusal(error) ? new Refused(first.date, error) : error
    }
  })
}

/** No invoice was created: the day waits and is retried with growing pauses. */
function fail(work: ReadWork, id: string, refusal: Refusal, finish: Finish): Promise<void> {
  return transaction(work, async (work) => {
    const before = await repository.lockRecurring(work, id)
    const acting: Work = { ...work, actor: actorOf(before) }
    const earlier = await repository.findRun(acting, id, refusal.date)
    if (earlier && earlier.outcome !== 'failed') return finish(work, work.at)
    const tries = (earlier?.tries ?? 0) + 1
    const { date, problem } = refusal
    const run = { ...runOf(work, date, 'failed'), problem, tries }
    if (earlier) await repository.replaceRun(acting, id, run)
    else await repository.insertRun(acting, id, run)
    const attention = attentionOf(acting, before, run)
    const again = secondsAfter(work.at, pauseAfter(tries))
    const after = await saveRun(acting, before, { ...before, attention, dueAt: again })
    const isNew = before.attention?.code !== problem.code
    if (isNew) record(acting, 'attention', after, { code: problem.code, date })
    await finish(work, again)
  })
}

async function hasChangedProduct(work: ReadWork, id: string, since: string) {
  const { invoice, changes } = await repository.requireRecurring(work, id)
  const items = [invoice, ...changes.map((change) => change.invoice)].flatMap(
    (it) => it.items ?? [],
  )
  const ids = new Set(items.flatMap(({ product_id }) => product_id ?? []))
  for (const productId of ids)
    if (((await orGone(requireProduct(work, productId)))?.updatedAt ?? '') > since) return true
  return false
}

/** An unreadable one does not stop the others: its own job fails, where a person sees it. */
async function apart(work: ReadWork, id: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof TypeError
    if (!isUnreadable) throw error
    await transaction(work, (work) => enqueueRun(work, { id, dueAt: work.at }))
  }
}

interface Refusal {
  readonly date: string
  readonly problem: Problem
}

/** An expected refusal of a day's invoice; its transaction is rolled back. */
class Refused extends Error {
  readonly date: string
  constructor(date: string, cause: Error) {
    super(cause.message, { cause })
    this.date = date
  }
}

export const later = (one: string, other: string): string => (one > other ? one : other)

/** Neither the database's fault nor a lost lease, so an immediate retry would fail the same way. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof AppError || error instanceof TypeError || error instanceof RangeError

const runOf = ({ at }: Work, date: string, outcome: Run['outcome']): Run => ({
  date,
  at,
  outcome,
  n: null,
  invoiceId: null,
  messageId: null,
  problem: null,
  tries: 0,
})

/** Days from the first unsettled one to before `until`. */
const daysBefore = ({ schedule, fromDate }: RecurringInvoice, until: string): readonly string[] => [
  ...takeUntil(nominalDays(schedule, fromDate), until),
]

function* takeUntil(days: Generator<string>, until: string): Generator<string> {
  for (const day of days) {
    if (day >= until) return
    yield day
  }
}

/** Records the missed days before `today`, at most the last 36. A day with a run keeps it. */
export async function passOver(
  work: Work,
  recurring: RecurringInvoice,
  today: string,
): Promise<void> {
  const decided = await repository.listDecided(work, recurring)
  const known = new Set(decided.map(({ date }) => date))
  const missed = daysBefore(recurring, today).filter((date) => !known.has(date))
  for (const date of missed.slice(-WAITING_SHOWN)) {
    const outcome = recurring.skips.includes(date) ? 'skipped' : 'passed_over'
    await note(work, recurring.id, date, outcome)
  }
}

/** Records why a day has no invoice. A day with an invoice keeps its run. */
async function note(work: Work, id: string, date: string, outcome: Run['outcome']): Promise<void> {
  const earlier = await repository.findRun(work, id, date)
  const run = runOf(work, date, outcome)
  if (!earlier) await repository.insertRun(work, id, run)
  else if (earlier.outcome === 'failed') await repository.replaceRun(work, id, run)
}

/** The days that still wait after a person settled one. */
export function attentionWithout(
  { attention }: Pick<RecurringInvoice, 'attention'>,
  date: string,
): Attention | null {
  if (!attention) return null
  const dates = attention.dates.filter((it) => it !== date)
  return dates.length === 0 ? null : { ...attention, dates }
}

function attentionOf(
  { at }: Work,
  before: RecurringInvoice,
  { date, problem }: Pick<Run, 'date' | 'problem'>,
): Attention | null {
  if (!problem) return null
  const { code, detail } = problem
  const same = before.attention?.code === code ? before.attention : null
  return { code, since: same?.since ?? at, detail, dates: [date] }
}

type RecurringEvent =
  | 'created'
  | 'updated'
  | 'paused'
  | 'resumed'
  | 'ended'
  | 'deleted'
  | 'run'
  | 'attention'
  | 'upcoming'

export const record = (
  work: Work,
  event: RecurringEvent,
  recurring: RecurringInvoice,
  more: object = {},
): void =>
  recordEvent(work, {
    type: `recurring.${event}`,
    resourceId: recurring.id,
    data: recurringEventData(recurring, more),
  })
