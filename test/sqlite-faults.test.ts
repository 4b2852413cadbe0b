import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givens } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

let app: TestApp

beforeEach(async () => {
  app = await startTestApp('sqlite')
})
afterEach(() => app.close())

const create = () => app.call('POST', '/customers', { name: 'x'.repeat(200) })

/** As SQLite fails on a full disk and on one that takes no writes. */
test.each([
  ['full', 'pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
  ['read-only', 'pragma query_only = 1', 'pragma query_only = 0'],
])('503: a disk that is %s; reads go on, and so does all when it is mended', async (_, fail, mend) => {
  const { id } = await givens(app).customer()
  await sql.raw(fail).execute(app.db)
  let refused = await create()
  // Pages that are there already are filled first.
  while (refused.statusCode === 201) refused = await create()
  expect(refused.json()).toMatchObject({ status: 503, code: 'storage_unavailable' })
  expect(refused.headers['retry-after']).toBe('2')
  expect((await app.call('GET', `/customers/${id}`)).statusCode).toBe(200)
  await sql.raw(mend).execute(app.db)
  expect((await create()).statusCode).toBe(201)
})

test('while another process writes, a change waits and the process does not', async () => {
  const { config } = app.config.database.engine === 'sqlite' ? { config: app.config.database } : {}
  const other = new Database(config?.path ?? '')
  other.exec('begin immediate')
  let isAnswered = false
  const waiting = create().then((reply) => {
    isAnswered = true
    return reply
  })
  for (let turn = 0; turn < 20; turn++)
    expect((await app.send({ url: '/healthz' })).statusCode).toBe(200)
  expect(isAnswered).toBe(false)
  other.exec('rollback')
  other.close()
  expect((await waiting).statusCode).toBe(201)
})
