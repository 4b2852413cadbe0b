import type { CustomerService } from '../customers/service.ts'
import { AppError } from '../errors.ts'
import { type Actor, SCOPES } from '../http/actor.ts'
import type { InvoiceService } from '../invoices/service.ts'
import { dayOf } from '../platform/clock.ts'
import type { ReadWork, Work } from '../record/work.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Settings } from '../settings/settings.ts'
import { bodyOf } from './content.ts'
import { customerArchived } from './errors.ts'
import type { Action } from './input.ts'
import { calendarOf } from './planning.ts'
import {
  INTERNAL,
  MAIL_NOT_CONFIGURED,
  type Problem,
  type RecurringInvoice,
  type Run,
} from './recurring.ts'
import { type Occurrence, periodOf, runDate, runInstant } from './schedule.ts'
import type { Previewed } from './view.ts'

export interface MakerDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly invoices: InvoiceService
}

export type Maker = ReturnType<typeof createMaker>

const NOT_MAILED: Problem = {
  code: MAIL_NOT_CONFIGURED,
  detail: 'The invoice is issued and published, but no mail is configured. Send the link yourself.',
}

interface Making {
  readonly action: Action
  /** Why it was not issued: the draft is kept for a person. */
  readonly refused: Problem | null
}

/** Makes the invoice of a nominal day, or shows it: the same code, so that both say the same. */
export function createMaker({ settings, customers, invoices }: MakerDeps) {
  const contextOf = async (
    work: ReadWork,
    { customerId }: Pick<RecurringInvoice, 'customerId'>,
  ) => ({
    settings: await settings.current(work),
    customer: await customers.require(work, customerId),
  })

  return {
    /** Makes it in the caller's transaction. Throws where it cannot be made so. */
    async make(
      work: Work,
      recurring: RecurringInvoice,
      occurrence: Occurrence,
      { action, refused }: Making,
    ): Promise<Pick<Run, 'outcome' | 'invoiceId' | 'problem'>> {
      const context = await contextOf(work, recurring)
      if (context.customer.archived) throw customerArchived(context.customer.name)
      const issueDate = dayOf(work.at, context.settings.timeZone)
      const { date, period } = occurrence
      const n = occurrence.n ?? recurring.made + 1
      const body = bodyOf(recurring, { date, issueDate, period, n }, context)
      const origin = { id: recurring.id, date, n }
      if (action === 'draft' || refused) {
        const { invoice } = await invoices.create(work, body, origin)
        const outcome = refused ? 'left_as_draft' : 'drafted'
        return { outcome, invoiceId: invoice.id, problem: refused }
      }
      const { invoice } = await invoices.create(work, { ...body, status: 'sent' }, origin)
      if (action === 'send') await invoices.publish(work, { id: invoice.id, ifMatch: undefined })
      const problem = action === 'send' ? NOT_MAILED : null
      return { outcome: 'issued', invoiceId: invoice.id, problem }
    },

    /** The occurrences as they would be made. */
    async preview(
      work: ReadWork,
      recurring: RecurringInvoice,
      days: readonly Occurrence[],
    ): Promise<readonly Previewed[]> {
      const context = await contextOf(work, recurring)
      const today = dayOf(work.at, context.settings.timeZone)
      const shown: Previewed[] = []
      for (const occurrence of days) {
        const { date, runDate, period, n, isSkipped } = occurrence
        const issueDate = runDate < today ? today : runDate
        const drafted = isSkipped
          ? { draft: null, problem: null }
          : await tried(async () => {
              const body = bodyOf(recurring, { date, issueDate, period, n }, context)
              return (await invoices.calculate(work, body, { withSteps: false })).draft
            })
        const isChanged = recurring.changes.some(({ from }) => from === date)
        const hasExtra = recurring.extras.some((extra) => extra.date === date)
        shown.push({ occurrence, issueDate, ...drafted, isChanged, hasExtra })
      }
      return shown
    },

    contextOf,
  }
}

async function tried<T>(make: () => Promise<T>) {
  try {
    return { draft: await make(), problem: null }
  } catch (error) {
    return { draft: null, problem: problemOf(error) }
  }
}

/** A refusal as it is stored with a run. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof AppError)) return { code: INTERNAL, detail: `It failed: ${String(error)}` }
  const { code, message, faults } = error
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
