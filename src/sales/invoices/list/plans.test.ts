import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROW_SECURITY } from '../../../../test/databases.ts'
import { givens, rowToCopy } from '../../../../test/givens.ts'
import { asOwner } from '../../../../test/global-setup.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { explain, recorded } from '../../../../test/plans.ts'
import { FIRST_COMPANY } from '../../../core/companies/company.ts'
import { compiledOnce } from '../../../platform/database/compiled.ts'
import { type Engine, openDatabase } from '../../../platform/database/db.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { expandInvoices } from '../inner/expand.ts'
import { INVOICE_EXPANSIONS } from '../inner/expansion.ts'
import { findSharedInvoice, listCreditNoteRefs } from '../inner/repository.ts'
import { type InvoiceFilter, listOverdueIds, selectInvoices } from './list.ts'
import { searchTextOf } from './search.ts'

/** More than the list checks in its order before it looks the conditions up. */
const ROWS = 1800
const ROWS_PER_INSERT = 200
const TODAY = '2026-11-21'
/** A unique index that the engine named. */
const KEY = 'key'
/** By the sorts, the index along which the list is read. */
const SORTS = {
  issue_date: 'issue_date',
  due_date: 'due_date_or_none',
  created_at: 'created',
  updated_at: 'updated',
  number: 'number_order',
  total: 'total',
}
/** Filters that few invoices meet, and the index by which these are found. */
const RARE: Readonly<Record<string, readonly [InvoiceFilter, string]>> = {
  'a word': [{ q: 'zinc' }, 'search'],
  'a word of a customer and one of an invoice': [{ q: 'fernweh zinc' }, 'search'],
  'a word that nothing has': [{ q: 'xylophone' }, 'search'],
  'a word and a status': [{ q: 'zinc', statuses: ['draft'] }, 'search'],
  'a word and a customer': [{ q: 'design', customerIds: ['cus_none'] }, 'customer'],
  'a customer': [{ customerIds: ['cus_none'] }, 'customer'],
  'a status': [{ statuses: ['void'] }, '(status|sent_due)'],
  'a status and a currency': [{ statuses: ['void'], currencies: ['JPY'] }, '(status|sent_due)'],
  'a currency': [{ currencies: ['JPY'] }, 'currency'],
  overdue: [{ overdue: true }, '(status|sent_due)'],
  'something due': [{ hasDue: true }, '(status|sent_due)'],
  'partially paid': [{ partiallyPaid: true }, 'partially_paid'],
  'a refund due': [{ refundDue: true }, 'refund_due'],
  published: [{ published: true }, 'published'],
  'published and a status': [{ published: true, statuses: ['draft'] }, 'published'],
  'credit notes': [{ types: ['credit_note'] }, 'credit_notes'],
  'several customers': [{ customerIds: ['cus_none', 'cus_other'] }, 'customer'],
  'several statuses': [{ statuses: ['void', 'uncollectible'] }, '(status|sent_due)'],
  'a number': [{ numbers: ['N17'] }, 'number'],
  'several ids': [{ ids: ['inv_a', 'inv_b'] }, KEY],
  'an order reference': [{ orderReference: 'PO-1' }, 'order_reference'],
  'an external id': [{ externalId: 'shop:1' }, KEY],
  'a pair of metadata': [{ metadata: { crm: '4711' } }, KEY],
  'a time of change': [{ updatedSince: '2027-01-01T00:00:00.000Z' }, 'updated'],
  'a time of issue': [{ issuedFrom: '2027-01-01', issuedTo: '2027-12-31' }, 'issue_date'],
  'a time due': [{ dueFrom: '2027-01-01', dueTo: '2027-12-31' }, 'due_date_or_none'],
}
const FREQUENT: Readonly<Record<string, InvoiceFilter>> = {
  nothing: {},
  'a word': { q: 'design' },
  'a status': { statuses: ['draft'] },
  'nothing due': { hasDue: false },
  invoices: { types: ['invoice'] },
}

/** An index answers every page: no engine reads or sorts all invoices of a company for it. */
/** With row security PostgreSQL does not use the index of words: docs/deployment-databases.md. */
const PLANNED = ENGINES.filter((engine) => engine === 'sqlite' || !ROW_SECURITY)

