import { ITEMS_MAX } from '@billwright/rules/limits'
import { isItem } from '@billwright/rules/line-kinds'
import {
  type Notice,
  type Occurrence,
  periodOf,
  runDate,
  runInstant,
} from '@billwright/rules/schedule'
import { currentSettings } from '../../../company/settings/read.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { type Actor, SCOPES } from '../../../core/http/actor.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { dayOf } from '../../../platform/clock.ts'
import { planKept } from '../../../receivables/collections/plan.ts'
import { listJoiningEntries, lockJoiningEntries, noteBilled } from '../../../sales/billing/bill.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import { calculateInvoice, createInvoice } from '../../../sales/invoices/create.ts'
import { publishInvoice } from '../../../sales/invoices/publish.ts'
import { queueNotice } from '../../mail/sending/automatic.ts'
import { queueInvoice } from '../../mail/sending/send.ts'
import type { Action } from '../input.ts'
import { bodyOf } from './content.ts'
import { customerArchived } from './errors.ts'
import { calendarOf } from './planning.ts'
import { INTERNAL, type Problem, type RecurringInvoice, type Run } from './recurring.ts'
import type { Previewed } from './view.ts'

type Joining = Parameters<typeof lockJoiningEntries>[1]

/** No items and no open entries. */
const NOTHING_TO_BILL = {
  outcome: 'skipped',
  invoiceId: null,
  messageId: null,
  problem: null,
} as const

/** The invoice is issued nevertheless. */
const NOT_MAILED = new Set(['no_recipient', 'too_many_recipients'])

interface Making {
  readonly action: Action
  /** Why it was not issued; the draft waits for a person. */
  readonly refused: Problem | null
}

/** Creates it in the caller's transaction. Throws if that is impossible. */
export async function makeOccurrence(
  work: Work,
  recurring: RecurringInvoice,
  occurrence: Occurrence,
  { action, refused }: Making,
): Promise<Pick<Run, 'outcome' | 'invoiceId' | 'messageId' | 'problem'>> {
  const context = await contextOf(work, recurring)
  if (context.customer.archived) throw customerArchived(context.customer.name)
  const issueDate = dayOf(work.at, context.settings.timeZone)
  const { date, period } = occurrence
  const n = occurrence.n ?? recurring.made + 1
  const contents = bodyOf(recurring, { date, issueDate, period, n }, context)
  const { body, grouped } = await withEntries(work, recurring, contents, lockJoiningEntries)
  if (!body.items.some(isItem)) return NOTHING_TO_BILL
  const isDraft = action === 'draft' || refused !== null
  const status = isDraft ? {} : { status: 'sent' }
  const origin = { id: recurring.id, date, n }
  const details = await createInvoice(work, { ...body, ...status }, origin)
  await noteBilled(work, grouped, details)
  const { id: invoiceId } = details.invoice
  if (isDraft) {
    const outcome = refused ? 'left_as_draft' : 'drafted'
    return { outcome, invoiceId, messageId: null, problem: refused }
  }
  if (action === 'send') {
    // Before the message, which tells the customer.
    if (context.settings.autopay) await planKept(work, invoiceId)
    return { invoiceId, ...(await publishAndMail(work, recurring, invoiceId)) }
  }
  return { outcome: 'issued', invoiceId, messageId: null, problem: null }
}

/** Notifies the customer of a later occurrence. Returns the reason if it could not. */
export async function notifyRenewal(
  work: Work,
  recurring: RecurringInvoice,
  { occurrence, days }: Notice,
): Promise<Problem | null> {
  const { date, runDate: issueDate, period, n } = occurrence
  try {
    const context = await contextOf(work, recurring)
    if (context.customer.archived) throw customerArchived(context.customer.name)
    const body = bodyOf(recurring, { date, issueDate, period, n }, context)
    const { draft } = await calculateInvoice(work, body, { withSteps: false })
    const { to, cc, bcc } = recurring.mail
    await queueNotice(work, {
      subjectId: recurring.id,
      customer: context.customer,
      occasion: `recurring:${recurring.id}:${date}:${days}`,
      draft,
      body: { ...(to ? { to } : {}), ...(cc.length > 0 ? { cc } : {}), bcc },
    })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return problemOf(error)
  }
}

