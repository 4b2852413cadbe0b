import { resourceTypeOf } from '@billwright/rules/events'
import { insertRowsAhead } from '../../platform/database/scope.ts'
import { newId } from '../../platform/ids.ts'
import { chained, type NewRevision } from './chain.ts'
import type { LoggedEvent, NewEvent } from './event.ts'
import { eventHash, hexOf } from './event-chain.ts'
import { askHead, moveHead } from './head.ts'
import { packedData } from './packed-data.ts'
import type { PendingRecord, Work } from './work.ts'

export const newJournal = (): PendingRecord => ({ revisions: [], events: [] })

export const hasEntries = ({ revisions, events }: PendingRecord): boolean =>
  revisions.length > 0 || events.length > 0

/** Adds a revision to the chain of the company when the transaction commits. */
export function recordRevision(
  { journal, actor, at }: Work,
  entry: Omit<NewRevision, 'actor' | 'at'>,
): void {
  journal.revisions.push({ ...entry, actor, at })
}

/** Adds an event to the log of the company when the transaction commits. */
export function recordEvent(
  { journal, actor, at }: Work,
  entry: Omit<NewEvent, 'actor' | 'at'>,
): void {
  journal.events.push({ ...entry, actor, at })
}

/**
 * The last statements of a transaction. Every writer locks the head last, so the log is in commit
 * order, and a reader of the log misses no event that is committed later.
 */
export async function writeJournal(work: Work): Promise<void> {
  if (!hasEntries(work.journal)) return
  const { revisions, events } = work.journal
  const locked = await askHead(work)
  const tell = events.length > 0 ? await work.follow(work) : null
  const head = await locked()
  const chain = chained(head, revisions)
  const logged = events.map((event, index) =>
    toLogged(event, head.eventSequence + BigInt(index) + 1n),
  )
  if (chain.length > 0) await insertRowsAhead(work, 'revisions', chain)
  const { rows, hash } = hashedRows(logged, head.eventHash)
  if (rows.length > 0) await insertRowsAhead(work, 'events', rows)
  const last = chain.at(-1)
  await moveHead(work, {
    revisionSequence: last?.sequence ?? head.revisionSequence,
    revisionHash: last?.hash ?? head.revisionHash,
    eventSequence: head.eventSequence + BigInt(events.length),
    eventHash: hash,
  })
  await tell?.(logged)
}

const toLogged = (event: NewEvent, sequence: bigint): LoggedEvent => {
  const { type, resourceId, actor, at, data } = event
  const resource = { type: resourceTypeOf(type), id: resourceId }
  return { sequence, id: newId('evt'), type, resource, actor, at, data }
}

/** The rows of events after one with the hash `previous`, each with the hash of the one before. */
function hashedRows(events: readonly LoggedEvent[], previous: string) {
  let last = previous
  const rows = events.map((event) => {
    const { sequence, id, type, resource, actor, at } = event
    const data = JSON.stringify(event.data)
    const hash = eventHash({ ...event, data }, last)
    last = hexOf(hash)
    return {
      sequence,
      id,
      type,
      resource_type: resource.type,
      resource_id: resource.id,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      at,
      hash,
      ...packedData(data, resource.id),
    }
  })
  return { rows, hash: last }
}
