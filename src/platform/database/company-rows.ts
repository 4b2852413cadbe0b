import { sql } from 'kysely'
import { table } from '../../kernel/table.ts'
import { type Db, engineOf } from './db.ts'
import { type CompanyDb, insertRows, type NewRow } from './scope.ts'
import type { CompanyTable } from './tables.ts'

/**
 * A table of companies from the database's own description, so that columns of every migration are
 * included.
 */
export interface TableShape {
  readonly name: CompanyTable
  /** All but `company_id`, by name. */
  readonly columns: ReadonlyMap<string, ColumnKind>
  /** Columns of the primary key after `company_id`; none: a company has at most one row. */
  readonly key: readonly string[]
  /** Other tables that its foreign keys refer to. */
  readonly references: readonly string[]
  /** The column by which a row refers to another row of this table. */
  readonly ownReference: string | null
}

export type ColumnKind = 'integer' | 'text' | 'bytes'
export type Value = bigint | string | Uint8Array | null
export type Row = Readonly<Record<string, Value>>

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  /** Position in the primary key, from 1; 0: not in it. */
  readonly place: number
}

interface Reference {
  readonly table: string
  readonly column: string
  readonly target: string
}

/** SQLite numbers the rows of the whole file with it for the search index. */
const ROW_NUMBER = 'search_key'

/** Every table with `company_id`, each after the tables that its rows refer to. */
export async function listCompanyTables(db: Db): Promise<readonly TableShape[]> {
  const isPostgres = engineOf(db) === 'postgres'
  const columns = await (isPostgres ? columnsOnPostgres(db) : columnsOnSqlite(db))
  const references = await (isPostgres ? referencesOnPostgres(db) : referencesOnSqlite(db))
  const shapes = [...Map.groupBy(columns, ({ table }) => table)].map(([table, all]) =>
    toShape(
      table,
      all.filter(({ name }) => name !== 'company_id' && name !== ROW_NUMBER),
      references.filter((it) => it.table === table && it.column !== 'company_id'),
    ),
  )
  return inOrderOfReferences(shapes)
}

function toShape(
  table: string,
  columns: readonly Column[],
  references: readonly Reference[],
): TableShape {
  const key = columns.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place)
  const hasOwnId = key.length === 0 && columns.some(({ name }) => name === 'id')
  return {
    name: table as CompanyTable,
    columns: new Map(columns.map(({ name, type }) => [name, kindOf(type)])),
    // If SQLite numbers the rows, the company's key is a unique index.
    key: hasOwnId ? ['id'] : key.map(({ name }) => name),
    references: [...new Set(references.map(({ target }) => target))].filter((it) => it !== table),
    ownReference: references.find(({ target }) => target === table)?.column ?? null,
  }
}

const KINDS = table<ColumnKind>({
  bigint: 'integer',
  int8: 'integer',
  integer: 'integer',
  text: 'text',
  bytea: 'bytes',
  blob: 'bytes',
})

function kindOf(type: string): ColumnKind {
  const kind = KINDS[type.toLowerCase()]
  if (kind) return kind
  throw new Error(`Columns of the type ${type} cannot be exported.`)
}

function inOrderOfReferences(shapes: readonly TableShape[]): readonly TableShape[] {
  const ordered: TableShape[] = []
  let left = shapes.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  while (left.length > 0) {
    const isFree = ({ references }: TableShape) =>
      references.every((name) => !left.some((it) => it.name === name))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error('Tables of companies refer to each other in a circle.')
    ordered.push(...free)
    left = left.filter((it) => !free.includes(it))
  }
  return ordered
}

/** From the catalogue itself: the views of the standard take seconds where there are many companies. */
async function columnsOnPostgres(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Omit<Column, 'place'> & { readonly place: bigint | number }>`
    select t.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
      coalesce(k.place, 0) as place
    from pg_class t
    join pg_index x on x.indrelid = t.oid and x.indisprimary
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    left join lateral unnest(x.indkey) with ordinality as k (number, place) on k.number = a.attnum
    where t.relnamespace = current_schema()::regnamespace
      and exists (select 1 from pg_attribute o
        where o.attrelid = t.oid and o.attname = 'company_id' and not o.attisdropped)
    order by t.relname, a.attname`.execute(db)
  return rows.map((row) => ({ ...row, place: Number(row.place) }))
}

async function columnsOnSqlite(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Omit<Column, 'place'> & { readonly place: bigint }>`
    select t.name as "table", c.name as name, c.type as type, c.pk as place
    from sqlite_master as t, pragma_table_xinfo(t.name) as c
    where t.type = 'table' and c.hidden = 0
      and exists (select 1 from pragma_table_xinfo(t.name) where name = 'company_id')
    order by t.name, c.name`.execute(db)
  return rows.map((row) => ({ ...row, place: Number(row.place) }))
}

async function referencesOnPostgres(db: Db): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select t.relname as "table", a.attname as "column", f.relname as target
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class f on f.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db)
  return rows
}

