import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyOnline } from '../../src/entry/cli/sqlite-file.ts'
import { createRecurring } from '../../src/messages/recurring/create.ts'
import { resumeRecurring } from '../../src/messages/recurring/pause.ts'
import { listRecurring } from '../../src/messages/recurring/read.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { filesOfSqlite } from '../../src/platform/private-file.ts'
import { createCustomer } from '../../src/sales/customers/change.ts'
import { createEntry } from '../../src/sales/entries/change.ts'
import { openAppAt } from './app-at.ts'
import { type Fault, fault, randomBetween, rounds } from './harness.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { runWorker } from './run-worker.ts'

type Database = Config['database']

/** Each makes an invoice a day. `FAULT_SCHEDULES=200 FAULT_ROUNDS=17` for the full size. */
const SCHEDULES = Number(process.env.FAULT_SCHEDULES ?? 20)
/** Schedules with an entry for each day, which joins one of their invoices. */
const WITH_ENTRIES = Math.ceil(SCHEDULES / 10)
const PROCESSES = 4
/** About as many as one of the processes sends in a round. */
const STATEMENTS_MAX = 50 + 8 * SCHEDULES
const FIRST_DAY = '2026-01-01'
const START_MS = Date.parse(`${FIRST_DAY}T06:00:00Z`)
const DAY_MS = 86_400_000
const dayOf = (n: number): string => new Date(START_MS + n * DAY_MS).toISOString().slice(0, 10)
const FAR_DAYS = 3650
/** Until then a killed process keeps its jobs. */
const LEASE_MS = 120_000

/**
 * Processes that make recurring invoices are killed between any two statements, while clocks go back
 * and far ahead and an old backup comes back: each nominal day has one invoice, each entry is billed
 * once, and numbers have no gap.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const path = join(it.folder(), 'recurring.db')
  const url = await postgres.createDatabase('recurring')
  const figures = [
    await killOn(it, { engine: 'sqlite', path }, copiesOfFile(path)),
    await killOn(it, { engine: 'postgres', url }, copiesOf(postgres, 'recurring')),
  ]
  return figures.join('; ')
})

/** A backup of a database that nothing writes to. */
interface Copies {
  backUp(): Promise<void>
  restore(): Promise<void>
}

async function killOn(it: Fault, database: Database, copies: Copies): Promise<string> {
  const count = rounds(8)
  await prepare(database, count + 1)
  const [backupAt, farAt, restoreAt] = [0.25, 0.5, 0.75].map((part) => Math.trunc(count * part))
  let kills = 0
  let held = 0
  for (let round = 0; round < count; round++) {
    if (round === backupAt) await copies.backUp()
    if (round === restoreAt) await copies.restore()
    const now = START_MS + round * DAY_MS
    // One clock is a day behind, and once another one is ten years ahead.
    const clocks = [now + (round === farAt ? FAR_DAYS * DAY_MS : 0), now - DAY_MS, now, now]
    const processes = clocks
      .slice(0, PROCESSES)
      .map((atMs) => runWorker(database, { atMs, diesAt: randomBetween(1, STATEMENTS_MAX) }))
    for (const signal of await Promise.all(processes)) if (signal === 'SIGKILL') kills += 1
    // Not each time, so that days wait; with more than three, they would wait for a person.
    if (round % 2 === 1) held += await catchUp(database, now + LEASE_MS)
  }
  held += await catchUp(database, START_MS + count * DAY_MS + LEASE_MS)
  const invoices = await judge(it, database, count + 1)
  return `${database.engine}: ${kills} kills, ${held} × too many due after a clock far ahead and an old backup, ${invoices} invoices, each day and each entry once`
}

