import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asSeenByAll, type Db } from '../src/platform/database/db.ts'
import type { TestApp } from './harness.ts'

const TABLES_MIN = 20

/** All there is: of SQLite the very files, with what was deleted; of PostgreSQL every row. */
export async function everyByte({ db, config: { database } }: TestApp): Promise<string> {
  if (database.engine === 'postgres') return everyRow(db)
  return ['', '-wal'].map((it) => readFileSync(database.path + it, 'latin1')).join('\n')
}

/** Every value of every row of every table, in one order whenever it is asked; bytes as Latin-1. */
export async function everyRow(db: Db): Promise<string> {
  const tables = await db.introspection.getTables()
  expect(tables.length).toBeGreaterThan(TABLES_MIN)
  const dumps = tables.map(async ({ name, columns }) => {
    const all = sql<Readonly<Record<string, unknown>>>`select * from ${sql.table(name)}`
    const { rows } = await all.execute(asSeenByAll(db))
    const lines = rows.map((row) => columns.map((it) => plain(row[it.name])).join('|'))
    return [name, ...lines.toSorted()].join('\n')
  })
  return (await Promise.all(dumps)).toSorted().join('\n')
}

const plain = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
