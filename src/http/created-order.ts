import { sql } from 'kysely'
import type { PageRequest } from './pagination.ts'

/** Rows after the previous page, ordered by `created_at` and `id`. */
export function createdAfter({ after, direction }: Pick<PageRequest, 'after' | 'direction'>) {
  if (after === null) return sql<boolean>`1 = 1`
  const place = sql`(${after.value ?? ''}, ${after.id})`
  return direction === 'asc'
    ? sql<boolean>`(created_at, id) > ${place}`
    : sql<boolean>`(created_at, id) < ${place}`
}
