import { isDeepStrictEqual } from 'node:util'
import { currentSettings } from '../../company/settings/service.ts'
import type { Settings } from '../../company/settings/settings.ts'
import { requireScope } from '../../core/http/actor.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import { searchParts } from '../../core/http/folding.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError, type Fault, invalidRequest } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf, secondsAfter } from '../../platform/clock.ts'
import { isForeignKeyViolation } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { creditNoteNotDuplicable } from '../../sales/invoices/errors.ts'
import { calculateInvoice, getInvoice } from '../../sales/invoices/service.ts'
import type { Message } from '../mail/message.ts'
import { bodyOf, checkPlaceholders, contentOn } from './inner/content.ts'
import { changedDefinition, merged, toDefinition } from './inner/definition.ts'
import {
  occurrenceMade,
  occurrenceNotFound,
  recurringEnded,
  recurringHasRuns,
} from './inner/errors.ts'
import { contentOf } from './inner/from-invoice.ts'
import { contextOf, occurrenceOn, previewOccurrence, problemOf } from './inner/maker.ts'
import { calendarOf, fingerprintOf, nextOf, planOf } from './inner/planning.ts'
import { enqueueRun } from './inner/queue.ts'
import {
  MADE,
  type RecurringInvoice,
  type Run,
  type Status,
  TOO_MANY_DUE,
} from './inner/recurring.ts'
import * as repository from './inner/repository.ts'
import { repriced, toReprice } from './inner/reprice.ts'
import {
  attentionWithout,
  later,
  makeOne,
  passOver,
  planFor,
  planned,
  record,
  saveRun,
} from './inner/runner.ts'
import type { Previewed, Upcoming } from './inner/view.ts'
import type {
  Action,
  Content,
  OccurrenceBody,
  RecurringChangeBody,
  RecurringCreateBody,
  RepriceBody,
} from './input.ts'
import {
  BACKFILL_MAX,
  dueAt,
  isNominalDay,
  nominalDays,
  occurrences,
  type Plan,
} from './schedule.ts'

const CHANGES_MAX = 20
const REPRICE_MAX = 1000
const SKIPS_MAX = 400
const EXTRAS_MAX = 60
const UPCOMING_MAX = 100
const DAY_SECONDS = 86_400

/** A recurring invoice before and after new prices from a day on. */
export interface Repriced {
  readonly before: RecurringInvoice
  readonly after: RecurringInvoice
  readonly date: string
}

export interface RecurringQuery extends PageQueryInput {
  readonly q?: string
  readonly status?: string
  readonly customer_id?: string
  readonly attention?: boolean
  readonly next_before?: string
}

/** A recurring invoice with its last run. */
export interface RecurringDetails {
  readonly recurring: RecurringInvoice
  readonly lastRun: Run | null
}

export const recurringEtag = ({ recurring }: RecurringDetails): string =>
  etagOf(recurring.id, recurring.version)
export { listAttention as listAttentionRecurring } from './inner/repository.ts'

export async function getRecurring(work: ReadWork, id: string): Promise<RecurringDetails> {
  return detailsOf(work, await repository.requireRecurring(work, id))
}

export async function listRecurring(
  work: ReadWork,
  query: RecurringQuery,
): Promise<Page<RecurringDetails>> {
  const request = toPageRequest(query, 'next')
  const filter = toFilter(query)
  const rows = await repository.listRecurring(work, filter, request)
  const total = query.include ? await repository.countRecurring(work, filter) : null
  const position = (row: RecurringInvoice) => ({
    value: repository.sortValueOf(request.sort, row),
    id: row.id,
  })
  const page = toPage(rows, request, position, total)
  const data: RecurringDetails[] = []
  for (const recurring of page.data) data.push(await detailsOf(work, recurring))
  return { ...page, data }
}

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
      changes: isMoved
        ? changes.filter(({ from }) => isNominalDay(changed.schedule, from))
        : changes,
      fromDate: isMoved ? later(changed.schedule.startDate, today) : before.fromDate,
      notifiedUntil: isMoved || isOtherNotice ? work.at : before.notifiedUntil,
    }
    await checkContents(work, after)
    return { after, event: 'updated' }
  })
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
    const invoice = merged(earlier?.invoice ?? {}, body.invoice ?? {})
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

