import { vi } from 'vitest'
import { SqliteWriter } from '../src/platform/database/sqlite/inner/writer.ts'

/** The statements of each write transaction while `run` runs. All companies wait for each of them. */
export async function transactionsOf(run: () => Promise<unknown>): Promise<readonly number[]> {
  const counts: number[] = []
  const { begin, execute } = SqliteWriter.prototype
  const spies = [
    vi.spyOn(SqliteWriter.prototype, 'begin').mockImplementation(async function (
      this: SqliteWriter,
    ) {
      await begin.call(this)
      counts.push(0)
    }),
    vi.spyOn(SqliteWriter.prototype, 'execute').mockImplementation(function (
      this: SqliteWriter,
      query,
    ) {
      counts.push((counts.pop() ?? 0) + 1)
      return execute.call(this, query)
    } as typeof execute),
  ]
  await run()
  for (const spy of spies) spy.mockRestore()
  return counts
}
