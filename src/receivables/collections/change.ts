import type { EventType } from '@billwright/rules/events'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import type { Work } from '../../core/record/work.ts'
import { laterOf } from '../../platform/clock.ts'
import type { Collection } from './collection.ts'
import * as repository from './inner/repository.ts'
import { TELL_FAILURE } from './kinds.ts'
import { collectionEventData } from './view.ts'

export interface Change {
  readonly before: Collection
  readonly change: Partial<Collection>
}

/** Stores a locked collection after a change. */
export async function saveChange(
  work: Work,
  before: Collection,
  change: Partial<Collection>,
): Promise<Collection> {
  const after = changed(work, { before, change })
  await repository.saveCollections(work, [after])
  return after
}

/** Stores many in one statement, because on SQLite all companies wait. */
export async function saveChanges(
  work: Work,
  changes: readonly Change[],
): Promise<readonly Collection[]> {
  const after = changes.map((it) => changed(work, it))
  await repository.saveCollections(work, after)
  return after
}

const changed = (work: Work, { before, change }: Change): Collection => ({
  ...before,
  ...change,
  version: before.version + 1,
  updatedAt: laterOf(work.at, before.updatedAt),
})

export function recordCollection(
  work: Work,
  type: EventType & `collection.${string}`,
  it: Collection,
): void {
  recordEvent(work, { type, resourceId: it.id, data: collectionEventData(it) })
  const outcome = type.slice('collection.'.length)
  work.app.counters.countPayment('collections_total', { via: it.via, outcome })
}

/** Writes to the customer after the commit. */
export const tellCustomer = (work: Work, { id }: Collection): Promise<void> =>
  enqueue(work, TELL_FAILURE, [{ key: id, payload: { collectionId: id } }])
