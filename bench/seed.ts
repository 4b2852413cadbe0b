import { type RawBuilder, sql } from 'kysely'
import { readConfig } from '../src/platform/config.ts'
import { type Db, type Engine, engineOf, openDatabase } from '../src/platform/database/db.ts'

/** Rows of one statement. */
const STEP = 50_000
const CUSTOMERS_PER_INVOICES = 50
const CUSTOMERS_MAX = 20_000
const DAYS = 3650
/** Of more than these only each tenth has its parts: to write all of them takes an hour. */
const WHOLE_MAX = 10_000

interface Copied {
  readonly total: number
  readonly invoiceId: string
}

/** What differs from the copied row, in terms of `i`, the number of the copy. */
type Columns = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * Copies an invoice that the service made into many, by SQL: of ten one is a draft, two are sent, of
 * a thousand one is void; ten years of dates; a fiftieth as many customers. Of more than 10 000 each
 * tenth has its items, revision and event.
 */
export async function seedInvoices(url: string, { total, invoiceId }: Copied): Promise<void> {
  const { database } = readConfig({ DATABASE_URL: url })
  const db = openDatabase(database, { isPatient: true })
  const terms = TERMS[engineOf(db)]
  if (engineOf(db) === 'sqlite') await sql`pragma cache_size = -400000`.execute(db)
  const customers = Math.max(
    10,
    Math.min(CUSTOMERS_MAX, Math.floor(total / CUSTOMERS_PER_INVOICES)),
  )
  await copyCustomers(db, terms, { invoiceId, customers })
  const restore = await dropIndexes(db)
  const columns = invoiceColumns(terms, { total, customers })
  await copies(db, terms, { table: 'invoices', where: sql`id = ${invoiceId}`, total, columns })
  await copyParts(db, terms, { total, invoiceId })
  await restore()
  if (engineOf(db) === 'postgres') await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

/** The cursor behind the last but a few of all, in the default order. */
export const deepCursor = (total: number): string => {
  const at = Math.floor(total * 0.001)
  const day = Math.floor((at * DAYS) / total)
  const date = new Date(Date.UTC(2016, 0, 1 + day)).toISOString().slice(0, 10)
  const id = `inv_019aa3c1-4a7e-7cc0-8000-${String(at).padStart(12, '0')}`
  return Buffer.from(JSON.stringify(['-issue_date', date, id])).toString('base64url')
}

interface Terms {
  readonly pad: (value: RawBuilder<unknown>, width: number) => RawBuilder<unknown>
  readonly bytes: (text: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly date: (days: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly series: (from: number, to: number) => RawBuilder<unknown>
}

const TERMS: Readonly<Record<Engine, Terms>> = {
  sqlite: {
    pad: (value, width) => sql`printf(${sql.lit(`%0${width}d`)}, ${value})`,
    bytes: (text) => sql`cast(${text} as blob)`,
    date: (days) => sql`date('2016-01-01', '+' || (${days}) || ' days')`,
    series: (from, to) => sql`(with recursive n(i) as (select ${sql.lit(from)} union all
      select i + 1 from n where i < ${sql.lit(to - 1)}) select i from n)`,
  },
  postgres: {
    pad: (value, width) => sql`lpad((${value})::text, ${sql.lit(width)}, '0')`,
    bytes: (text) => sql`convert_to(${text}, 'UTF8')`,
    date: (days) => sql`to_char(date '2016-01-01' + (${days})::int, 'YYYY-MM-DD')`,
    series: (from, to) => sql`(select i::int8 as i from
      generate_series(${sql.lit(from)}, ${sql.lit(to - 1)}) as i)`,
  },
}

const idOf = ({ pad }: Terms, value: RawBuilder<unknown>) =>
  sql`'inv_019aa3c1-4a7e-7cc0-8000-' || ${pad(value, 12)}`
const eventIdOf = ({ pad }: Terms, value: RawBuilder<unknown>) =>
  sql`'evt_019aa3c1-4a7e-7cc0-8000-' || ${pad(value, 12)}`
const customerIdOf = ({ pad }: Terms, value: RawBuilder<unknown>) =>
  sql`'cus_019aa3c1-4a7e-7cc0-8000-' || ${pad(value, 12)}`

function invoiceColumns(
  terms: Terms,
  { total, customers }: { readonly total: number; readonly customers: number },
): Columns {
  const day = terms.date(sql`i * ${sql.lit(DAYS)} / ${sql.lit(total)}`)
  const customer = sql`i % ${sql.lit(customers)}`
  const amount = sql`(i * 7919) % 1000003`
  const number = sql`'INV-2026-' || ${terms.pad(sql`i`, 7)}`
  const status = sql`case when i % 1000 = 501 then 'void' when i % 10 = 0 then 'draft'
    when i % 10 < 3 then 'sent' else 'paid' end`
  return {
    id: idOf(terms, sql`i`),
    status,
    number: sql`case when i % 10 = 0 then null else ${number} end`,
    number_order: sql`case when i % 10 = 0 then '' else ${number} end`,
    customer_id: customerIdOf(terms, customer),
    customer_name: sql`'Customer ' || ${terms.pad(customer, 6)}`,
    issue_date: day,
    // Few are overdue: the service announces each of them.
    due_date: sql`case when i % 5 = 4 then null when i % 10 < 3 and i % 1000 > 2 then '2099-12-31'
      else ${day} end`,
    created_at: sql`${day} || 'T10:00:00.000Z'`,
    total_minor: amount,
    paid_minor: sql`case when i % 10 > 2 then ${amount} else 0 end`,
    share_nonce: sql`case when i % 500 = 3 then 'nonce' || i else null end`,
    share_hash: sql`case when i % 500 = 3 then 'hash' || i else null end`,
    series: sql`null`,
    sequence: sql`null`,
    search_text: sql`' 1.inv 1.2026 1.' || ${terms.pad(sql`i`, 7)} || ' 1.customer 1.' ||
      ${terms.pad(customer, 6)} || ' 1.consulting 1.design 1.review 1.cover 1.project' || (i % 1000) ||
      case when i % 200 = 77 then ' 1.zinc' when i % 400 = 133 then ' 1.tin' else ' 1.paper' end ||
      ' 1.typesetting 1.print 1.run 1.week' || (i % 52)`,
  }
}

async function copyCustomers(
  db: Db,
  terms: Terms,
  { invoiceId, customers }: { readonly invoiceId: string; readonly customers: number },
): Promise<void> {
  await copies(db, terms, {
    table: 'customers',
    where: sql`id = (select customer_id from invoices where id = ${invoiceId})`,
    total: customers,
    columns: {
      id: customerIdOf(terms, sql`i`),
      name: sql`'Customer ' || ${terms.pad(sql`i`, 6)}`,
      search_text: sql`'customer ' || ${terms.pad(sql`i`, 6)}`,
    },
  })
  for (const word of [sql`'customer'`, terms.pad(sql`i`, 6)])
    await sql`insert into customer_words (company_id, customer_id, word) select 1,
      ${customerIdOf(terms, sql`i`)}, ${terms.bytes(word)}
      from ${terms.series(0, customers)} as n`.execute(db)
}

/** The items, the revision and the event of each copy, and the chain's head behind them. */
async function copyParts(db: Db, terms: Terms, { total, invoiceId }: Copied): Promise<void> {
  const every = total > WHOLE_MAX ? 10 : 1
  const id = idOf(terms, sql`i`)
  const sequence = sql`i + 1000`
  const parts: Readonly<Record<string, Columns>> = {
    invoice_items: { invoice_id: id },
    invoice_taxes: { invoice_id: id },
    revisions: { invoice_id: id, sequence },
    events: { resource_id: id, sequence, id: eventIdOf(terms, sql`i`) },
  }
  for (const [table, columns] of Object.entries(parts)) {
    const owner = sql.ref(table === 'events' ? 'resource_id' : 'invoice_id')
    const where = sql`${owner} = ${invoiceId}`
    await copies(db, terms, { table, where, total, every, columns })
  }
  await sql`update heads set revision_sequence = (select max(sequence) from revisions),
    event_sequence = (select max(sequence) from events)`.execute(db)
}

/** What the database itself gives each invoice. */
const OWN = ['search_key']

interface Copying {
  readonly table: string
  readonly where: RawBuilder<unknown>
  readonly total: number
  readonly every?: number
  readonly columns: Columns
}

async function copies(db: Db, terms: Terms, { table, where, ...rest }: Copying): Promise<void> {
  const { total, every = 1, columns } = rest
  const tables = await db.introspection.getTables()
  const names = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  const copied = names.filter((name) => !OWN.includes(name))
  const list = sql.join(copied.map((name) => sql.ref(name)))
  const values = sql.join(copied.map((name) => columns[name] ?? sql.ref(`t.${name}`)))
  for (let from = 0; from < total; from += STEP) {
    const series = terms.series(from, Math.min(from + STEP, total))
    await sql`insert into ${sql.table(table)} (${list}) select ${values}
      from ${series} as n cross join ${sql.table(table)} as t
      where t.${where} and i % ${sql.lit(every)} = 0`.execute(db)
  }
}

/** Indexes are built at the end: that is several times as fast. */
async function dropIndexes(db: Db): Promise<() => Promise<void>> {
  const isSqlite = engineOf(db) === 'sqlite'
  const { rows } = isSqlite
    ? await sql<{ name: string; type: string; text: string }>`select name, type, sql as text
        from sqlite_master where tbl_name = 'invoices' and type in ('index', 'trigger')
        and sql is not null`.execute(db)
    : await sql<{ name: string; type: string; text: string }>`select indexname as name,
        'index' as type, indexdef as text from pg_indexes where tablename = 'invoices'
        and indexname not like '%_key' and indexname not like '%_pkey'`.execute(db)
  for (const { name, type } of rows) await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(db)
  return async () => {
    if (isSqlite) {
      await sql`insert into invoices_search (rowid, words)
        select search_key, substr(customer_id, 4) || search_text from invoices
        where search_key not in (select rowid from invoices_search)`.execute(db)
    }
    for (const { text } of rows) await sql.raw(text).execute(db)
  }
}
