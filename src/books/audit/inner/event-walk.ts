import type { Selectable } from 'kysely'
import { hexOf, isHashOf } from '../../../core/record/event-chain.ts'
import { unpackedData } from '../../../core/record/packed-data.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { breakOf, type Findings } from '../report.ts'

export type StoredEvent = Omit<Selectable<Tables['events']>, 'company_id'>

/**
 * Follows the hashes of the events. If old events were deleted, nothing proves the first remaining
 * one.
 */
export function createEventWalk(findings: Findings, genesis: string) {
  let previous: string | null = null
  let isFirst = true
  return {
    take(event: StoredEvent): void {
      if (isFirst && event.sequence === 1n) previous = genesis
      isFirst = false
      if (previous !== null && !isUnchanged(event, event.hash, previous))
        findings.add(
          breakOf(
            'event_hash',
            `Event ${event.id} at place ${event.sequence} was changed, or the one before it.`,
          ),
        )
      previous = hexOf(event.hash)
    },
    /** Call it after the last event, with the hash of the head. */
    end(hash: string): void {
      if (previous !== null && previous !== hash)
        findings.add(
          breakOf('event_hash', 'The events do not end with the hash that their head names.'),
        )
    },
  }
}

function isUnchanged(event: StoredEvent, hash: Uint8Array, previous: string): boolean {
  try {
    return isHashOf(hash, toHashed(event), previous)
  } catch {
    return false
  }
}

const toHashed = (event: StoredEvent) => ({
  sequence: event.sequence,
  id: event.id,
  type: event.type,
  resource: { type: event.resource_type, id: event.resource_id },
  actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
  at: event.at,
  data: unpackedData(event, event.resource_id),
})
