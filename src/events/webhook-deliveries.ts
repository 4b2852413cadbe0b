import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { announceAtCommit } from '../platform/commit-hook.ts'
import { type Db, inTransaction, type Trx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import {
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  FRESH,
  laneOfItsOwn,
} from './delivery.ts'
import type { SendOnce } from './delivery-attempt.ts'
import { writeBody } from './delivery-body.ts'
import { hurryLanes, openLanes } from './delivery-lane-repository.ts'
import * as repository from './delivery-repository.ts'
import type { Webhook } from './webhook.ts'
import { webhookDisabled, webhookNotFound } from './webhook-errors.ts'
import { lockWebhook, requireWebhook } from './webhook-repository.ts'

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
    async redeliver(webhookId: string, id: string): Promise<DeliveryDetail> {
      await inTransaction(db, async (trx) => {
        const webhook = await requireWebhook(trx, webhookId)
        if (webhook.status === 'disabled') throw webhookDisabled()
        const delivery = await repository.lockDelivery(trx, webhookId, id)
        await putInLine(trx, delivery, instant(clock))
        announceAtCommit(trx)
      })
      return detail(webhookId, id)
    },

    /** Sends a delivery of type `webhook.test`, once and now, and says how it went. */
    async test(id: string): Promise<DeliveryDetail> {
      const webhook = await requireWebhook(db, id)
      const test = newTest(webhook, instant(clock))
      const result = await sendOnce(webhook, test)
      const isSuccess = result.outcome === 'delivered'
      await inTransaction(db, async (trx) => {
        if (!(await lockWebhook(trx, id))) throw webhookNotFound()
        await repository.insertDeliveries(trx, [test], {
          status: isSuccess ? 'delivered' : 'failed',
          tries: 1,
          attempts: 1,
          nextAttemptAt: null,
          lastHttpStatus: result.httpStatus,
          lastError: result.error,
          finishedAt: instant(clock),
        })
        await repository.insertAttempt(trx, test.id, { ...result, number: 1 })
        return test
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
