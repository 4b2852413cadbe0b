import type { CompiledQuery, InsertObject } from 'kysely'
import { type Db, type Engine, engineOf, type Trx } from './database.ts'
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
    const query = compiled.get(engine) ?? build(db, ...places()).compile(db)
    compiled.set(engine, query)
    const parameters = query.parameters.map((it) => (it instanceof Place ? it.valueIn(values) : it))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

function placeOf(value: unknown, index: number): unknown {
  if (value === null || typeof value !== 'object') return new Place(index, null)
  return Object.fromEntries(Object.keys(value).map((column) => [column, new Place(index, column)]))
}

type Row<Table extends keyof Tables> = InsertObject<Tables, Table>

const INSERTS_MAX = 200
const INSERTS = new Map<string, CompiledQuery>()

/** Adds rows, all with the columns of the first; made into SQL once for each number of rows. */
export async function insertRows<Table extends keyof Tables & string>(
  trx: Trx,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof Row<Table>)[]
  const key = `${engineOf(trx)} ${table} ${rows.length} ${columns.join()}`
  const query = INSERTS.get(key) ?? trx.insertInto(table).values(rows).compile()
  if (INSERTS.size >= INSERTS_MAX) INSERTS.clear()
  INSERTS.set(key, query)
  const parameters = rows.flatMap((row) => columns.map((column) => row[column]))
  await trx.executeQuery({ ...query, parameters })
}