export function endRecurring(work: ReadWork, request: VersionedRef): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    const before = await lock(work, request)
    if (before.status === 'ended') return detailsOf(work, before)
    const ended = { status: 'ended', endedAt: work.at, next: null, dueAt: null } as const
    const rest = { attention: null, pausedUntil: null }
    return detailsOf(work, await saveRun(work, before, { ...before, ...ended, ...rest }))
  })
}

export function deleteRecurring(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const recurring = await lock(work, request)
    if (recurring.made > 0) throw recurringHasRuns()
    await repository.deleteRecurring(work, recurring.id)
    record(work, 'deleted', recurring)
  })
}

/**
 * Creates the next invoice, or that of a failed or missed day. A refused one stays a draft, or
 * is recorded.
 */
export async function runRecurring(
  work: ReadWork,
  request: VersionedRef,
  { date, action }: { readonly date?: string; readonly action?: Action },
): Promise<{ readonly recurring: RecurringInvoice; readonly run: Run }> {
  const make = async (refused: ReturnType<typeof problemOf> | null) => {
    const made = await transaction(work, async (work) => {
      const before = await lock(work, request)
      requireIssue(work, action ?? before.action)
      const { current, plan } = await planFor(work, before)
      const day = date ?? nextOf(before, plan)?.date
      if (day === undefined) throw recurringEnded()
      if (!isNominalDay(before.schedule, day)) throw occurrenceNotFound(day)
      const earlier = await repository.findRun(work, before.id, day)
      // After the end, only lost invoices are created again.
      if (before.status === 'ended' && !earlier) throw recurringEnded()
      if (earlier?.invoiceId != null && (await isAlive(work, earlier.invoiceId)))
        throw occurrenceMade(day)
      const occurrence = occurrenceOn(before, day, current, earlier?.n ?? before.made + 1)
      const skips = before.skips.filter((it) => it !== day)
      const made = await makeOne(
        work,
        { ...before, skips },
        occurrence,
        refused,
        action ?? before.action,
      )
      await enqueueRun(work, made.recurring)
      return made
    })
    work.app.counters.countRun(made.run.outcome)
    return made
  }
  try {
    return await make(null)
  } catch (error) {
    const isOurs = error instanceof AppError && OWN_REFUSALS.has(error.code)
    const wantsIssue = action === undefined || action !== 'draft'
    if (isOurs || !wantsIssue || !(error instanceof AppError)) throw error
    return make(problemOf(error)).catch(() => {
      throw error
    })
  }
}

export async function listRuns(
  work: ReadWork,
  id: string,
  query: PageQueryInput,
): Promise<Page<Run>> {
  await repository.requireRecurring(work, id)
  const request = toPageRequest(query, '-date')
  const rows = await repository.listRuns(work, id, request)
  const total = query.include ? await repository.countRuns(work, id) : null
  return toPage(rows, request, ({ date }) => ({ value: date, id: date }), total)
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

/** Previews an unsaved recurring invoice. */
export async function previewRecurring(
  work: ReadWork,
  body: RecurringCreateBody,
  count: number,
): Promise<readonly Previewed[]> {
  const current = await currentSettings(work)
  const recurring = await blank(work, body, current)
  const plan = planOf(recurring, calendarOf(current), [])
  return previewOccurrence(work, recurring, [...occurrences(recurring.schedule, plan).take(count)])
}

/** A paused copy with the same definition. */
export function duplicateRecurring(
  work: ReadWork,
  request: VersionedRef,
): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    const source = await lock(work, request)
    requireIssue(work, source.action)
    const current = await currentSettings(work)
    const today = dayOf(work.at, current.timeZone)
    return insert(work, {
      ...source,
      id: newId('rec'),
      version: 1,
      status: 'paused',
      invoice: contentOn({ ...source, extras: [] }, source.fromDate),
      skips: [],
      extras: [],
      changes: [],
      fromDate: later(source.schedule.startDate, today),
      askedUntil: null,
      made: 0,
      attention: null,
      pausedUntil: null,
      notifiedUntil: work.at,
      createdAt: work.at,
      updatedAt: work.at,
      endedAt: null,
    })
  })
}

