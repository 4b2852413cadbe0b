import { type CompiledQuery, type InsertObject, type Kysely, type RawBuilder, sql } from 'kysely'
import { type Db, type Engine, engineOf } from './db.ts'
import { nameFrequent, nameStatement } from './inner/named-statements.ts'
import { asked, send } from './sent-statements.ts'
import type { CompanyId, CompanyTable, Tables } from './tables.ts'

/** A statement compiled to SQL once per engine instead of at every use. */
export type CompiledOnce<Values extends readonly unknown[], Row> = (
  db: Db,
  ...values: Values
) => Promise<readonly Row[]>

interface Buildable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/** A placeholder for a value, or one column of a row, while a statement is compiled. */
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
 * Calls `build` once per engine with placeholders for the later values. It may only pass them to
 * Kysely. A value may be a row with a fixed set of columns.
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Buildable<Row>,
): CompiledOnce<Values, Row> {
  const compile = compiler(build)
  return async (db, ...values) => (await db.executeQuery(compile(db, values))).rows
}

/**
 * The rows of a statement that is built anew each time. A frequent text is prepared by name, because planning
 * it takes PostgreSQL longer than reading a page. Only where every plan is equally good.
 */
export async function preparedRows<Row>(
  db: Db,
  statement: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const query = statement.compile(db)
  nameFrequent(query)
  return (await db.executeQuery(query)).rows
}

/** `compiledOnce` for a statement that returns nothing; see `sentOnly`. */
export function sentOnce<Values extends readonly unknown[]>(
  build: (db: Db, ...values: Values) => Buildable<unknown>,
): (db: Db, ...values: Values) => Promise<void> {
  const compile = compiler(build)
  return (db, ...values) => send(db, compile(db, values))
}

/** `compiledOnce` for a statement whose rows are read after the next one was sent. */
export function askedOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Buildable<Row>,
): (db: Db, ...values: Values) => Promise<() => Promise<readonly Row[]>> {
  const compile = compiler(build)
  return (db, ...values) => asked(db, compile(db, values))
}

