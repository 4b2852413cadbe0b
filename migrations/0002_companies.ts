import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/**
 * Several companies in one installation. What was there becomes company 1. In tables of the
 * installation the column `company` names one; only tables of companies have `company_id`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(db)
  await makeFirst(db)
  await sql`update api_keys set company = 1`.execute(db)
  await sql`insert into memberships (company, user_id, role, created_at)
    select 1, id, role, created_at from users`.execute(db)
  await sql`update users set role = ''`.execute(db)
  await sql`update users set role = 'operator' where id = (select min(user_id) from memberships
    where role = 'owner')`.execute(db)
  await createCompanyTable(db, {
    name: 'company_secrets',
    columns:
      'company_id int8 not null, name text not null, value text not null, primary key (company_id, name)',
  })
  const { rows } = await sql<{ name: string; value: string }>`select name, value from secrets
    where name in ('share_tokens', 'webhooks', 'idempotency')`.execute(db)
  for (const { name, value } of rows)
    await sql`insert into company_secrets (company_id, name, value)
      values (${1n}, ${name}, ${value})`.execute(db)
}

const TABLES = [
  `create table companies (
    number int8 primary key,
    id text not null unique,
    version int8 not null,
    handle text not null unique,
    name text not null,
    status text not null,
    limits text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create index companies_created on companies (created_at, id)`,
  `create table company_handles (
    handle text primary key,
    company int8 not null references companies (number)
  )`,
  `create table memberships (
    company int8 not null references companies (number),
    user_id text not null references users (id) on delete cascade,
    role text not null,
    created_at text not null,
    primary key (company, user_id)
  )`,
  `create index memberships_user on memberships (user_id, company)`,
  `create table invitations (
    id text primary key,
    company int8 not null references companies (number),
    email text not null,
    role text not null,
    token_hash text not null unique,
    invited_by text not null,
    created_at text not null,
    expires_at text not null,
    accepted_at text
  )`,
  `create index invitations_company on invitations (company, created_at, id)`,
  `create table support_grants (
    id text primary key,
    company int8 not null references companies (number),
    access text not null,
    granted_by text not null,
    created_at text not null,
    expires_at text not null,
    revoked_at text
  )`,
  `create index support_grants_company on support_grants (company, created_at, id)`,
  `create table built_in_templates (
    id text not null,
    version text not null,
    html text not null,
    sha256 text not null,
    created_at text not null,
    primary key (id, version)
  )`,
  `alter table api_keys add column company int8`,
  `create index api_keys_company on api_keys (company, created_at, id)`,
]

/** Named as its settings name it. */
async function makeFirst(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ document: string }>`
    select document from settings where company_id = ${1n}`.execute(db)
  const named: unknown = JSON.parse(rows[0]?.document ?? '{}').companyName
  const name = typeof named === 'string' ? named : 'Company 1'
  const [id, handle, now] = [`com_${randomUUIDv7()}`, newHandle(), new Date().toISOString()]
  await sql`insert into companies
    (number, id, version, handle, name, status, limits, created_at, updated_at)
    values (1, ${id}, 1, ${handle}, ${name}, 'active', '{}', ${now}, ${now})`.execute(db)
  await sql`insert into company_handles (handle, company) values (${handle}, 1)`.execute(db)
}

/** 40 random bits in base32. */
const newHandle = (): string =>
  Array.from(randomBytes(8), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
