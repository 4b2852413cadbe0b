import { sql } from 'kysely'
import { type Db, engineOf, forUpdate, type Trx } from '../../platform/database/db.ts'
import type { NewDelivery } from './delivery.ts'

/** A lane, and the lease that its holder knows it by. */
export interface HeldLane {
  readonly webhookId: string
  readonly key: string
  readonly lease: string
}

/**
 * Opens the lanes of these deliveries, due at once; those that are open are left as they are, but
 * locked: whoever is about to close one waits and then sees what was added.
 */
export async function openLanes(trx: Trx, deliveries: readonly NewDelivery[]): Promise<void> {
  await trx
    .insertInto('webhook_lanes')
    .values(
      deliveries.map(({ webhookId, lane, createdAt }) => ({
        webhook_id: webhookId,
        key: lane,
        due_at: createdAt,
        lease: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['webhook_id', 'key'])
        .doUpdateSet((eb) => ({ lease: eb.ref('webhook_lanes.lease') })),
    )
    .execute()
}

/** The enabled webhooks for which something is to be done now. */
export async function listWebhooksDue(db: Db, now: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('status', '=', 'enabled')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_lanes')
          .select(eb.lit(1).as('one'))
          .whereRef('webhook_lanes.webhook_id', '=', 'webhooks.id')
          .where('webhook_lanes.due_at', '<=', now),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export interface Claim {
  readonly webhookId: string
  readonly lease: string
  readonly now: string
  readonly until: string
  readonly limit: number
}

/**
 * Takes up to `limit` lanes that are due, or whose holder let the lease run out, in one statement: no
 * lane has two holders, and nobody waits for those whom others are taking.
 */
export async function claimLanes(db: Db, claim: Claim): Promise<readonly HeldLane[]> {
  const { webhookId, lease, now, until, limit } = claim
  const skipLocked = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``
  const rows = await db
    .with('due', (query) =>
      query
        .selectFrom('webhook_lanes')
        .select('key')
        .where('webhook_id', '=', webhookId)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .modifyEnd(skipLocked),
    )
    .updateTable('webhook_lanes')
    .set({ lease, due_at: until })
    .where('webhook_id', '=', webhookId)
    .where('key', 'in', (query) => query.selectFrom('due').select('due.key'))
    .returning('key')
    .execute()
  return rows.map(({ key }) => ({ webhookId, key, lease }))
}

/** Whether the lease still holds; if so, nobody else can touch the lane until the transaction ends. */
export async function lockLane(trx: Trx, { webhookId, key, lease }: HeldLane): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook_lanes')
    .select('key')
    .where('webhook_id', '=', webhookId)
    .where('key', '=', key)
    .where('lease', '=', lease)
    .modifyEnd(forUpdate(trx))
    .executeTakeFirst()
  return row !== undefined
}

/** Gives the lane back, to be looked at again at `dueAt`, if the lease still holds. */
export async function releaseLane(db: Db, lane: HeldLane, dueAt: string): Promise<void> {
  await db
    .updateTable('webhook_lanes')
    .set({ lease: null, due_at: dueAt })
    .where('webhook_id', '=', lane.webhookId)
    .where('key', '=', lane.key)
    .where('lease', '=', lane.lease)
    .execute()
}

/** Only after `lockLane`, and only when nothing waits in it. */
export async function closeLane(trx: Trx, { webhookId, key }: HeldLane): Promise<void> {
  await trx
    .deleteFrom('webhook_lanes')
    .where('webhook_id', '=', webhookId)
    .where('key', '=', key)
    .execute()
}

/** Makes lanes due that nobody is working on: one, or all of a webhook. */
export async function hurryLanes(
  trx: Trx,
  { webhookId, key }: { readonly webhookId: string; readonly key?: string },
  now: string,
): Promise<void> {
  let query = trx
    .updateTable('webhook_lanes')
    .set({ due_at: now })
    .where('webhook_id', '=', webhookId)
    .where('lease', 'is', null)
    .where('due_at', '>', now)
  if (key !== undefined) query = query.where('key', '=', key)
  await query.execute()
}
