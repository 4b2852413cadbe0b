import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, rowToCopy } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Engine, engineOf } from '../../platform/database/db.ts'
import { type InvoiceFilter, listInvoices } from './list.ts'

/** More than are looked at in the list's order before what is rare is looked up. */
const ROWS = 1400
const ROWS_PER_INSERT = 200
const TODAY = '2026-11-21'
const SORTS = ['issue_date', 'due_date', 'created_at', 'number', 'total']
const FILTERS: Readonly<Record<string, InvoiceFilter>> = {
  nothing: {},
  'a rare word': { q: 'zinc' },
  'a word of a customer and a rare one': { q: 'fernweh zinc' },
  'a word now and then': { q: 'gilding' },
  'a word that nothing has': { q: 'xylophone' },
  'a customer': { customerId: 'cus_none' },
  'a status': { status: 'void' },
  'a status and a currency': { status: 'void', currency: 'JPY' },
  'what is overdue': { overdue: true },
  'what has something due': { hasDue: true },
  'what has nothing due': { hasDue: false },
  'what is partially paid': { partiallyPaid: true },
  'what is to be refunded': { refundDue: true },
  'what is published': { published: true },
  'credit notes': { type: 'credit_note' },
  'a time of issue': { issuedFrom: '2027-01-01', issuedTo: '2027-12-31' },
  'a time due': { dueFrom: '2027-01-01', dueTo: '2027-12-31' },
  'a status and a rare word': { status: 'draft', q: 'zinc' },
}
type Filter = [string, InvoiceFilter]

/** Whatever the list is asked for, an index has it: a table is never read or sorted as a whole. */
describe.each(ENGINES)('the plans of the list (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
    await fill(app)
  })
  afterAll(() => app.close())

  test.each(Object.entries(FILTERS))('200: %s', async (_name, filter) => {
    for (const sort of SORTS) {
      for (const statement of await statementsOf(app, filter, { sort, direction: 'desc' })) {
        const plan = await explain(app, statement)
        // What an index says to be few is sorted, and the page itself; nothing else is.
        const isPage = isFew(statement) || (engine === 'sqlite' && isHeld(statement))
        const sorted = isPage ? [] : plan.filter(isSort)
        const whole = [...readWhole(engine, plan), ...sorted]
        expect(whole, [statement.sql, ...plan].join('\n')).toEqual([])
      }
    }
  })

  test('200: a word now and then is met in the order, and no row is read', async () => {
    const order = { sort: 'total', direction: 'desc' } as const
    const statements = await statementsOf(app, { q: 'gilding' }, order)
    const held = statements.filter(isHeld)
    // On SQLite the walk is one of rows until what is asked for is known to be few.
    expect(held).toHaveLength(engine === 'sqlite' ? 1 : 3)
    for (const statement of held) {
      const plan = await explain(app, statement)
      expect(plan).toContainEqual(
        expect.stringMatching(
          engine === 'sqlite'
            ? /^(SEARCH|SCAN) i USING COVERING INDEX invoices_total/
            : /Index Only Scan .*using invoices_total on invoices/,
        ),
      )
      // Each by its key: nothing is gathered of all invoices first.
      expect(plan.filter((line) => /Hash|hashed/.test(line))).toEqual([])
    }
  })

  test('200: on PostgreSQL a word is met so by total alone, and no customer may have it', async () => {
    const heldOf = async (q: string, sort: string) =>
      (await statementsOf(app, { q }, { sort, direction: 'asc' })).filter(isHeld).length
    const isPostgres = engine === 'postgres'
    expect((await heldOf('zinc gilding', 'total')) > 0).toBe(isPostgres)
    expect((await heldOf('fernweh zinc', 'total')) > 0).toBe(false)
    expect((await heldOf('zinc', 'number')) > 0).toBe(false)
  })

  test('200: what is rare is looked up by its index, once the walk has not filled the page', async () => {
    const order = { sort: 'issue_date', direction: 'desc' } as const
    for (const [name, filter] of Object.entries(FILTERS).filter(isLookedUp)) {
      const statements = await statementsOf(app, filter, order)
      expect(statements.some(isFew), name).toBe(true)
    }
  })
})

const isLookedUp = ([name]: Filter): boolean => /rare|nothing has|overdue|published/.test(name)
const isSort = (line: string): boolean => /TEMP B-TREE FOR .*ORDER BY|->\s+Sort |^Sort /.test(line)

/** Many alike; three have a rare word, each 47th and the first have another. */
async function fill(app: TestApp): Promise<void> {
  const { id } = await givens(app).invoice({ customer: { name: 'Fernweh Books' } })
  const row = await rowToCopy(app, id)
  for (let start = 0; start < ROWS; start += ROWS_PER_INSERT) {
    const copies = Array.from({ length: ROWS_PER_INSERT }, (_, index) => ({
      ...row,
      id: `inv_019aa3c1-4a7e-7cc0-8000-${`${start + index}`.padStart(12, '0')}`,
      number: `N${start + index}`,
      total_minor: BigInt(start + index),
      search_text: textOf(start + index),
    }))
    await app.db.insertInto('invoices').values(copies).execute()
  }
  if (engineOf(app.db) === 'postgres') await sql`vacuum analyze`.execute(app.db)
}

const textOf = (at: number): string =>
  [' design', at % 500 === 7 ? ' zinc' : '', at < 30 || at % 47 === 3 ? ' gilding' : ''].join('')

interface Order {
  readonly sort: string
  readonly direction: 'asc' | 'desc'
}

/** What one page of the list asks of the database. */
async function statementsOf(
  { db }: TestApp,
  filter: InvoiceFilter,
  order: Order,
): Promise<readonly CompiledQuery[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const request = { limit: 50, after: null, withTotal: false, ...order }
  await listInvoices(db.withPlugin(recorder), { ...filter, today: TODAY }, request)
  return nodes.map((node) => db.getExecutor().compileQuery(node, createQueryId()))
}

/**
 * Its lines. PostgreSQL is kept from reading or sorting so small a table as a whole where an index
 * has it: what it would do with a large one.
 */
async function explain({ db }: TestApp, statement: CompiledQuery) {
  return db.transaction().execute(async (trx) => {
    const ask = async (prefix: string) => {
      const query = CompiledQuery.raw(`${prefix} ${statement.sql}`, [...statement.parameters])
      return (await trx.executeQuery<Record<string, unknown>>(query)).rows
    }
    if (engineOf(db) === 'sqlite')
      return (await ask('explain query plan')).map(({ detail }) => String(detail))
    for (const setting of ['enable_seqscan', 'enable_sort'])
      await sql`set local ${sql.ref(setting)} = off`.execute(trx)
    return (await ask('explain')).map((row) => String(row['QUERY PLAN']))
  })
}

const isFew = ({ sql }: CompiledQuery): boolean => sql.startsWith('with few')

/** Those of the walk that reads no rows but of what it finds. */
const isHeld = ({ sql }: CompiledQuery): boolean => /i\.search_(key|short), /.test(sql)

/** The lines that read all invoices, and not an index nor what was found already. */
function readWhole(engine: Engine, plan: readonly string[]): readonly string[] {
  if (engine === 'postgres') return plan.filter((line) => /Seq Scan on invoices/.test(line))
  const scans = plan.filter((line) => /^SCAN (i|invoices|few|page)$/.test(line))
  const found = plan.filter((line) => /^(CO-ROUTINE|MATERIALIZE) /.test(line))
  return scans.slice(found.length)
}
