import type { EventType } from '@billwright/rules/events'
import type { Actor } from '../../../core/http/actor.ts'
import { canonicalJson } from '../../../core/record/canonical-json.ts'
import { type Changes, hasRevision } from '../../../core/record/chain.ts'
import { recordEvent, recordRevision } from '../../../core/record/journal.ts'
import { changesBetween, stateAfter } from '../../../core/record/state.ts'
import type { Work } from '../../../core/record/work.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import type { Payment } from '../../ledger/payment.ts'
import { type Change, eventTypesOf, invoiceEventData, paymentEventData } from '../announcement.ts'
import type { InvoiceStatus, StoredInvoice } from '../invoice.ts'
import { auditViewOf } from '../revisions/audit-view.ts'
import { INVOICE_STATE, saysNothing, withoutEmpty } from '../revisions/state.ts'
import * as repository from './repository.ts'

/* The only way to write an invoice: every write adds a revision and its events in the same
   transaction. */

/** A new invoice to store. With `draft`, it was issued at once, and the record has both steps. */
export interface NewInvoice {
  readonly draft?: StoredInvoice | undefined
  readonly after: StoredInvoice
  /** The payment that the same request records. */
  readonly payment?: Payment | null
  readonly columns: repository.SearchColumns
}

/** Stores new invoices. Returns them in the same order, each with its other properties. */
export async function insertInvoices<Added extends NewInvoice>(
  work: Work,
  added: readonly Added[],
): Promise<readonly (Added & { readonly invoice: StoredInvoice })[]> {
  const stored = added.map((it) => ({
    ...it,
    invoice: it.draft ? { ...it.after, version: it.draft.version + 1 } : it.after,
  }))
  await repository.insertInvoices(work, stored)
  for (const { draft, invoice, columns, payment } of stored) {
    const { customerName } = columns
    // The draft was never stored, so its revision has no state to compare with.
    if (draft) record(work, { before: null, after: draft }, { customerName, isHashed: false })
    record(work, { before: draft ?? null, after: invoice }, { customerName, payment })
  }
  return stored
}

export async function saveInvoice(
  work: Work,
  {
    before,
    after,
    columns,
    ...done
  }: {
    readonly before: StoredInvoice
    readonly after: StoredInvoice
    readonly columns: repository.SearchColumns
    /** The action, if the changed fields do not show it. */
    readonly action?: 'refunded' | undefined
    readonly payment?: Payment | null | undefined
    readonly event?: EventType | null | undefined
    readonly discountBack?: Payment | null | undefined
    readonly deletedPayments?: readonly Payment[] | undefined
  },
): Promise<StoredInvoice> {
  const { customerName } = columns
  const saved = await repository.saveInvoice(work, before, after, columns)
  record(work, { before, after: saved }, { customerName, ...done })
  return saved
}

export async function forgetInvoice(
  work: Work,
  before: StoredInvoice,
  customerName: string,
): Promise<void> {
  await repository.deleteInvoice(work, before.id)
  record(work, { before, after: null }, { customerName, isHashed: false })
}

const PRINTER: Actor = { kind: 'system', id: 'renderer', name: 'PDF renderer', scopes: new Set() }

/** Whether the record already has the hash of that PDF. */
export const isPrinted = (scope: CompanyDb, invoiceId: string, pdfHash: string) =>
  hasRevision(scope, { resourceId: invoiceId, ...printed(pdfHash) })

/** Records the hash of a delivered PDF; the invoice is locked. */
export function recordPrint(work: Work, invoice: StoredInvoice, pdfHash: string): void {
  recordRevision(
    { ...work, actor: PRINTER },
    {
      resourceId: invoice.id,
      version: invoice.version,
      ...stateAfter(INVOICE_STATE, invoice),
      ...printed(pdfHash),
    },
  )
}

const printed = (pdfHash: string) => ({
  action: 'printed',
  changes: { pdf_sha256: [null, pdfHash] as const },
})

interface Entry {
  readonly customerName: string
  readonly action?: string | undefined
  /** False: nothing is stored to compare it with. */
  readonly isHashed?: boolean
  readonly payment?: Payment | null | undefined
  readonly event?: EventType | null | undefined
  readonly discountBack?: Payment | null | undefined
  readonly deletedPayments?: readonly Payment[] | undefined
}

function record(work: Work, change: Change, entry: Entry): void {
  const {
    customerName,
    action,
    isHashed = true,
    payment,
    event,
    discountBack,
    deletedPayments = [],
  } = entry
  const { before, after } = change
  const invoice = after ?? before
  if (!invoice) throw new Error('A revision needs an invoice.')
  recordRevision(work, {
    resourceId: invoice.id,
    version: invoice.version,
    action: action ?? actionOf(change),
    changes: changesOf(change),
    ...stateAfter(INVOICE_STATE, isHashed ? invoice : null),
  })
  const data = invoiceEventData(invoice, customerName)
  const paid = payment ? { payment: paymentEventData(payment, invoice) } : {}
  for (const type of eventTypesOf(change))
    recordEvent(work, {
      type,
      resourceId: invoice.id,
      data: type === 'invoice.payment_recorded' ? { ...data, ...paid } : data,
    })
  const tell = (type: EventType, payment: Payment) =>
    recordEvent(work, { type, resourceId: payment.id, data: paymentEventData(payment, invoice) })
  if (payment && event !== null) tell(event ?? paymentEvent(payment), payment)
  for (const deleted of deletedPayments) tell('payment.deleted', deleted)
  if (discountBack) tell(paymentEvent(discountBack), discountBack)
}

function paymentEvent({ amountMinor, reversesId }: Payment): EventType {
  if (reversesId !== null) return 'payment.reversed'
  return amountMinor < 0n ? 'payment.refunded' : 'payment.recorded'
}

/** The changed fields; for a new invoice all that have a value, for a deleted one its number. */
function changesOf({ before, after }: Change): Changes {
  if (after === null) return deletionChanges(before)
  const from = before ? auditViewOf(before) : {}
  const document = auditViewOf(after)
  const changes = changesBetween(from, document, differs)
  const isIssued = actionOf({ before, after }) === 'issued'
  // The document as issued stays readable in one place.
  return { ...changes, ...(isIssued ? { document: [null, document] } : {}) }
}

/** Whether they differ in more than empty values. Most fields are equal and compare quickly. */
function differs(was: unknown, is: unknown): boolean {
  if (was === is) return false
  const wasEmpty = saysNothing(was)
  if (wasEmpty || saysNothing(is)) return wasEmpty !== saysNothing(is)
  if (JSON.stringify(was) === JSON.stringify(is)) return false
  return canonicalJson(withoutEmpty(was)) !== canonicalJson(withoutEmpty(is))
}

/** A deleted invoice records its number and its position in the series, which is now a gap. */
function deletionChanges(before: StoredInvoice | null): Changes {
  const place =
    before?.series == null
      ? {}
      : {
          series: [before.series, null] as const,
          sequence: [String(before.sequence), null] as const,
        }
  return { number: [before?.number ?? null, null], ...place }
}

const STATUS_ACTIONS: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'updated',
  sent: 'reopened',
  paid: 'paid',
  void: 'voided',
  uncollectible: 'written_off',
}

function actionOf({ before, after }: Change): string {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  if (before.number === null && after.number !== null) return 'issued'
  if (before.status !== after.status) return STATUS_ACTIONS[after.status]
  if (before.shareNonce === after.shareNonce) return 'updated'
  return after.shareNonce === null ? 'unpublished' : 'published'
}
