import { join } from 'node:path'
import type { Import } from '../../src/operations/transfer/imports/import.ts'
import {
  commitImport,
  createImport,
  requireImport,
  undoImport,
} from '../../src/operations/transfer/imports/imports.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { openAppAt } from './app-at.ts'
import { type Fault, fault, randomBetween, rounds } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { runWorker } from './run-worker.ts'

type Database = Config['database']

/** Of each file. */
const ROWS = Number(process.env.FAULT_ROWS ?? 220)
/** One row in ten has a fault. */
const FAULTY_EACH = 10
const FAULTY = Math.ceil(ROWS / FAULTY_EACH)
const VALID = ROWS - FAULTY
/** About as many as a process sends for one step. */
const STATEMENTS_MAX = 40 + 4 * ROWS
/** Of each step; both processes of a wave run at once. */
const WAVES = 2
const PROCESSES = 2
const START_MS = Date.parse('2026-01-01T06:00:00Z')
/** Until then a killed process keeps its jobs. */
const LEASE_MS = 120_000

/**
 * Processes that check, commit and undo files are killed between any two statements: each row is
 * imported once, and the report, the progress and the events are right.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('imports')
  return [
    await killOn(it, { engine: 'sqlite', path: join(it.folder(), 'imports.db') }),
    await killOn(it, { engine: 'postgres', url }),
  ].join('; ')
})

async function killOn(it: Fault, database: Database): Promise<string> {
  const { work, close } = await openAppAt(database, START_MS)
  const db = openDatabase(database)
  it.after(() => db.destroy())
  const tables = tablesOfAllCompanies(db)
  const count = rounds(2)
  let kills = 0
  let started = 0

  const namesOf = async (round: number): Promise<readonly string[]> => {
    const like = `${database.engine} ${round} %`
    const rows = await tables
      .selectFrom('customers')
      .select('name')
      .where('name', 'like', like)
      .execute()
    return rows.map(({ name }) => name)
  }

  /** Kills processes in the midst of a step, looks, and lets one process end it. */
  const step = async (round: number, id: string): Promise<Import> => {
    const start = (diesAt: number) => {
      started += 1
      return runWorker(database, { atMs: START_MS + started * LEASE_MS, diesAt })
    }
    for (let wave = 0; wave < WAVES; wave += 1) {
      const dying = Array.from({ length: PROCESSES }, () => start(randomBetween(1, STATEMENTS_MAX)))
      for (const signal of await Promise.all(dying)) if (signal === 'SIGKILL') kills += 1
    }
    const { imported, undone } = await requireImport(work, id)
    const there = (await namesOf(round)).length
    if (there !== imported - undone)
      it.finding(
        `${database.engine}: ${there} customers, and the progress says ${imported} − ${undone}`,
      )
    await start(0)
    return requireImport(work, id)
  }

  const expect = (what: string, found: unknown, expected: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      it.finding(
        `${database.engine}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
      )
  }

  for (let round = 0; round < count; round += 1) {
    const names = Array.from({ length: ROWS }, (_, row) =>
      row % FAULTY_EACH === 0 ? '' : `${database.engine} ${round} ${row}`,
    )
    const lines = ['name,notes', ...names.map((name, row) => `${name},${row}`)]
    const made = await createImport(work, {
      ...{ kind: 'customers', format: 'csv', name: null, options: {} },
      bytes: Buffer.from(lines.join('\n')),
    })
    const { id } = made.it
    const change = { id, ifMatch: undefined }
    const ready = await step(round, id)
    expect('the check', [ready.status, ready.valid, ready.faulty], ['ready', VALID, FAULTY])
    await commitImport(work, { ...change, accept: ['faults'] })
    const done = await step(round, id)
    expect('the import', [done.status, done.imported, done.failed], ['done', VALID, 0])
    const wanted = names.filter((name) => name !== '').toSorted()
    expect('the list of customers', (await namesOf(round)).toSorted(), wanted)
    await undoImport(work, change)
    const undone = await step(round, id)
    expect('undoing', [undone.status, undone.undone, undone.kept], ['undone', VALID, 0])
    expect('what is left', await namesOf(round), [])
    const records = await tables
      .selectFrom('import_records')
      .select('status')
      .where('import_id', '=', id)
      .execute()
    const counted = (status: string) => records.filter((one) => one.status === status).length
    expect('the report', [counted('undone'), counted('faulty')], [VALID, FAULTY])
    const events = await tables
      .selectFrom('events')
      .select('type')
      .where('resource_id', '=', id)
      .orderBy('sequence')
      .execute()
    const types = events.map(({ type }) => type)
    expect('the event log', types, ['import.ready', 'import.done', 'import.undone'])
  }
  await close()
  return `${database.engine}: ${kills} kills, ${count * ROWS} rows checked, imported and undone, each once`
}
