import Database from 'better-sqlite3'
import pg from 'pg'
import type { Engine } from '../src/platform/database/db.ts'

/** How many rows of each table belong to one invoice of the bench: five items at one rate. */
const ROWS: Readonly<Record<string, number>> = {
  invoices: 1,
  invoice_items: 5,
  invoice_taxes: 1,
  revisions: 1,
  events: 1,
}

/**
 * Bytes on the disk for one invoice with its parts, revision and event, all indexes among them: from
 * what each table takes for a row, as not every seeded invoice has all of its parts.
 */
export async function bytesPerInvoice(engine: Engine, url: string): Promise<number> {
  const tables = Object.keys(ROWS)
  const perRow = await MEASURES[engine](url, tables)
  return tables.reduce((sum, table) => sum + (ROWS[table] ?? 0) * (perRow.get(table) ?? 0), 0)
}

type Measure = (url: string, tables: readonly string[]) => Promise<ReadonlyMap<string, number>>

const MEASURES: Readonly<Record<Engine, Measure>> = {
  async sqlite(url, tables) {
    const db = new Database(url.slice('sqlite:'.length), { readonly: true })
    const sizes = db
      .prepare(
        `select coalesce(m.tbl_name, d.name) as name, sum(d.pgsize) as bytes from dbstat as d
          left join sqlite_master as m on m.name = d.name where d.aggregate = 1 group by 1`,
      )
      .all() as { readonly name: string; readonly bytes: number }[]
    const bytesOf = (table: string) =>
      sizes.filter(({ name }) => ownerOf(name) === table).reduce((sum, { bytes }) => sum + bytes, 0)
    const rowsOf = (table: string) =>
      (db.prepare(`select count(*) as n from ${table}`).get() as { readonly n: number }).n
    const perRow = tables.map((table) => [table, bytesOf(table) / rowsOf(table)] as const)
    db.close()
    return new Map(perRow)
  },
  async postgres(url, tables) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const perRow = new Map<string, number>()
    for (const table of tables) {
      const { rows } = await client.query<{ readonly bytes: string }>(
        `select pg_total_relation_size('${table}') / (select count(*) from ${table})::float8 as bytes`,
      )
      perRow.set(table, Number(rows[0]?.bytes))
    }
    await client.end()
    return perRow
  },
}

/** The tables of the search index belong to the invoices. */
const ownerOf = (name: string): string => (name.startsWith('invoices_search') ? 'invoices' : name)
