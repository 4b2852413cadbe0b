import { isDeepStrictEqual } from 'node:util'
import { BACKFILL_MAX, dueAt, isNominalDay } from '@billwright/rules/schedule'
import type { Settings } from '../../../company/settings/settings.ts'
import { requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { AppError, type Fault, invalidRequest } from '../../../kernel/errors.ts'
import { calculateInvoice } from '../../../sales/invoices/create.ts'
import type { Action } from '../input.ts'
import { detailsOf, type RecurringDetails } from '../read.ts'
import { bodyOf, checkPlaceholders, contentOn, hasItems, ITEMS_MISSING } from './content.ts'
import { occurrenceMade, occurrenceNotFound } from './errors.ts'
import { contextOf } from './maker.ts'
import { calendarOf, planOf } from './planning.ts'
import { enqueueRun } from './queue.ts'
import { MADE, type RecurringInvoice, type Run } from './recurring.ts'
import * as repository from './repository.ts'
import { planned, record, saveRun } from './runner.ts'

export const CHANGES_MAX = 20

export async function lock(work: Work, { id, ifMatch }: VersionedRef): Promise<RecurringInvoice> {
  const recurring = await repository.lockRecurring(work, id)
  checkIfMatch(ifMatch, etagOf(id, recurring.version))
  return recurring
}

/** Reads, decides and saves in one transaction; a worker runs when the next one is due. */
export function change(
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
export async function checkContents(work: ReadWork, recurring: RecurringInvoice): Promise<void> {
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

export async function checkDay(
  work: ReadWork,
  recurring: RecurringInvoice,
  date: string,
  context: Awaited<ReturnType<typeof contextOf>>,
): Promise<void> {
  const { payment_terms_days: _, ...body } = contentOn(recurring, date)
  if (!hasItems(body, recurring)) throw invalidRequest([{ pointer: '/items', ...ITEMS_MISSING }])
  // Checks the text before placeholders are filled in, so that a fault names the text.
  await calculateInvoice(work, { ...body, customer_id: recurring.customerId }, NO_STEPS)
  bodyOf(recurring, { date, issueDate: date, period: null, n: 1 }, context)
}

export async function customerOf(work: ReadWork, recurring: RecurringInvoice) {
  try {
    return await contextOf(work, recurring)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    const message = `There is no customer ${recurring.customerId}.`
    throw invalidRequest([{ pointer: '/customer_id', code: 'unknown_customer', message }])
  }
}

export function dueOf(
  { at }: ReadWork,
  recurring: RecurringInvoice,
  current: Settings,
  decided: readonly Run[],
) {
  const plan = planOf(recurring, calendarOf(current), decided)
  return dueAt(recurring.schedule, plan, { now: at, askedUntil: recurring.askedUntil })
}

/** A nominal day without an invoice; 404 and 409 otherwise. */
export async function requireOpen(work: Work, recurring: RecurringInvoice, date: string) {
  if (!isNominalDay(recurring.schedule, date)) throw occurrenceNotFound(date)
  const run = await repository.findRun(work, recurring.id, date)
  if (run && MADE.includes(run.outcome)) throw occurrenceMade(date)
}

export function requireIssue(work: ReadWork, ...actions: readonly Action[]): void {
  if (actions.some((action) => action !== 'draft')) requireScope(work.actor, 'issue')
}

const NO_STEPS = { withSteps: false } as const

/** The faults of a draft, with their pointers in the request. */
export function below(pointer: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.faults.length === 0) return error
  const isOutside = (fault: Fault) =>
    fault.pointer === '/customer_id' || fault.pointer.startsWith(`${pointer}/invoice`)
  return invalidRequest(
    error.faults.map((fault) =>
      isOutside(fault) || pointer === '' ? fault : { ...fault, pointer: pointer + fault.pointer },
    ),
  )
}

export function requireFew(count: number, pointer: string): void {
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

export const tooMany = (pointer: string, max: number): AppError =>
  invalidRequest([
    { pointer, code: 'too_many_items', message: `Too many entries: use at most ${max}.` },
  ])
