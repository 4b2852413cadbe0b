import pg from 'pg'
import { createDirectory, firstCompany } from '../../src/core/companies/directory.ts'
import { handle } from '../../src/core/jobs/handler.ts'
import { enqueue } from '../../src/core/jobs/queue.ts'
import { createJobRunner } from '../../src/core/jobs/runner.ts'
import { transaction } from '../../src/core/record/transaction.ts'
import { createWorkFor, SERVICE } from '../../src/core/record/work.ts'
import { type Db, openDatabase } from '../../src/platform/database/db.ts'
import { SqliteHandle } from '../../src/platform/database/sqlite/inner/handle.ts'
import { partsOn } from '../work.ts'

/*
 * A process of `jobs.ts`: adds occasions, each with a job, and runs all jobs that are due. It kills
 * itself before one of its statements, whichever `DIES_AT` says.
 */
const { FAULT_DATABASE = '', DIES_AT = '0', CLOCK_AHEAD_MS = '0', OCCASIONS = '[]' } = process.env

let left = Number(DIES_AT)
const beforeStatement = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
dieBefore(pg.Client.prototype, 'query')
dieBefore(SqliteHandle.prototype, 'execute')
dieBefore(SqliteHandle.prototype, 'run')

const db = openDatabase(JSON.parse(FAULT_DATABASE))
const clock = { now: () => Date.now() + Number(CLOCK_AHEAD_MS) }
const directory = createDirectory({ db, clock })
const workFor = createWorkFor(partsOn(db, clock))
const kind = { name: 'fault.note', parallel: 4 }

for (const occasion of JSON.parse(OCCASIONS))
  await transaction(workFor(SERVICE, await firstCompany(directory)), async (work) => {
    await count(work.db, `change ${occasion}`)
    await enqueue(work, kind, [{ key: occasion, payload: {} }])
  })

const runner = createJobRunner({
  db,
  clock,
  directory,
  workFor,
  observer: { ended: () => {}, warn: () => {} },
  handlers: [
    handle(kind, async (work, { key, check, finish }) => {
      await transaction(work, async (work) => {
        await check(work)
        await count(work.db, `effect ${key}`)
        await finish(work)
      })
      return null
    }),
  ],
})
await runner.runDue()
await db.destroy()

async function count(on: Db, key: string): Promise<void> {
  await on
    .insertInto('throttles')
    .values({ key, count: 1n, window_ends_at: '9999' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ count: eb('throttles.count', '+', 1n) })),
    )
    .execute()
}

function dieBefore<Name extends string>(
  prototype: { [name in Name]: (...given: never[]) => unknown },
  name: Name,
): void {
  const run = prototype[name]
  prototype[name] = function (this: unknown, ...given: never[]) {
    beforeStatement()
    return Reflect.apply(run, this, given)
  }
}