/** A paused one with the contents of an invoice, monthly from its issue date on. */
export function recurringFromInvoice(
  work: ReadWork,
  invoiceId: string,
  { name, schedule }: Partial<Pick<RecurringCreateBody, 'name' | 'schedule'>>,
): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    const { invoice } = await getInvoice(work, invoiceId)
    if (invoice.type === 'credit_note') throw creditNoteNotDuplicable()
    const body: RecurringCreateBody = {
      name: name ?? invoice.buyer.name,
      customer_id: invoice.customerId,
      status: 'paused',
      schedule: schedule ?? { unit: 'month', start_date: invoice.issueDate },
      invoice: contentOf(invoice),
    }
    return insert(work, await blank(work, body, await currentSettings(work)))
  })
}

/** Sets new prices from the first day on or after `from`, for all of them or none. */
export function repriceRecurring(work: ReadWork, body: RepriceBody): Promise<readonly Repriced[]> {
  return transaction(work, async (work) => {
    const prices = toReprice(body)
    const all = await repository.listForReprice(work, body, REPRICE_MAX + 1)
    if (all.length > REPRICE_MAX) throw tooMany('/customer_id', REPRICE_MAX)
    const changed: Repriced[] = []
    for (const { id } of all) {
      const before = await repository.lockRecurring(work, id)
      const { plan } = await planFor(work, before)
      const day = firstFrom(before, plan, body.from)
      if (day === null) continue
      requireIssue(work, before.action)
      const after = withPrices(before, day, (items) => repriced(items, prices, body.product_id))
      if (isDeepStrictEqual(after, before)) continue
      if (after.changes.length > CHANGES_MAX) throw tooMany('/from', CHANGES_MAX)
      await checkContents(work, after)
      changed.push({ before, after, date: day })
      if (body.dry_run) continue
      const saved = await saveRun(work, before, await planned(work, after))
      record(work, 'updated', saved)
    }
    return changed
  })
}

/** Right before a notice is sent: why it must not be sent anymore, or null. */
export async function reasonNotToNotify(work: ReadWork, { subject }: Pick<Message, 'subject'>) {
  const known = subject && (await repository.findRecurring(work, subject.id))
  if (!known) return 'deleted'
  return known.status === 'active' ? null : 'recurring_stopped'
}

/** Since when the first unchecked one is due. */
export function listOverdueSince(work: ReadWork) {
  return repository.findEarliestDue(work)
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

export function createRecurring(
  work: ReadWork,
  body: RecurringCreateBody,
): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    if ((body.action ?? 'draft') !== 'draft') requireScope(work.actor, 'issue')
    return insert(work, await blank(work, body, await currentSettings(work)))
  })
}

async function detailsOf(work: ReadWork, recurring: RecurringInvoice): Promise<RecurringDetails> {
  return {
    recurring,
    lastRun: (await repository.findLastRun(work, recurring.id)) ?? null,
  }
}

async function lock(work: Work, { id, ifMatch }: VersionedRef): Promise<RecurringInvoice> {
  const recurring = await repository.lockRecurring(work, id)
  checkIfMatch(ifMatch, etagOf(id, recurring.version))
  return recurring
}

/** Reads, decides and saves in one transaction; a worker runs when the next one is due. */
function change(
  work: ReadWork,
  request: VersionedRef,
  decide: (
    work: Work,
    before: RecurringInvoice,
  ) => Promise<{
    readonly after: RecurringInvoice
    readonly event: 'updated' | 'paused' | 'resumed' | null
  }>,
): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    const before = await lock(work, request)
    const { after: decided, event } = await decide(work, before)
    if (isDeepStrictEqual(decided, before)) return detailsOf(work, before)
    const after = await saveRun(work, before, await planned(work, decided))
    if (event && after.status !== 'ended') record(work, event, after)
    await enqueueRun(work, after)
    return detailsOf(work, after)
  })
}

