import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  compiledForCompany,
  deleteRowsBefore,
  insertRowsAhead,
  lockRow,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { isId } from '../../../../platform/ids.ts'
import type { PageRequest } from '../../../http/pagination.ts'
import { countRows, sortedPage } from '../../../lists/sorted-page.ts'
import type { Work } from '../../../record/work.ts'
import { deliveryNotFound } from '../../inner/errors.ts'
import {
  type Attempt,
  type Delivery,
  type DeliveryState,
  type DeliveryStatus,
  FRESH,
  type NewDelivery,
  TEST_TYPE,
} from './delivery.ts'
import { fromStored, toStored } from './fault.ts'
import type { Lane } from './jobs.ts'

const ATTEMPTS_SHOWN = 50

export async function insertDeliveries(
  work: Work,
  deliveries: readonly NewDelivery[],
  state: DeliveryState = FRESH,
): Promise<void> {
  const rows = deliveries.map((delivery) => ({
    id: delivery.id,
    version: 1n,
    webhook_id: delivery.webhookId,
    lane: delivery.lane,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    event_sequence: delivery.eventSequence,
    resource_type: delivery.resource.type,
    resource_id: delivery.resource.id,
    body: delivery.body,
    ...stateColumns(state),
    created_at: delivery.createdAt,
  }))
  await insertRowsAhead(work, 'webhook_deliveries', rows)
}

/** The first waiting delivery of a lane. */
export async function findFirst(
  scope: CompanyDb,
  { webhookId, lane }: Lane,
): Promise<Delivery | undefined> {
  const [row] = await selectFirst(scope, webhookId, lane)
  return row && toDelivery(row)
}

const selectFirst = compiledForCompany((scope, webhookId: string, lane: string) =>
  tablesOf(scope)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('lane', '=', lane)
    .where('status', '=', 'pending')
    .orderBy('event_sequence')
    .limit(1),
)

/** The lanes with waiting deliveries. */
export async function listPendingLanes(
  scope: CompanyDb,
  webhookId: string,
): Promise<readonly Lane[]> {
  const rows = await tablesOf(scope)
    .selectFrom('webhook_deliveries')
    .select('lane')
    .distinct()
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
  return rows.map(({ lane }) => ({ webhookId, lane }))
}

export interface DeliveryKey {
  readonly webhookId: string
  readonly id: string
}

export async function requireDelivery(
  scope: CompanyDb,
  { webhookId, id }: DeliveryKey,
): Promise<Delivery> {
  if (!isId('dlv', id)) throw deliveryNotFound()
  const row = await tablesOf(scope)
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  if (!row) throw deliveryNotFound()
  return toDelivery(row)
}

/** The delivery of that key, locked until the transaction ends. */
export async function lockDelivery(work: Work, key: DeliveryKey): Promise<Delivery> {
  await requireDelivery(work, key)
  await lockRow(work, 'webhook_deliveries', key.id)
  return requireDelivery(work, key)
}

export async function saveDelivery(
  work: Work,
  { id, version, lane, ...state }: Pick<Delivery, 'id' | 'version' | 'lane'> & DeliveryState,
): Promise<void> {
  await tablesOf(work)
    .updateTable('webhook_deliveries')
    .set({ version: BigInt(version + 1), lane, ...stateColumns(state) })
    .where('id', '=', id)
    .execute()
}

export interface FailedFilter {
  /** None: all. */
  readonly types: readonly string[]
  readonly createdFrom: string | undefined
  readonly createdTo: string | undefined
}

/** A failed delivery and its resource. */
export interface FailedDelivery extends Pick<NewDelivery, 'id' | 'resource'> {
  readonly webhookId: string
}

/** The failed deliveries of a webhook, oldest first, without tests. */
export async function listFailed(
  scope: CompanyDb,
  webhookId: string,
  { types, createdFrom, createdTo, limit }: FailedFilter & { readonly limit: number },
): Promise<readonly FailedDelivery[]> {
  const rows = await tablesOf(scope)
    .selectFrom('webhook_deliveries')
    .select(['id', 'resource_type', 'resource_id'])
    .where('status', '=', 'failed')
    .where('webhook_id', '=', webhookId)
    .where('event_type', '<>', TEST_TYPE)
    .$if(types.length > 0, (query) => query.where('event_type', 'in', types))
    .$if(createdFrom !== undefined, (query) => query.where('created_at', '>=', createdFrom ?? ''))
    .$if(createdTo !== undefined, (query) => query.where('created_at', '<=', createdTo ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, resource_type: type, resource_id }) => ({
    id,
    webhookId,
    resource: { type, id: resource_id },
  }))
}

