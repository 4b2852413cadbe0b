import { isNominalDay } from '@billwright/rules/schedule'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { lock, requireIssue } from './inner/changes.ts'
import { occurrenceMade, occurrenceNotFound, recurringEnded } from './inner/errors.ts'
import { occurrenceOn, problemOf } from './inner/maker.ts'
import { nextOf } from './inner/planning.ts'
import { enqueueRun } from './inner/queue.ts'
import type { RecurringInvoice, Run } from './inner/recurring.ts'
import * as repository from './inner/repository.ts'
import { makeOne, planFor } from './inner/runner.ts'
import type { Action } from './input.ts'

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

async function isAlive(work: ReadWork, invoiceId: string): Promise<boolean> {
  try {
    return (await getInvoice(work, invoiceId)).invoice.status !== 'void'
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return false
    throw error
  }
}

const OWN_REFUSALS = new Set([
  'precondition_failed',
  'recurring_not_found',
  'recurring_ended',
  'occurrence_not_found',
  'occurrence_made',
  'missing_scope',
  'customer_archived',
])
