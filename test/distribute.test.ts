import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '../src/platform/database/db.ts'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'
import { distribute } from '../src/platform/database/postgres/distribution.ts'
import { type Machine, placeOnOwnShard } from '../src/platform/database/postgres/placement.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { pretendCitus } from './citus.ts'
import { createMigratedDatabase, openAsOwner, type TestDatabase } from './databases.ts'
import { WAIT } from './patience.ts'

const OPTIONS = { shards: 64, onTable: () => {} }

describe('rule 12: billwright distribute', () => {
  let database: TestDatabase
  let db: Db
  beforeEach(async () => {
    database = await createMigratedDatabase('postgres')
    db = openAsOwner(database.config)
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  const pretend = () => pretendCitus('url' in database.config ? database.config.url : '')

  const foreignKeys = async () => {
    const { rows } = await sql`select conname as name, conrelid::regclass::text as "table",
      pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' order by 2, 1`.execute(
      db,
    )
    return rows
  }
  const distributed = async () => {
    const { rows } = await sql<{ name: string; shards: number | null; colocated: string }>`
      select logicalrelid::text as name, shards, colocated from pg_dist_partition order by 1`.execute(
      db,
    )
    return rows
  }
  const companyTables = async () =>
    (await db.introspection.getTables())
      .filter(({ columns }) => columns.some(({ name }) => name === 'company_id'))
      .map(({ name }) => name)
      .toSorted()

  test('a server without Citus: refused with advice, and nothing changed', async () => {
    const before = await foreignKeys()
    await expect(distribute(db, OPTIONS)).rejects.toThrow(/no Citus.*create extension citus/)
    expect(await foreignKeys()).toEqual(before)
  })

  test('Citus without a worker: refused with what to do, and nothing changed', async () => {
    const before = await foreignKeys()
    await pretend()
    await sql`update pg_dist_node set shouldhaveshards = false`.execute(db)
    await expect(distribute(db, OPTIONS)).rejects.toThrow(/no workers.*citus_add_node/)
    expect([await foreignKeys(), await distributed()]).toEqual([before, []])
  })

  test('killed before the copied rows of a table are dropped: the next run drops them', async () => {
    await pretend()
    const refuse = sql`create function refuse() returns trigger language plpgsql as $$
      begin raise 'killed'; end $$`
    await refuse.execute(db)
    await sql`create trigger killed before update on pg_dist_partition
      execute function refuse()`.execute(db)
    await expect(distribute(db, OPTIONS)).rejects.toThrow('killed')
    await sql`drop trigger killed on pg_dist_partition`.execute(db)
    await distribute(db, OPTIONS)
    const { rows } = await sql`select 1 from pg_dist_partition where has_local_rows`.execute(db)
    expect(rows).toEqual([])
  })

  test('every table of companies and no other, all beside the first, with their foreign keys as before', async () => {
    const before = await foreignKeys()
    await pretend()
    const names = await distribute(db, OPTIONS)
    expect(names.toSorted()).toEqual(await companyTables())
    const [first = '', ...others] = names
    expect(await distributed()).toEqual(
      [
        { name: first, shards: 64, colocated: 'none' },
        ...others.map((name) => ({ name, shards: null, colocated: first })),
      ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    )
    expect(await foreignKeys()).toEqual(before)
    expect(await distribute(db, OPTIONS)).toEqual([])
    expect(await foreignKeys()).toEqual(before)
  })

  test('killed after each table: the next run continues, and no foreign key is lost', async () => {
    const before = await foreignKeys()
    await pretend()
    const count = (await companyTables()).length
    for (let kills = 0; kills < count; kills++) {
      const onTable = () => {
        throw new Error('killed')
      }
      await expect(distribute(db, { ...OPTIONS, onTable })).rejects.toThrow('killed')
    }
    expect(await distribute(db, OPTIONS)).toEqual([])
    expect(await distributed()).toHaveLength(count)
    expect((await distributed()).filter(({ colocated }) => colocated === 'none')).toHaveLength(1)
    expect(await foreignKeys()).toEqual(before)
  })

  test('a key without the company: refused with its name', async () => {
    await sql`alter table customers add constraint one_email unique (email)`.execute(db)
    await sql`alter table webhooks add column made_by text references users (id)`.execute(db)
    await pretend()
    await expect(distribute(db, OPTIONS)).rejects.toThrow(
      'one_email of customers, webhooks_made_by_fkey of webhooks',
    )
    expect(await distributed()).toEqual([])
  })

  test('a migration creates a table of companies distributed like the others', async () => {
    await pretend()
    const table = (name: string) => ({
      name,
      columns:
        'company_id int8 not null, invoice_id text not null, primary key (company_id, invoice_id)',
      foreignKeys: [
        '(company_id, invoice_id) references invoices (company_id, id) on delete cascade',
      ],
    })
    await createCompanyTable(db, table('before'))
    expect(await distributed()).toEqual([])
    await distribute(db, OPTIONS)
    await createCompanyTable(db, table('after'))
    expect((await distributed()).find(({ name }) => name === 'after')).toMatchObject({
      colocated: 'invoices',
    })
    const keys = (await foreignKeys()) as { table: string; definition: string }[]
    const definitionOf = (name: string) => keys.find((it) => it.table === name)?.definition
    expect(definitionOf('after')).toBe(definitionOf('before'))
  })
})

describe('billwright company place --own-shard', () => {
  let database: TestDatabase
  let db: Db
  const company = 7n as CompanyId
  beforeEach(async () => {
    database = await createMigratedDatabase('postgres')
    db = openAsOwner(database.config)
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })
  const pretend = () => pretendCitus('url' in database.config ? database.config.url : '')
  const place = (
    target: Machine | null,
    more: { signal?: AbortSignal; blocksWrites?: boolean } = {},
  ) =>
    placeOnOwnShard(db, company, {
      target,
      blocksWrites: false,
      signal: new AbortController().signal,
      onWait: () => {},
      ...more,
    })

  test('tables that are not distributed: refused with advice', async () => {
    await expect(place(null)).rejects.toThrow(/billwright distribute/)
    await pretend()
    await expect(place(null)).rejects.toThrow(/billwright distribute/)
  })

  test('its own shard, then on another machine; running it again changes nothing', async () => {
    await pretend()
    await distribute(db, OPTIONS)
    const [one, two] = ['worker-1', 'worker-2'].map((host) => ({ host, port: 5432 }))
    const shard = 102107n
    expect(await place(null)).toEqual({ shard, machine: one, isNew: true })
    expect(await place(two ?? null)).toEqual({ shard, machine: two, isNew: false })
    expect(await place(null)).toEqual({ shard, machine: two, isNew: false })
    expect(await place(two ?? null)).toEqual({ shard, machine: two, isNew: false })
  })

  test('an unknown machine: refused, and nothing changed', async () => {
    await pretend()
    await distribute(db, OPTIONS)
    const unknown = { host: 'worker-9', port: 5432 }
    await expect(place(unknown)).rejects.toThrow(/no machine worker-9:5432/)
    expect(await place(null)).toMatchObject({ isNew: true })
  })

  test('a company that is written to: canceled on the server, then placed with blocked writes', async () => {
    await pretend()
    await distribute(db, OPTIONS)
    await sql`create table company_is_written_to (yes int8)`.execute(db)
    const stopping = new AbortController()
    const running = () =>
      sql`select pid from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select isolate_%'`.execute(
        db,
      )
    const placed = place(null, { signal: stopping.signal })
    const failed = expect(placed).rejects.toThrow(/--block-writes/)
    await vi.waitFor(async () => expect((await running()).rows).toHaveLength(1), WAIT)
    stopping.abort()
    await failed
    expect((await running()).rows).toEqual([])
    expect(await place(null, { blocksWrites: true })).toMatchObject({ isNew: true })
  })
})
