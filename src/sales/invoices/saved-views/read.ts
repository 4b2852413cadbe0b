import { etagOf } from '../../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { inTurn } from '../../../platform/database/db.ts'
import type { SavedView } from './inner/fields.ts'
import * as repository from './inner/repository.ts'

export { requireView } from './inner/repository.ts'

export const savedViewEtag = ({ id, version }: SavedView): string => etagOf(id, version)

export function listViews(work: ReadWork, query: PageQueryInput): Promise<Page<SavedView>> {
  return inTurn(work, async () => {
    const request = toPageRequest(query, 'created_at')
    const rows = await repository.listViews(work, request)
    const total = query.include ? await repository.countViews(work) : null
    return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
  })
}
