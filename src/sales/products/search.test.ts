import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { findShared } from '../../platform/database/words.ts'
import { WORDS } from './inner/repository.ts'

/** Of each frequent word; more than a search counts before it calls a word frequent. */
const MANY = 2600
const PER_INSERT = 200
const idOf = (n: number) => `prd_019aa3c1-4a7e-7cc0-8000-${String(n).padStart(12, '0')}`

/** Half of the products have one frequent word, half the other, and few have both. */
describe.each(ENGINES)('frequent words (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
    const body = { name: 'Paper', prices: [{ currency: 'EUR', unit_price: '1' }] }
    const { id } = (await app.call('POST', '/products', body)).json()
    const own = app.tables.selectFrom('products').selectAll().where('id', '=', id)
    const row = await own.executeTakeFirstOrThrow()
    const { company_id } = row
    for (let start = 0; start < 2 * MANY; start += PER_INSERT) {
      const all = Array.from({ length: PER_INSERT }, (_, index) => start + index)
      const rows = all.map((n) => ({ ...row, id: idOf(n), item_number: null, gtin: null }))
      await app.tables.insertInto('products').values(rows).execute()
      const words = all.flatMap((n) => [
        { company_id, product_id: idOf(n), word: Buffer.from(n % 2 ? 'steel' : 'copper') },
        { company_id, product_id: idOf(n), word: Buffer.from('screw') },
        ...(n % 2000 === 0
          ? [{ company_id, product_id: idOf(n), word: Buffer.from('steelwork') }]
          : []),
      ])
      await app.tables.insertInto('product_words').values(words).execute()
    }
    await sql`analyze`.execute(app.db)
  })
  afterAll(() => app.close())

  const found = async (query: string): Promise<readonly string[]> => {
    const { data } = (await app.call('GET', `/products?limit=50&${query}`)).json()
    return data.map(({ id }: Json) => id)
  }

  test('few products share them: those are found, in any order', async () => {
    const shared = [0, 2000, 4000].map(idOf)
    for (const q of ['copper+steel', 'steel+copper', 'steel+screw+copper'])
      expect((await found(`q=${q}`)).toSorted(), q).toEqual(shared)
    expect(await found('q=copper+steel&sort=created_at&include=total')).toHaveLength(3)
    expect(await found('q=copper+steel&kind=service')).toHaveLength(3)
    expect(await found('q=copper+steel&archived=true')).toEqual([])
  })

  test('many products share them: the page is full', async () => {
    expect(await found('q=screw+steel')).toHaveLength(50)
  })

  test('the words are read from their index, never from all products', async () => {
    const nodes: RootOperationNode[] = []
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const work = app.work()
    await findShared({ ...work, db: work.db.withPlugin(recorder) }, WORDS, ['copper', 'steel'])
    const plans = await app.db.transaction().execute(async (trx) => {
      // It would read so small a table as a whole.
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx)
      const all: string[] = []
      for (const node of nodes) {
        const query = app.db.getExecutor().compileQuery(node, createQueryId())
        const prefix = engine === 'sqlite' ? 'explain query plan' : 'explain'
        const asked = CompiledQuery.raw(`${prefix} ${query.sql}`, [...query.parameters])
        const { rows } = await trx.executeQuery<Record<string, unknown>>(asked)
        all.push(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n'))
      }
      return all
    })
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContain('product_words_word')
      expect(plan).not.toMatch(/SCAN product_words|Seq Scan/)
    }
  })
})
