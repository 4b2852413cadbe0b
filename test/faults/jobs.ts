import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../../src/platform/config.ts'
import { migrate, openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { type Fault, fault, randomBetween, rounds } from './harness.ts'
import { startPostgres } from './postgres.ts'

type Database = Config['database']

const OCCASIONS_PER_PROCESS = 10
const STATEMENTS_MAX = 120
/** Longer than a lease: each round, the processes take over the jobs of dead ones. */
const ROUND_MS = 61_000
const PROCESSES = { sqlite: 2, postgres: 3 } as const

/**
 * Processes that run jobs are killed between any two statements, on both engines: each occasion has
 * its job if its change was committed and only then, none is lost, and its effect is there once.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const path = join(it.folder(), 'jobs.db')
  const url = await postgres.createDatabase('jobs')
  const figures: string[] = []
  for (const database of [
    { engine: 'sqlite', path } as const,
    { engine: 'postgres', url } as const,
  ])
    figures.push(await killOn(it, database))
  return figures.join('; ')
})

async function killOn(it: Fault, database: Database): Promise<string> {
  const db = openDatabase(database)
  it.after(() => db.destroy())
  await migrate(db)
  const count = rounds(20)
  let kills = 0
  for (let round = 0; round < count; round++) {
    const processes = Array.from({ length: PROCESSES[database.engine] }, (_, place) =>
      runWorker(database, {
        DIES_AT: String(Math.ceil(randomBetween(0, STATEMENTS_MAX))),
        // Their clocks differ by up to two leases, so that some lose a lease while they work.
        CLOCK_AHEAD_MS: String((round + place) * ROUND_MS),
        OCCASIONS: JSON.stringify(
          Array.from({ length: OCCASIONS_PER_PROCESS }, (_, n) => `${round}-${place}-${n}`),
        ),
      }),
    )
    for (const signal of await Promise.all(processes)) if (signal === 'SIGKILL') kills += 1
  }
  await runWorker(database, { CLOCK_AHEAD_MS: String((count + 9) * ROUND_MS) })
  const rows = await db.selectFrom('throttles').select(['key', 'count']).execute()
  const countOf = new Map(rows.map(({ key, count }) => [key, Number(count)]))
  const changes = rows.filter(({ key }) => key.startsWith('change ')).map(({ key }) => key.slice(7))
  const effects = rows.filter(({ key }) => key.startsWith('effect ')).map(({ key }) => key.slice(7))
  for (const occasion of changes) {
    const times = countOf.get(`effect ${occasion}`) ?? 0
    if (times !== 1) it.finding(`${database.engine}: the effect of ${occasion} is there ${times}×`)
  }
  for (const occasion of effects)
    if (!changes.includes(occasion)) it.finding(`${database.engine}: ${occasion} never happened`)
  const left = await tablesOfAllCompanies(db).selectFrom('jobs').select('key').execute()
  for (const { key } of left) it.finding(`${database.engine}: the job of ${key} never ended`)
  return `${database.engine}: ${kills} kills, ${changes.length} occasions, each effect once`
}

/** Resolves to the signal that ended the process, or null. */
async function runWorker(database: Database, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'job-worker.ts')], {
    env: { ...process.env, ...env, FAULT_DATABASE: JSON.stringify(database) },
    stdio: 'inherit',
  })
  const [, signal] = await once(child, 'exit')
  return signal as NodeJS.Signals | null
}
