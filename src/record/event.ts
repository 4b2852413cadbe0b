import type { Actor } from '../http/actor.ts'

/** Every kind of event; the part before the dot is the kind of resource. */
export const EVENT_TYPES = [
  'invoice.created',
  'invoice.updated',
  'invoice.issued',
  'invoice.published',
  'invoice.unpublished',
  'invoice.viewed',
  'invoice.payment_recorded',
  'invoice.paid',
  'invoice.overdue',
  'invoice.voided',
  'invoice.credited',
  'invoice.written_off',
  'invoice.reopened',
  'invoice.deleted',
  'payment.recorded',
  'payment.refunded',
  'payment.deleted',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.credit_changed',
  'product.created',
  'product.updated',
  'product.deleted',
  'entry.created',
  'entry.updated',
  'entry.deleted',
  'template.installed',
  'template.deleted',
  'recurring.created',
  'recurring.updated',
  'recurring.paused',
  'recurring.resumed',
  'recurring.ended',
  'recurring.deleted',
  'recurring.run',
  'recurring.attention',
  'recurring.upcoming',
  'quote.created',
  'quote.updated',
  'quote.opened',
  'quote.viewed',
  'quote.accepted',
  'quote.declined',
  'quote.withdrawn',
  'quote.expired',
  'quote.superseded',
  'quote.deleted',
  'delivery_note.issued',
  'delivery_note.voided',
  'reminder.sent',
  'invoice.promise_broken',
  'invoice.charged',
  'supplier_invoice.received',
  'supplier_invoice.accepted',
  'supplier_invoice.rejected',
  'supplier_invoice.paid',
  'supplier_invoice.reopened',
  'supplier_invoice.deleted',
  'transmission.queued',
  'transmission.sent',
  'transmission.delivered',
  'transmission.failed',
  'transmission.lost',
  'import.ready',
  'import.done',
  'import.undone',
  'support_grant.created',
  'support_grant.used',
  'support_grant.revoked',
  'limit.near',
  'limit.reached',
  'settings.updated',
  'webhook.paused',
  'message.queued',
  'message.sent',
  'message.failed',
  'message.bounced',
  'message.canceled',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The part of a type of event before the dot. */
export type ResourceType = EventType extends `${infer Resource}.${string}` ? Resource : never

/** A change that webhooks and readers of the log learn of. */
export interface NewEvent {
  readonly type: EventType
  /** The id of the invoice, customer, template or webhook; `settings` for the settings. */
  readonly resourceId: string
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
  /** RFC 3339 in UTC. */
  readonly at: string
  /** A short copy of the resource after the change, as JSON; well below 20 KB. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The same as it stands in the log. */
export interface LoggedEvent extends Omit<NewEvent, 'resourceId'> {
  /** Place in the log, from 1 and without a gap: the order in which the changes were committed. */
  readonly sequence: bigint
  readonly id: string
  readonly resource: { readonly type: ResourceType; readonly id: string }
}

export const resourceTypeOf = (type: EventType): ResourceType =>
  type.slice(0, type.indexOf('.')) as ResourceType

/** Whether a webhook with these types or patterns wants events of a type. */
export const isWanted = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, type))

/** Whether a type or pattern matches any event. */
export const isKnownPattern = (pattern: string): boolean =>
  EVENT_TYPES.some((type) => isMatch(pattern, type))

const isMatch = (pattern: string, type: string): boolean =>
  pattern === '*' ||
  pattern === type ||
  (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
