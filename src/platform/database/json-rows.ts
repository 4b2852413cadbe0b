import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './db.ts'
import type { Tables } from './tables.ts'

/** Type of a column; as text, both engines write it as JSON without loss. */
type Columns<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends bigint | null ? 'int' : 'text'
}

/** Child rows of a row, read with it in one statement. */
export interface JsonRows<Row> {
  /** For a `select`: the rows that match `condition` as JSON. It may refer to outer columns. */
  select(engine: Engine, condition: RawBuilder<boolean>): RawBuilder<string | null>
  read(json: string | null): readonly Row[]
}

export function jsonRows<Row>(
  table: keyof Tables & string,
  columns: Columns<Row>,
  order: string,
): JsonRows<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const values = sql.join(names.map((name) => sql`cast(${sql.ref(name)} as text)`))
  return {
    select(engine, condition) {
      const [all, one] =
        engine === 'postgres'
          ? [sql`json_agg`, sql`json_build_array`]
          : [sql`json_group_array`, sql`json_array`]
      return sql<string | null>`(select cast(${all}(${one}(${values}) order by ${sql.ref(order)})
        as text) from ${sql.table(table)} where ${condition})`
    },
    read(json) {
      const rows: readonly (string | null)[][] = json === null ? [] : (JSON.parse(json) ?? [])
      return rows.map((row) => {
        const read: Partial<Record<keyof Row, unknown>> = {}
        for (const [index, name] of names.entries()) {
          const value = row[index] ?? null
          read[name] = value !== null && columns[name] === 'int' ? BigInt(value) : value
        }
        return read as Row
      })
    },
  }
}
