import { isWanted } from '@billwright/rules/events'
import { newId } from '../../../platform/ids.ts'
import type { LoggedEvent } from '../../record/event.ts'
import type { Follow, Work } from '../../record/work.ts'
import { listSubscribers, type Subscriber } from '../inner/repository.ts'
import { writeBody } from './inner/body.ts'
import { laneOf, type NewDelivery } from './inner/delivery.ts'
import { enqueueLanes } from './inner/jobs.ts'
import { insertDeliveries } from './inner/repository.ts'

/**
 * Creates a delivery of each event for each matching webhook in the transaction that records the
 * events, so both are committed, or neither.
 */
export const fanOut: Follow = async (work) => {
  const subscribers = await listSubscribers(work)
  return async (events) => {
    const deliveries = events.flatMap((event) => deliveriesOf(work, event, subscribers))
    if (deliveries.length === 0) return
    await insertDeliveries(work, deliveries)
    await enqueueLanes(work, deliveries)
  }
}

function deliveriesOf(
  { company }: Work,
  event: LoggedEvent,
  subscribers: readonly Subscriber[],
): readonly NewDelivery[] {
  const wanting = subscribers.filter((subscriber) => isFor(subscriber, event))
  if (wanting.length === 0) return []
  const body = writeBody({ ...event, company: company.id })
  return wanting.map(({ id: webhookId }) => ({
    id: newId('dlv'),
    webhookId,
    lane: laneOf(event),
    eventId: event.id,
    eventType: event.type,
    eventSequence: event.sequence,
    resource: event.resource,
    body,
    createdAt: event.at,
  }))
}

/** A webhook does not get the event about its own pause, because that delivery would fail next. */
const isFor = ({ id, eventTypes }: Subscriber, { type, resource }: LoggedEvent): boolean =>
  isWanted(eventTypes, type) && !(type === 'webhook.paused' && resource.id === id)
