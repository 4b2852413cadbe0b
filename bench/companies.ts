import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { verifyAll } from '../src/books/audit/verify-all.ts'
import { GENESIS_OF_FIRST } from '../src/core/record/head.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { listCompanyTables } from '../src/platform/database/company-rows.ts'
import { type Db, type Engine, openDatabase } from '../src/platform/database/db.ts'
import { givenCompanies } from '../test/companies.ts'
import { type Figure, inTurns } from './measure.ts'
import { onServer, type Place } from './place.ts'
import { lineOf } from './report.ts'
import { ITEMS } from './seeded.ts'
import { API, type Served, startedCpuMs, startService } from './service.ts'

const COMPANIES = Number(process.env.BENCH_COMPANIES ?? 20)
const INVOICES = Number(process.env.BENCH_COMPANY_INVOICES ?? 200)
const ROUNDS = 5
const TIMES = 40
const BULK = 100
const PARALLEL = 8
/** Prints the progress after this many companies. */
const TOLD = 100
/** What the service makes once for an installation, or once for a request. */
const NOT_COPIED = ['jobs', 'idempotency_keys', 'verified_heads', 'arrivals']

/** A company among many beside the same company alone: requests, the start, and the chains of all. */
export async function benchCompanies(place: Place, engine: Engine): Promise<Figure[]> {
  const aloneUrl = await place.newDatabase(engine)
  await fill(aloneUrl, join(place.folder, `companies-${engine}`))
  const manyUrl = await copyOf(place, engine, aloneUrl)
  await addCompanies(manyUrl)
  const sides: Served[] = []
  for (const [at, url] of [aloneUrl, manyUrl].entries())
    sides.push(await startService(url, join(place.folder, `companies-${engine}-${at}`)))
  const figures: Figure[] = []
  const part = { part: 'companies', engine, invoices: INVOICES * COMPANIES } as const
  const keep = (figure: Figure) => {
    console.error(lineOf(figure))
    figures.push(figure)
  }
  const add = (name: string, [limit = 0, value = 0]: readonly number[], unit = 'ms') =>
    keep({ ...part, name, value, unit, limit, limitName: 'alone' })
  try {
    add(
      'start',
      sides.map(({ startMs }) => startMs),
    )
    for (const [name, work] of Object.entries(await worksFor(sides)))
      add(name, await inTurnsOf(sides, work), 'ms CPU')
  } finally {
    for (const side of sides) await side.stop()
  }
  keep({ ...part, name: `verify ${COMPANIES} companies`, ...(await verified(manyUrl)) })
  return figures
}

async function fill(url: string, dataDir: string): Promise<void> {
  const service = await startService(url, dataDir)
  const { id } = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  for (let made = 0; made < INVOICES; made += BULK) {
    const items = Array.from({ length: Math.min(BULK, INVOICES - made) }, (_, at) => ({
      ...{ customer_id: id, items: ITEMS, status: at % 10 === 0 ? 'draft' : 'sent' },
      reference: `Project ${made + at}`,
    }))
    const { failed } = await service.json('POST', `${API}/invoices/bulk`, { items })
    if (failed > 0) throw new Error(`${failed} invoices were refused.`)
  }
  await service.stop()
}

async function copyOf(place: Place, engine: Engine, from: string): Promise<string> {
  const to = await place.newDatabase(engine)
  if (engine === 'sqlite') {
    copyFileSync(from.slice('sqlite:'.length), to.slice('sqlite:'.length))
    return to
  }
  const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  const server = await place.postgres()
  await onServer(server, `drop database ${nameOf(to)}`)
  await onServer(server, `create database ${nameOf(to)} template ${nameOf(from)}`)
  return to
}

/** The others as copies of the first one, with the same chain: its hashes do not name the company. */
async function addCompanies(url: string): Promise<void> {
  const { database } = readConfig({ DATABASE_URL: url })
  const db = openDatabase(database, { isPatient: true })
  const numbers = Array.from({ length: COMPANIES - 1 }, (_, at) => BigInt(at + 2))
  for (let at = 0; at < numbers.length; at += BULK)
    await givenCompanies(db, numbers.slice(at, at + BULK))
  await sql`update companies set genesis = ${GENESIS_OF_FIRST} where number > 1`.execute(db)
  const shapes = (await listCompanyTables(db)).filter(({ name }) => !NOT_COPIED.includes(name))
  for (const number of numbers)
    await db.transaction().execute(async (trx) => {
      for (const { name, columns } of shapes) await copyRows(trx, { name, columns, number })
      tell('filled', Number(number))
    })
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

interface Copied {
  readonly name: string
  readonly columns: ReadonlyMap<string, unknown>
  readonly number: bigint
}

async function copyRows(db: Db, { name, columns, number }: Copied): Promise<void> {
  const names = [...columns.keys()]
  const ownWords = sql`replace(search_text, ' 1.', ${` ${number.toString(36)}.`})`
  const copyOfColumn = (column: string) =>
    name === 'invoices' && column === 'search_text' ? ownWords : sql.ref(column)
  await sql`insert into ${sql.table(name)}
    (company_id, ${sql.join(names.map((column) => sql.ref(column)))})
    select ${sql.lit(number)}, ${sql.join(names.map(copyOfColumn))}
    from ${sql.table(name)} where company_id = 1`.execute(db)
}

type Work = (service: Served, at: number) => Promise<unknown>

async function worksFor([alone]: readonly Served[]): Promise<Readonly<Record<string, Work>>> {
  const page = await alone?.json('GET', `${API}/invoices?limit=100`)
  const ids: readonly string[] = page.data.map(({ id }: { readonly id: string }) => id)
  const read = async (service: Served, path: string) => {
    const { status } = await service.call('GET', `${API}${path}`)
    if (status !== 200) throw new Error(`GET ${path}: ${status}`)
  }
  const invoice = { customer: { name: 'Fernweh Books' }, items: ITEMS, status: 'sent' }
  return {
    list: (service, at) => read(service, `/invoices?limit=${20 + (at % 5)}`),
    'list with its total': (service, at) =>
      read(service, `/invoices?limit=${20 + (at % 5)}&include=total`),
    search: (service, at) => read(service, `/invoices?q=project%20${at}`),
    get: (service, at) => read(service, `/invoices/${ids[at % ids.length]}`),
    'create and issue': (service) => service.json('POST', `${API}/invoices`, invoice),
  }
}

/** CPU time of one on each side, in ms: of the service and the database, one side after the other. */
const inTurnsOf = (sides: readonly Served[], work: Work): Promise<readonly number[]> => {
  const counts = sides.map(() => 0)
  const works = sides.map((side, index) => () => {
    counts[index] = (counts[index] ?? 0) + 1
    return work(side, counts[index] ?? 0)
  })
  return inTurns(works, { rounds: ROUNDS, times: TIMES, warmUp: TIMES, cpuMs: startedCpuMs })
}

async function verified(url: string): Promise<Pick<Figure, 'value' | 'unit'>> {
  const config = readConfig({ DATABASE_URL: url })
  const begin = performance.now()
  let count = 0
  const { faulty } = await verifyAll({
    ...{ config, clock: systemClock, parallel: PARALLEL, sinceVerified: false },
    onCompany: () => {
      count += 1
      tell('verified', count)
    },
  })
  if (faulty > 0) throw new Error(`${faulty} companies do not verify.`)
  return { value: (performance.now() - begin) / 1000, unit: 's' }
}

function tell(what: string, count: number): void {
  if (count % TOLD === 0) console.error(`companies: ${count} of ${COMPANIES} ${what}`)
}
