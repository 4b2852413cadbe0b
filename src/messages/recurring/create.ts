import { occurrences } from '@billwright/rules/schedule'
import { currentSettings } from '../../company/settings/read.ts'
import type { Settings } from '../../company/settings/settings.ts'
import { requireScope } from '../../core/http/actor.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { type AppError, invalidRequest } from '../../kernel/errors.ts'
import { dayOf } from '../../platform/clock.ts'
import { isForeignKeyViolation } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { creditNoteNotDuplicable } from '../../sales/invoices/errors.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import {
  below,
  checkContents,
  customerOf,
  dueOf,
  lock,
  requireFew,
  requireIssue,
} from './inner/changes.ts'
import { contentOn } from './inner/content.ts'
import { toDefinition } from './inner/definition.ts'
import { contentOf } from './inner/from-invoice.ts'
import { previewOccurrence } from './inner/maker.ts'
import { calendarOf, fingerprintOf, planOf } from './inner/planning.ts'
import { enqueueRun } from './inner/queue.ts'
import type { RecurringInvoice, Status } from './inner/recurring.ts'
import * as repository from './inner/repository.ts'
import { later, planned, record } from './inner/runner.ts'
import type { Previewed } from './inner/view.ts'
import type { RecurringCreateBody } from './input.ts'
import { detailsOf, type RecurringDetails } from './read.ts'

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

export function createRecurring(
  work: ReadWork,
  body: RecurringCreateBody,
): Promise<RecurringDetails> {
  return transaction(work, async (work) => {
    if ((body.action ?? 'draft') !== 'draft') requireScope(work.actor, 'issue')
    return insert(work, await blank(work, body, await currentSettings(work)))
  })
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

const unknownCustomer = ({ customerId }: RecurringInvoice): AppError =>
  invalidRequest([
    {
      pointer: '/customer_id',
      code: 'unknown_customer',
      message: `There is no customer ${customerId}.`,
    },
  ])
