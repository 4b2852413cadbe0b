import { instant, instantAfter, secondsAfter } from '../../platform/clock.ts'
import { randomBelow } from '../../platform/ids.ts'
import { createOutboundClient, type OutboundClient } from '../../platform/outbound/client.ts'
import { expiring } from '../jobs/expire.ts'
import { handle, type JobHandler, type RunningJob } from '../jobs/handler.ts'
import { recordEvent } from '../record/journal.ts'
import { transaction } from '../record/transaction.ts'
import type { ReadWork } from '../record/work.ts'
import { sendOnce } from './deliveries/inner/attempt.ts'
import type { AttemptResult, Delivery } from './deliveries/inner/delivery.ts'
import { DELIVER, EXPIRE, type Lane } from './deliveries/inner/jobs.ts'
import {
  deleteDeliveriesBefore,
  findFirst,
  insertAttempt,
  listWithDeliveriesBefore,
  saveDelivery,
} from './deliveries/inner/repository.ts'
import { afterAttempt } from './deliveries/inner/schedule.ts'
import { findWebhook, lockWebhook, recordHealth, saveWebhook } from './inner/repository.ts'
import { isFailing, noticeOf, type PauseReason, pause } from './inner/webhook.ts'

/** The number of waiting deliveries, in all processes. */
export { countPending } from './deliveries/inner/repository.ts'

const UNSENT_PAUSE_SECONDS = 1
const KEPT_SECONDS = 30 * 24 * 60 * 60
/** Besides the attempts of jobs there is room for some manual tests. */
const QUEUE = { active: DELIVER.parallel + 4, waiting: 16, waitMs: 5_000 }

/** Not the client of templates and logos, so that hanging receivers do not delay those. */
export const openWebhookOutbound = (allow: readonly string[]): OutboundClient =>
  createOutboundClient({ allow, queue: QUEUE })

/** Sends the first waiting delivery of a lane; the job runs again for the next. */
export const deliverJob = (): JobHandler =>
  handle(DELIVER, async (work, job) => {
    const { clock, counters } = work.app
    const { webhookId } = job.payload
    const webhook = await findWebhook(work, webhookId)
    const delivery = await findFirst(work, job.payload)
    // The lane of a paused webhook is enqueued again when the webhook is enabled.
    if (webhook?.status !== 'enabled' || !delivery) return null
    // A new event in the lane does not shorten the pause after a failure.
    if (delivery.nextAttemptAt !== null && delivery.nextAttemptAt > instant(clock))
      return delivery.nextAttemptAt
    const result = await sendOnce(work, webhook, delivery)
    counters.countAttempt(result.outcome)
    if (result.outcome === 'unsent') return instantAfter(clock, UNSENT_PAUSE_SECONDS)
    await note({ work, job, delivery, result })
    const isSuccess = result.outcome === 'delivered'
    const health = await recordHealth(work, webhookId, { isSuccess, now: instant(clock) })
    if (result.outcome === 'gone') await pauseWebhook(work, { id: webhookId, reason: 'gone' })
    else if (health && isFailing(health, clock.now()))
      await pauseWebhook(work, { id: webhookId, reason: 'failing' })
    return null
  })

/** Deletes deliveries 30 days after they ended. */
export const expireDeliveriesJob = () =>
  expiring(
    EXPIRE,
    (work, limit) => deleteDeliveriesBefore(work, secondsAfter(work.at, -KEPT_SECONDS), limit),
    (db, among, at) => listWithDeliveriesBefore(db, among, secondsAfter(at, -KEPT_SECONDS)),
  )

interface Sent {
  readonly work: ReadWork
  readonly job: RunningJob<Lane>
  readonly delivery: Delivery
  readonly result: AttemptResult
}

/**
 * Stores the outcome of an attempt, unless the lease was lost: then another process's outcome
 * counts. It records no event, because a change of the resource may wait for this job with the
 * head locked.
 */
const note = ({ work, job, delivery, result }: Sent) =>
  transaction(work, async (work) => {
    const { clock } = work.app
    await job.check(work)
    const current = await findFirst(work, job.payload)
    if (current?.id === delivery.id) {
      const after = afterAttempt(current, result, { nowMs: clock.now(), chance: randomBelow })
      await insertAttempt(work, current.id, { ...result, number: after.attempts })
      await saveDelivery(work, { ...current, ...after })
    }
    // After a 410 the webhook is disabled first, while the job is still leased, so that nothing
    // more is sent.
    if (result.outcome === 'gone') return
    const next = await findFirst(work, job.payload)
    await job.finish(work, next && (next.nextAttemptAt ?? instant(clock)))
  })

interface Pausing {
  readonly id: string
  readonly reason: PauseReason
}

/** A 410 disables, days of failures pause. The other webhooks get an event. */
async function pauseWebhook(work: ReadWork, { id, reason }: Pausing): Promise<void> {
  const { clock, counters, warn } = work.app
  const isPaused = await transaction({ ...work, at: instant(clock) }, async (work) => {
    const webhook = await lockWebhook(work, id)
    if (webhook?.status !== 'enabled') return false
    const paused = pause(webhook, { reason, now: work.at })
    await saveWebhook(work, paused)
    recordEvent(work, { type: 'webhook.paused', resourceId: id, data: noticeOf(paused) })
    return true
  })
  if (!isPaused) return
  const said = 'a webhook was paused: nothing is sent to it until it is enabled'
  warn(said, { webhook: id, reason })
  counters.countAttempt('paused')
}
