import { checkIfMatch, etagOf } from '../../http/etag.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../../http/pagination.ts'
import { type Clock, instant } from '../../platform/clock.ts'
import { announceAtCommit } from '../../platform/database/commit-hook.ts'
import { type Db, inTransaction, type Trx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { webhookDisabled, webhookNotFound } from '../errors.ts'
import { lockWebhook, requireWebhook } from '../repository.ts'
import { checkWebhookMatch } from '../service.ts'
import type { Webhook } from '../webhook.ts'
import type { SendOnce } from './attempt.ts'
import { writeBody } from './body.ts'
import {
  type Attempt,
  type AttemptResult,
  type Delivery,
  type DeliveryState,
  type DeliveryStatus,
  FRESH,
  laneOfItsOwn,
} from './delivery.ts'
import { hurryLanes, openLanes } from './lane-repository.ts'
import * as repository from './repository.ts'

export interface WebhookDeliveriesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly sendOnce: SendOnce
}

export interface DeliveryQuery extends PageQueryInput {
  readonly status?: DeliveryStatus
  readonly event_id?: string
}

export interface DeliveryDetail {
  readonly delivery: Delivery
  readonly attempts: readonly Attempt[]
}

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>

/** What was sent to a webhook, and sending by hand. */
export function createWebhookDeliveries({ db, clock, sendOnce }: WebhookDeliveriesDeps) {
  async function detail(webhookId: string, id: string): Promise<DeliveryDetail> {
    const delivery = await repository.requireDelivery(db, webhookId, id)
    return { delivery, attempts: await repository.listAttempts(db, id) }
  }

  const saveTest = (webhookId: string, save: (trx: Trx) => Promise<unknown>): Promise<unknown> =>
    inTransaction(db, async (trx) => {
      if (!(await lockWebhook(trx, webhookId))) throw webhookNotFound()
      return save(trx)
    })

  return {
    async list(webhookId: string, query: DeliveryQuery): Promise<Page<Delivery>> {
      await requireWebhook(db, webhookId)
      const request = toPageRequest(query, '-created_at')
      const { status = null, event_id: eventId = null } = query
      const filter = { webhookId, status, eventId }
      const rows = await repository.listDeliveries(db, filter, request)
      const total = query.include ? await repository.countDeliveries(db, filter) : null
      return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
    },

    async get(webhookId: string, id: string): Promise<DeliveryDetail> {
      await requireWebhook(db, webhookId)
      return detail(webhookId, id)
    },

    /**
     * Sends once more what was delivered or given up, and at once what waits for its next attempt. The
     * receiver sees the same `webhook-id`.
     */
    async redeliver(
      webhookId: string,
      id: string,
      ifMatch: string | undefined,
    ): Promise<DeliveryDetail> {
      await inTransaction(db, async (trx) => {
        const webhook = await requireWebhook(trx, webhookId)
        if (webhook.status === 'disabled') throw webhookDisabled()
        const delivery = await repository.lockDelivery(trx, webhookId, id)
        checkIfMatch(ifMatch, etagOf(id, delivery.version))
        await putInLine(trx, delivery, instant(clock))
        announceAtCommit(trx)
      })
      return detail(webhookId, id)
    },

    /**
     * Sends a delivery of type `webhook.test`, once and now, and says how it went. It is written down
     * first: a request that is made again, with its key, after a crash finds it and sends nothing.
     */
    async test(id: string, ifMatch: string | undefined): Promise<DeliveryDetail> {
      const webhook = await requireWebhook(db, id)
      checkWebhookMatch(ifMatch, webhook)
      const test = newTest(webhook, instant(clock))
      await saveTest(id, async (trx) => {
        await repository.insertDeliveries(trx, [test], cutShort(instant(clock)))
        return test
      })
      const result = await sendOnce(webhook, test)
      await saveTest(id, async (trx) => {
        const state = stateOf(result, instant(clock))
        await repository.saveDelivery(trx, { ...test, ...state, version: 1 })
        await repository.insertAttempt(trx, test.id, { ...result, number: 1 })
      })
      return detail(id, test.id)
    },
  }
}

async function putInLine(trx: Trx, delivery: Delivery, now: string): Promise<void> {
  const { webhookId, status, attempts, lastHttpStatus, lastError } = delivery
  if (status === 'pending') {
    await hurryLanes(trx, { webhookId, key: delivery.lane }, now)
    await repository.saveDelivery(trx, { ...delivery, nextAttemptAt: now })
    return
  }
  const past = { attempts, lastHttpStatus, lastError }
  const again = { ...delivery, ...FRESH, ...past, lane: laneOfItsOwn(delivery.id) }
  await repository.saveDelivery(trx, { ...again, nextAttemptAt: now })
  await openLanes(trx, [{ ...again, createdAt: now }])
}

/** What is left of a test that the service did not live to see the end of. */
const cutShort = (now: string): DeliveryState => ({
  ...FRESH,
  status: 'failed',
  tries: 1,
  attempts: 1,
  lastError: 'The service stopped before a response arrived.',
  finishedAt: now,
})

const stateOf = ({ outcome, httpStatus, error }: AttemptResult, now: string): DeliveryState => ({
  ...cutShort(now),
  status: outcome === 'delivered' ? 'delivered' : 'failed',
  lastHttpStatus: httpStatus,
  lastError: error,
})

function newTest(webhook: Webhook, now: string) {
  const id = newId('dlv')
  const eventId = newId('evt')
  const type = 'webhook.test'
  const resource = { type: 'webhook', id: webhook.id } as const
  const { description, eventTypes } = webhook
  const data = { id: webhook.id, description, event_types: eventTypes }
  return {
    id,
    webhookId: webhook.id,
    lane: laneOfItsOwn(id),
    eventId,
    eventType: type,
    eventSequence: 0n,
    resource,
    body: writeBody({ id: eventId, type, at: now, resource, data }),
    createdAt: now,
  }
}