/** Puts failed deliveries into `laneAgain` with all attempts again, and returns their number. */
export async function requeueFailed(work: Work, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tablesOf(work)
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      version: eb('version', '+', 1n),
      lane: sql<string>`'again/' || resource_type || '/' || resource_id`,
      status: FRESH.status,
      tries: 0n,
      next_attempt_at: work.at,
      finished_at: null,
    }))
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Resets the attempts of waiting deliveries and makes them due now. */
export async function restartPending(work: Work, webhookId: string): Promise<void> {
  await tablesOf(work)
    .updateTable('webhook_deliveries')
    .set((eb) => ({ version: eb('version', '+', 1n), tries: 0n, next_attempt_at: work.at }))
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('tries', '>', 0n)
    .execute()
}

export async function insertAttempt(work: Work, id: string, attempt: Attempt): Promise<void> {
  await tablesOf(work)
    .insertInto('webhook_attempts', {
      delivery_id: id,
      number: BigInt(attempt.number),
      at: attempt.at,
      duration_ms: BigInt(attempt.durationMs),
      http_status: attempt.httpStatus === null ? null : BigInt(attempt.httpStatus),
      error: toStored(attempt.error),
      answer: attempt.answer,
    })
    .execute()
}

/** The latest attempts, the oldest first. */
export async function listAttempts(scope: CompanyDb, id: string): Promise<readonly Attempt[]> {
  const rows = await tablesOf(scope)
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(ATTEMPTS_SHOWN)
    .execute()
  return rows.reverse().map((row) => ({
    number: Number(row.number),
    at: row.at,
    durationMs: Number(row.duration_ms),
    httpStatus: row.http_status === null ? null : Number(row.http_status),
    error: fromStored(row.error),
    answer: row.answer,
  }))
}

export interface DeliveryFilter {
  readonly webhookId: string
  readonly status: DeliveryStatus | null
  readonly eventId: string | null
}

const matching = (scope: CompanyDb, { webhookId, status, eventId }: DeliveryFilter) =>
  tablesOf(scope)
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .$if(status !== null, (query) => query.where('status', '=', status ?? ''))
    .$if(eventId !== null, (query) => query.where('event_id', '=', eventId ?? ''))

/** The page's rows and one more, if there is one. */
export async function listDeliveries(
  scope: CompanyDb,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<readonly Delivery[]> {
  return (await sortedPage(matching(scope, filter).selectAll(), page)).map(toDelivery)
}

export const countDeliveries = (scope: CompanyDb, filter: DeliveryFilter): Promise<number> =>
  countRows(matching(scope, filter))

/** The number of waiting deliveries of all companies, as a metric for the operator. */
export const countPending = (db: Db): Promise<number> =>
  countRows(
    tablesOfAllCompanies(db).selectFrom('webhook_deliveries').where('status', '=', 'pending'),
  )

/** Deletes up to `limit` deliveries from before `instant`, with their attempts; says how many. */
export const deleteDeliveriesBefore = (
  scope: CompanyDb,
  before: string,
  limit: number,
): Promise<number> =>
  deleteRowsBefore(scope, 'webhook_deliveries', { column: 'created_at', before, limit })

/** The companies with deliveries from before `instant`. */
export const listWithDeliveriesBefore = (db: Db, among: Among, instant: string) =>
  companiesWith(db, 'webhook_deliveries', { among, where: sql`created_at < ${instant}` })

const stateColumns = (state: DeliveryState) => ({
  status: state.status,
  tries: BigInt(state.tries),
  attempts: BigInt(state.attempts),
  next_attempt_at: state.nextAttemptAt,
  last_http_status: state.lastHttpStatus === null ? null : BigInt(state.lastHttpStatus),
  last_error: toStored(state.lastError),
  finished_at: state.finishedAt,
})

const toDelivery = (row: Omit<Tables['webhook_deliveries'], 'company_id'>): Delivery => ({
  id: row.id,
  version: Number(row.version),
  webhookId: row.webhook_id,
  lane: row.lane,
  eventId: row.event_id,
  eventType: row.event_type,
  eventSequence: row.event_sequence,
  resource: { type: row.resource_type, id: row.resource_id },
  body: row.body,
  status: row.status as DeliveryStatus,
  tries: Number(row.tries),
  attempts: Number(row.attempts),
  nextAttemptAt: row.next_attempt_at,
  lastHttpStatus: row.last_http_status === null ? null : Number(row.last_http_status),
  lastError: fromStored(row.last_error),
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})
