import { isDeepStrictEqual } from 'node:util'
import { invalidRequest } from '../errors.ts'
import { checkIfMatch, etagOf } from '../http/etag.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import { type Clock, instant, instantAfter } from '../platform/clock.ts'
import { announceAtCommit } from '../platform/database/commit-hook.ts'
import { type Db, inTransaction, type Trx } from '../platform/database/db.ts'
import { newId, newSecret } from '../platform/ids.ts'
import { hurryLanes } from './deliveries/lane-repository.ts'
import { restartPending } from './deliveries/repository.ts'
import { tooManyWebhooks, unknownEventType, webhookNotFound } from './errors.ts'
import * as repository from './repository.ts'
import type { WebhookSecrets } from './signature.ts'
import {
  isKnownPattern,
  NO_HEALTH,
  ROTATION_SECONDS,
  rotate,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookStatus,
  withStatus,
} from './webhook.ts'

export interface WebhookDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: WebhookSecrets
  /** Throws `url_refused` for what the guarded client would not reach, as far as the URL tells. */
  readonly checkUrl: (url: string) => void
}

export interface WebhookInput {
  readonly url: string
  readonly description?: string | null
  readonly event_types?: readonly string[]
}

export interface WebhookChange extends Partial<WebhookInput> {
  readonly status?: WebhookStatus
}

/** A webhook with its secret, which is told when it is made and never again. */
export interface WithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

export interface WebhookUpdate {
  readonly id: string
  readonly input: WebhookChange
  readonly ifMatch: string | undefined
}

/**
 * A tag per version and, after the point, per attempt: how deliveries fare is read anew, but a change
 * that was prepared meanwhile is not refused for it.
 */
export const webhookEtag = ({ id, version, health }: Webhook): string =>
  `"${id}-${version}.${health.attempts}"`

/** Throws `precondition_failed` where `ifMatch` is there and names another version. */
export const checkWebhookMatch = (
  ifMatch: string | undefined,
  { id, version }: Pick<Webhook, 'id' | 'version'>,
): void => checkIfMatch(ifMatch?.replaceAll(/\.\d+"/g, '"'), etagOf(id, version))

export type WebhookService = ReturnType<typeof createWebhookService>

export function createWebhookService({ db, clock, secrets, checkUrl }: WebhookDeps) {
  const withSecret = (webhook: Webhook): WithSecret => ({
    webhook,
    secret: secrets.derive(webhook.id, webhook.secretNonce),
  })

  /** Reads, decides and saves in one transaction; what changes nothing makes no new version. */
  const change = (
    id: string,
    ifMatch: string | undefined,
    decide: (before: Webhook, trx: Trx) => Promise<Webhook>,
  ): Promise<Webhook> =>
    inTransaction(db, async (trx) => {
      const before = await requireLocked(trx, id)
      checkWebhookMatch(ifMatch, before)
      const decided = await decide(before, trx)
      if (isDeepStrictEqual(decided, before)) return before
      const after = { ...decided, version: before.version + 1, updatedAt: instant(clock) }
      await repository.saveWebhook(trx, after)
      return after
    })

  return {
    get: (id: string) => repository.requireWebhook(db, id),

    async list(query: PageQueryInput): Promise<Page<Webhook>> {
      const request = toPageRequest(query, 'created_at')
      const rows = await repository.listWebhooks(db, request)
      const total = query.include ? await repository.countWebhooks(db) : null
      return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
    },

    async create(input: WebhookInput): Promise<WithSecret> {
      checkInput(input)
      const now = instant(clock)
      const webhook: Webhook = {
        id: newId('whk'),
        version: 1,
        url: input.url,
        description: input.description ?? null,
        eventTypes: input.event_types ?? ['*'],
        status: 'enabled',
        pausedReason: null,
        pausedAt: null,
        secretNonce: newSecret(),
        previousSecrets: [],
        health: NO_HEALTH,
        createdAt: now,
        updatedAt: now,
      }
      return inTransaction(db, async (trx) => {
        const count = await repository.countWebhooksLocked(trx)
        if (count >= WEBHOOKS_MAX) throw tooManyWebhooks(WEBHOOKS_MAX)
        await repository.insertWebhook(trx, webhook)
        return withSecret(webhook)
      })
    },

    /** Enabling one that was not makes everything due that waits, with all its attempts before it. */
    update: ({ id, input, ifMatch }: WebhookUpdate): Promise<Webhook> =>
      change(id, ifMatch, async (before, trx) => {
        checkInput(input)
        const after = withStatus(
          applied(before, input),
          input.status ?? before.status,
          instant(clock),
        )
        const isResumed = after.status === 'enabled' && before.status !== 'enabled'
        if (!isResumed) return after
        await repository.forgetFailures(trx, id)
        await restartPending(trx, id, instant(clock))
        await hurryLanes(trx, { webhookId: id }, instant(clock))
        announceAtCommit(trx)
        return after
      }),

    /** The former secret goes on signing, beside the new one, for a day. */
    async rotateSecret(id: string, ifMatch: string | undefined): Promise<WithSecret> {
      const times = { now: instant(clock), until: instantAfter(clock, ROTATION_SECONDS) }
      const rotated = await change(id, ifMatch, async (before) =>
        rotate(before, { nonce: newSecret(), ...times }),
      )
      return withSecret(rotated)
    },

    /** What waits for it is not sent any more; what is just being sent may still arrive. */
    remove: (id: string, ifMatch: string | undefined): Promise<void> =>
      inTransaction(db, async (trx) => {
        const webhook = await requireLocked(trx, id)
        checkWebhookMatch(ifMatch, webhook)
        await repository.deleteWebhook(trx, id)
      }),
  }

  function checkInput({ url, event_types: types = [] }: Partial<WebhookInput>): void {
    if (url !== undefined) checkUrl(url)
    const faults = types.flatMap((type, index) =>
      isKnownPattern(type) ? [] : [unknownEventType(`/event_types/${index}`, type)],
    )
    if (faults.length > 0) throw invalidRequest(faults)
  }
}

async function requireLocked(trx: Trx, id: string): Promise<Webhook> {
  const webhook = await repository.lockWebhook(trx, id)
  if (webhook) return webhook
  throw webhookNotFound()
}

const applied = (before: Webhook, input: WebhookChange): Webhook => ({
  ...before,
  url: input.url ?? before.url,
  description: input.description === undefined ? before.description : input.description,
  eventTypes: input.event_types ?? before.eventTypes,
})