/**
 * The contents must give a valid draft: every fault of the draft is a fault of the request,
 * below `/invoice`.
 */
async function checkContents(work: ReadWork, recurring: RecurringInvoice): Promise<void> {
  checkPlaceholders(recurring.invoice, '/invoice')
  const context = await customerOf(work, recurring)
  const days = [recurring.fromDate, ...recurring.changes.map(({ from }) => from)]
  for (const date of days)
    try {
      await checkDay(work, recurring, date, context)
    } catch (error) {
      throw below('/invoice', error)
    }
}

async function checkDay(
  work: ReadWork,
  recurring: RecurringInvoice,
  date: string,
  context: Awaited<ReturnType<typeof contextOf>>,
): Promise<void> {
  const { payment_terms_days: _, ...body } = contentOn(recurring, date)
  // Checks the text before placeholders are filled in, so that a fault names the text.
  await calculateInvoice(work, { ...body, customer_id: recurring.customerId }, NO_STEPS)
  bodyOf(recurring, { date, issueDate: date, period: null, n: 1 }, context)
}

async function customerOf(work: ReadWork, recurring: RecurringInvoice) {
  try {
    return await contextOf(work, recurring)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    const message = `There is no customer ${recurring.customerId}.`
    throw invalidRequest([{ pointer: '/customer_id', code: 'unknown_customer', message }])
  }
}

/** A new one without invoices. */
async function blank(
  work: ReadWork,
  body: RecurringCreateBody,
  current: Settings,
): Promise<RecurringInvoice> {
  const definition = toDefinition(body)
  const today = dayOf(work.at, current.timeZone)
  const { startDate } = definition.schedule
  const fromDate = body.backfill ? startDate : later(startDate, today)
  const unnamed: RecurringInvoice = {
    ...definition,
    id: newId('rec'),
    version: 1,
    customerName: '',
    status: (body.status ?? 'active') as Status,
    skips: [],
    extras: [],
    changes: [],
    fromDate,
    askedUntil: body.backfill ? today : null,
    made: 0,
    next: null,
    dueAt: null,
    plannedFor: fingerprintOf(current),
    attention: null,
    pausedUntil: null,
    notifiedUntil: work.at,
    createdAt: work.at,
    updatedAt: work.at,
    endedAt: null,
  }
  const { customer } = await customerOf(work, unnamed)
  const recurring = { ...unnamed, customerName: customer.name }
  await checkContents(work, recurring)
  if (body.backfill) requireFew(dueOf(work, recurring, current, []).waiting.length, '/backfill')
  return recurring
}

function dueOf(
  { at }: ReadWork,
  recurring: RecurringInvoice,
  current: Settings,
  decided: readonly Run[],
) {
  const plan = planOf(recurring, calendarOf(current), decided)
  return dueAt(recurring.schedule, plan, { now: at, askedUntil: recurring.askedUntil })
}

async function insert(work: Work, recurring: RecurringInvoice): Promise<RecurringDetails> {
  const stored = await planned(work, recurring)
  try {
    await repository.insertRecurring(work, stored)
  } catch (error) {
    throw isForeignKeyViolation(error) ? below('', unknownCustomer(recurring)) : error
  }
  record(work, 'created', stored)
  if (stored.status === 'ended') record(work, 'ended', stored)
  await enqueueRun(work, stored)
  return detailsOf(work, stored)
}

/** A nominal day without an invoice; 404 and 409 otherwise. */
async function requireOpen(work: Work, recurring: RecurringInvoice, date: string) {
  if (!isNominalDay(recurring.schedule, date)) throw occurrenceNotFound(date)
  const run = await repository.findRun(work, recurring.id, date)
  if (run && MADE.includes(run.outcome)) throw occurrenceMade(date)
}

