import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { TableKinds } from './distributed-sql.ts'
import type { TestApp } from './harness.ts'

/** A statement and the values of its parameters, as PostgreSQL was sent it. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
  /** Statements of one transaction share it. */
  readonly connection: object
  /** `GET /invoices` where a request sent it; null for jobs, commands and the start. */
  readonly request: string | null
}

const REQUEST = new AsyncLocalStorage<string>()

/** Where tests make and drop databases, and where PostgreSQL is asked about a slow statement. */
const NOT_RECORDED = /^(create|drop) database|^select pid from pg_stat_activity/

/** All statements from now on in their order, except those. */
export function recordPostgres(): readonly Sent[] {
  const sent: Sent[] = []
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked, parameters] = given
    const { text, values } =
      typeof asked === 'object' ? (asked as pg.QueryConfig) : { text: asked, values: parameters }
    if (typeof text === 'string' && !NOT_RECORDED.test(text)) {
      const request = REQUEST.getStore() ?? null
      sent.push({ text, values: Array.isArray(values) ? values : [], connection: this, request })
    }
    return Reflect.apply(query, this, given)
  })
  return sent
}

/** The service, whose statements for a call are recorded with the request. */
export const namingRequests = (app: TestApp): TestApp => ({
  ...app,
  call: (method, path, ...rest) =>
    REQUEST.run(`${method} ${path.replace(/\?.*/, '')}`, () => app.call(method, path, ...rest)),
  send: (request) =>
    REQUEST.run(`${request.method ?? 'GET'} ${String(request.url)}`, () => app.send(request)),
})

/** The tables of companies and those of the installation. */
export async function tableKinds({ db }: TestApp): Promise<TableKinds> {
  const all = await db.introspection.getTables()
  const names = (isOfCompanies: boolean) =>
    all
      .filter((it) => it.columns.some(({ name }) => name === 'company_id') === isOfCompanies)
      .map(({ name }) => name)
  return { companies: names(true), installation: names(false) }
}

/** Of tables, columns and indexes. */
export async function namesOf({ db }: TestApp): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union select column_name from information_schema.columns where table_schema = 'public'
    union select indexname from pg_indexes where schemaname = 'public'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
