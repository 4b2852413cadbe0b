import Database from 'better-sqlite3'
import pg from 'pg'
import type { Engine } from '../src/platform/database/db.ts'
import { bareTransactions, TABLES } from './bare-sql.ts'
import { type Load, loaded } from './measure.ts'
import { startedCpuMs } from './service.ts'

/** CPU time of one of each, in ms: what the database itself takes, without the service. */
export interface SqlLimit {
  /** An invoice with its items and taxes, by its id. */
  readonly read: number
  /** The first 50 of the list, in its order. */
  readonly page: number
  /** All rows that creating an invoice writes, in one confirmed transaction. */
  readonly write: number
}

/** The rows of one invoice in a confirmed transaction, one after another. Writes to the database. */
export async function transactionsAlone(
  engine: Engine,
  url: string,
  invoiceId: string,
): Promise<Load> {
  if (engine === 'sqlite') return bareTransactions(url, invoiceId)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await postgresTransactions(client, invoiceId)
  } finally {
    await client.end()
  }
}

type Row = Readonly<Record<string, unknown>>

const READS = 500
const PAGES = 100
const SECONDS = 1
const READ_SQL = TABLES.slice(0, 3).map(
  ([table, column]) => `select * from ${table} where ${column} = $1`,
)
const PAGE_SQL = `select i.id, i.type, i.number, i.status, i.customer_id, i.customer_name, i.issue_date,
  i.due_date, i.currency, i.total_minor, i.paid_minor, i.share_nonce
  from invoices as i order by i.issue_date desc, i.id desc limit 51`

/** Writes to the database: it must be a copy. */
export const sqlLimit = (engine: Engine, url: string, invoiceId: string): Promise<SqlLimit> =>
  LIMITS[engine](url, invoiceId)

const LIMITS: Readonly<Record<Engine, (url: string, invoiceId: string) => Promise<SqlLimit>>> = {
  async sqlite(url, invoiceId) {
    const db = new Database(url.slice('sqlite:'.length))
    const reads = READ_SQL.map((text) => db.prepare(text.replace('$1', '?')))
    const page = db.prepare(PAGE_SQL)
    const read = await cpuOfMany(READS, async () => {
      for (const statement of reads) statement.all(invoiceId)
    })
    const ofPage = await cpuOfMany(PAGES, async () => page.all())
    db.close()
    return { read, page: ofPage, write: (await bareTransactions(url, invoiceId)).cpuMs }
  },
  async postgres(url, invoiceId) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const ask = (name: string, text: string, values: unknown[]) =>
      client.query<Row>({ name, text, values })
    try {
      const read = await cpuOfMany(READS, async () => {
        for (const [at, text] of READ_SQL.entries()) await ask(`read_${at}`, text, [invoiceId])
      })
      const page = await cpuOfMany(PAGES, () => ask('page', PAGE_SQL, []))
      return { read, page, write: (await postgresTransactions(client, invoiceId)).cpuMs }
    } finally {
      await client.end()
    }
  },
}

/** Of this process and of the database. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + startedCpuMs()
}

async function cpuOfMany(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let at = 0; at < times; at += 1) await work()
  const before = cpuMs()
  for (let at = 0; at < times; at += 1) await work()
  return (cpuMs() - before) / times
}

/** As `bareTransactions` on SQLite: prepared once, one after another, each confirmed to the disk. */
async function postgresTransactions(client: pg.Client, invoiceId: string): Promise<Load> {
  const inserts: Insert[] = []
  for (const table of TABLES) inserts.push(await insertOf(client, table, invoiceId))
  let count = 0
  const one = async () => {
    count += 1
    const id = `inv_bare_${count}`
    await client.query('begin')
    for (const { name, text, rows } of inserts)
      for (const row of rows) await client.query({ name, text, values: row(id, count) })
    await client.query(`update heads set event_sequence = event_sequence where company_id = 1`)
    await client.query('commit')
  }
  return loaded(one, { atOnce: 1, seconds: SECONDS, cpuMs })
}

interface Insert {
  readonly name: string
  readonly text: string
  /** The values of each row that belongs to one invoice, under another id. */
  readonly rows: readonly ((id: string, count: number) => unknown[])[]
}

async function insertOf(
  client: pg.Client,
  [table, column]: (typeof TABLES)[number],
  invoiceId: string,
): Promise<Insert> {
  const found = await client.query<Row>(`select * from ${table} where ${column} = $1`, [invoiceId])
  const isLog = table === 'revisions' || table === 'events'
  const rows = isLog ? found.rows.slice(0, 1) : found.rows
  // What the database makes itself is not given to it.
  const columns = Object.keys(rows[0] ?? {})
  const marks = columns.map((_, at) => `$${at + 1}`).join(', ')
  const { rows: last } = isLog
    ? await client.query<{ n: string }>(`select max(sequence) as n from ${table}`)
    : { rows: [] }
  const start = Number(last[0]?.n ?? 0) + 1_000_000
  const own = (id: string, count: number): Row => ({
    ...(isLog ? { sequence: start + count } : {}),
    ...(table === 'events' ? { id: `evt_${id}` } : {}),
    [column]: id,
  })
  return {
    name: `insert_${table}`,
    text: `insert into ${table} (${columns.join(', ')}) values (${marks})`,
    rows: rows.map((row) => (id, count) => {
      const values = { ...row, ...own(id, count) }
      return columns.map((name) => values[name])
    }),
  }
}
