import { sql } from 'kysely'
import { engineOf, forNoKeyUpdate, forUpdate } from '../../../platform/database/db.ts'
import {
  type CompanyDb,
  compiledForCompany,
  findRow,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { countRows, sortedPage } from '../../lists/sorted-page.ts'
import { lockHead } from '../../record/head.ts'
import type { Work } from '../../record/work.ts'
import { webhookNotFound } from './errors.ts'
import type { PauseReason, Streak, Webhook, WebhookHealth, WebhookStatus } from './webhook.ts'

export type Subscriber = Pick<Webhook, 'id' | 'eventTypes'>

/**
 * The webhooks that store deliveries. PostgreSQL prevents their deletion until the transaction
 * ends; changing them and storing outcomes stays possible.
 */
export async function listSubscribers(work: Work): Promise<readonly Subscriber[]> {
  const rows = await findSubscribers(work)
  return rows.map(({ id, event_types }) => ({ id, eventTypes: JSON.parse(event_types) }))
}

const findSubscribers = compiledForCompany((scope) =>
  tablesOf(scope)
    .selectFrom('webhooks')
    .select(['id', 'event_types'])
    .where('status', '<>', 'disabled')
    .orderBy('id')
    .modifyEnd(engineOf(scope.db) === 'postgres' ? sql` for key share` : sql``),
)

export async function findWebhook(scope: CompanyDb, id: string): Promise<Webhook | undefined> {
  if (!isId('whk', id)) return undefined
  const row = await findRow(scope, 'webhooks', id)
  return row && toWebhook(row)
}

export async function requireWebhook(scope: CompanyDb, id: string): Promise<Webhook> {
  const webhook = await findWebhook(scope, id)
  if (webhook) return webhook
  throw webhookNotFound()
}

/** Reads a webhook and locks it until the transaction ends. Deliveries can still be added. */
export const lockWebhook = (work: Work, id: string): Promise<Webhook | undefined> =>
  findLocked(work, id, forNoKeyUpdate)

/** Locks a webhook before deletion: no transaction has uncommitted deliveries for it. */
export const lockWebhookToDelete = (work: Work, id: string): Promise<Webhook | undefined> =>
  findLocked(work, id, forUpdate)

async function findLocked(work: Work, id: string, lock: typeof forUpdate) {
  if (!isId('whk', id)) return undefined
  await tablesOf(work)
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(lock(work.db))
    .execute()
  return findWebhook(work, id)
}

/** The number of webhooks; the lock on the head prevents adding one meanwhile. */
export async function countWebhooksLocked(work: Work): Promise<number> {
  await lockHead(work)
  return countWebhooks(work)
}

export const countWebhooks = (scope: CompanyDb): Promise<number> =>
  countRows(tablesOf(scope).selectFrom('webhooks'))

export async function insertWebhook(work: Work, webhook: Webhook): Promise<void> {
  const { id, createdAt, health } = webhook
  const row = { id, ...editable(webhook), ...healthColumns(health), created_at: createdAt }
  await tablesOf(work).insertInto('webhooks', row).execute()
}

/** Only after `lockWebhook`. */
export async function saveWebhook(work: Work, webhook: Webhook): Promise<void> {
  await tablesOf(work)
    .updateTable('webhooks')
    .set(editable(webhook))
    .where('id', '=', webhook.id)
    .execute()
}

/**
 * Stores the outcome of an attempt, and returns the number of consecutive failures; undefined: the
 * webhook was deleted.
 */
export async function recordHealth(
  scope: CompanyDb,
  id: string,
  { isSuccess, now }: { readonly isSuccess: boolean; readonly now: string },
): Promise<Streak | undefined> {
  const row = await tablesOf(scope)
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

/** Clears past failures, because a person who resumes a webhook expects it to work. */
export async function forgetFailures(work: Work, id: string): Promise<void> {
  await tablesOf(work)
    .updateTable('webhooks')
    .set({ failing_since: null, failures: 0n })
    .where('id', '=', id)
    .execute()
}

/** Also deletes its deliveries and attempts. */
export async function deleteWebhook(work: Work, id: string): Promise<void> {
  await tablesOf(work).deleteFrom('webhooks').where('id', '=', id).execute()
}

/** The page's rows and one more, if there is one. */
export async function listWebhooks(
  scope: CompanyDb,
  page: PageRequest,
): Promise<readonly Webhook[]> {
  return (await sortedPage(tablesOf(scope).selectFrom('webhooks').selectAll(), page)).map(toWebhook)
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

const toWebhook = (row: Omit<Tables['webhooks'], 'company_id'>): Webhook => ({
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