/** Makes all that is due. Where that is too many, as a person does who sees that a backup is back. */
async function catchUp(database: Database, atMs: number): Promise<number> {
  const { services, work, close } = await openAppAt(database, atMs)
  await services.jobRunner.runDue()
  const held: string[] = []
  let cursor: string | null = null
  do {
    const page = await listRecurring(work, {
      attention: true,
      limit: 100,
      ...(cursor === null ? {} : { cursor }),
    })
    held.push(...page.data.map(({ recurring }) => recurring.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  for (const id of held) await resumeRecurring(work, { id, ifMatch: undefined }, 'make')
  await services.jobRunner.runDue()
  await close()
  return held.length
}

async function prepare(database: Database, days: number): Promise<void> {
  const { work, close } = await openAppAt(database, Date.parse(FIRST_DAY))
  const customer = await createCustomer(work, { name: 'Fernweh' })
  for (let n = 0; n < SCHEDULES; n++) {
    const include_entries = n < WITH_ENTRIES
    const { id: customer_id } = include_entries
      ? await createCustomer(work, { name: `Kiln & Clay ${n}` })
      : customer
    await createRecurring(work, {
      name: `Daily ${n}`,
      customer_id,
      include_entries,
      action: 'issue',
      schedule: { unit: 'day', start_date: FIRST_DAY },
      invoice: { items: [{ description: '{date}', unit_price: '1.00' }] },
    })
    for (let day = 0; include_entries && day < days; day++) {
      const entry = { customer_id, date: dayOf(day), unit_price: '1.00' }
      await createEntry(work, { ...entry, description: `Call ${day}` })
    }
  }
  await close()
}

/** Answers how many invoices there are. */
async function judge(it: Fault, database: Database, days: number): Promise<number> {
  const found = (sentence: string) => it.finding(`${database.engine}: ${sentence}`)
  const db = openDatabase(database)
  it.after(() => db.destroy())
  const tables = tablesOfAllCompanies(db)
  const invoices = await tables
    .selectFrom('invoices')
    .select(['id', 'recurring_id', 'recurring_date', 'sequence'])
    .execute()
  const made = invoices.map((it) => `${it.recurring_id} ${it.recurring_date} ${it.id}`).toSorted()
  const runs = await tables
    .selectFrom('recurring_runs')
    .select(['recurring_id', 'date', 'invoice_id', 'outcome'])
    .execute()
  const noted = runs.map((it) => `${it.recurring_id} ${it.date} ${it.invoice_id}`).toSorted()
  if (JSON.stringify(made) !== JSON.stringify(noted)) found('runs and invoices differ')
  for (const { outcome, recurring_id, date } of runs)
    if (outcome !== 'issued') found(`the run of ${recurring_id} on ${date} is ${outcome}`)
  const ids = await tables.selectFrom('recurring_invoices').select(['id', 'made']).execute()
  if (ids.length !== SCHEDULES) found(`there are ${ids.length} schedules`)
  for (const { id, made } of ids) {
    const dates = invoices.filter((it) => it.recurring_id === id).map((it) => it.recurring_date)
    const expected = Array.from({ length: days }, (_, n) => dayOf(n))
    if (JSON.stringify(dates.toSorted()) !== JSON.stringify(expected) || Number(made) !== days)
      found(`${id} says ${made} and made ${dates.toSorted().join(' ')}`)
  }
  const numbers = invoices.map(({ sequence }) => Number(sequence)).toSorted((a, b) => a - b)
  if (numbers.some((value, index) => value !== index + 1)) found('the numbers have a gap')
  // Each has another description, so each is an item alone.
  const entries = await tables
    .selectFrom('entries')
    .leftJoin('entry_billings', (join) =>
      join
        .onRef('entry_billings.company_id', '=', 'entries.company_id')
        .onRef('entry_billings.entry_id', '=', 'entries.id'),
    )
    .select(['entries.id', 'entries.description', 'entry_billings.item_id'])
    .execute()
  const items = await tables.selectFrom('invoice_items').select(['id', 'description']).execute()
  const billed = items.filter(({ description }) => description.startsWith('Call '))
  if (entries.length !== WITH_ENTRIES * days) found(`there are ${entries.length} entries`)
  if (billed.length !== entries.length)
    found(`${billed.length} items bill ${entries.length} entries`)
  for (const { id, description, item_id } of entries)
    if (billed.find((item) => item.id === item_id)?.description !== description)
      found(`the entry ${id} is not billed`)
  return invoices.length
}

function copiesOfFile(path: string): Copies {
  return {
    backUp: () => copyOnline(path, `${path}.backup`, () => {}),
    async restore() {
      for (const file of filesOfSqlite(path)) rmSync(file, { force: true })
      copyFileSync(`${path}.backup`, path)
    },
  }
}

function copiesOf(postgres: Postgres, name: string): Copies {
  /** Connections of killed processes may still be open. */
  const copy = async (from: string, to: string) => {
    await postgres.query(`drop database if exists ${to} with (force)`)
    await postgres.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`,
    )
    await postgres.query(`create database ${to} template ${from}`)
  }
  return {
    backUp: () => copy(name, `${name}_backup`),
    restore: () => copy(`${name}_backup`, name),
  }
}
