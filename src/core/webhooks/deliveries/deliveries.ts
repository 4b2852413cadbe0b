import { typesLike } from '@billwright/rules/events'
import { instant } from '../../../platform/clock.ts'
import { inTurn } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../http/etag.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../../http/pagination.ts'
import { transaction } from '../../record/transaction.ts'
import type { ReadWork, Work } from '../../record/work.ts'
import { checkTypes, checkWebhookMatch } from '../endpoints.ts'
import { webhookDisabled, webhookNotFound } from '../inner/errors.ts'
import { listSubscribers, lockWebhook, requireWebhook } from '../inner/repository.ts'
import type { Webhook } from '../inner/webhook.ts'
import { sendOnce } from './inner/attempt.ts'
import { writeBody } from './inner/body.ts'
import {
  type Attempt,
  type AttemptResult,
  type Delivery,
  type DeliveryState,
  type DeliveryStatus,
  FRESH,
  laneAgain,
  laneOfItsOwn,
  TEST_TYPE,
} from './inner/delivery.ts'
import { enqueueLanes } from './inner/jobs.ts'
import * as repository from './inner/repository.ts'

interface DeliveryQuery extends PageQueryInput {
  readonly status?: DeliveryStatus
  readonly event_id?: string
}

interface DeliveryChange extends repository.DeliveryKey {
  readonly ifMatch: string | undefined
}

/** Which failed deliveries to send again. */
interface FailedQuery {
  /** Undefined: all webhooks that are not disabled. */
  readonly webhookId: string | undefined
  /** Types of events or patterns; undefined: all. */
  readonly types: readonly string[] | undefined
  readonly createdFrom: string | undefined
  readonly createdTo: string | undefined
}

interface Redelivered {
  readonly queued: number
  readonly hasMore: boolean
}

export const REDELIVERED_MAX = 1000

export interface DeliveryDetail {
  readonly delivery: Delivery
  readonly attempts: readonly Attempt[]
}

export async function listDeliveries(
  work: ReadWork,
  webhookId: string,
  query: DeliveryQuery,
): Promise<Page<Delivery>> {
  await requireWebhook(work, webhookId)
  const request = toPageRequest(query, '-created_at')
  const { status = null, event_id: eventId = null } = query
  const filter = { webhookId, status, eventId }
  return inTurn(work, async () => {
    const rows = await repository.listDeliveries(work, filter, request)
    const total = query.include ? await repository.countDeliveries(work, filter) : null
    return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
  })
}

export async function getDelivery(
  work: ReadWork,
  webhookId: string,
  id: string,
): Promise<DeliveryDetail> {
  await requireWebhook(work, webhookId)
  return detail(work, { webhookId, id })
}

/**
 * Repeats a delivery that succeeded or failed; sends a waiting one now. The receiver gets the
 * same `webhook-id`.
 */
export async function redeliver(
  work: ReadWork,
  { ifMatch, ...key }: DeliveryChange,
): Promise<DeliveryDetail> {
  await transaction(work, async (work) => {
    const webhook = await requireWebhook(work, key.webhookId)
    if (webhook.status === 'disabled') throw webhookDisabled()
    // Locks jobs before deliveries, as for storing an attempt.
    const expected = inLine(await repository.requireDelivery(work, key), work.at)
    await enqueueLanes(work, [expected])
    const delivery = await repository.lockDelivery(work, key)
    checkIfMatch(ifMatch, etagOf(key.id, delivery.version))
    const queued = inLine(delivery, work.at)
    await repository.saveDelivery(work, queued)
    if (queued.lane !== expected.lane) await enqueueLanes(work, [queued])
  })
  return detail(work, key)
}

/**
 * Repeats failed deliveries, the oldest first. Those of one resource stay in order, but neither
 * wait for its newer events nor delay them.
 */
