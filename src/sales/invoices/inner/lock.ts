import { isDeepStrictEqual } from 'node:util'
import { type Actor, requireScope } from '../../../core/http/actor.ts'
import { table } from '../../../kernel/table.ts'
import type { TemplateRef } from '../../contents/contents.ts'
import { requireItem } from '../../contents/errors.ts'
import { lockedValues, openValues } from '../../contents/fields.ts'
import { toBuyer } from '../../contents/parties.ts'
import type { Customer } from '../../customers/customer.ts'
import { invoiceLocked } from '../errors.ts'
import type { StoredInvoice } from '../invoice.ts'

const withoutIds = (lines: readonly { readonly id: string }[]) =>
  lines.map(({ id: _, ...line }) => line)

/** Printed besides the declared fields, by wire name. */
const LOCKED = table<(invoice: StoredInvoice) => unknown>({
  customer_id: ({ customerId }) => customerId,
  items: ({ items, textLines = [] }) => [items, textLines].map(withoutIds),
  discounts: ({ discounts }) => discounts,
  charges: ({ charges }) => charges,
  template: ({ template }) => template?.id,
})

/**
 * Whether the legal content is locked: always if the invoice is paid, or has payments or credit
 * notes.
 */
const isLocked = (
  { status, paidMinor, creditedMinor }: StoredInvoice,
  { lockIssuedInvoices }: { readonly lockIssuedInvoices: boolean },
): boolean =>
  status !== 'draft' &&
  (lockIssuedInvoices || status === 'paid' || paidMinor !== 0n || creditedMinor !== 0n)

/**
 * Refuses to change the legal content of an issued invoice: always if it is locked, otherwise for
 * actors without the scope `issue`. Sending the current value is no change. It keeps an item. Says
 * whether the legal content of an issued invoice changes.
 */
export function requireEditable(
  { before, after }: { readonly before: StoredInvoice; readonly after: StoredInvoice },
  settings: { readonly lockIssuedInvoices: boolean },
  actor: Actor,
): 'legal' | 'other' {
  if (before.status === 'draft') return 'other'
  const valuesOf = (invoice: StoredInvoice): ReadonlyMap<string, unknown> =>
    new Map([
      ...lockedValues(invoice),
      ...Object.entries(LOCKED).map(([field, read]) => [field, read(invoice)] as const),
    ])
  const now = valuesOf(after)
  const changed = [...valuesOf(before)].flatMap(([field, value]) =>
    isDeepStrictEqual(value, now.get(field)) ? [] : [field],
  )
  if (changed.length === 0) return 'other'
  if (isLocked(before, settings)) throw invoiceLocked(changed)
  requireScope(actor, 'issue')
  if (changed.includes('items')) requireItem(after)
  return 'legal'
}

/** What an edit may change: all of a draft; of an issued invoice only unlocked fields. */
export async function keepFrozen(
  change: {
    readonly before: StoredInvoice
    readonly edited: StoredInvoice
    readonly customer: Customer
    readonly current: { readonly lockIssuedInvoices: boolean }
  },
  pinTemplate: (choice: StoredInvoice['template']) => Promise<TemplateRef>,
): Promise<StoredInvoice> {
  const { before, edited, customer, current } = change
  if (edited === before || before.status === 'draft') return edited
  if (isLocked(before, current)) return { ...before, ...openValues(edited) }
  const isSameBuyer = customer.id === before.customerId && edited.contactId === before.contactId
  const isSameTemplate = edited.template?.id === before.template?.id
  return {
    ...edited,
    template: isSameTemplate ? before.template : await pinTemplate(edited.template),
    buyer: isSameBuyer ? before.buyer : toBuyer(customer, edited.contactId),
  }
}
