import type { CompiledQuery, InsertObject } from 'kysely'
import { type Db, type Engine, engineOf, type Trx } from './db.ts'
import { nameStatement } from './named-statements.ts'
import type { Tables } from './tables.ts'

/** A statement that is made into SQL once for each engine, and not for every use. */
export type CompiledOnce<Values extends readonly unknown[], Row> = (
  db: Db,
  ...values: Values
) => Promise<readonly Row[]>

interface Buildable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/** Stands for a value, or for one column of a row, while a statement is built. */
class Place {
  readonly index: number
  readonly column: string | null
  constructor(index: number, column: string | null) {
    this.index = index
    this.column = column
  }

  valueIn(values: readonly unknown[]): unknown {
    const value = values[this.index]
    return this.column === null ? value : (value as Record<string, unknown>)[this.column]
  }
}

/**
 * `build` is called once for each engine, with places where the values come later; it may hand them
 * on to Kysely, and do nothing else with them. A value may be a row, whose columns are always the same.
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Buildable<Row>,
): CompiledOnce<Values, Row> {
  const compiled = new Map<Engine, CompiledQuery<Row>>()
  return async (db, ...values) => {
    const engine = engineOf(db)
    const places = () => values.map(placeOf) as readonly unknown[] as Values
    const query = compiled.get(engine) ?? kept(build(db, ...places()).compile(db))
    compiled.set(engine, query)
    const parameters = query.parameters.map((it) => (it instanceof Place ? it.valueIn(values) : it))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

function kept<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  nameStatement(query)
  return query
}

function placeOf(value: unknown, index: number): unknown {
  if (value === null || typeof value !== 'object') return new Place(index, null)
  return Object.fromEntries(Object.keys(value).map((column) => [column, new Place(index, column)]))
}

type Row<Table extends keyof Tables> = InsertObject<Tables, Table>

const INSERTS_MAX = 200
const INSERTS = new Map<string, CompiledQuery>()
/** So many rows at once, as long as there are; of fewer, each number is a statement of its own. */
const BATCH_SIZES = [500, 200, 100, 50, 20]
/** Of more the plan is long, and every connection would keep it. */
const NAMED_ROWS_MAX = 20

/** Adds rows, all with the columns of the first; made into SQL once for each size of a batch. */
export async function insertRows<Table extends keyof Tables & string>(
  trx: Trx,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  for (const batch of batchesOf(rows)) await insertBatch(trx, table, batch)
}

/**
 * In few sizes, as every statement is kept, here and by SQLite, where one of 500 rows takes 1.5 MB;
 * and none with more parameters than SQLite takes, which is 32 766.
 */
export function batchesOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const batches: (readonly Row[])[] = []
  for (let start = 0; start < rows.length; start += batches.at(-1)?.length ?? 0) {
    const left = rows.length - start
    const size = BATCH_SIZES.find((it) => it <= left) ?? left
    batches.push(rows.slice(start, start + size))
  }
  return batches
}

async function insertBatch<Table extends keyof Tables & string>(
  trx: Trx,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row<Table>)[]
  const key = `${engineOf(trx)} ${table} ${rows.length} ${columns.join()}`
  const compile = () => trx.insertInto(table).values(rows).compile()
  const query = INSERTS.get(key) ?? (rows.length > NAMED_ROWS_MAX ? compile() : kept(compile()))
  if (INSERTS.size >= INSERTS_MAX) INSERTS.clear()
  INSERTS.set(key, query)
  const parameters = rows.flatMap((row) => columns.map((column) => row[column]))
  await trx.executeQuery({ ...query, parameters })
}
