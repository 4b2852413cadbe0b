import { sql } from 'kysely'
import { table } from '../../../../kernel/table.ts'
import type { Db } from '../../tables.ts'

/** A large installation: ten companies, each with 10 000 rows in every table. */
const ROWS = 100_000
/** Partial indexes are for conditions that few rows meet. */
const PARTIAL_ROWS = ROWS / 100

/** The number of different values in a column; other columns differ in nearly every row. */
const VALUES = table<number>({
  ...{ company_id: 10, company: 10 },
  ...{ status: 5, type: 5, kind: 5, currency: 5, source: 5, system: 5, owner_kind: 5 },
  ...{ lane: 5, webhook_id: 5 },
  ...{ customer_id: 100, product_id: 100, product: 100, seller_key: 100, word: 100 },
  ...{ issue_date: 300, due_date: 300, valid_until: 300, date: 300, day: 300, paid_at: 300 },
})

interface Column {
  readonly table: string
  readonly index: string
  readonly is_partial: bigint
  readonly is_unique: bigint
  readonly is_key: bigint
  /** Null: an expression. */
  readonly name: string | null
}

/**
 * Tells SQLite's planner how many rows each index leaves, as `analyze` would; otherwise it assumes ten
 * rows per company. The numbers are fixed, so that every installation runs the tested plans. Does
 * nothing if all indexes have statistics, or if someone has run `analyze` since.
 */
export async function writeStatistics(db: Db): Promise<void> {
  const { rows: known } =
    await sql`select 1 from sqlite_master where name = 'sqlite_stat1'`.execute(db)
  if (known.length > 0 && !(await isAnyMissing(db)) && !(await isAnalyzed(db))) return
  const columns = await listColumns(db)
  const indexes = Map.groupBy(columns, ({ index }) => index)
  const rows = [...indexes.values()].flatMap(([first, ...others]) =>
    first ? [rowOf([first, ...others])] : [],
  )
  await db.transaction().execute(async (trx) => {
    // Creates the tables for its results.
    await sql`analyze sqlite_schema`.execute(trx)
    await sql`delete from sqlite_stat1`.execute(trx)
    if (await isAnalyzed(trx)) await sql`delete from sqlite_stat4`.execute(trx)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values ${sql.join(rows)}`.execute(trx)
  })
}

/** Samples of `analyze` count more than our numbers. */
async function isAnalyzed(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_stat4'`.execute(db)
  if (rows.length === 0) return false
  const samples = await sql`select 1 from sqlite_stat4 limit 1`.execute(db)
  return samples.rows.length > 0
}

async function isAnyMissing(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'index'
    and name not in (select idx from sqlite_stat1 where idx is not null) limit 1`.execute(db)
  return rows.length > 0
}

async function listColumns(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`select m.name as "table", i.name as "index",
      i.partial as is_partial, i."unique" as is_unique, i.origin = 'pk' and m.sql like '%without rowid%' as is_key,
      c.name as name
    from sqlite_master as m, pragma_index_list(m.name) as i, pragma_index_info(i.name) as c
    where m.type = 'table' order by m.name, i.name, c.seqno`.execute(db)
  return rows
}

/** The rows of the index, and those left by each further column. SQLite names a key by its table. */
function rowOf(columns: readonly [Column, ...Column[]]) {
  const [{ table, index, is_partial, is_unique, is_key }] = columns
  const left = [is_partial === 1n ? PARTIAL_ROWS : ROWS]
  for (const { name } of columns)
    left.push(Math.max(1, Math.ceil((left.at(-1) ?? 1) / (VALUES[name ?? ''] ?? ROWS))))
  if (is_unique === 1n) left[left.length - 1] = 1
  return sql`(${table}, ${is_key === 1n ? table : index}, ${left.join(' ')})`
}
