import { isDeepStrictEqual } from 'node:util'
import { requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch, type VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { faultList } from '../../../kernel/errors.ts'
import { change, emptyOf } from '../../../kernel/fields/field.ts'
import { laterOf } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { tooManyViews } from './inner/errors.ts'
import { FIELDS, type Filters, type SavedView } from './inner/fields.ts'
import * as repository from './inner/repository.ts'
import { savedViewEtag } from './read.ts'

const OWN_MAX = 50

/** Fields of a request; missing fields keep their value. */
interface Given {
  readonly filters?: Filters
}

export function createView(work: ReadWork, given: Given): Promise<SavedView> {
  return transaction(work, async (work) => {
    const view = {
      ...contentOf({ ...emptyOf(FIELDS), filters: {} }, given),
      ...{ id: newId('viw'), version: 1, createdAt: work.at, updatedAt: work.at },
      ownerId: work.actor.id,
    }
    if (view.shared) requireScope(work.actor, 'write')
    if ((await repository.countOwnViews(work)) >= OWN_MAX) throw tooManyViews(OWN_MAX)
    await repository.insertView(work, view)
    return view
  })
}

export function updateView(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  given: Given,
): Promise<SavedView> {
  return transaction(work, async (work) => {
    const before = await repository.lockView(work, id)
    checkIfMatch(ifMatch, savedViewEtag(before))
    const changed = { ...before, ...contentOf(before, given) }
    if (before.shared || changed.shared) requireScope(work.actor, 'write')
    if (isDeepStrictEqual(changed, before)) return before
    const version = before.version + 1
    const after = { ...changed, version, updatedAt: laterOf(work.at, before.updatedAt) }
    await repository.saveView(work, after)
    return after
  })
}

export function deleteView(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const view = await repository.lockView(work, id)
    checkIfMatch(ifMatch, savedViewEtag(view))
    if (view.shared) requireScope(work.actor, 'write')
    await repository.deleteView(work, id)
  })
}

type Content = Pick<SavedView, 'name' | 'shared' | 'filters'>

function contentOf(before: Content, { filters, ...given }: Given): Content {
  const { onFault, refuse } = faultList()
  const fields = change(FIELDS, { before, given, at: '', onFault, mode: 'put' })
  refuse()
  return { ...fields, filters: filters ?? before.filters }
}
