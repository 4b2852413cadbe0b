import type { EventType, ResourceType } from '@billwright/rules/events'
import type { Actor } from '../http/actor.ts'

/** A change for webhooks and readers of the log. */
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

/** An event in the log. */
export interface LoggedEvent extends Omit<NewEvent, 'resourceId'> {
  /** Position in the log, from 1 without gaps, in commit order. */
  readonly sequence: bigint
  readonly id: string
  readonly resource: { readonly type: ResourceType; readonly id: string }
}
