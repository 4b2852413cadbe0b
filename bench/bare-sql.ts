import Database from 'better-sqlite3'
import type { Load } from './measure.ts'

const SECONDS = 3
/** The tables that creating an invoice writes to, and by which column its rows are found. */
export const TABLES = [
  ['invoices', 'id'],
  ['invoice_items', 'invoice_id'],
  ['invoice_taxes', 'invoice_id'],
  ['revisions', 'invoice_id'],
  ['events', 'resource_id'],
] as const

/**
 * What SQLite does by itself: transactions with the very rows of one invoice, prepared once, each
 * confirmed to the disk (`synchronous = FULL`) as by the service.
 */
export async function bareTransactions(url: string, invoiceId: string): Promise<Load> {
  const db = new Database(url.slice('sqlite:'.length))
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('busy_timeout = 5000')
  const inserts = TABLES.map(([table, column]) => {
    const rows = db.prepare(`select * from ${table} where ${column} = ?`).all(invoiceId) as Record<
      string,
      unknown
    >[]
    const created = table === 'revisions' || table === 'events' ? rows.slice(0, 1) : rows
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'search_key')
    const marks = columns.map((name) => `@${name}`).join(', ')
    return {
      column,
      rows: created,
      statement: db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`),
    }
  })
  const sequenceOf = (table: string) =>
    Number((db.prepare(`select max(sequence) as n from ${table}`).get() as { n: number }).n)
  let [revision, event] = [sequenceOf('revisions') + 1_000_000, sequenceOf('events') + 1_000_000]
  const head = db.prepare(`update heads set revision_hash = ? where company_id = 1`)
  const one = db.transaction((id: string) => {
    revision += 1
    event += 1
    for (const { column, rows, statement } of inserts) {
      for (const row of rows) {
        const own = 'sequence' in row && column !== 'id'
        const sequence = own ? { sequence: column === 'resource_id' ? event : revision } : {}
        const eventId = column === 'resource_id' ? { id: `evt_${id}` } : {}
        statement.run({ ...row, ...sequence, ...eventId, [column]: id })
      }
    }
    head.run(id)
  })
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const run = (seconds: number): number => {
    const untilMs = performance.now() + seconds * 1000
    let count = 0
    for (; performance.now() < untilMs; count += 1)
      one.immediate(`inv_bare_${performance.now()}_${count}`)
    return count
  }
  run(SECONDS / 2)
  const [begin, before] = [performance.now(), cpu()]
  const count = run(SECONDS)
  const took = performance.now() - begin
  const load = { perSecond: (count * 1000) / took, cpuMs: (cpu() - before) / count }
  db.close()
  return load
}
