import { announceAtCommit } from '../../platform/database/commit-hook.ts'
import type { Trx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { LoggedEvent } from '../../record/event.ts'
import { listSubscribers, type Subscriber } from '../repository.ts'
import { isWanted } from '../webhook.ts'
import { writeBody } from './body.ts'
import { laneOf } from './delivery.ts'
import { openLanes } from './lane-repository.ts'
import { insertDeliveries } from './repository.ts'

/**
 * Hands an event to the webhooks that want it, in the transaction of what it tells: a delivery per
 * webhook is committed with the change, or nothing is.
 */
export async function fanOut(trx: Trx, event: LoggedEvent): Promise<void> {
  const wanting = (await listSubscribers(trx)).filter((subscriber) => isFor(subscriber, event))
  if (wanting.length === 0) return
  const body = writeBody(event)
  const deliveries = wanting.map(({ id: webhookId }) => ({
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
  await insertDeliveries(trx, deliveries)
  await openLanes(trx, deliveries)
  announceAtCommit(trx)
}

/** A webhook is not told by itself that it was paused: that would be the next thing to fail. */
const isFor = ({ id, eventTypes }: Subscriber, { type, resource }: LoggedEvent): boolean =>
  isWanted(eventTypes, type) && !(type === 'webhook.paused' && resource.id === id)
