import type { DisplayStatus } from '@billwright/rules/display-status'
import type { Totals } from '@billwright/totals'
import { daysBetween } from '../../kernel/calendar.ts'
import { payableMinor } from '../contents/totals/payable.ts'
import { invalidTransition, invoiceCredited, invoicePaid } from './errors.ts'
import type { InvoiceStatus, InvoiceType, StoredInvoice } from './invoice.ts'

/** The allowed transitions (contract of the status field). `paid` from a draft issues it first. */
export const TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ['sent', 'paid'],
  sent: ['paid', 'void', 'uncollectible'],
  paid: ['sent'],
  void: [],
  uncollectible: ['sent'],
}

/** A credit note is issued and voided, but never paid. */
const CREDIT_NOTE_TRANSITIONS: Partial<typeof TRANSITIONS> = { draft: ['sent'], sent: ['void'] }

type Kind = { readonly type: InvoiceType; readonly status: InvoiceStatus }

const transitionsOf = ({ type, status }: Kind): readonly InvoiceStatus[] =>
  type === 'invoice' ? TRANSITIONS[status] : (CREDIT_NOTE_TRANSITIONS[status] ?? [])

/** @throws AppError `invalid_transition` with the allowed transitions */
export function requireTransition(invoice: Kind, to: InvoiceStatus): void {
  const allowed = transitionsOf(invoice)
  if (!allowed.includes(to)) throw invalidTransition(invoice.status, to, allowed)
}

/** Whether the change needs the scope `issue`: it assigns a number or ends a claim. */
export const needsIssueScope = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  from === 'draft' || to === 'void' || to === 'uncollectible' || from === 'uncollectible'

/** Everything that the document prints, fixed from now on. */
export type Frozen = Pick<
  StoredInvoice,
  'number' | 'series' | 'sequence' | 'seller' | 'buyer' | 'files' | 'template' | 'issuedAt'
>

export function issue(draft: StoredInvoice, frozen: Frozen): StoredInvoice {
  requireTransition(draft, 'sent')
  return { ...draft, ...frozen, status: 'sent' }
}

/** The whole amount due was paid. If credit notes left nothing to pay, it never becomes paid. */
export function markPaid(invoice: StoredInvoice): StoredInvoice {
  requireTransition(invoice, 'paid')
  if (isCredited(invoice)) {
    const others = transitionsOf(invoice).filter((it) => it !== 'paid' && it !== 'void')
    throw invalidTransition(invoice.status, 'paid', others)
  }
  return { ...invoice, status: 'paid', paidMinor: invoice.paidMinor + dueMinor(invoice) }
}

/** Deletes the payment that `markPaid` created; a status cannot undo what a person recorded. */
export function takePaymentBack(invoice: StoredInvoice, automaticMinor: bigint): StoredInvoice {
  requireTransition(invoice, 'sent')
  if (automaticMinor !== invoice.paidMinor) throw invoicePaid()
  return { ...invoice, status: 'sent', paidMinor: 0n }
}

/**
 * The number of a void invoice stays used. Correct a paid invoice with a credit note, not by
 * voiding.
 */
export function markVoid(invoice: StoredInvoice): StoredInvoice {
  requireTransition(invoice, 'void')
  if (invoice.paidMinor !== 0n) throw invoicePaid()
  if (invoice.creditedMinor !== 0n) throw invoiceCredited()
  return { ...invoice, status: 'void' }
}

/** Written off: no longer expected to be paid, and no longer overdue. */
export function writeOff(invoice: StoredInvoice): StoredInvoice {
  requireTransition(invoice, 'uncollectible')
  return { ...invoice, status: 'uncollectible' }
}

export function reopen(invoice: StoredInvoice): StoredInvoice {
  requireTransition(invoice, 'sent')
  return { ...invoice, status: 'sent' }
}

/** Publishing twice keeps the first token, because a sent link must keep working. */
export function publish(invoice: StoredInvoice, nonce: string, at: string): StoredInvoice {
  if (invoice.shareNonce !== null) return invoice
  return { ...invoice, shareNonce: nonce, publishedAt: at }
}

/** The token is lost; publishing later creates another. */
export function unpublish(invoice: StoredInvoice): StoredInvoice {
  if (invoice.shareNonce === null) return invoice
  return { ...invoice, shareNonce: null, publishedAt: null }
}