async function referencesOnSqlite(db: Db): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select t.name as "table", k."from" as "column", k."table" as target
    from sqlite_master as t, pragma_foreign_key_list(t.name) as k
    where t.type = 'table' order by 1, 2`.execute(db)
  return rows
}

const BATCH_MIN = 20
const BATCH_MAX = 2_000
const BATCH_BYTES = 2 * 1024 * 1024

/** All rows of the company in the order of their key. Large rows come in small batches. */
export async function* readRows(
  { db, companyId }: CompanyDb,
  { name, columns, key }: TableShape,
): AsyncGenerator<readonly Row[]> {
  const selected = sql.join([...columns.keys()].map((it) => sql.ref(it)))
  const order = sql.join(key.map((it) => sql.ref(it)))
  let limit = BATCH_MIN
  let last: Row | undefined
  for (;;) {
    const after = last && sql.join(key.map((it) => last?.[it]))
    const { rows }: { readonly rows: readonly Row[] } = await sql<Row>`
      select ${selected} from ${sql.table(name)} where company_id = ${companyId}
      ${after ? sql`and (${order}) > (${after})` : sql``}
      ${key.length > 0 ? sql`order by ${order}` : sql``} limit ${BigInt(limit)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < limit || key.length === 0) return
    last = rows.at(-1)
    limit = nextLimit(limit, rows)
  }
}

function nextLimit(limit: number, rows: readonly Row[]): number {
  let bytes = 0
  for (const row of rows)
    for (const value of Object.values(row))
      bytes += value === null || typeof value === 'bigint' ? 8 : value.length
  if (bytes > BATCH_BYTES) return Math.max(BATCH_MIN, limit / 2)
  return Math.min(BATCH_MAX, limit * 2)
}

/** Counts the rows of a company, and the bytes of files, pictures and messages in them. */
export async function measureRows(
  { db, companyId }: CompanyDb,
  shapes: readonly TableShape[],
): Promise<{ readonly rows: bigint; readonly bytes: bigint }> {
  let total = { rows: 0n, bytes: 0n }
  for (const { name, columns } of shapes) {
    const lengths = [...columns]
      .filter(([, kind]) => kind === 'bytes')
      .map(([column]) => sql`coalesce(sum(octet_length(${sql.ref(column)})), 0)`)
    const bytes = lengths.length === 0 ? sql`0` : sql.join(lengths, sql` + `)
    const { rows } = await sql<{ readonly rows: bigint; readonly bytes: bigint | string }>`
      select count(*) as rows, cast(${bytes} as bigint) as bytes
      from ${sql.table(name)} where company_id = ${companyId}`.execute(db)
    for (const row of rows)
      total = { rows: total.rows + BigInt(row.rows), bytes: total.bytes + BigInt(row.bytes) }
  }
  return total
}

/** Adds rows that `readRows` has read, here or elsewhere. */
export const writeRows = (
  scope: CompanyDb,
  { name }: TableShape,
  rows: readonly Row[],
): Promise<void> => insertRows(scope, name, rows as unknown as readonly NewRow<typeof name>[])

/** Deletes up to `limit` rows of the company and returns how many; referring rows before the others. */
export async function deleteRows(
  { db, companyId }: CompanyDb,
  { name, key, ownReference }: TableShape,
  limit: number,
): Promise<number> {
  const table = sql.table(name)
  if (key.length === 0) {
    const done = await sql`delete from ${table} where company_id = ${companyId}`.execute(db)
    return Number(done.numAffectedRows ?? 0n)
  }
  const columns = sql.join(key.map((it) => sql.ref(it)))
  const deleteWhere = async (condition: ReturnType<typeof sql>) => {
    const done = await sql`delete from ${table} where company_id = ${companyId} and (${columns}) in
      (select ${columns} from ${table} where company_id = ${companyId} ${condition}
        limit ${BigInt(limit)})`.execute(db)
    return Number(done.numAffectedRows ?? 0n)
  }
  const referring =
    ownReference === null ? 0 : await deleteWhere(sql`and ${sql.ref(ownReference)} is not null`)
  return referring > 0 ? referring : deleteWhere(sql``)
}

/** Gives the row with that key these values. */
export async function updateRow(
  { db, companyId }: CompanyDb,
  { name, key, columns }: TableShape,
  { row, old }: { readonly row: Row; readonly old: Row },
): Promise<void> {
  const values = Object.entries(row).filter(([column]) => columns.has(column))
  if (values.length === 0) return
  const set = sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  await sql`update ${sql.table(name)} set ${set} where company_id = ${companyId}
    ${andKey(key, old)}`.execute(db)
}

/** Deletes the row with that key. */
export async function deleteRow(
  { db, companyId }: CompanyDb,
  { name, key }: TableShape,
  row: Row,
): Promise<void> {
  await sql`delete from ${sql.table(name)} where company_id = ${companyId}
    ${andKey(key, row)}`.execute(db)
}

const andKey = (key: readonly string[], row: Row) =>
  key.length === 0
    ? sql``
    : sql`and ${sql.join(
        key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
        sql` and `,
      )}`

/** How many rows of a table the company has. */
export async function countTable(
  { db, companyId }: CompanyDb,
  { name }: TableShape,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(name)} where company_id = ${companyId}`.execute(db)
  return rows[0]?.count ?? 0n
}
