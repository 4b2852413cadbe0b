import { type SelectQueryBuilder, sql } from 'kysely'
import type { PageRequest } from '../http/pagination.ts'

type Sorting = Pick<PageRequest, 'after' | 'direction' | 'limit'> & {
  /** Default: `created_at`. */
  readonly by?: string
  /** Makes the order unique; default: `id`. */
  readonly unique?: string
}

/** The rows of a page, and one more if there is one. */
export function sortedPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { after, direction, limit, by = 'created_at', unique = 'id' }: Sorting,
): Promise<Row[]> {
  const [column, id] = [sql.ref(by), sql.ref(unique)]
  const side = direction === 'asc' ? sql`>` : sql`<`
  const following = after
    ? sql<boolean>`(${column}, ${id}) ${side} (${after.value ?? ''}, ${after.id})`
    : sql<boolean>`1 = 1`
  return query
    .where(following)
    .orderBy(column, direction)
    .orderBy(id, direction)
    .limit(limit + 1)
    .execute()
}

/** The number of rows of a query that selects nothing yet. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted = query.select(sql<bigint | number>`count(*)`.as('count'))
  const { count } = (await counted.executeTakeFirstOrThrow()) as { readonly count: bigint | number }
  return Number(count)
}
