import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SqliteHandle } from './handle.ts'
import { SqliteWriter } from './writer.ts'

let folder: string
let handle: SqliteHandle
let reader: SqliteHandle
let writer: SqliteWriter
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billwright-writer-'))
  const path = join(folder, 'data.db')
  handle = new SqliteHandle(path)
  handle.set('journal_mode = WAL')
  handle.set('foreign_keys = ON')
  handle.run('create table notes (id integer primary key, text text unique)')
  handle.run(
    'create table links (note_id integer references notes (id) deferrable initially deferred)',
  )
  reader = new SqliteHandle(path)
  writer = new SqliteWriter(handle, 1000)
})
afterEach(() => {
  writer.close()
  reader.close()
  rmSync(folder, { recursive: true })
})

const insert = (text: string) =>
  writer.execute({ sql: 'insert into notes (text) values (?)', parameters: [text] })

async function note(text: string, { fails = false } = {}): Promise<void> {
  await writer.begin()
  insert(text)
  if (!fails) return writer.commit()
  writer.rollback()
  throw new Error(`${text} was rolled back`)
}

const notes = (on: SqliteHandle): readonly string[] =>
  on
    .execute<{ text: string }>({ sql: 'select text from notes order by id', parameters: [] })
    .rows.map(({ text }) => text)

const outcomes = (results: readonly PromiseSettledResult<void>[]) =>
  results.map((it) => (it.status === 'fulfilled' ? 'done' : String(it.reason.message)))

test('concurrent transactions are committed together, and no earlier acknowledged', async () => {
  const seenWhenDone: number[] = []
  const all = ['one', 'two', 'three'].map(async (text) => {
    await note(text)
    seenWhenDone.push(notes(reader).length)
  })
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  expect(notes(handle)).toEqual(['one', 'two', 'three'])
  expect(notes(reader)).toEqual([])
  await Promise.all(all)
  expect(seenWhenDone).toEqual([3, 3, 3])
})

test('a rolled-back transaction does not roll back another one', async () => {
  for (const failing of ['first', 'second', 'third']) {
    const texts = ['first', 'second', 'third']
    const results = await Promise.allSettled(
      texts.map((it) => note(`${failing} ${it}`, { fails: it === failing })),
    )
    expect(outcomes(results).filter((it) => it === 'done')).toHaveLength(2)
  }
  expect(notes(reader)).toEqual([
    'first second',
    'first third',
    'second first',
    'second third',
    'third first',
    'third second',
  ])
})

test('a statement that fails and is caught leaves the rest of its transaction', async () => {
  await note('there')
  const twice = (async () => {
    await writer.begin()
    insert('before')
    expect(() => insert('there')).toThrow(/UNIQUE/)
    insert('after')
    await writer.commit()
  })()
  await Promise.all([note('beside'), twice])
  expect(notes(reader).toSorted()).toEqual(['after', 'before', 'beside', 'there'])
})

test('if the disk refuses a group, each of it fails, and the next one continues', async () => {
  const orphan = (async () => {
    await writer.begin()
    writer.execute({ sql: 'insert into links (note_id) values (99)', parameters: [] })
    await writer.commit()
  })()
  const results = await Promise.allSettled([note('beside'), orphan])
  expect(outcomes(results)).toEqual([
    'FOREIGN KEY constraint failed',
    'FOREIGN KEY constraint failed',
  ])
  expect(notes(handle)).toEqual([])
  await note('later')
  expect(notes(reader)).toEqual(['later'])
})

test('if SQLite rolls back by itself, all transactions of the group fail completely', async () => {
  const before = note('before')
  const giveUp = (async () => {
    await writer.begin()
    insert('lost')
    expect(() => writer.execute({ sql: 'rollback', parameters: [] })).not.toThrow()
    expect(() => writer.execute({ sql: 'commit', parameters: [] })).toThrow(/no transaction/)
    expect(() => insert('alone')).toThrow(/no transaction/)
    writer.rollback()
    throw new Error('given up')
  })()
  const results = await Promise.allSettled([before, giveUp])
  expect(outcomes(results)).toEqual(['cannot commit - no transaction is active', 'given up'])
  expect(notes(reader)).toEqual([])
  await note('later')
  expect(notes(reader)).toEqual(['later'])
})

test('a transaction that cannot be rolled back alone rolls back all of them', async () => {
  const before = note('before')
  const stuck = (async () => {
    await writer.begin()
    insert('stuck')
    writer.execute({ sql: 'release member', parameters: [] })
    writer.rollback()
  })()
  const results = await Promise.allSettled([before, stuck])
  expect(outcomes(results)).toEqual(['no such savepoint: member', 'no such savepoint: member'])
  expect(notes(reader)).toEqual([])
  await note('later')
  expect(notes(reader)).toEqual(['later'])
})

test('at the end finished transactions are on disk, and others are not', async () => {
  const done = note('done')
  const undone = (async () => {
    await writer.begin()
    insert('half')
    writer.close()
    expect(() => insert('other half')).toThrow(/not open/)
    writer.rollback()
    throw new Error('closed')
  })()
  const waiting = note('waiting')
  const results = await Promise.allSettled([done, undone, waiting])
  expect(outcomes(results)).toEqual(['done', 'closed', 'The database connection is not open'])
  expect(notes(reader)).toEqual(['done'])
})

test('if another process writes for too long, waiting transactions fail together', async () => {
  writer = new SqliteWriter(handle, 1)
  reader.run('begin immediate')
  const first = note('first')
  const second = note('second').finally(() => reader.run('rollback'))
  const results = await Promise.allSettled([first, second, note('third'), note('fourth')])
  expect(outcomes(results)).toEqual(Array(4).fill('database is locked'))
  await note('later')
  expect(notes(reader)).toEqual(['later'])
})

test('new writes do not postpone a commit without end', async () => {
  let isOver = false
  const first = note('first').then(() => {
    isOver = true
  })
  let others = 0
  for (; !isOver && others < 1000; others += 1) {
    void note(`other ${others}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await first
  expect(others).toBeLessThan(10)
})

test('a failing disk refuses each transaction, and accepts them again once it works', async () => {
  handle.set('query_only = ON')
  const results = await Promise.allSettled([note('one'), note('two')])
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_READONLY' } })
  handle.set('query_only = OFF')
  await note('three')
  expect(notes(reader)).toEqual(['three'])
})
