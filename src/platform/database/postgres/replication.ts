import { sql } from 'kysely'
import pg from 'pg'
import { ConfigError } from '../../config.ts'
import type { CompanyId, Db } from '../tables.ts'
import { type CommittedChanges, readMessages } from './changes.ts'
import { isDistributed } from './distribution.ts'
import { serversOf } from './inner/address.ts'

const VERSION_MIN = 150_000

interface Ability {
  readonly version: number
  readonly wal_level: string
  readonly may_replicate: boolean
  readonly may_publish: boolean
  readonly role: string
  readonly database: string
}

/**
 * Throws unless the changes of single companies can be read from this server.
 *
 * @throws ConfigError with everything that is missing
 */
export async function requireChanges(db: Db): Promise<void> {
  if (await isDistributed(db, 'invoices'))
    throw new ConfigError(
      'The database is distributed over Citus, which gives no changes of single companies. Use "billwright company export" and "import".',
    )
  const { rows } = await sql<Ability>`select current_setting('server_version_num')::int as version,
    current_setting('wal_level') as wal_level,
    (select rolsuper or rolreplication from pg_roles where rolname = current_user) as may_replicate,
    has_database_privilege(current_database(), 'create') as may_publish,
    quote_ident(current_user) as role, quote_ident(current_database()) as database`.execute(db)
  const [it] = rows
  if (!it) throw new Error('PostgreSQL did not describe itself.')
  const missing = [
    it.version < VERSION_MIN && 'It must be PostgreSQL 15 or newer.',
    it.wal_level !== 'logical' && 'Set wal_level = logical and restart the server.',
    !it.may_replicate && `Let an administrator run: alter role ${it.role} replication;`,
    !it.may_publish &&
      `Let an administrator run: grant create on database ${it.database} to ${it.role};`,
  ].filter((sentence) => sentence !== false)
  if (missing.length > 0)
    throw new ConfigError(
      `The database that the company leaves is not ready for it. ${missing.join(' ')}`,
    )
}

/** Selects the changes of one company in these tables. */
interface Wanted {
  /** Name of the slot and the publication. */
  readonly name: string
  readonly tables: readonly string[]
  readonly company: CompanyId
}

/** From the snapshot that `read` sees on, the server keeps the changes until they are released. */
export async function keepChanges(
  { db, url, wanted }: { readonly db: Db; readonly url: string; readonly wanted: Wanted },
  read: (snapshot: string) => Promise<void>,
): Promise<string> {
  const { name, tables, company } = wanted
  const filtered = tables.map(
    (table) => sql`${sql.table(table)} where (company_id = ${sql.lit(company)})`,
  )
  await sql`create publication ${sql.id(name)} for table ${sql.join(filtered)}`.execute(db)
  const client = await connectForReplication(url)
  try {
    const { rows } = await client.query(
      `CREATE_REPLICATION_SLOT "${name}" LOGICAL pgoutput (SNAPSHOT 'export')`,
    )
    const [{ snapshot_name: snapshot, consistent_point: lsn }] = rows
    // The snapshot exists until this connection runs another command.
    await read(String(snapshot))
    return String(lsn)
  } finally {
    await client.end()
  }
}

/** Of several servers only one accepts writes. Poolers do not support such a connection. */
async function connectForReplication(url: string): Promise<pg.Client> {
  const failures: unknown[] = []
  for (const connectionString of serversOf(url)) {
    const options = { connectionString, replication: 'database' }
    const client = new pg.Client(options)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
      if (!rows[0]?.is_standby) return client
      await client.end()
    } catch (error) {
      failures.push(error)
    }
  }
  throw new ConfigError(
    `DATABASE_URL must lead to PostgreSQL itself, not to a pooler: the connection for replication failed. ${failures.map(String).join('; ')}`,
  )
}

/** The next stored changes, in whole transactions; the same ones again until they are released. */
export async function listChanges(
  db: Db,
  name: string,
  limit: number,
): Promise<readonly CommittedChanges[]> {
  const { rows } = await sql<{ data: Uint8Array }>`
    select data from pg_logical_slot_peek_binary_changes(${name}::name, null, ${sql.lit(limit)}::int,
      'proto_version', '1', 'publication_names', ${name}::text)`.execute(db)
  return readMessages(rows.map(({ data }) => data))
}

/** The present position of the server's log. */
export async function currentLsn(db: Db): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(db)
  return rows[0]?.lsn ?? ''
}

/** Lets the server delete the changes up to that position. */
export async function releaseChanges(db: Db, name: string, lsn: string): Promise<void> {
  await sql`select pg_replication_slot_advance(slot_name, ${lsn}::pg_lsn) from pg_replication_slots
    where slot_name = ${name} and confirmed_flush_lsn < ${lsn}::pg_lsn`.execute(db)
}

/** Whether one position of the log comes after another. */
export const isLater = (lsn: string, than: string): boolean => bytesOf(lsn) > bytesOf(than)

function bytesOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Deletes the slot and the publication. May be repeated. */
export async function forgetChanges(db: Db, name: string): Promise<void> {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = ${name}`.execute(db)
  await sql`drop publication if exists ${sql.id(name)}`.execute(db)
}
