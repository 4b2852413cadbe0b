import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { insertArchivedKeys } from '../src/company/access/company-access.ts'
import { writeKey } from '../src/company/access/keys/api-key.ts'
import { readConfig } from '../src/platform/config.ts'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { newId, newSecret, sha256 } from '../src/platform/ids.ts'
import { givenCompanies } from '../test/companies.ts'
import { ROOT } from '../test/source-files.ts'
import { folderOf } from './against.ts'
import { type Figure, median } from './measure.ts'
import { analyze, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, API_KEY, type Served, startService } from './service.ts'

/** Another commit to compare with, such as version 0.1; absent: none. */
const OLD = process.env.BENCH_OLD
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1)
const CLIENTS = 64
const PROCESSES = 2
const COMPANIES = 16
const SAMPLE_MS = 25

/** Two processes of one commit on a database of their own, behind a proxy that delays. */
interface Side {
  readonly url: string
  readonly services: readonly Served[]
  /** A key of each company. */
  readonly keys: readonly string[]
}

interface Reading {
  readonly perSecond: number
  /** Of the time of all transactions, that which was spent waiting for locks. */
  readonly lockShare: number
}

/** Invoices a second with the database half a millisecond away: one company, sixteen, and another commit. */
export async function benchThroughput(place: Place): Promise<Figure[]> {
  const proxy = await startDelayingProxy(Number(new URL(await place.postgres()).port))
  const sides: Side[] = []
  try {
    if (OLD !== undefined) sides.push(await openSide(place, proxy.port, folderOf(OLD)))
    const here = await openSide(place, proxy.port, ROOT)
    const loads = [
      ...sides.map((side) => ({ name: `one company, ${OLD}`, side, keys: [API_KEY] })),
      { name: 'one company', side: here, keys: [API_KEY] },
      { name: `${COMPANIES} companies`, side: here, keys: here.keys },
    ]
    sides.push(here)
    const readings = loads.map((): Reading[] => [])
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, { side, keys }] of loads.entries()) {
        await analyze(side.url)
        readings[at]?.push(await loaded(side, keys))
      }
    const rates = readings.map((it) => median(it.map(({ perSecond }) => perSecond)))
    return loads.flatMap(({ name }, at) => {
      const part = { part: 'throughput', engine: 'postgres' } as const
      const beside = at > 0 ? { limit: rates[0] ?? 0, limitName: loads[0]?.name ?? '' } : {}
      const lockShare = median(readings[at]?.map((it) => it.lockShare) ?? [])
      return [
        {
          ...part,
          name: `create and issue, ${name}`,
          value: rates[at] ?? 0,
          unit: '/s',
          ...beside,
        },
        { ...part, name: `waiting for locks, ${name}`, value: lockShare * 100, unit: '%' },
      ]
    })
  } finally {
    for (const { services } of sides) for (const service of services) await service.stop()
    await proxy.stop()
  }
}

async function openSide(place: Place, port: number, root: string): Promise<Side> {
  const url = await place.newDatabase('postgres')
  const delayed = new URL(url)
  delayed.port = `${port}`
  const keys = root === ROOT ? await addCompanies(url) : []
  const services: Served[] = []
  for (let at = 0; at < PROCESSES; at += 1)
    services.push(await startService(delayed.href, join(place.folder, `throughput-${port}`), root))
  const [first] = services
  for (const key of keys)
    await first?.json('PATCH', `${API}/settings`, { companyName: 'Atelier Nord' }, key)
  return { url, services, keys }
}

/** Sixteen besides the first one, each with a key. */
async function addCompanies(url: string): Promise<readonly string[]> {
  const { database } = readConfig({ DATABASE_URL: url })
  const db = openDatabase(database)
  await migrate(db)
  const numbers = Array.from({ length: COMPANIES }, (_, at) => BigInt(at + 2) as CompanyId)
  await givenCompanies(db, numbers)
  const keys: string[] = []
  for (const number of numbers) {
    const [id, secret] = [newId('key'), newSecret()]
    const row = { id, name: 'Bench', secret_hash: sha256(secret), expires_at: null }
    const scopes = 'read write issue admin'
    await insertArchivedKeys(db, number, [
      { ...row, scopes, created_at: '2026-11-21T09:30:00.000Z' },
    ])
    keys.push(writeKey(id, secret))
  }
  await db.destroy()
  return keys
}

/** 64 clients that create and issue, over all processes and companies. */
async function loaded({ url, services }: Side, keys: readonly string[]): Promise<Reading> {
  const invoice = { customer: { name: 'Fernweh Books' }, items: ITEMS, status: 'sent' }
  const untilMs = performance.now() + SECONDS * 1000
  let count = 0
  const client = async (_: unknown, at: number) => {
    const key = keys[at % keys.length] ?? ''
    const service = services[Math.floor(at / keys.length) % services.length]
    while (performance.now() < untilMs) {
      await service?.json('POST', `${API}/invoices`, invoice, key)
      if (performance.now() < untilMs) count += 1
    }
  }
  const lockShare = sampleLocks(url, untilMs)
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { perSecond: count / SECONDS, lockShare: await lockShare }
}

async function sampleLocks(url: string, untilMs: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let [waiting, all] = [0, 0]
  while (performance.now() < untilMs) {
    const { rows } = await client.query(`select
      count(*) filter (where wait_event_type = 'Lock')::int as waiting, count(*)::int as all
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and (state = 'active' or state like 'idle in transaction%')`)
    waiting += rows[0].waiting
    all += rows[0].all
    await sleep(SAMPLE_MS)
  }
  await client.end()
  return all === 0 ? 0 : waiting / all
}

/** In a process of its own, so that what it costs is not the bench's. */
async function startDelayingProxy(target: number) {
  const script = join(ROOT, 'bench/delaying-proxy.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, `${target}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    port: Number(line),
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
