import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { books } from './baseline/books.ts'
import { company } from './baseline/company.ts'
import { core } from './baseline/core.ts'
import { POSTGRES, SQLITE } from './baseline/dialect.ts'
import { einvoicing } from './baseline/einvoicing.ts'
import { messages } from './baseline/messages.ts'
import { operations } from './baseline/operations.ts'
import { paper } from './baseline/paper.ts'
import { receivables } from './baseline/receivables.ts'
import { sales } from './baseline/sales.ts'
import {
  isPostgresItself,
  SEARCH_POSTGRES,
  SEARCH_SQLITE,
  WITHOUT_PENDING_LIST,
} from './baseline/search.ts'

/**
 * The tables of the first release, wing by wing, and the first company. `int8` is 64 bits on both
 * engines, as SQLite takes any `INT…` for an integer. `company_id` comes first in every key of a table
 * whose rows belong to a company; in tables of the installation the column `company` names one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const dialect = isPostgres ? POSTGRES : SQLITE
  const wings = [core, company, sales, receivables, paper, einvoicing, messages, books, operations]
  for (const statement of wings.flatMap((tables) => tables(dialect)))
    await sql.raw(statement).execute(db)
  await (isPostgres ? indexPostgres(db) : indexSqlite(db))
  await insertFirstCompany(db)
}

async function indexPostgres(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SEARCH_POSTGRES).execute(db)
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  if (isPostgresItself(rows[0]?.version ?? '')) await sql.raw(WITHOUT_PENDING_LIST).execute(db)
}

async function indexSqlite(db: Kysely<unknown>): Promise<void> {
  for (const statement of SEARCH_SQLITE) await sql.raw(statement).execute(db)
}

/** The settings give it its name later. */
async function insertFirstCompany(db: Kysely<unknown>): Promise<void> {
  const [id, handle, now] = [`com_${randomUUIDv7()}`, newHandle(), new Date().toISOString()]
  await sql`insert into companies
    (number, id, version, handle, name, status, limits, created_at, updated_at)
    values (1, ${id}, 1, ${handle}, 'Company 1', 'active', '{}', ${now}, ${now})`.execute(db)
  await sql`insert into company_handles (handle, company) values (${handle}, 1)`.execute(db)
}

/** 40 random bits in base32. */
const newHandle = (): string =>
  Array.from(randomBytes(8), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
