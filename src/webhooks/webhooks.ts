import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { randomBelow } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import { parseAllowances } from '../platform/outbound/allow.ts'
import { createOutboundClient, type OutboundClient } from '../platform/outbound/client.ts'
import { checkUrl } from '../platform/outbound/policy.ts'
import { requireSecret } from '../platform/secrets.ts'
import { createSendOnce } from './deliveries/attempt.ts'
import { createDeliverLane, type DeliveryObserver } from './deliveries/deliver.ts'
import { countPending } from './deliveries/repository.ts'
import { createWebhookDeliveries } from './deliveries/service.ts'
import { createDeliveryWorker, PARALLEL_MAX } from './deliveries/worker.ts'
import { createWebhookService } from './service.ts'
import { createWebhookSecrets } from './signature.ts'

export interface WebhookPartsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** What the operator opened to the guarded client. */
  readonly outboundAllow: readonly string[]
  /** A client of its own for webhooks, made from `outboundAllow` unless given. */
  readonly webhookOutbound?: OutboundClient | undefined
  readonly count: (outcome: string) => void
}

/** Beside the attempts of the worker there is room for some tests by hand. */
const QUEUE = { active: PARALLEL_MAX + 4, waiting: 16, waitMs: 5_000 }

/** Webhooks, what was sent to them, and the worker that sends. */
export async function createWebhookParts(deps: WebhookPartsDeps) {
  const { db, clock, logger, outboundAllow: allow } = deps
  const allowances = parseAllowances(allow)
  // Not the client of installs and logos: receivers that hang keep none of them waiting.
  const outbound = deps.webhookOutbound ?? createOutboundClient({ allow, queue: QUEUE })
  const secrets = createWebhookSecrets(await requireSecret(db, 'webhooks'))
  const warn = (error: unknown) => logger.warn({ err: error }, 'deliveries were interrupted')
  const sendOnce = createSendOnce({ clock, outbound, secrets, warn })
  const chance = randomBelow
  const deliverLane = createDeliverLane({
    db,
    clock,
    chance,
    sendOnce,
    observer: observerOf(deps),
  })
  const worker = createDeliveryWorker({ db, clock, chance, deliverLane, warn })
  return {
    webhooks: createWebhookService({
      db,
      clock,
      secrets,
      checkUrl: (url) => void checkUrl(url, allowances),
    }),
    webhookDeliveries: createWebhookDeliveries({ db, clock, sendOnce }),
    deliveries: {
      ...worker,
      /** How many wait to be sent, by whichever process. */
      pending: () => countPending(db),
      /** Attempts under way get a moment; then they are cut off, and others take over. */
      async stop(): Promise<void> {
        await Promise.all([worker.stop(), outbound.close()])
      },
    },
  }
}

const observerOf = ({ count, logger }: WebhookPartsDeps): DeliveryObserver => ({
  attempted: count,
  stopped(webhook, reason) {
    logger.warn(
      { webhook, reason },
      'a webhook was paused: nothing is sent to it until it is enabled',
    )
    count('paused')
  },
})
