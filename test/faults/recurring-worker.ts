import pg from 'pg'
import { SqliteHandle } from '../../src/platform/database/sqlite/handle.ts'
import { openRecurringApp } from './recurring-app.ts'

/*
 * A process of `recurring.ts`: runs the jobs that are due at its clock. It kills itself before one of
 * its statements, whichever `DIES_AT` says.
 */
const { FAULT_DATABASE = '', DIES_AT = '0', CLOCK_AT = '' } = process.env

let left = 0
dieBefore(pg.Client.prototype, 'query')
dieBefore(SqliteHandle.prototype, 'execute')
dieBefore(SqliteHandle.prototype, 'run')

const app = await openRecurringApp(JSON.parse(FAULT_DATABASE), Date.parse(CLOCK_AT))
left = Number(DIES_AT)
await app.services.jobRunner.runDue()
left = 0
await app.close()

function dieBefore<Name extends string>(
  prototype: { [name in Name]: (...given: never[]) => unknown },
  name: Name,
): void {
  const run = prototype[name]
  prototype[name] = function (this: unknown, ...given: never[]) {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(run, this, given)
  }
}
