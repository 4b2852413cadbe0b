import { type Clock, secondsAfter } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { randomBelow } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { createOutboundClient, type OutboundClient } from '../../platform/outbound/client.ts'
import type { CompanySecrets } from '../companies/secrets.ts'
import { expiring } from '../jobs/expire.ts'
import { createSendOnce } from './deliveries/inner/attempt.ts'
import { createDeliver, type DeliveryObserver } from './deliveries/inner/deliver.ts'
import { DELIVER, EXPIRE } from './deliveries/inner/jobs.ts'
import {
  countPending,
  deleteDeliveriesBefore,
  listWithDeliveriesBefore,
} from './deliveries/inner/repository.ts'
import { createWebhookDeliveries } from './deliveries/inner/service.ts'
import { createWebhookSecrets } from './inner/signature.ts'

export interface WebhookPartsDeps {
  readonly companySecrets: CompanySecrets
  readonly db: Db
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** The operator's exceptions for the guarded client. */
  readonly outboundAllow: readonly string[]
  /** A client only for webhooks, created from `outboundAllow` by default. */
  readonly webhookOutbound?: OutboundClient | undefined
  readonly count: (outcome: string) => void
}

/** Besides the attempts of jobs there is room for some manual tests. */
const QUEUE = { active: DELIVER.parallel + 4, waiting: 16, waitMs: 5_000 }
const KEPT_SECONDS = 30 * 24 * 60 * 60

/** The deliveries of webhooks, and the jobs that send them. */
export function createWebhookParts(deps: WebhookPartsDeps) {
  const { db, clock, logger, companySecrets, outboundAllow: allow } = deps
  // Not the client of templates and logos, so that hanging receivers do not delay those.
  const webhookOutbound = deps.webhookOutbound ?? createOutboundClient({ allow, queue: QUEUE })
  const secretsOf = async (scope: CompanyDb) =>
    createWebhookSecrets(await companySecrets.require(scope, 'webhooks'))
  const warn = (error: unknown) => logger.warn({ err: error }, 'a delivery could not be sent')
  const sendOnce = createSendOnce({ clock, outbound: webhookOutbound, secretsOf, warn })
  return {
    webhookDeliveries: createWebhookDeliveries({ clock, sendOnce }),
    deliverJob: createDeliver({
      clock,
      chance: randomBelow,
      sendOnce,
      observer: observerOf(deps),
    }),
    expireJob: expiring(
      EXPIRE,
      (work, limit) => deleteDeliveriesBefore(work, secondsAfter(work.at, -KEPT_SECONDS), limit),
      (db, among, at) => listWithDeliveriesBefore(db, among, secondsAfter(at, -KEPT_SECONDS)),
    ),
    /** The number of waiting deliveries, in all processes. */
    pendingDeliveries: () => countPending(db),
    webhookOutbound,
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