/** The invoice after a payment of `minor`; negative for a refund. */
export const addPaid = (invoice: StoredInvoice, minor: bigint): StoredInvoice =>
  settle({ ...invoice, paidMinor: invoice.paidMinor + minor })

/** After money went back. An invoice that was paid and then credited stays paid if that settles it. */
export function addRefund(invoice: StoredInvoice, minor: bigint): StoredInvoice {
  const after = addPaid(invoice, -minor)
  return invoice.status === 'paid' && dueMinor(after) === 0n ? { ...after, status: 'paid' } : after
}

/** The invoice after issuing a credit note of `minor`; negative for voiding it. */
export const addCredited = (invoice: StoredInvoice, minor: bigint): StoredInvoice =>
  settle({ ...invoice, creditedMinor: invoice.creditedMinor + minor })

/**
 * `paid` while something is paid and nothing is due. An invoice over 0.00 is paid when a person
 * sets it. An invoice that credit notes alone brought to zero stays `sent`, and is never overdue.
 */
function settle(invoice: StoredInvoice): StoredInvoice {
  const { status, paidMinor, totals } = invoice
  if (status !== 'sent' && status !== 'paid') return invoice
  const due = dueMinor(invoice)
  const isSettled = payableMinor(totals) < 0n ? due === 0n : due <= 0n
  const wasPaid = paidMinor !== 0n || (payableMinor(totals) === 0n && status === 'paid')
  return { ...invoice, status: wasPaid && isSettled ? 'paid' : 'sent' }
}

/** Credit notes left nothing to pay, and nothing is paid. */
const isCredited = (claim: Claim): boolean =>
  claim.creditedMinor !== 0n && claim.paidMinor === 0n && dueMinor(claim) === 0n

type Claim = Pick<StoredInvoice, 'type' | 'dueDate' | 'paidMinor' | 'creditedMinor'> & {
  /** Null: a paper that is no invoice, such as a pro forma. */
  readonly status: InvoiceStatus | null
  readonly totals: Pick<Totals, 'totalMinor' | 'payableMinor'>
}

/**
 * The amount due in minor units; negative if a refund is due. A void document has none, nor has a paper
 * that is no invoice, or a credit note, which reduces the amount due of its invoice.
 */
export const dueMinor = ({ type, status, totals, paidMinor, creditedMinor }: Claim): bigint =>
  type === 'credit_note' || status === 'void' || status === null
    ? 0n
    : payableMinor(totals) - paidMinor - creditedMinor

/** Overdue from the day after the due date, in the company's time zone. */
export const isOverdue = (claim: Claim, today: string): boolean =>
  claim.status === 'sent' && claim.dueDate !== null && claim.dueDate < today && dueMinor(claim) > 0n

/** Days since the due date; 0: not overdue. */
export const daysLate = (claim: Claim, today: string): number =>
  isOverdue(claim, today) ? daysBetween(claim.dueDate ?? today, today) : 0

/**
 * `sent` and `paid` do not show the balance after a credit note. `refund_due`: it is negative.
 * `credited`: credit notes brought it to zero, and nothing is paid. `issued`: nothing is ever due,
 * as on a credit note or an invoice over 0.00.
 */
export function displayStatus(claim: Claim, today: string): DisplayStatus {
  const { type, status, paidMinor } = claim
  if (status === 'draft' || status === 'void') return status
  if (type === 'credit_note') return 'issued'
  const due = dueMinor(claim)
  if (due > 0n && status === 'uncollectible') return status
  if (due < 0n) return 'refund_due'
  if (due > 0n && isOverdue(claim, today)) return 'overdue'
  if (due > 0n) return isPartiallyPaid(claim) ? 'partially_paid' : 'open'
  if (isCredited(claim)) return 'credited'
  return paidMinor !== 0n || status === 'paid' ? 'paid' : 'issued'
}

export const isPartiallyPaid = (claim: Claim): boolean =>
  claim.status === 'sent' && claim.paidMinor > 0n && dueMinor(claim) > 0n

/** An invoice that is overdue as soon as it is issued. */
export const isDueBeforeIssue = ({
  issueDate,
  dueDate,
}: Pick<StoredInvoice, 'issueDate' | 'dueDate'>): boolean => dueDate !== null && dueDate < issueDate
