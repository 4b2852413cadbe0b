import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../../../migrations/0010_index_lists_and_search.ts'
import { givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

describe.each(ENGINES)('indexing the invoices that are there already (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('200: they are found by their words, as new ones are', async () => {
    const { id } = await givens(app).invoice({ customer: { name: 'Ärmel & Söhne' } })
    const { db } = app
    const stored = await textOf(id)
    const indexes = ['search', 'search_key', 'published', 'credit_notes', 'partially_paid']
    const orders = ['issue_date', 'created', 'total', 'due_date_or_none', 'number_or_none']
    for (const kind of engine === 'sqlite' ? ['insert', 'update', 'delete'] : [])
      await sql`drop trigger ${sql.ref(`invoices_search_${kind}`)}`.execute(db)
    if (engine === 'sqlite') await sql`drop table invoices_search`.execute(db)
    for (const name of [...indexes, ...(engine === 'sqlite' ? orders : [])])
      await sql`drop index if exists ${sql.ref(`invoices_${name}`)}`.execute(db)
    const own = sql.ref(engine === 'sqlite' ? 'search_key' : 'search_short')
    await sql`alter table invoices drop column ${own}`.execute(db)
    await sql`drop table customer_words`.execute(db)
    const old = 'ärmel & söhne\ncover design'
    await sql`update invoices set search_text = ${old} where id = ${id}`.execute(db)
    await up(db as never)
    expect(await textOf(id)).toBe(stored)
    for (const q of ['söhn+cover', 'DESIGN']) {
      const response = await app.call('GET', `/invoices?q=${encodeURI(q)}`)
      expect(response.json().data, q).toHaveLength(1)
    }
  })

  const textOf = async (id: string) => {
    const query = app.db.selectFrom('invoices').select('search_text').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).search_text
  }
})
