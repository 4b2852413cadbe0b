import { sql } from 'kysely'
import type { Position } from '../../http/pagination.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Condition, LookUp } from './conditions.ts'
import { COLUMNS, type EntryRow, following, NAME, orderBy, type Query, whereAll } from './query.ts'

/** As many may be fetched and sorted. */
const RARE_MAX = 5000

/** What so few invoices meet that they may be fetched and sorted. */
export interface Few {
  readonly lookUp: LookUp
  readonly count: number
}

/** The condition that the fewest meet, if those are few enough to be sorted. */
export async function findFew(db: Db, conditions: readonly Condition[]): Promise<Few | null> {
  let few: Few | null = null
  for (const { lookUp } of conditions) {
    if (!lookUp) continue
    const source = lookUp.source ?? sql`invoices as i where ${lookUp.where}`
    const { rows } = await sql<{ count: bigint }>`select count(*) as count
      from (select 1 from ${source} limit ${sql.lit(RARE_MAX + 1)}) as few`.execute(db)
    const count = Number(rows[0]?.count ?? 0)
    if (count <= (few?.count ?? RARE_MAX)) few = { lookUp, count }
  }
  return few
}

/**
 * All of the few after a place, in their order. Materialized: no planner shall walk instead. Only
 * what is sorted by is read of each, and the rest of those on the page.
 */
export async function readFew(
  db: Db,
  query: Query,
  { few, after, limit }: { readonly few: Few; readonly after: Position; readonly limit: number },
) {
  const others = [...query.inner, ...query.outer].filter(
    ({ lookUp }) => lookUp !== few.lookUp || few.lookUp.isPartial,
  )
  const sorted = { ...query, order: sql`i.sort_value` }
  const { rows } = await sql<EntryRow>`with few as materialized
    (select i.id, ${query.order} as sort_value from invoices as i
      ${whereAll([few.lookUp.where, ...others.map(({ where }) => where)])})
    select ${COLUMNS}, ${NAME} as name, page.sort_value from
      (select i.id, i.sort_value from few as i ${whereAll(following(sorted, after))}
        ${orderBy(sorted)} limit ${limit}) as page
      join invoices as i on i.id = page.id
    ${orderBy({ ...query, order: sql`page.sort_value` })}`.execute(db)
  return rows
}