export const redeliverFailed = (work: ReadWork, query: FailedQuery): Promise<Redelivered> =>
  transaction(work, async (work) => {
    checkTypes(query.types ?? [])
    const failed = await findFailed(work, query)
    const taken = failed.slice(0, REDELIVERED_MAX)
    if (taken.length === 0) return { queued: 0, hasMore: false }
    // Locks jobs before deliveries, as for storing an attempt.
    const lanes = taken.map((it) => ({ webhookId: it.webhookId, lane: laneAgain(it) }))
    const byKey = new Map(lanes.map((it) => [`${it.webhookId}/${it.lane}`, it]))
    await enqueueLanes(work, [...byKey.values()])
    const queued = await repository.requeueFailed(
      work,
      taken.map(({ id }) => id),
    )
    return { queued, hasMore: failed.length > taken.length }
  })

/**
 * Sends a delivery of type `webhook.test` once, now, and returns the outcome. It is stored
 * before it is sent, so that a request repeated with its key after a crash finds it and sends
 * nothing.
 */
export async function testWebhook(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
): Promise<DeliveryDetail> {
  const webhook = await requireWebhook(work, id)
  checkWebhookMatch(ifMatch, webhook)
  const test = newTest(work, webhook)
  await saveTest(work, id, async (work) => {
    await repository.insertDeliveries(work, [test], cutShort(work.at))
    return test
  })
  const result = await sendOnce(work, webhook, test)
  await saveTest(work, id, async (work) => {
    const state = stateOf(result, instant(work.app.clock))
    await repository.saveDelivery(work, { ...test, ...state, version: 1 })
    await repository.insertAttempt(work, test.id, { ...result, number: 1 })
  })
  return detail(work, { webhookId: id, id: test.id })
}

async function detail(work: ReadWork, key: repository.DeliveryKey): Promise<DeliveryDetail> {
  const delivery = await repository.requireDelivery(work, key)
  return { delivery, attempts: await repository.listAttempts(work, key.id) }
}

const saveTest = (
  work: ReadWork,
  webhookId: string,
  save: (work: Work) => Promise<unknown>,
): Promise<unknown> =>
  transaction(work, async (work) => {
    if (!(await lockWebhook(work, webhookId))) throw webhookNotFound()
    return save(work)
  })

/** One more than are sent again, if there are more. */
async function findFailed(
  work: Work,
  query: FailedQuery,
): Promise<readonly repository.FailedDelivery[]> {
  const filter = {
    types: query.types === undefined ? [] : typesLike(query.types),
    createdFrom: query.createdFrom,
    createdTo: query.createdTo,
  }
  const found: repository.FailedDelivery[] = []
  for (const id of await receiversOf(work, query)) {
    const limit = REDELIVERED_MAX + 1 - found.length
    if (limit > 0) found.push(...(await repository.listFailed(work, id, { ...filter, limit })))
  }
  return found
}

async function receiversOf(work: Work, { webhookId }: FailedQuery): Promise<readonly string[]> {
  if (webhookId === undefined) return (await listSubscribers(work)).map(({ id }) => id)
  const webhook = await requireWebhook(work, webhookId)
  if (webhook.status === 'disabled') throw webhookDisabled()
  return [webhook.id]
}

/** Sends a waiting delivery now. Any other one is sent again in a separate lane. */
function inLine(delivery: Delivery, now: string): Delivery {
  const { id, status, attempts, lastHttpStatus, lastError } = delivery
  if (status === 'pending') return { ...delivery, nextAttemptAt: now }
  const past = { attempts, lastHttpStatus, lastError }
  return { ...delivery, ...FRESH, ...past, lane: laneOfItsOwn(id), nextAttemptAt: now }
}

/** The state of a test until its answer arrives; it stays if the service ends before. */
const cutShort = (now: string): DeliveryState => ({
  ...FRESH,
  status: 'failed',
  tries: 1,
  attempts: 1,
  lastError: { reason: 'interrupted', text: 'The service stopped before a response arrived.' },
  finishedAt: now,
})

const stateOf = ({ outcome, httpStatus, error }: AttemptResult, now: string): DeliveryState => ({
  ...cutShort(now),
  status: outcome === 'delivered' ? 'delivered' : 'failed',
  lastHttpStatus: httpStatus,
  lastError: error,
})

function newTest({ company, at: now }: ReadWork, webhook: Webhook) {
  const id = newId('dlv')
  const eventId = newId('evt')
  const type = TEST_TYPE
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
    body: writeBody({ id: eventId, type, at: now, company: company.id, resource, data }),
    createdAt: now,
  }
}
