import { type Actor, requireScope } from '../http/actor.ts'
import { invoiceLocked } from './errors.ts'
import type { StoredInvoice } from './invoice.ts'

/** Everything printed on the document, by its wire name; frozen once the invoice is issued. */
const LEGAL_CONTENT: Readonly<Record<string, (invoice: StoredInvoice) => unknown>> = {
  customer_id: ({ customerId }) => customerId,
  issue_date: ({ issueDate }) => issueDate,
  due_date: ({ dueDate }) => dueDate,
  delivery_date: ({ deliveryDate }) => deliveryDate,
  period_start: ({ periodStart }) => periodStart,
  period_end: ({ periodEnd }) => periodEnd,
  currency: ({ currency }) => currency,
  language: ({ language }) => language,
  reference: ({ reference }) => reference,
  order_reference: ({ orderReference }) => orderReference,
  prices_include_tax: ({ pricesIncludeTax }) => pricesIncludeTax,
  rounding: ({ rounding }) => rounding,
  items: ({ items }) => items.map(({ id: _, ...item }) => item),
  discounts: ({ discounts }) => discounts,
  charges: ({ charges }) => charges,
  kind: ({ particulars }) => particulars?.kind,
  preceding: ({ particulars }) => particulars?.preceding,
  tax_point_date: ({ particulars }) => particulars?.taxPointDate,
  tax_in_currency: ({ particulars }) => particulars?.taxInCurrency,
  references: ({ particulars }) => particulars?.references,
  delivery: ({ particulars }) => particulars?.delivery,
  payment: ({ particulars }) => particulars?.payment,
  attachments: ({ particulars }) => particulars?.attachments,
  e_invoice_profile: ({ particulars }) => particulars?.eInvoiceProfile,
  terms: ({ terms }) => terms,
  notes: ({ notes }) => notes,
  template: ({ template }) => template?.id,
}

/** Whether what the invoice says is frozen: always while payments or credit notes rest on it. */
export const isLocked = (
  { status, paidMinor, creditedMinor }: StoredInvoice,
  { lockIssuedInvoices }: { readonly lockIssuedInvoices: boolean },
): boolean => status !== 'draft' && (lockIssuedInvoices || paidMinor !== 0n || creditedMinor !== 0n)

/**
 * Refuses edits of what an issued invoice says where it is locked, and else of those who may not
 * issue; sending what it says already is no edit.
 */
export function requireEditable(
  { before, after }: { readonly before: StoredInvoice; readonly after: StoredInvoice },
  settings: { readonly lockIssuedInvoices: boolean },
  actor: Actor,
): void {
  if (before.status === 'draft') return
  const changed = Object.entries(LEGAL_CONTENT)
    .filter(([, read]) => canonical(read(before)) !== canonical(read(after)))
    .map(([field]) => field)
  if (changed.length === 0) return
  if (isLocked(before, settings)) throw invoiceLocked(changed)
  requireScope(actor, 'issue')
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? `${entry}n` : entry)) ?? ''
