import { type Clock, instant, instantAfter } from '../../../../platform/clock.ts'
import { handle, type JobHandler, type RunningJob } from '../../../jobs/handler.ts'
import { recordEvent } from '../../../record/journal.ts'
import { transaction } from '../../../record/transaction.ts'
import type { ReadWork } from '../../../record/work.ts'
import { findWebhook, lockWebhook, recordHealth, saveWebhook } from '../../inner/repository.ts'
import { isFailing, noticeOf, type PauseReason, pause } from '../../inner/webhook.ts'
import type { SendOnce } from './attempt.ts'
import type { AttemptResult, Delivery } from './delivery.ts'
import { DELIVER, type Lane } from './jobs.ts'
import { findFirst, insertAttempt, saveDelivery } from './repository.ts'
import { afterAttempt, type Chance } from './schedule.ts'

export interface DeliveryDeps {
  readonly clock: Clock
  readonly chance: Chance
  readonly sendOnce: SendOnce
  readonly observer: DeliveryObserver
}

/** Gets the outcomes of deliveries for the log and the metrics. */
export interface DeliveryObserver {
  attempted(outcome: AttemptResult['outcome']): void
  stopped(webhookId: string, reason: PauseReason): void
}

const UNSENT_PAUSE_SECONDS = 1

/** Sends the first waiting delivery of a lane; the job runs again for the next. */
export function createDeliver(deps: DeliveryDeps): JobHandler {
  const { clock, sendOnce, observer } = deps

  return handle(DELIVER, async (work, job) => {
    const { webhookId } = job.payload
    const webhook = await findWebhook(work, webhookId)
    const delivery = await findFirst(work, job.payload)
    // The lane of a paused webhook is enqueued again when the webhook is enabled.
    if (webhook?.status !== 'enabled' || !delivery) return null
    // A new event in the lane does not shorten the pause after a failure.
    if (delivery.nextAttemptAt !== null && delivery.nextAttemptAt > instant(clock))
      return delivery.nextAttemptAt
    const result = await sendOnce(work, webhook, delivery)
    observer.attempted(result.outcome)
    if (result.outcome === 'unsent') return instantAfter(clock, UNSENT_PAUSE_SECONDS)
    await note(deps, { work, job, delivery, result })
    const isSuccess = result.outcome === 'delivered'
    const health = await recordHealth(work, webhookId, { isSuccess, now: instant(clock) })
    if (result.outcome === 'gone') await pauseWebhook(deps, work, { id: webhookId, reason: 'gone' })
    else if (health && isFailing(health, clock.now()))
      await pauseWebhook(deps, work, { id: webhookId, reason: 'failing' })
    return null
  })
}

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
const note = ({ clock, chance }: DeliveryDeps, { work, job, delivery, result }: Sent) =>
  transaction(work, async (work) => {
    await job.check(work)
    const current = await findFirst(work, job.payload)
    if (current?.id === delivery.id) {
      const after = afterAttempt(current, result, { nowMs: clock.now(), chance })
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
async function pauseWebhook(
  { clock, observer }: DeliveryDeps,
  work: ReadWork,
  { id, reason }: Pausing,
): Promise<void> {
  const isPaused = await transaction({ ...work, at: instant(clock) }, async (work) => {
    const webhook = await lockWebhook(work, id)
    if (webhook?.status !== 'enabled') return false
    const paused = pause(webhook, { reason, now: work.at })
    await saveWebhook(work, paused)
    recordEvent(work, { type: 'webhook.paused', resourceId: id, data: noticeOf(paused) })
    return true
  })
  if (isPaused) observer.stopped(id, reason)
}
