import { isDeepStrictEqual } from 'node:util'
import type { EventType } from '@billwright/rules/events'
import type { Settings } from '../../../company/settings/settings.ts'
import { requireRoom } from '../../../core/companies/limits.ts'
import type { VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { laterOf } from '../../../platform/clock.ts'
import { customerOf } from '../../contents/live.ts'
import { contextOf as contentsContextOf } from '../../contents/request.ts'
import type { Customer } from '../../customers/customer.ts'
import { releaseItems } from '../../entries/open.ts'
import type { Payment } from '../../ledger/payment.ts'
import { insertPayments } from '../../ledger/payments.ts'
import type { DraftContext } from '../draft.ts'
import type { StoredInvoice } from '../invoice.ts'
import { lockForChange } from '../lock.ts'
import { countMadeInMonth } from '../lookups.ts'
import type { InvoiceDetails } from '../view.ts'
import { hydrate, type Known, searchColumns } from './hydrate.ts'
import { insertInvoices, type NewInvoice, saveInvoice } from './invoice-writer.ts'
import type { DraftToIssue, Transition } from './transitions.ts'

/** What a change makes of an invoice, and what it has read for that. */
interface Decided extends Transition {
  readonly preloaded?: Known
}

interface Saving {
  /** The action, if the changed fields do not show it. */
  readonly action?: 'refunded' | undefined
  readonly preloaded?: Known | undefined
  readonly payment?: Payment | null | undefined
  /** Of the payment, instead of the one that its sign suggests; null: none. */
  readonly event?: EventType | null | undefined
  readonly discountBack?: Payment | null | undefined
  readonly deletedPayments?: readonly Payment[] | undefined
}

export const contextOf = (work: ReadWork, current: Settings, customer: Customer): DraftContext => ({
  ...contentsContextOf(work, current, customer),
  now: work.at,
})

export function unpaid(invoice: StoredInvoice): Transition {
  return { invoice, payment: null }
}

/** Reads, decides and saves in one transaction; no change, no new version. */
export function change(
  work: ReadWork,
  request: VersionedRef,
  decide: (work: Work, invoice: StoredInvoice) => Promise<Decided> | Decided,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const before = await lockForChange(work, request)
    const { invoice, payment, deletedPayments, preloaded } = await decide(work, before)
    if (isDeepStrictEqual(invoice, before)) return hydrate(work, before, preloaded)
    if (payment) await insertPayments(work, [payment])
    return save(work, before, invoice, { preloaded, payment, deletedPayments })
  })
}

export async function save(
  work: Work,
  before: StoredInvoice,
  changed: StoredInvoice,
  { preloaded, ...done }: Saving,
): Promise<InvoiceDetails> {
  const after = { ...changed, updatedAt: laterOf(work.at, before.updatedAt) }
  const customer = after.buyer ? preloaded?.customer : await customerOf(work, after, preloaded)
  const known = { ...preloaded, customer, isNew: before.status === 'draft' }
  const left = new Set(after.items.map(({ id }) => id))
  const gone = before.items.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  if (gone.length > 0) await releaseItems(work, after.id, gone)
  const columns = await searchColumns(work, after, known)
  return hydrate(work, await saveInvoice(work, { before, after, columns, ...done }), known)
}

/** Stores new invoices: drafts, or invoices that the same request issues or pays. */
export async function insertAll(
  work: Work,
  made: readonly (Transition & Pick<DraftToIssue, 'draft' | 'preloaded'>)[],
): Promise<readonly InvoiceDetails[]> {
  const added: (NewInvoice & Pick<DraftToIssue, 'preloaded'>)[] = []
  for (const { draft, invoice, payment, preloaded } of made) {
    const columns = await searchColumns(work, invoice, preloaded)
    const steps = invoice === draft ? { after: draft } : { draft, after: invoice }
    added.push({ ...steps, columns, payment, preloaded })
  }
  const stored = await insertInvoices(work, added)
  await insertPayments(
    work,
    made.flatMap(({ payment }) => payment ?? []),
  )
  const details: InvoiceDetails[] = []
  for (const { invoice, preloaded } of stored)
    details.push(await hydrate(work, invoice, { ...preloaded, isNew: true }))
  return details
}

export async function insert(
  work: Work,
  draft: StoredInvoice,
  moved: Transition,
  preloaded: Known = {},
): Promise<InvoiceDetails> {
  return only(await insertAll(work, [{ ...moved, draft, preloaded }]))
}

export function requireRoomFor(work: Work, added: number): Promise<void> {
  return requireRoom(work, 'invoices_per_month', () => countMadeInMonth(work), added)
}

export function only<Made>([made]: readonly Made[]): Made {
  if (made === undefined) throw new Error('Nothing was made.')
  return made
}
