import { sql } from 'kysely'
import type { PageRequest } from './pagination.ts'

/** What a list ordered by `created_at` and `id` begins with: the rows after the page before. */
export function createdAfter({ after, direction }: Pick<PageRequest, 'after' | 'direction'>) {
  if (after === null) return sql<boolean>`1 = 1`
  const place = sql`(${after.value ?? ''}, ${after.id})`
  return direction === 'asc'
    ? sql<boolean>`(created_at, id) > ${place}`
    : sql<boolean>`(created_at, id) < ${place}`
}
