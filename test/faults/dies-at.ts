import pg from 'pg'
import { SqliteHandle } from '../../src/platform/database/sqlite/inner/handle.ts'

let left = 0

/** Ends this process by SIGKILL before that many statements more; 0: never. */
export const dieBeforeStatement = (number: number): void => {
  left = number
}

for (const name of ['execute', 'run'] as const) countCalls(SqliteHandle.prototype, name)
countCalls(pg.Client.prototype, 'query')

function countCalls<Name extends string>(
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
