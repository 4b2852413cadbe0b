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

/** Of the connection that writes: transactions are there. */
const setPages = (most: number) =>
  app.db.transaction().execute((trx) => sql.raw(`pragma max_page_count = ${most}`).execute(trx))

/** As SQLite fails on a full disk; on one that takes no writes, see `sqlite-writer.test.ts`. */
test('503: a full disk; reads continue, and writes continue when there is space', async () => {
  const { id } = await givens(app).customer()
  await setPages(1)
  let refused = await create()
  // Pages that are there already are filled first.
  while (refused.statusCode === 201) refused = await create()
  expect(refused.json()).toMatchObject({ status: 503, code: 'storage_unavailable' })
  expect(refused.headers['retry-after']).toBe('2')
  expect((await app.call('GET', `/customers/${id}`)).statusCode).toBe(200)
  await setPages(1_000_000)
  expect((await create()).statusCode).toBe(201)
})

test('503: of many changes at once on a disk that is full, each refused one is absent', async () => {
  await setPages(1)
  let answers: Awaited<ReturnType<typeof create>>[] = []
  while (!answers.some(({ statusCode }) => statusCode === 503))
    answers = await Promise.all(Array.from({ length: 20 }, create))
  await setPages(1_000_000)
  const there = new Set<string>()
  for (let cursor = ''; ; ) {
    const page = (await app.call('GET', `/customers?limit=100${cursor}`)).json()
    for (const { id } of page.data) there.add(id)
    if (!page.has_more) break
    cursor = `&cursor=${page.next_cursor}`
  }
  const done = answers.filter(({ statusCode }) => statusCode === 201)
  for (const answer of done) expect(there).toContain(answer.json().id)
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  for (const answer of refused) expect(answer.statusCode).toBe(503)
  const total = (await app.call('GET', '/customers?limit=1&include=total')).json().total
  expect(total).toBe(there.size)
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
