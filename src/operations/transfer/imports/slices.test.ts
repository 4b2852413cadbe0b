import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { givens, type Json } from '../../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { SqliteWriter } from '../../../platform/database/sqlite/inner/writer.ts'

/** More than three times as many as one transaction takes. */
const ROWS = 350
const PER_TRANSACTION = 100
/** A record needs seven. All records of the file would need more than 2000. */
const STATEMENTS_MAX = 1000

describe('on SQLite, where all companies wait for one writer', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite')
  })
  afterAll(() => app.close())

  /** The statements of each transaction while `run` runs. */
  const transactionsOf = async (run: () => Promise<unknown>): Promise<readonly number[]> => {
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

  /** Uploads, checks, imports, undoes and deletes a file. */
  const all = async (kind: string, head: string, rows: readonly string[]) => {
    const { runDue } = app.services.jobRunner
    const headers = { 'content-type': 'text/csv' }
    const file = Buffer.from([head, ...rows].join('\n'))
    const made = await app.call('POST', `/imports?kind=${kind}`, file, headers)
    const { id } = made.json()
    const read = async (): Promise<Json> => (await app.call('GET', `/imports/${id}`)).json()
    await runDue()
    expect(await read()).toMatchObject({ status: 'ready', valid: rows.length })
    await app.call('POST', `/imports/${id}/commit`, {})
    await runDue()
    expect(await read()).toMatchObject({ status: 'done', imported: rows.length })
    await app.call('POST', `/imports/${id}/undo`, {})
    await runDue()
    expect(await read()).toMatchObject({ status: 'undone', undone: rows.length })
    await app.call('DELETE', `/imports/${id}`)
    await runDue()
  }

  test.each([
    ['products', 'name,item_number', (at: number) => `Part ${at},P-${at}`],
    ['customers', 'name,email', (at: number) => `Buyer ${at},b${at}@buyer.example`],
    [
      'entries',
      'customer,date,description,unit_price',
      (at: number) => `Slow & Co,2026-05-01,Work ${at},80`,
    ],
  ] as const)('no transaction of an import of %s takes the whole file', async (kind, head, row) => {
    await givens(app).customer({ name: kind === 'entries' ? 'Slow & Co' : `Other ${kind}` })
    const many = Array.from({ length: ROWS }, (_, at) => row(at))
    const counts = await transactionsOf(() => all(kind, head, many))
    expect(counts.length).toBeGreaterThan(ROWS / PER_TRANSACTION)
    expect(Math.max(...counts)).toBeLessThan(STATEMENTS_MAX)
  })
})