function compiler<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Buildable<Row>,
): (db: Db, values: Values) => CompiledQuery<Row> {
  const compiled = new Map<Engine, CompiledQuery<Row>>()
  return (db, values) => {
    const engine = engineOf(db)
    const places = () => values.map(placeOf) as readonly unknown[] as Values
    const query = compiled.get(engine) ?? kept(build(db, ...places()).compile(db))
    compiled.set(engine, query)
    const parameters = query.parameters.map((it) => (it instanceof Place ? it.valueIn(values) : it))
    return { ...query, parameters }
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

type Row = Readonly<Record<string, unknown>>

interface Owner {
  readonly db: Db
  readonly companyId: CompanyId
}

const INSERTS_MAX = 200
const INSERTS = new Map<string, CompiledQuery>()
/** Inserts this many rows per statement; each smaller count has its own statement. */
const BATCH_SIZES = [500, 200, 100, 50, 20]
/** Larger statements have long plans that every connection would cache. */
const NAMED_ROWS_MAX = 20
/** An array has each byte as two characters. */
const ARRAYED_BYTES_MAX = 64 * 1024

type InsertRows = (owner: Owner, table: CompanyTable, rows: readonly object[]) => Promise<void>

/** Inserts rows of a company with the columns of the first. */
export const insertRowsInto: InsertRows = async (owner, table, rows) => {
  for (const insert of insertsOf(owner, table, rows)) await owner.db.executeQuery(insert)
}

/** Inserts rows without waiting for the answer; see `sentOnly`. */
export const sendRowsInto: InsertRows = async (owner, table, rows) => {
  for (const insert of insertsOf(owner, table, rows)) await send(owner.db, insert)
}

function insertsOf(
  owner: Owner,
  table: CompanyTable,
  rows: readonly object[],
): Iterable<CompiledQuery> {
  const all = rows as readonly Row[]
  const isLong = all.length > NAMED_ROWS_MAX && engineOf(owner.db) === 'postgres'
  return isLong && !all.some(hasLargeBytes)
    ? [insertOfArrays(owner, table, all)]
    : insertsOfValues(owner, table, all)
}

const hasLargeBytes = (row: Row): boolean =>
  Object.values(row).some((it) => it instanceof Uint8Array && it.length > ARRAYED_BYTES_MAX)

/**
 * An array for each column whose values differ, because PostgreSQL would parse and plan thousands
 * of parameters again each time.
 */
function insertOfArrays(
  { db, companyId }: Owner,
  table: CompanyTable,
  rows: readonly Row[],
): CompiledQuery {
  const names = Object.keys(rows[0] ?? {})
  const { values, given } = arraysOf(rows, names)
  return sql`insert into ${sql.table(table)} (company_id, ${sql.join(names.map((it) => sql.ref(it)))})
    select ${companyId}, ${sql.join(values)} from ${given}`.compile(db)
}

/** Sets the columns of the first row in all of them, found by their ids, in PostgreSQL. */
export function updateOfArrays(
  { db, companyId }: Owner,
  table: CompanyTable,
  rows: readonly (Row & { readonly id: string })[],
): CompiledQuery {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
  const { values, given } = arraysOf(rows, names, ['id'])
  const set = names.map((name, at) => sql`${sql.ref(name)} = ${values[at]}`)
  return sql`update ${sql.table(table)} set ${sql.join(set)} from ${given}
    where ${sql.ref(`${table}.company_id`)} = ${companyId}
      and ${sql.ref(`${table}.id`)} = given.id`.compile(db)
}

/** What each column is in a row of `given`: the value of all rows, or one of an array. `always`: an array. */
function arraysOf(rows: readonly Row[], names: readonly string[], always: readonly string[] = []) {
  const arrays: RawBuilder<unknown>[] = []
  const differing: RawBuilder<unknown>[] = []
  const array = (name: string, values: readonly unknown[]) => {
    arrays.push(sql`${values}::${typeOf(values.find((it) => it !== null))}[]`)
    differing.push(sql.ref(name))
    return sql.ref(`given.${name}`)
  }
  const valuesOf = (name: string) => rows.map((row) => row[name] ?? null)
  for (const name of always) array(name, valuesOf(name))
  const values = names.map((name) => {
    const all = valuesOf(name)
    const [first] = all
    if (!all.every((it) => it === first)) return array(name, all)
    return first === null ? sql`null` : typed(first)
  })
  const given = sql`unnest(${sql.join(arrays)}) as given (${sql.join(differing)})`
  return { values, given }
}

const typed = (value: unknown) => sql`${value}::${typeOf(value)}`

function typeOf(value: unknown): RawBuilder<unknown> {
  if (typeof value === 'string') return sql`text`
  return value instanceof Uint8Array ? sql`bytea` : sql`int8`
}

/** One statement for each batch, compiled once per size. */
function* insertsOfValues(
  { db, companyId }: Owner,
  table: CompanyTable,
  rows: readonly Row[],
): Generator<CompiledQuery> {
  for (const batch of batchesOf(rows)) {
    const columns = Object.keys(batch[0] ?? {})
    const parameters: unknown[] = []
    for (const row of batch) {
      parameters.push(companyId)
      for (const column of columns) parameters.push(row[column])
    }
    yield { ...insertOf(db, table, { columns, count: batch.length }), parameters }
  }
}

/**
 * Few sizes, because every statement is cached, here and by SQLite, where one with 500 rows takes
 * 1.5 MB; and never more parameters than SQLite's limit of 32 766.
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

interface Batch {
  readonly columns: readonly string[]
  readonly count: number
}

function insertOf(db: Db, table: CompanyTable, { columns, count }: Batch): CompiledQuery {
  const key = `${engineOf(db)} ${table} ${count} ${columns.join()}`
  const known = INSERTS.get(key)
  if (known) return known
  const row = Object.fromEntries(['company_id', ...columns].map((name) => [name, 0n]))
  const rows = Array.from({ length: count }, () => row) as unknown as InsertObject<
    Tables,
    'invoices'
  >[]
  const all = db as unknown as Kysely<Tables>
  const query = all
    .insertInto(table as 'invoices')
    .values(rows)
    .compile()
  if (count <= NAMED_ROWS_MAX) nameStatement(query)
  if (INSERTS.size >= INSERTS_MAX) INSERTS.clear()
  INSERTS.set(key, query)
  return query
}