/** Previews of the occurrences. */
export async function previewOccurrence(
  work: ReadWork,
  recurring: RecurringInvoice,
  days: readonly Occurrence[],
): Promise<readonly Previewed[]> {
  const context = await contextOf(work, recurring)
  const today = dayOf(work.at, context.settings.timeZone)
  const shown: Previewed[] = []
  const billed = new Set<string>()
  for (const occurrence of days) {
    const { date, runDate, period, n, isSkipped } = occurrence
    const issueDate = runDate < today ? today : runDate
    const drafted = isSkipped
      ? { draft: null, problem: null }
      : await tried(async () => {
          const contents = bodyOf(recurring, { date, issueDate, period, n }, context)
          const { body, grouped } = await withEntries(work, recurring, contents, (work, open) =>
            listJoiningEntries(work, { ...open, billed }),
          )
          for (const id of grouped.flatMap(({ entryIds }) => entryIds)) billed.add(id)
          if (!body.items.some(isItem)) return null
          return (await calculateInvoice(work, body, { withSteps: false })).draft
        })
    const isChanged = recurring.changes.some(({ from }) => from === date)
    const hasExtra = recurring.extras.some((extra) => extra.date === date)
    shown.push({ occurrence, issueDate, ...drafted, isChanged, hasExtra })
  }
  return shown
}

export async function contextOf(
  work: ReadWork,
  { customerId }: Pick<RecurringInvoice, 'customerId'>,
) {
  return {
    settings: await currentSettings(work),
    customer: await requireCustomer(work, customerId),
  }
}

/** With the items of time and expenses. Braces in their texts are no placeholders. */
async function withEntries<T extends ReadWork>(
  work: T,
  { includeEntries, customerId }: RecurringInvoice,
  body: ReturnType<typeof bodyOf>,
  find: (work: T, open: Joining) => ReturnType<typeof lockJoiningEntries>,
) {
  if (!includeEntries) return { body, grouped: [] }
  const { currency, issue_date: today, period_end: end = today } = body
  const found = await find(work, { customerId, currency, until: end < today ? end : today })
  const grouped = found.slice(0, ITEMS_MAX - body.items.length)
  return {
    body: { ...body, items: [...body.items, ...grouped.map(({ item }) => item)] },
    grouped,
  }
}

async function publishAndMail(
  work: Work,
  { mail: { to, cc, bcc } }: RecurringInvoice,
  id: string,
): Promise<Pick<Run, 'outcome' | 'messageId' | 'problem'>> {
  await publishInvoice(work, { id, ifMatch: undefined })
  const body = { ...(to ? { to } : {}), ...(cc.length > 0 ? { cc } : {}), bcc }
  try {
    const occasion = `invoice:${id}:issue`
    const message = await queueInvoice(work, { id, occasion, body })
    return { outcome: 'sent', messageId: message.id, problem: null }
  } catch (error) {
    if (!(error instanceof AppError && NOT_MAILED.has(error.code))) throw error
    return { outcome: 'issued', messageId: null, problem: problemOf(error) }
  }
}

async function tried<T>(make: () => Promise<T>) {
  try {
    return { draft: await make(), problem: null }
  } catch (error) {
    return { draft: null, problem: problemOf(error) }
  }
}

/** A refusal in the stored form of a run. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof AppError))
    return {
      code: INTERNAL,
      detail: 'The invoice was not created because of an internal error. Try again.',
    }
  const { message, faults } = error
  // The fault is more precise than the problem.
  const code = error.code === 'invalid_request' ? (faults[0]?.code ?? error.code) : error.code
  return { code, detail: message, ...(faults.length > 0 ? { errors: faults } : {}) }
}

/** One day of a schedule, due or not. */
export const occurrenceOn = (
  { schedule, period }: Pick<RecurringInvoice, 'schedule' | 'period'>,
  date: string,
  settings: Settings,
  n: number,
): Occurrence => {
  const calendar = calendarOf(settings)
  return {
    date,
    runDate: runDate(schedule, date, calendar.daysOff),
    runAt: runInstant(schedule, date, calendar),
    period: periodOf(schedule, period, date),
    n,
    isSkipped: false,
  }
}

/** The service, on behalf of a recurring invoice. */
export const actorOf = ({ id, name }: Pick<RecurringInvoice, 'id' | 'name'>): Actor => ({
  kind: 'system',
  id,
  name: `Recurring: ${name}`,
  scopes: new Set(SCOPES),
})
