import { isDeepStrictEqual } from 'node:util'
import { isKnownPattern } from '@billwright/rules/events'
import { invalidRequest } from '../../kernel/errors.ts'
import { laterOf, secondsAfter } from '../../platform/clock.ts'
import { inTurn } from '../../platform/database/db.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { parseAllowances } from '../../platform/outbound/allow.ts'
import { checkUrl } from '../../platform/outbound/policy.ts'
import { requireRoom } from '../companies/limits.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../http/etag.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import { dropGroup } from '../jobs/queue.ts'
import { unknownEventType } from '../record/errors.ts'
import { transaction } from '../record/transaction.ts'
import type { ReadWork, Work } from '../record/work.ts'
import { DELIVER, enqueueLanes } from './deliveries/inner/jobs.ts'
import { listPendingLanes, restartPending } from './deliveries/inner/repository.ts'
import { tooManyWebhooks, webhookNotFound } from './inner/errors.ts'
import * as repository from './inner/repository.ts'
import { createWebhookSecrets } from './inner/signature.ts'
import {
  NO_HEALTH,
  ROTATION_SECONDS,
  rotate,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookStatus,
  withStatus,
} from './inner/webhook.ts'

interface WebhookInput {
  readonly url: string
  readonly description?: string | null
  readonly event_types?: readonly string[]
}

interface WebhookChange extends Partial<WebhookInput> {
  readonly status?: WebhookStatus
}

/** A webhook with its secret, which is shown only when it is created. */
export interface WithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

interface WebhookUpdate extends VersionedRef {
  readonly input: WebhookChange
}

export { countWebhooks, requireWebhook } from './inner/repository.ts'

/**
 * A tag of the version and, after a point, of the attempts: reads see new outcomes, but they do
 * not make `If-Match` fail.
 */
export const webhookEtag = ({ id, version, health }: Webhook): string =>
  `"${id}-${version}.${health.attempts}"`

/** Throws `precondition_failed` if `ifMatch` has another version. */
export const checkWebhookMatch = (
  ifMatch: string | undefined,
  { id, version }: Pick<Webhook, 'id' | 'version'>,
): void => checkIfMatch(ifMatch?.replaceAll(/\.\d+"/g, '"'), etagOf(id, version))

export async function listWebhooks(work: ReadWork, query: PageQueryInput): Promise<Page<Webhook>> {
  const request = toPageRequest(query, 'created_at')
  const rows = await inTurn(work, () => repository.listWebhooks(work, request))
  const total = query.include ? await repository.countWebhooks(work) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

export async function createWebhook(work: ReadWork, input: WebhookInput): Promise<WithSecret> {
  checkInput(work, input)
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
    createdAt: work.at,
    updatedAt: work.at,
  }
  return transaction(work, async (work) => {
    const count = await repository.countWebhooksLocked(work)
    if (count >= WEBHOOKS_MAX) throw tooManyWebhooks(WEBHOOKS_MAX)
    await requireRoom(work, 'webhooks', async () => count)
    await repository.insertWebhook(work, webhook)
    return withSecret(work, webhook)
  })
}

/** Enabling a webhook makes all waiting deliveries due, with all attempts again. */
export function updateWebhook(
  work: ReadWork,
  { input, ...target }: WebhookUpdate,
): Promise<Webhook> {
  return change(work, target, async (before, work) => {
    checkInput(work, input)
    const { id } = before
    const after = withStatus(applied(before, input), input.status ?? before.status, work.at)
    const isResumed = after.status === 'enabled' && before.status !== 'enabled'
    if (!isResumed) return after
    await repository.forgetFailures(work, id)
    // Locks jobs before deliveries, as for storing an attempt.
    await enqueueLanes(work, await listPendingLanes(work, id))
    await restartPending(work, id)
    return after
  })
}

/** The previous secret also signs for a day. */
export async function rotateSecret(work: ReadWork, target: VersionedRef): Promise<WithSecret> {
  const times = { now: work.at, until: secondsAfter(work.at, ROTATION_SECONDS) }
  const rotated = await change(work, target, async (before) =>
    rotate(before, { nonce: newSecret(), ...times }),
  )
  return withSecret(work, rotated)
}

/** Waiting deliveries are not sent. One that is being sent may still arrive. */
export function deleteWebhook(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const webhook = required(await repository.lockWebhookToDelete(work, id))
    checkWebhookMatch(ifMatch, webhook)
    await dropGroup(work, { kind: DELIVER, group: id })
    await repository.deleteWebhook(work, id)
  })
}

export function checkTypes(types: readonly string[]): void {
  const faults = types.flatMap((type, index) =>
    isKnownPattern(type) ? [] : [unknownEventType(`/event_types/${index}`, type)],
  )
  if (faults.length > 0) throw invalidRequest(faults)
}

function required(webhook: Webhook | undefined): Webhook {
  if (!webhook) throw webhookNotFound()
  return webhook
}

const applied = (before: Webhook, input: WebhookChange): Webhook => ({
  ...before,
  url: input.url ?? before.url,
  description: input.description === undefined ? before.description : input.description,
  eventTypes: input.event_types ?? before.eventTypes,
})

async function withSecret(work: ReadWork, webhook: Webhook): Promise<WithSecret> {
  const { derive } = createWebhookSecrets(await work.app.secrets.require(work, 'webhooks'))
  return { webhook, secret: derive(webhook.id, webhook.secretNonce) }
}

/** Reads, decides and saves in one transaction; without a change there is no new version. */
function change(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  decide: (before: Webhook, work: Work) => Promise<Webhook>,
): Promise<Webhook> {
  return transaction(work, async (work) => {
    const before = required(await repository.lockWebhook(work, id))
    checkWebhookMatch(ifMatch, before)
    const decided = await decide(before, work)
    if (isDeepStrictEqual(decided, before)) return before
    const updatedAt = laterOf(work.at, before.updatedAt)
    const after = { ...decided, version: before.version + 1, updatedAt }
    await repository.saveWebhook(work, after)
    return after
  })
}

/** Throws `url_refused` if the URL alone shows that the guarded client would refuse it. */
function checkInput(
  { app }: ReadWork,
  { url, event_types: types = [] }: Partial<WebhookInput>,
): void {
  if (url !== undefined) checkUrl(url, parseAllowances(app.config.outboundAllow))
  checkTypes(types)
}
