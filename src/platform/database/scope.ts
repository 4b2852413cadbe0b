import {
  type CompiledQuery,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import {
  askedOnce,
  type CompiledOnce,
  compiledOnce,
  insertRowsInto,
  sendRowsInto,
  sentOnce,
  updateOfArrays,
} from './compiled.ts'
import { asSeenBy, asSeenByAll, type Db, engineOf, forUpdate } from './db.ts'
import type { CompanyId, CompanyTable, Tables } from './tables.ts'

/** A database or open transaction, and the one company whose rows a query may use. */
export interface CompanyDb {
  readonly db: Db
  readonly companyId: CompanyId
}

export const companyDb = (db: Db, company: CompanyId): CompanyDb => ({
  db: asSeenBy(db, company),
  companyId: company,
})

/** A row without the company, which comes from the scope. */
export type NewRow<Table extends CompanyTable> = Omit<Insertable<Tables[Table]>, 'company_id'>

type None = Record<never, never>

/** Queries on tables of companies. Each names its company, so that no statement can forget it. */
interface CompanyQueries {
  selectFrom<Table extends CompanyTable>(table: Table): SelectQueryBuilder<Tables, Table, None>
  updateTable<Table extends CompanyTable>(
    table: Table,
  ): UpdateQueryBuilder<Tables, Table, Table, UpdateResult>
  deleteFrom<Table extends CompanyTable>(
    table: Table,
  ): DeleteQueryBuilder<Tables, Table, DeleteResult>
  insertInto<Table extends CompanyTable>(
    table: Table,
    rows: NewRow<Table> | readonly NewRow<Table>[],
  ): InsertQueryBuilder<Tables, Table, InsertResult>
}

/** The only way to a table of companies. Kysely cannot follow a generic table, hence the one cast. */
export function tablesOf({ db, companyId }: CompanyDb): CompanyQueries {
  const all = withTables(db)
  const queries = {
    selectFrom: (table: 'invoices') =>
      all.selectFrom(table).where(`${table}.company_id`, '=', companyId),
    updateTable: (table: 'invoices') =>
      all.updateTable(table).where(`${table}.company_id`, '=', companyId),
    deleteFrom: (table: 'invoices') =>
      all.deleteFrom(table).where(`${table}.company_id`, '=', companyId),
    insertInto: (table: 'invoices', rows: object | readonly object[]) =>
      all.insertInto(table).values(ownedBy(companyId, [rows].flat())),
  }
  return queries as unknown as CompanyQueries
}

/** The database with the tables of all companies, for statements that span companies. */
export const tablesOfAllCompanies = (db: Db): Kysely<Tables> => withTables(asSeenByAll(db))

/** Companies to search: a list, or all after a number. A search returns at most `COMPANIES_AT_ONCE`. */
export type Among = readonly CompanyId[] | { readonly after: CompanyId }

export const COMPANIES_AT_ONCE = 500

/** The companies with such rows, by number: for jobs, because most companies have no work. */
export async function companiesWith(
  db: Db,
  table: CompanyTable,
  { among, where = sql`1 = 1` }: { readonly among: Among; readonly where?: RawBuilder<unknown> },
): Promise<readonly CompanyId[]> {
  const ofThese =
    'after' in among
      ? sql`> ${among.after}`
      : sql`in (${sql.join(among.length > 0 ? among : [0n])})`
  const { rows } = await sql<{ company_id: CompanyId }>`select distinct company_id
    from ${sql.table(table)} where company_id ${ofThese} and (${where})
    order by company_id limit ${COMPANIES_AT_ONCE}`.execute(tablesOfAllCompanies(db))
  return rows.map(({ company_id }) => company_id)
}

/** Combines several such answers about the same companies. */
export const inAnyOf = (...found: readonly (readonly CompanyId[])[]): readonly CompanyId[] =>
  [...new Set(found.flat())]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .slice(0, COMPANIES_AT_ONCE)

const withTables = (db: Db): Kysely<Tables> => db as unknown as Kysely<Tables>

const ownedBy = (company: CompanyId, rows: readonly object[]) =>
  rows.map((row) => ({ ...row, company_id: company })) as unknown as Insertable<
    Tables['invoices']
  >[]

type TableWithId = {
  [Table in CompanyTable]: Tables[Table] extends { readonly id: string } ? Table : never
}[CompanyTable]

type Found<Table extends TableWithId> = Promise<Selectable<Tables[Table]> | undefined>

/** The row of that id. */
export const findRow = <Table extends TableWithId>(
  scope: CompanyDb,
  table: Table,
  id: string,
): Found<Table> => byId(scope, table, id).selectAll().executeTakeFirst() as Found<Table>

/** The row of that id, locked until the transaction ends. */
export const findRowLocked = <Table extends TableWithId>(
  scope: CompanyDb,
  table: Table,
  id: string,
): Found<Table> =>
  byId(scope, table, id)
    .selectAll()
    .modifyEnd(forUpdate(scope.db))
    .executeTakeFirst() as Found<Table>

/** Locks the row of that id until the transaction ends. */
export async function lockRow(scope: CompanyDb, table: TableWithId, id: string): Promise<void> {
  await byId(scope, table, id).select('id').modifyEnd(forUpdate(scope.db)).execute()
}

/** Deletes up to `limit` of the rows whose instant is before another one, and returns how many. */
export async function deleteRowsBefore(
  scope: CompanyDb,
  table: TableWithId,
  {
    column,
    before,
    limit,
  }: { readonly column: string; readonly before: string; readonly limit: number },
): Promise<number> {
  const { numDeletedRows } = await tablesOf(scope)
    .deleteFrom(table as 'invoices')
    .where('id', 'in', () =>
      tablesOf(scope)
        .selectFrom(table as 'invoices')
        .select('id')
        .where(sql.ref(column), '<', before)
        .orderBy(sql.ref(column))
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const byId = (scope: CompanyDb, table: TableWithId, id: string) =>
  tablesOf(scope)
    .selectFrom(table as 'invoices')
    .where('id', '=', id)

type InsertRows = <Table extends CompanyTable>(
  scope: CompanyDb,
  table: Table,
  rows: readonly NewRow<Table>[],
) => Promise<void>

/** Adds rows with the columns of the first; compiled once for each batch size. */
export const insertRows: InsertRows = insertRowsInto

/** Sets the columns of the first row in many rows, found by their ids, in one statement. */
export async function updateRows<Table extends TableWithId>(
  owner: CompanyDb,
  table: Table,
  rows: readonly (Partial<NewRow<Table>> & { readonly id: string })[],
): Promise<void> {
  const { db, companyId } = owner
  const all: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[] = rows
  const [first] = all
  if (!first) return
  if (engineOf(db) === 'postgres') {
    await db.executeQuery(updateOfArrays(owner, table, all))
    return
  }
  const set = Object.keys(first)
    .filter((name) => name !== 'id')
    .map((name) => {
      const value = sql`given.value ->> ${sql.lit(name)}`
      const isInteger = all.some((row) => typeof row[name] === 'bigint')
      return sql`${sql.ref(name)} = ${isInteger ? sql`cast(${value} as bigint)` : value}`
    })
  const list = JSON.stringify(all, (_, it) => (typeof it === 'bigint' ? String(it) : it))
  await sql`update ${sql.table(table)} set ${sql.join(set)} from json_each(${list}) as given
    where ${sql.ref(`${table}.company_id`)} = ${companyId}
      and ${sql.ref(`${table}.id`)} = given.value ->> 'id'`.execute(db)
}

/** Inserts rows without waiting for the answer; see `sentOnly`. */
export const insertRowsAhead: InsertRows = sendRowsInto

/** `compiledOnce` for a statement on tables of companies. */
export function compiledForCompany<Values extends readonly unknown[], Row>(
  build: (scope: CompanyDb, ...values: Values) => { compile(db: Db): CompiledQuery<Row> },
): (scope: CompanyDb, ...values: Values) => Promise<readonly Row[]> {
  const run: CompiledOnce<readonly [CompanyId, ...Values], Row> = compiledOnce(
    (db, company: CompanyId, ...values: Values) => build({ db, companyId: company }, ...values),
  )
  return ({ db, companyId }, ...values) => run(db, companyId, ...values)
}

/**
 * `compiledOnce` for a statement that returns nothing, without waiting for the answer; see `sentOnly`.
 */
export function writeAhead<Values extends readonly unknown[]>(
  build: (scope: CompanyDb, ...values: Values) => { compile(db: Db): CompiledQuery<unknown> },
): (scope: CompanyDb, ...values: Values) => Promise<void> {
  const run = sentOnce((db, company: CompanyId, ...values: Values) =>
    build({ db, companyId: company }, ...values),
  )
  return ({ db, companyId }, ...values) => run(db, companyId, ...values)
}

/** `compiledOnce` for a statement whose rows are read after the next one was sent; see `asked`. */
export function readAhead<Values extends readonly unknown[], Row>(
  build: (scope: CompanyDb, ...values: Values) => { compile(db: Db): CompiledQuery<Row> },
): (scope: CompanyDb, ...values: Values) => Promise<() => Promise<readonly Row[]>> {
  const run = askedOnce((db, company: CompanyId, ...values: Values) =>
    build({ db, companyId: company }, ...values),
  )
  return ({ db, companyId }, ...values) => run(db, companyId, ...values)
}
