import {
  type EventType,
  isKnownPattern,
  type ResourceType,
  resourceTypeOf,
  typesLike,
} from '@billwright/rules/events'
import { sql } from 'kysely'
import { invalidRequest } from '../../kernel/errors.ts'
import { type CompanyDb, findRow, tablesOf } from '../../platform/database/scope.ts'
import type { Tables } from '../../platform/database/tables.ts'
import {
  invalidCursor,
  type Page,
  type PageRequest,
  type Position,
  toPage,
} from '../http/pagination.ts'
import { countRows } from '../lists/sorted-page.ts'
import { unknownEventType } from './errors.ts'
import type { LoggedEvent } from './event.ts'
import { unpackedData } from './packed-data.ts'

interface EventFilter {
  /** Exact types, all of a resource as `invoice.*`, or `*`. None: all. */
  readonly types: readonly string[]
  readonly resourceId?: string | undefined
  /** Only events after this one. */
  readonly after?: string | undefined
  /** Resources whose events the caller may not read. */
  readonly hidden: readonly ResourceType[]
}

/**
 * One page of the log, by sequence. An unknown `after` gives undefined. A type that does not exist
 * is refused, because it would be an empty log forever.
 */
export async function listEvents(
  scope: CompanyDb,
  filter: EventFilter,
  request: PageRequest,
): Promise<Page<LoggedEvent> | undefined> {
  const unknown = filter.types.find((type) => !isKnownPattern(type))
  if (unknown !== undefined) throw invalidRequest([unknownEventType('?type', unknown)])
  const start = filter.after === undefined ? 0n : await findSequence(scope, filter.after)
  if (start === undefined) return undefined
  const { direction, limit, withTotal } = request
  const position = placeOf(request.after)
  const next = (type: EventType | undefined) => {
    const query = filtered(scope, filter, { start, types: type === undefined ? [] : [type] })
      .orderBy('sequence', direction)
      .limit(limit + 1)
    return position === null
      ? query
      : query.where('sequence', direction === 'asc' ? '>' : '<', position)
  }
  const types = typesLike(filter.types)
  const rows =
    types.length < 2
      ? await next(types[0]).selectAll().execute()
      : await readMerged(scope, types.map(next), request)
  const total = withTotal ? await countRows(filtered(scope, filter, { start, types })) : null
  return toPage(
    rows.map(toEvent),
    request,
    ({ sequence, id }) => ({ value: String(sequence), id }),
    total,
  )
}

/** Merges the first events of several lists. Each list has one type, whose index has this order. */
async function readMerged(
  scope: CompanyDb,
  lists: readonly ReturnType<typeof filtered>[],
  { direction, limit }: PageRequest,
) {
  const parts = lists.map((list) => sql`select sequence from (${list.select('sequence')}) as e`)
  const { rows } = await sql<{ sequence: bigint }>`${sql.join(parts, sql` union all `)}`.execute(
    scope.db,
  )
  const inOrder = rows
    .map(({ sequence }) => sequence)
    .toSorted((a, b) => (a < b === (direction === 'asc') ? -1 : 1))
  if (inOrder.length === 0) return []
  return tablesOf(scope)
    .selectFrom('events')
    .selectAll()
    .where('sequence', 'in', inOrder.slice(0, limit + 1))
    .orderBy('sequence', direction)
    .execute()
}

interface Part {
  readonly start: bigint
  /** None: all types. */
  readonly types: readonly string[]
}

function filtered(scope: CompanyDb, { resourceId, hidden }: EventFilter, { start, types }: Part) {
  const later = tablesOf(scope).selectFrom('events').where('sequence', '>', start)
  const all = hidden.length === 0 ? later : later.where('resource_type', 'not in', hidden)
  const ofOne = resourceId === undefined ? all : all.where('resource_id', '=', resourceId)
  const [first, ...others] = types
  if (first === undefined) return ofOne
  return others.length === 0 ? ofOne.where('type', '=', first) : ofOne.where('type', 'in', types)
}

export async function findEvent(scope: CompanyDb, id: string): Promise<LoggedEvent | undefined> {
  const row = await findRow(scope, 'events', id)
  return row && toEvent(row)
}

/** The time of the newest event; undefined: none is left. */
export async function newestEventAt(scope: CompanyDb): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('events')
    .select('at')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Events of some types after a position, the oldest first. */
export async function listEventsAfter(
  scope: CompanyDb,
  {
    after,
    types,
    limit,
  }: { readonly after: bigint; readonly types: readonly EventType[]; readonly limit: number },
): Promise<readonly LoggedEvent[]> {
  if (types.length === 0) return []
  const rows = await tablesOf(scope)
    .selectFrom('events')
    .selectAll()
    .where('sequence', '>', after)
    .where('type', 'in', types)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** The time of the last event of that type for a resource. */
export async function lastEventAt(
  scope: CompanyDb,
  { resourceId, type }: { readonly resourceId: string; readonly type: EventType },
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('events')
    .select('at')
    .where('resource_id', '=', resourceId)
    .where('type', '=', type)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** The resources with an event of that type. */
export async function resourcesWithEvent(
  scope: CompanyDb,
  { resourceIds, type }: { readonly resourceIds: readonly string[]; readonly type: EventType },
): Promise<ReadonlySet<string>> {
  if (resourceIds.length === 0) return new Set()
  const rows = await tablesOf(scope)
    .selectFrom('events')
    .select('resource_id')
    .where('resource_id', 'in', resourceIds)
    .where('type', '=', type)
    .execute()
  return new Set(rows.map((row) => row.resource_id))
}

/** The time of the last event of that type, by resource. */
export async function lastEventsAt(
  scope: CompanyDb,
  { resourceIds, type }: { readonly resourceIds: readonly string[]; readonly type: EventType },
): Promise<ReadonlyMap<string, string>> {
  if (resourceIds.length === 0) return new Map()
  const rows = await tablesOf(scope)
    .selectFrom('events')
    .select((select) => ['resource_id', select.fn.max('at').as('at')])
    .where('resource_id', 'in', resourceIds)
    .where('type', '=', type)
    .groupBy('resource_id')
    .execute()
  return new Map(rows.map(({ resource_id: id, at }) => [id, at]))
}

async function findSequence(scope: CompanyDb, id: string): Promise<bigint | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('events')
    .select('sequence')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sequence
}

/** Cursors are opaque, but not secret. Any other text is not one of our cursors. */
function placeOf(after: Position | null): bigint | null {
  if (after === null) return null
  if (after.value === null || !/^\d{1,18}$/.test(after.value)) throw invalidCursor()
  return BigInt(after.value)
}

const toEvent = (row: Omit<Tables['events'], 'company_id'>): LoggedEvent => ({
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
  data: JSON.parse(unpackedData(row, row.resource_id)),
})
