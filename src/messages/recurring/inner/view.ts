import { formatMinor, sumOf } from '@billwright/money'
import { isItem } from '@billwright/rules/line-kinds'
import type { Occurrence } from '@billwright/rules/schedule'
import { stampsOf } from '../../../kernel/fields/shapes.ts'
import { payableMinor } from '../../../sales/contents/totals/payable.ts'
import { amountsView, ofItems } from '../../../sales/contents/view.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { contentOn } from './content.ts'
import { scheduleView } from './definition.ts'
import type { Problem, RecurringInvoice, Run } from './recurring.ts'

export const recurringView = (recurring: RecurringInvoice, lastRun: Run | null) => ({
  id: recurring.id,
  name: recurring.name,
  customer_id: recurring.customerId,
  customer_name: recurring.customerName,
  status: recurring.status,
  action: recurring.action,
  attention: recurring.attention && {
    ...recurring.attention,
    dates: [...recurring.attention.dates],
  },
  schedule: scheduleView(recurring.schedule),
  period: { ...recurring.period },
  invoice: recurring.invoice,
  include_entries: recurring.includeEntries,
  mail: { ...recurring.mail },
  skips: [...recurring.skips],
  extras: recurring.extras.map((extra) => ({ ...extra })),
  changes: recurring.changes.map((change) => ({ ...change })),
  made: recurring.made,
  next: recurring.next && { date: recurring.next.date, run_at: recurring.next.runAt },
  last_run: lastRun && runView(lastRun),
  paused_until: recurring.pausedUntil,
  ...stampsOf(recurring),
  ended_at: recurring.endedAt,
})

export const runView = (run: Run) => ({
  date: run.date,
  at: run.at,
  outcome: run.outcome,
  n: run.n,
  invoice_id: run.invoiceId,
  message_id: run.messageId,
  problem: problemView(run.problem),
})

const problemView = (problem: Problem | null) =>
  problem && {
    code: problem.code,
    detail: problem.detail,
    ...(problem.errors ? { errors: [...problem.errors] } : {}),
  }

/** The prices of the items before and after a reprice. */
export function repricedView({
  before,
  after,
  date,
}: {
  readonly before: RecurringInvoice
  readonly after: RecurringInvoice
  readonly date: string
}) {
  const [was, is] = [before, after].map((it) =>
    contentOn({ ...it, extras: [] }, date).items.filter(isItem),
  )
  return {
    id: after.id,
    name: after.name,
    date,
    items: (is ?? []).map(({ description, unit_price }, index) => ({
      description: description ?? null,
      before: priceText(was?.[index]?.unit_price),
      after: priceText(unit_price),
    })),
  }
}

/** Null: the price of its product on the billed day. */
const priceText = (price: string | number | undefined) =>
  price === undefined ? null : String(price)

/** An upcoming day, with a preview of its invoice. */
export interface Previewed {
  readonly occurrence: Occurrence
  readonly issueDate: string
  /** Null: skipped, or impossible to create. */
  readonly draft: StoredInvoice | null
  readonly problem: Problem | null
  /** Contents change on this day. */
  readonly isChanged: boolean
  readonly hasExtra: boolean
}

export function previewView({ occurrence, issueDate, draft, problem, ...rest }: Previewed) {
  const amounts = draft && amountsView(draft)
  return {
    date: occurrence.date,
    run_date: occurrence.runDate,
    run_at: occurrence.runAt,
    n: occurrence.n,
    skip: occurrence.isSkipped,
    change: rest.isChanged,
    extra: rest.hasExtra,
    issue_date: issueDate,
    due_date: draft?.dueDate ?? null,
    period_start: occurrence.period?.start ?? null,
    period_end: occurrence.period?.end ?? null,
    currency: draft?.currency ?? null,
    language: draft?.language ?? null,
    items: amounts
      ? ofItems(amounts.items, ({ deducts: _, ...item }) => item).map(({ id: _, ...line }) => line)
      : [],
    notes: draft?.notes ?? null,
    terms: draft?.terms ?? null,
    totals: amounts
      ? {
          net: amounts.totals.net,
          tax: amounts.totals.tax,
          total: amounts.totals.total,
          payable: amounts.totals.payable,
        }
      : null,
    problem: problemView(problem),
  }
}

/** Upcoming invoices of any recurring invoice. */
export interface Upcoming {
  readonly data: readonly {
    readonly recurring: RecurringInvoice
    readonly previewed: Previewed
  }[]
  readonly hasMore: boolean
}

/** The upcoming invoices, and their sum in each currency. */
export function upcomingView({ data, hasMore }: Upcoming) {
  const drafts = data.flatMap(({ previewed }) => previewed.draft ?? [])
  const byCurrency = Map.groupBy(drafts, ({ currency }) => currency)
  return {
    data: data.map(({ recurring, previewed: { occurrence, draft, problem } }) => ({
      recurring_id: recurring.id,
      name: recurring.name,
      customer_id: recurring.customerId,
      customer_name: recurring.customerName,
      action: recurring.action,
      date: occurrence.date,
      run_at: occurrence.runAt,
      currency: draft?.currency ?? null,
      total: draft && formatMinor(draft.totals.totalMinor, draft.currency),
      payable: draft && formatMinor(payableMinor(draft.totals), draft.currency),
      problem: problemView(problem),
    })),
    totals: [...byCurrency].map(([currency, all]) => ({
      currency,
      count: all.length,
      total: formatMinor(sumOf(all.map(({ totals }) => totals.totalMinor)), currency),
      payable: formatMinor(sumOf(all.map(({ totals }) => payableMinor(totals))), currency),
    })),
    has_more: hasMore,
  }
}

/** The data of an event. */
export const recurringEventData = (recurring: RecurringInvoice, more: object = {}) => ({
  id: recurring.id,
  name: recurring.name,
  status: recurring.status,
  action: recurring.action,
  customer_id: recurring.customerId,
  made: recurring.made,
  next_date: recurring.next?.date ?? null,
  version: recurring.version,
  ...more,
})
