import { type Clock, instant, instantAfter } from '../../platform/clock.ts'
import { announceAtCommit } from '../../platform/database/commit-hook.ts'
import { type Db, inTransaction, type Trx } from '../../platform/database/db.ts'
import { SERVICE_ACTOR } from '../../record/event.ts'
import { recordEvent } from '../../record/log.ts'
import { findWebhook, lockWebhook, recordHealth, saveWebhook } from '../repository.ts'
import { isFailing, noticeOf, type PauseReason, pause } from '../webhook.ts'
import type { SendOnce } from './attempt.ts'
import type { AttemptResult, Delivery, DeliveryState } from './delivery.ts'
import { closeLane, type HeldLane, lockLane, releaseLane } from './lane-repository.ts'
import { findHead, insertAttempt, saveDelivery } from './repository.ts'
import { afterAttempt, type Chance } from './schedule.ts'

export interface DeliveryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly chance: Chance
  readonly sendOnce: SendOnce
  readonly observer: DeliveryObserver
}

/** Who is told how it goes: the log and the metrics. */
export interface DeliveryObserver {
  attempted(outcome: AttemptResult['outcome']): void
  stopped(webhookId: string, reason: PauseReason): void
}

/** Sends the first delivery of a lane that this process holds, and gives the lane back. */
export type DeliverLane = (lane: HeldLane) => Promise<void>

const UNSENT_PAUSE_SECONDS = 1

export function createDeliverLane(deps: DeliveryDeps): DeliverLane {
  const { db, clock, sendOnce, observer } = deps

  return async (lane) => {
    const webhook = await findWebhook(db, lane.webhookId)
    const delivery = await findHead(db, lane)
    if (webhook?.status !== 'enabled' || !delivery) return leave(deps, lane)
    const result = await sendOnce(webhook, delivery)
    observer.attempted(result.outcome)
    if (result.outcome === 'unsent')
      return releaseLane(db, lane, instantAfter(clock, UNSENT_PAUSE_SECONDS))
    const isNoted = await finish(deps, { lane, delivery, result })
    if (isNoted) await noteHealth(deps, lane, result)
  }
}

/** There is nothing to send, or nobody to send it to: the lane ends, or waits for who resumes. */
const leave = ({ db, clock }: DeliveryDeps, lane: HeldLane): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await lockLane(trx, lane)) await passOn(trx, lane, instant(clock))
  })

interface Finished {
  readonly lane: HeldLane
  readonly delivery: Delivery
  readonly result: AttemptResult
}

/**
 * Writes what an attempt came to, unless the lease was lost meanwhile: then another has tried, or is
 * trying, the same delivery, and its result is the one that counts. Only the lane and what is in it is
 * locked: whoever changes the resource may wait for this, with the log in hand.
 */
const finish = (
  { db, clock, chance }: DeliveryDeps,
  { lane, delivery, result }: Finished,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (!(await lockLane(trx, lane))) return false
    const current = await findHead(trx, lane)
    if (current?.id !== delivery.id) return false
    const after = afterAttempt(current, result, { nowMs: clock.now(), chance })
    await insertAttempt(trx, current.id, { ...result, number: after.attempts })
    await saveDelivery(trx, { ...current, ...after })
    // The next of the lane is for after the webhook was disabled.
    if (result.outcome !== 'gone') await moveOn(trx, lane, { after, now: instant(clock) })
    return true
  })

async function noteHealth(deps: DeliveryDeps, lane: HeldLane, result: AttemptResult) {
  const { db, clock } = deps
  const isSuccess = result.outcome === 'delivered'
  const health = await recordHealth(db, lane.webhookId, { isSuccess, now: instant(clock) })
  if (result.outcome === 'gone') {
    await pauseWebhook(deps, lane.webhookId, 'gone')
    await leave(deps, lane)
  } else if (health && isFailing(health, clock.now())) {
    await pauseWebhook(deps, lane.webhookId, 'failing')
  }
}

async function moveOn(
  trx: Trx,
  lane: HeldLane,
  { after, now }: { readonly after: DeliveryState; readonly now: string },
): Promise<void> {
  if (after.nextAttemptAt !== null) return releaseLane(trx, lane, after.nextAttemptAt)
  await passOn(trx, lane, now)
}

/** To the next delivery of the lane, or, if there is none, to nobody. */
async function passOn(trx: Trx, lane: HeldLane, now: string): Promise<void> {
  if (!(await findHead(trx, lane))) return closeLane(trx, lane)
  await releaseLane(trx, lane, now)
  announceAtCommit(trx)
}

/**
 * 410 disables, days of failures pause. The other webhooks are told by an event. In a transaction of
 * its own: everybody locks the log before any lane.
 */
async function pauseWebhook(
  { db, clock, observer }: DeliveryDeps,
  id: string,
  reason: PauseReason,
): Promise<void> {
  const isPaused = await inTransaction(db, async (trx) => {
    const webhook = await lockWebhook(trx, id)
    if (webhook?.status !== 'enabled') return false
    const paused = pause(webhook, { reason, now: instant(clock) })
    await saveWebhook(trx, paused)
    await recordEvent(trx, {
      type: 'webhook.paused',
      resourceId: id,
      actor: SERVICE_ACTOR,
      at: instant(clock),
      data: noticeOf(paused),
    })
    return true
  })
  if (isPaused) observer.stopped(id, reason)
}
