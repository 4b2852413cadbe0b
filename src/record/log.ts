import { sql } from 'kysely'
import { invalidRequest } from '../errors.ts'
import {
  invalidCursor,
  type Page,
  type PageRequest,
  type Position,
  toPage,
} from '../http/pagination.ts'
import { compiledOnce } from '../platform/database/compiled.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { newId } from '../platform/ids.ts'
import { fanOut } from '../webhooks/deliveries/fan-out.ts'
import { unknownEventType } from '../webhooks/errors.ts'
import { isKnownPattern } from '../webhooks/webhook.ts'
import { lockChain } from './chain.ts'
import {
  type EventType,
  type LoggedEvent,
  type NewEvent,
  type ResourceType,
  resourceTypeOf,
} from './event.ts'

/**
 * Writes an event in the transaction of what it tells: both are committed or neither is. It locks the
 * chain, as every writer of an invoice does, so the order of the log is the order of the commits and
 * nobody who reads on from a place in it misses one that was committed later.
 */
export async function recordEvent(trx: Trx, event: NewEvent): Promise<void> {
  await lockChain(trx)
  await appendEvent(trx, event)
}

/** The same for whoever has locked the chain already. */
export async function appendEvent(trx: Trx, event: NewEvent): Promise<void> {
  const row = {
    id: newId('evt'),
    type: event.type,
    resource_type: resourceTypeOf(event.type),
    resource_id: event.resourceId,
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    actor_name: event.actor.name,
    at: event.at,
    data: JSON.stringify(event.data),
  }
  const sequence = await insertEvent(trx, row)
  await fanOut(trx, toEvent({ ...row, sequence }))
}

type NewRow = Omit<Tables['events'], 'sequence'>

/** Answers the place that the event has in the log. */
async function insertEvent(trx: Trx, row: NewRow): Promise<bigint> {
  const [inserted] = await insertNext(trx, row)
  if (!inserted) throw new Error('An event was not stored.')
  return inserted.sequence
}

const insertNext = compiledOnce((db, row: NewRow) =>
  db
    .insertInto('events')
    .values({ ...row, sequence: sql`(select coalesce(max(sequence), 0) + 1 from events)` })
    .returning('sequence'),
)

export interface EventFilter {
  /** Exact, all of a kind as `invoice.*`, or `*`. */
  readonly type?: string | undefined
  readonly resourceId?: string | undefined
  /** Only what came after the event of this id. */
  readonly after?: string | undefined
  /** Of whom nothing is told to who asks. */
  readonly hidden: readonly ResourceType[]
}

/**
 * One page of the log, by its sequence. An unknown `after` gives undefined, and a type that nothing is
 * of is refused: it would be an empty log for ever.
 */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  request: PageRequest & { readonly withTotal: boolean },
): Promise<Page<LoggedEvent> | undefined> {
  const { type } = filter
  if (type !== undefined && !isKnownPattern(type))
    throw invalidRequest([unknownEventType('?type', type)])
  const start = filter.after === undefined ? 0n : await findSequence(db, filter.after)
  if (start === undefined) return undefined
  const { direction, limit, withTotal } = request
  const matching = filtered(db, filter, start)
  let query = matching
    .selectAll()
    .orderBy('sequence', direction)
    .limit(limit + 1)
  const position = placeOf(request.after)
  if (position !== null) query = query.where('sequence', direction === 'asc' ? '>' : '<', position)
  const rows = (await query.execute()).map(toEvent)
  const counted = matching.select((eb) => eb.fn.countAll<bigint>().as('count'))
  const total = withTotal ? Number((await counted.executeTakeFirstOrThrow()).count) : null
  return toPage(rows, request, ({ sequence, id }) => ({ value: String(sequence), id }), total)
}

function filtered(db: Db, { type, resourceId, hidden }: EventFilter, start: bigint) {
  const told = db.selectFrom('events').where('sequence', '>', start)
  const all = hidden.length === 0 ? told : told.where('resource_type', 'not in', hidden)
  const ofOne = resourceId === undefined ? all : all.where('resource_id', '=', resourceId)
  if (type === undefined || type === '*') return ofOne
  return type.endsWith('.*')
    ? ofOne.where('resource_type', '=', type.slice(0, -2))
    : ofOne.where('type', '=', type)
}

export async function findEvent(db: Db, id: string): Promise<LoggedEvent | undefined> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toEvent(row)
}

/** When an event of that type was last told of a resource. */
export async function lastEventAt(
  db: Db,
  { resourceId, type }: { readonly resourceId: string; readonly type: EventType },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('events')
    .select('at')
    .where('resource_id', '=', resourceId)
    .where('type', '=', type)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Which of the resources an event of that type was told of already. */
export async function resourcesTold(
  db: Db,
  { resourceIds, type }: { readonly resourceIds: readonly string[]; readonly type: EventType },
): Promise<ReadonlySet<string>> {
  if (resourceIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('events')
    .select('resource_id')
    .where('resource_id', 'in', resourceIds)
    .where('type', '=', type)
    .execute()
  return new Set(rows.map((row) => row.resource_id))
}

async function findSequence(db: Db, id: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('events')
    .select('sequence')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sequence
}

/** Cursors are opaque, but not secret: what is no place in the log was none of ours. */
function placeOf(after: Position | null): bigint | null {
  if (after === null) return null
  if (after.value === null || !/^\d{1,18}$/.test(after.value)) throw invalidCursor()
  return BigInt(after.value)
}

const toEvent = (row: Tables['events']): LoggedEvent => ({
  sequence: row.sequence,
  id: row.id,
  type: row.type as EventType,
  resource: { type: resourceTypeOf(row.type as EventType), id: row.resource_id },
  actor: {
    kind: row.actor_kind as LoggedEvent['actor']['kind'],
    id: row.actor_id,
    name: row.actor_name,
  },
  at: row.at,
  data: JSON.parse(row.data),
})