describe.each(PLANNED)('the plans of the list (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
    await fill(app)
  })
  afterAll(() => app.close())

  test.each(Object.entries(FREQUENT))('200: %s fills the page in its order', async (_, filter) => {
    for (const [sort, index] of Object.entries(SORTS)) {
      const statements = await statementsOf(app, filter, sort)
      expect(statements).toHaveLength(1)
      for (const statement of statements) {
        const plan = await explain(app, statement, { mayGather: false })
        expect(plan, statement.sql).toMatch(usingIndex(engine, `(status|${index})`))
        expect(plan, statement.sql).not.toMatch(/TEMP B-TREE|Sort|Seq Scan on invoices/)
      }
    }
  })

  test.each(Object.entries(RARE))('200: %s is found by its index', async (_, [filter, index]) => {
    for (const sort of Object.keys(SORTS)) {
      const statement = (await statementsOf(app, filter, sort)).at(-1)
      if (!statement) throw new Error('The list sent no statement.')
      const plan = await explain(app, statement, { mayGather: true })
      expect(plan, statement.sql).toMatch(usingIndex(engine, index))
      expect(plan, statement.sql).not.toMatch(/Seq Scan on invoices/)
    }
  })

  test.runIf(engine === 'postgres')('200: the plan of a frequent page is kept', async () => {
    const { database } = app.config
    if (database.engine !== 'postgres') throw new Error('Not on PostgreSQL.')
    // Of one connection, so that each statement meets the plan of the previous one.
    const db = openDatabase({ ...database, poolSize: 1 })
    for (const filter of [{}, { statuses: ['draft'] }] as const) {
      const [statement] = await statementsOf(app, filter, 'total')
      if (!statement) throw new Error('The list sent no statement.')
      const read = compiledOnce(() => ({ compile: () => statement }))
      // PostgreSQL decides after five readings.
      for (let at = 0; at < 7; at += 1) await read(db)
    }
    const { rows } = await sql<{ kept: boolean }>`select generic_plans > 0 as kept
      from pg_prepared_statements where statement like '%as sort_value%'`.execute(db)
    await db.destroy()
    expect(rows).toEqual([{ kept: true }, { kept: true }])
  })

  test('200: the largest amounts due are sorted among those with something due', async () => {
    const statements = await statementsOf(app, { hasDue: true }, 'due')
    expect(statements).toHaveLength(1)
    for (const statement of statements) {
      const plan = await explain(app, statement, { mayGather: true })
      expect(plan, statement.sql).toMatch(usingIndex(engine, '(status|sent_due)'))
      expect(plan, statement.sql).not.toMatch(/Seq Scan on invoices/)
    }
  })

  test('the job for overdue invoices reads only due ones', async () => {
    const page = { day: TODAY, after: 'inv_019aa3c1', limit: 200 }
    const [statement] = await recorded(app, (scope) => listOverdueIds(scope, page))
    if (!statement) throw new Error('The watch sent no statement.')
    const plan = await explain(app, statement, { mayGather: true })
    expect(plan).toMatch(usingIndex(engine, '(status|sent_due)'))
  })

  test('an invoice is found by the hash of its link', async () => {
    const [statement] = await recorded(app, (scope) => findSharedInvoice(scope, 'hash'))
    if (!statement) throw new Error('Reading by a link sent no statement.')
    const plan = await explain(app, statement, { mayGather: false })
    expect(plan).toMatch(/(?:USING INDEX|using) invoices_share\b/)
  })

  test('the credit notes of an invoice are found by its id', async () => {
    const [statement] = await recorded(app, (scope) => listCreditNoteRefs(scope, 'inv_none'))
    if (!statement) throw new Error('Reading the credit notes sent no statement.')
    const plan = await explain(app, statement, { mayGather: false })
    expect(plan).toMatch(/invoices_corrects\b/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })

  test('the invoices that were paid on a day are found by their payments', async () => {
    const filter = { paidFrom: '2005-09-01', paidTo: '2005-09-30' }
    const statement = (await statementsOf(app, filter, 'total')).at(-1)
    if (!statement) throw new Error('The list sent no statement.')
    expect(await explain(app, statement, { mayGather: true })).toMatch(/payments_paid\b/)
  })

  test('the data that a page of invoices needs is read in four statements', async () => {
    const invoices = Array.from({ length: 100 }, (_, at) => ({
      id: `inv_${at}`,
      customerId: `c${at}`,
      currency: 'EUR',
    }))
    const wanted = { invoices, names: new Set(INVOICE_EXPANSIONS) }
    const sent = await recorded(app, (scope) => expandInvoices({ ...app.work(), ...scope }, wanted))
    const plans = await Promise.all(sent.map((it) => explain(app, it, { mayGather: true })))
    expect(plans).toHaveLength(4)
    expect(plans[1]).toMatch(/payments_invoice\b/)
    expect(plans[2]).toMatch(/invoices_corrects\b/)
    for (const plan of plans)
      expect(plan).not.toMatch(/Seq Scan|SCAN (payments|invoices|i|customers)\b/)
  })
})

