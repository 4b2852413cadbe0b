import { type Selectable, sql } from 'kysely'
import { createdAfter } from '../http/created-order.ts'
import type { PageRequest } from '../http/pagination.ts'
import { compiledOnce } from '../platform/database/compiled.ts'
import { type Db, engineOf, forUpdate, type Trx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isId } from '../platform/ids.ts'
import { webhookNotFound } from './errors.ts'
import type { PauseReason, Streak, Webhook, WebhookHealth, WebhookStatus } from './webhook.ts'

export type Subscriber = Pick<Webhook, 'id' | 'eventTypes'>

/**
 * The webhooks that deliveries are collected for. PostgreSQL keeps them from being deleted until the
 * transaction ends; changing them and noting how they fare goes on.
 */
export async function listSubscribers(trx: Trx): Promise<readonly Subscriber[]> {
  const rows = await findSubscribers(trx)
  return rows.map(({ id, event_types }) => ({ id, eventTypes: JSON.parse(event_types) }))
}

const findSubscribers = compiledOnce((db) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'event_types'])
    .where('status', '<>', 'disabled')
    .orderBy('id')
    .modifyEnd(engineOf(db) === 'postgres' ? sql` for key share` : sql``),
)

export async function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  if (!isId('whk', id)) return undefined
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

export async function requireWebhook(db: Db, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, id)
  if (webhook) return webhook
  throw webhookNotFound()
}

/** Reads a webhook and lets nobody else change it until the transaction ends. */
export async function lockWebhook(trx: Trx, id: string): Promise<Webhook | undefined> {
  if (!isId('whk', id)) return undefined
  // Not `for update`: events are told to the webhook meanwhile, and they only need it to stay.
  const lock = engineOf(trx) === 'postgres' ? sql` for no key update` : sql``
  await trx.selectFrom('webhooks').select('id').where('id', '=', id).modifyEnd(lock).execute()
  return findWebhook(trx, id)
}

/** How many there are; until the transaction ends nobody else can add one. */
export async function countWebhooksLocked(trx: Trx): Promise<number> {
  await sql`select 1 from secrets where name = 'webhooks'${forUpdate(trx)}`.execute(trx)
  return countWebhooks(trx)
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertWebhook(trx: Trx, webhook: Webhook): Promise<void> {
  const { id, createdAt, health } = webhook
  await trx
    .insertInto('webhooks')
    .values({ id, ...editable(webhook), ...healthColumns(health), created_at: createdAt })
    .execute()
}

/** Only after `lockWebhook`. */
export async function saveWebhook(trx: Trx, webhook: Webhook): Promise<void> {
  await trx.updateTable('webhooks').set(editable(webhook)).where('id', '=', webhook.id).execute()
}

/** Notes how one attempt went, and says how many have failed in a row; undefined: it was deleted. */
export async function recordHealth(
  db: Db,
  id: string,
  { isSuccess, now }: { readonly isSuccess: boolean; readonly now: string },
): Promise<Streak | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1n),
      ...(isSuccess
        ? { last_success_at: now, failing_since: null, failures: 0n }
        : {
            last_failure_at: now,
            failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
            failures: eb('failures', '+', 1n),
          }),
    }))
    .where('id', '=', id)
    .returning(['failing_since', 'failures'])
    .executeTakeFirst()
  return row && { failingSince: row.failing_since, failures: Number(row.failures) }
}

/** Forgets past failures: whoever resumes a webhook says that it works now. */
export async function forgetFailures(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null, failures: 0n })
    .where('id', '=', id)
    .execute()
}

/** With it go its lanes, deliveries and attempts. */
export async function deleteWebhook(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** The page's rows and one more, if there is one. */
export async function listWebhooks(
  db: Db,
  { after, direction, limit }: PageRequest,
): Promise<readonly Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where(createdAfter({ after, direction }))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  return rows.map(toWebhook)
}

const editable = (webhook: Webhook) => ({
  version: BigInt(webhook.version),
  url: webhook.url,
  description: webhook.description,
  event_types: JSON.stringify(webhook.eventTypes),
  status: webhook.status,
  paused_reason: webhook.pausedReason,
  paused_at: webhook.pausedAt,
  secret_nonce: webhook.secretNonce,
  previous_secrets: JSON.stringify(webhook.previousSecrets),
  updated_at: webhook.updatedAt,
})

const healthColumns = (health: WebhookHealth) => ({
  attempts: BigInt(health.attempts),
  last_success_at: health.lastSuccessAt,
  last_failure_at: health.lastFailureAt,
  failing_since: health.failingSince,
  failures: BigInt(health.failures),
})

const toWebhook = (row: Selectable<Tables['webhooks']>): Webhook => ({
  id: row.id,
  version: Number(row.version),
  url: row.url,
  description: row.description,
  eventTypes: JSON.parse(row.event_types),
  status: row.status as WebhookStatus,
  pausedReason: row.paused_reason as PauseReason | null,
  pausedAt: row.paused_at,
  secretNonce: row.secret_nonce,
  previousSecrets: JSON.parse(row.previous_secrets),
  health: {
    attempts: Number(row.attempts),
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    failingSince: row.failing_since,
    failures: Number(row.failures),
  },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