function requireIssue(work: ReadWork, ...actions: readonly Action[]): void {
  if (actions.some((action) => action !== 'draft')) requireScope(work.actor, 'issue')
}

async function isAlive(work: ReadWork, invoiceId: string): Promise<boolean> {
  try {
    return (await getInvoice(work, invoiceId)).invoice.status !== 'void'
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return false
    throw error
  }
}

/** The first unsettled day on or after one. */
function firstFrom({ schedule }: RecurringInvoice, plan: Plan, from: string): string | null {
  const days = nominalDays(schedule, later(from, plan.progress.from))
  return days.find((day) => !plan.progress.decided.has(day)) ?? null
}

/** With a change of the prices on a day, and in every later change of the items. */
function withPrices(
  before: RecurringInvoice,
  date: string,
  reprice: (items: Content['items']) => Content['items'],
): RecurringInvoice {
  const { items } = contentOn({ ...before, extras: [] }, date)
  const dearer = reprice(items)
  const own = before.changes.find(({ from }) => from === date)?.invoice
  const change = { from: date, invoice: { ...own, items: dearer } }
  const following = before.changes
    .filter(({ from }) => from > date)
    .map(({ from, invoice }) => ({
      from,
      invoice: invoice.items ? { ...invoice, items: reprice(invoice.items) } : invoice,
    }))
  const earlier = before.changes.filter(({ from }) => from < date)
  const changed = isDeepStrictEqual(dearer, items)
    ? before.changes.filter((it) => it.from === date)
    : [change]
  return { ...before, changes: [...earlier, ...changed, ...following] }
}

function* takeWhile<T>(all: Iterable<T>, isWanted: (one: T) => boolean): Generator<T> {
  for (const one of all) {
    if (!isWanted(one)) return
    yield one
  }
}

const NO_STEPS = { withSteps: false } as const
const OWN_REFUSALS = new Set([
  'precondition_failed',
  'recurring_not_found',
  'recurring_ended',
  'occurrence_not_found',
  'occurrence_made',
  'missing_scope',
  'customer_archived',
])

const unknownCustomer = ({ customerId }: RecurringInvoice): AppError =>
  invalidRequest([
    {
      pointer: '/customer_id',
      code: 'unknown_customer',
      message: `There is no customer ${customerId}.`,
    },
  ])

/** The faults of a draft, with their pointers in the request. */
function below(pointer: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.faults.length === 0) return error
  const isOutside = (fault: Fault) =>
    fault.pointer === '/customer_id' || fault.pointer.startsWith(`${pointer}/invoice`)
  return invalidRequest(
    error.faults.map((fault) =>
      isOutside(fault) || pointer === '' ? fault : { ...fault, pointer: pointer + fault.pointer },
    ),
  )
}

function requireFew(count: number, pointer: string): void {
  if (count <= BACKFILL_MAX) return
  throw invalidRequest([
    {
      pointer,
      code: 'out_of_range',
      message: `Out of range: ${count} invoices are due, but at most ${BACKFILL_MAX} can be created at once.`,
      params: { reason: 'backfill', count: String(count), max: BACKFILL_MAX },
    },
  ])
}

const onlyContents = (names: readonly string[]): AppError =>
  invalidRequest(
    names.map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      message: 'Not allowed: with `from` you can change only `invoice`.',
    })),
  )

const tooMany = (pointer: string, max: number): AppError =>
  invalidRequest([
    { pointer, code: 'too_many_items', message: `Too many entries: use at most ${max}.` },
  ])

const nothingAdded = (): AppError =>
  invalidRequest([
    { pointer: '/skip', code: 'required', message: 'Send `skip: true`, `items` or `notes`.' },
  ])

const toFilter = (query: RecurringQuery): repository.RecurringFilter => ({
  words: searchParts(query.q),
  status: (query.status ?? null) as Status | null,
  customerId: query.customer_id ?? null,
  attention: query.attention ?? null,
  nextBefore: query.next_before ?? null,
})
