import { createAlarm } from '../../platform/alarm.ts'
import { type Clock, instant, instantAfter } from '../../platform/clock.ts'
import { onAnnouncement } from '../../platform/database/commit-hook.ts'
import type { Db } from '../../platform/database/db.ts'
import { newSecret } from '../../platform/ids.ts'
import type { DeliverLane } from './deliver.ts'
import { claimLanes, type HeldLane, listWebhooksDue } from './lane-repository.ts'
import { deleteDeliveriesBefore } from './repository.ts'
import type { Chance } from './schedule.ts'

/**
 * How many attempts a process has under way, and how many of them to one webhook: who is slow uses up
 * its own share and nobody else's.
 */
export const PARALLEL_MAX = 16
const PARALLEL_PER_WEBHOOK = 4
/** An attempt ends within 15 s; the rest is for a slow database and clocks that differ. */
const LEASE_SECONDS = 60
/** For what other processes committed, and for what becomes due by itself. */
const POLL_MS = 1_000
const POLL_JITTER_MS = 250
const KEPT_SECONDS = 30 * 24 * 60 * 60
const PURGE_EVERY_MS = 60_000
const PURGED_AT_ONCE = 500

export interface WorkerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly chance: Chance
  readonly deliverLane: DeliverLane
  readonly warn: (error: unknown) => void
}

export interface DeliveryWorker {
  /** Looks for what is due until stopped. */
  start(): void
  /** Claims nothing more; resolves when what is under way has been answered and noted. */
  stop(): Promise<void>
  /** Delivers until nothing is due any more, and says how many lanes were worked on. */
  deliverDue(): Promise<number>
  /** Deletes one batch of what is older than 30 days, and says how many. */
  purge(): Promise<number>
}

export function createDeliveryWorker(deps: WorkerDeps): DeliveryWorker {
  const { db, clock, chance, warn } = deps
  const alarm = createAlarm()
  const places = createPlaces(deps, alarm.ring)
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  let purgedAtMs = 0

  const purge = () => deleteDeliveriesBefore(db, instantAfter(clock, -KEPT_SECONDS), PURGED_AT_ONCE)

  async function purgeNowAndThen(): Promise<void> {
    if (clock.now() - purgedAtMs < PURGE_EVERY_MS) return
    // A full batch means that there may be more: the next one comes with the next look.
    if ((await purge()) < PURGED_AT_ONCE) purgedAtMs = clock.now()
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      await places.fill().catch(warn)
      await purgeNowAndThen().catch(warn)
      await alarm.wait(POLL_MS - POLL_JITTER_MS + chance(2 * POLL_JITTER_MS))
    }
    await places.empty()
  }

  return {
    start() {
      const stopListening = onAnnouncement(db, alarm.ring)
      running = loop().finally(stopListening)
    },
    async stop() {
      isStopping = true
      alarm.ring()
      await running
    },
    async deliverDue() {
      let count = 0
      for (;;) {
        const started = await places.fill()
        count += started
        if (started === 0 && !(await places.oneFree())) return count
      }
    },
    purge,
  }
}

/** The attempts under way in this process, and room for more. */
function createPlaces({ db, clock, deliverLane, warn }: WorkerDeps, freed: () => void) {
  const underWay = new Map<Promise<void>, string>()
  const countOf = (webhookId: string) =>
    [...underWay.values()].filter((id) => id === webhookId).length

  function begin(lane: HeldLane): void {
    const work = deliverLane(lane)
      // The lease runs out by itself, and then somebody tries again.
      .catch(warn)
      .finally(() => {
        underWay.delete(work)
        freed()
      })
    underWay.set(work, lane.webhookId)
  }

  return {
    /** Takes as many lanes as there is room for; the webhooks with the fewest attempts come first. */
    async fill(): Promise<number> {
      if (underWay.size >= PARALLEL_MAX) return 0
      let started = 0
      const due = await listWebhooksDue(db, instant(clock))
      for (const webhookId of due.toSorted((left, right) => countOf(left) - countOf(right))) {
        const limit = Math.min(
          PARALLEL_MAX - underWay.size,
          PARALLEL_PER_WEBHOOK - countOf(webhookId),
        )
        if (limit <= 0) continue
        const [now, until] = [instant(clock), instantAfter(clock, LEASE_SECONDS)]
        const lanes = await claimLanes(db, { webhookId, lease: newSecret(), now, until, limit })
        for (const lane of lanes) begin(lane)
        started += lanes.length
      }
      return started
    },
    /** Resolves when one attempt has ended; false if none is under way. */
    async oneFree(): Promise<boolean> {
      if (underWay.size === 0) return false
      await Promise.race(underWay.keys())
      return true
    },
    async empty(): Promise<void> {
      await Promise.all(underWay.keys())
    },
  }
}