/** On SQLite the search index leads to the primary key. */
const usingIndex = (engine: Engine, name: string): RegExp => {
  if (name === KEY)
    return engine === 'sqlite'
      ? /^SEARCH i USING INDEX sqlite_autoindex_invoices_\d /m
      : /using invoices_pkey\b/m
  return engine === 'sqlite' && name === 'search'
    ? /^SEARCH i USING INTEGER PRIMARY KEY/m
    : new RegExp(
        engine === 'sqlite'
          ? `^SEARCH i USING (COVERING )?INDEX invoices_${name} `
          : `(using|on) invoices_${name}\\b`,
        'm',
      )
}

/** Many alike; three have a rare word. */
async function fill(app: TestApp): Promise<void> {
  const { id } = await givens(app).invoice({ customer: { name: 'Fernweh Books' } })
  const row = await rowToCopy(app, id)
  for (let start = 0; start < ROWS; start += ROWS_PER_INSERT) {
    const copies = Array.from({ length: ROWS_PER_INSERT }, (_, index) => ({
      ...row,
      id: `inv_019aa3c1-4a7e-7cc0-8000-${`${start + index}`.padStart(12, '0')}`,
      number: `N${start + index}`,
      total_minor: BigInt(start + index),
      search_text: searchTextOf(FIRST_COMPANY, textsOf(start + index)),
    }))
    await app.tables.insertInto('invoices').values(copies).execute()
    const payments = copies.map((invoice, index) => paymentOf(invoice.id, start + index))
    await app.tables.insertInto('payments').values(payments).execute()
  }
  const { database } = app.config
  if (database.engine === 'postgres') await asOwner(database.url, ['vacuum analyze'])
}

const paymentOf = (invoiceId: string, at: number): Tables['payments'] => ({
  company_id: FIRST_COMPANY,
  id: `pay_${at}`,
  invoice_id: invoiceId,
  kind: 'payment',
  amount_minor: 1n,
  paid_at: `${2000 + Math.floor(at / 300)}-${`${1 + (at % 12)}`.padStart(2, '0')}-01`,
  method: null,
  reference: null,
  source: null,
  note: null,
  automatic: 0n,
  credited_before_minor: 0n,
  credit_note_id: null,
  account_entry_id: null,
  discount_minor: 0n,
  fee_minor: 0n,
  write_off_minor: 0n,
  withheld_minor: 0n,
  received_minor: null,
  received_currency: null,
  reverses_id: null,
  bank_entry_id: null,
  created_at: `2026-11-21T09:00:00.${`${at % 1000}`.padStart(3, '0')}Z`,
})

const textsOf = (at: number): readonly string[] => ['design', ...(at % 600 === 7 ? ['zinc'] : [])]

const requestOf = (sort: string) =>
  ({ limit: 50, after: null, withTotal: false, sort, direction: 'desc' }) as const

/** The statements that read one page of invoices. */
async function statementsOf(
  app: TestApp,
  filter: InvoiceFilter,
  sort: string,
): Promise<readonly CompiledQuery[]> {
  const sent = await recorded(app, (scope) =>
    selectInvoices(scope, { ...filter, today: TODAY }, requestOf(sort)),
  )
  return sent.filter((statement) => /from "?invoices\b/.test(statement.sql))
}
