import { isDeepStrictEqual } from 'node:util'
import { nominalDays, type Plan } from '@billwright/rules/schedule'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { CHANGES_MAX, checkContents, requireIssue, tooMany } from './inner/changes.ts'
import { contentOn } from './inner/content.ts'
import type { RecurringInvoice } from './inner/recurring.ts'
import * as repository from './inner/repository.ts'
import { repriced, toReprice } from './inner/reprice.ts'
import { later, planFor, planned, record, saveRun } from './inner/runner.ts'
import type { Content, RepriceBody } from './input.ts'

const REPRICE_MAX = 1000

/** A recurring invoice before and after new prices from a day on. */
interface Repriced {
  readonly before: RecurringInvoice
  readonly after: RecurringInvoice
  readonly date: string
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
