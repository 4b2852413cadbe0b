import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../../../test/givens.ts'
import { asOwner } from '../../../test/global-setup.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { unpacked } from '../../core/record/packed-changes.ts'
import type { Break } from './report.ts'
import { withSnapshot } from './snapshot.ts'
import { verifyDatabase } from './verify.ts'

/** What is changed behind the service's back, and what verify must say first. */
interface Tampering {
  readonly name: string
  readonly statements: readonly string[]
  readonly expected: Partial<Break>
  /** The number that the report must name. */
  readonly names?: string
}

const TAMPERINGS: readonly Tampering[] = [
  ...[
    "data = '{}', data_packed = null",
    "type = 'invoice.viewed'",
    "resource_id = 'inv_other'",
    "resource_type = 'quote'",
    "actor_kind = 'user'",
    "actor_id = 'usr_other'",
    "actor_name = 'Mallory'",
    "at = '2026-01-01T00:00:00.000Z'",
    "id = 'evt_other'",
    "hash = 'cleared'",
  ].map((change) => ({
    name: `an event in the middle of the log: ${change}`,
    statements: [`update events set ${change} where sequence = 3`],
    expected: { kind: 'event_hash' } as const,
  })),
  {
    name: 'the last event',
    statements: [
      "update events set actor_name = 'M', hash = 'cleared' where sequence = (select event_sequence from heads)",
    ],
    expected: { kind: 'event_hash' },
  },
  {
    name: "one letter of an item's description",
    statements: [
      "update invoice_items set description = 'Cover desigm' where invoice_id = :first and position = 0",
    ],
    expected: { kind: 'invoice_state', field: 'items' },
    names: 'INV-2026-0001',
  },
  {
    name: "a cent of an item's total",
    statements: [
      'update invoice_items set total_minor = total_minor + 1 where invoice_id = :first',
    ],
    expected: { kind: 'invoice_state', field: 'items' },
    names: 'INV-2026-0001',
  },
  {
    name: 'a cent of the total',
    statements: ['update invoices set total_minor = total_minor + 1 where id = :first'],
    expected: { kind: 'invoice_state', field: 'totals' },
    names: 'INV-2026-0001',
  },
  {
    name: 'a cent of the tax breakdown',
    statements: [
      'update invoice_taxes set amount_minor = amount_minor + 1 where invoice_id = :first',
    ],
    expected: { kind: 'invoice_state', field: 'taxes' },
  },
  {
    name: 'a number',
    statements: ["update invoices set number = 'INV-2026-0091' where id = :first"],
    expected: { kind: 'invoice_state', field: 'number', expected: '"INV-2026-0001"' },
    names: 'INV-2026-0091',
  },
  {
    name: "one letter of the buyer's JSON",
    statements: [
      "update invoices set buyer = replace(buyer, 'Fernweh', 'Fernwah'), customer_name = 'Fernwah Books' where id = :first",
    ],
    expected: { kind: 'invoice_state', field: 'customer' },
    names: 'INV-2026-0001',
  },
  {
    name: "a blank in the buyer's JSON",
    statements: ["update invoices set buyer = replace(buyer, ':', ': ') where id = :first"],
    expected: { kind: 'invoice_state', field: 'buyer' },
  },
  {
    name: "the buyer's JSON, so that it is none",
    statements: ['update invoices set buyer = substr(buyer, 2) where id = :first'],
    expected: { kind: 'invoice_unreadable' },
    names: 'INV-2026-0001',
  },
  {
    name: 'the name in the list',
    statements: ["update invoices set customer_name = 'fernweh Books' where id = :first"],
    expected: { kind: 'customer_name', field: 'customer_name', found: 'fernweh Books' },
  },
  {
    name: 'the text that is searched',
    statements: ["update invoices set search_text = '' where id = :first"],
    expected: { kind: 'invoice_state', field: 'search_text' },
  },
  {
    name: 'the hash that a share token is found by',
    statements: ["update invoices set share_hash = 'x' where id = :first"],
    expected: { kind: 'invoice_state', field: 'share_hash' },
  },
  {
    name: 'what was paid',
    statements: ['update payments set amount_minor = amount_minor - 1 where invoice_id = :paid'],
    expected: { kind: 'paid_sum', field: 'paid_minor' },
    names: 'INV-2026-0002',
  },
  {
    name: 'what a revision says was changed',
    statements: [
      "update revisions set changes = replace(changes, 'Cover', 'Covet') where sequence = 1",
    ],
    expected: { kind: 'revision_hash', revision: 1n },
  },
  {
    name: 'a blank in what a revision says',
    statements: ["update revisions set changes = replace(changes, ':[', ': [') where sequence = 1"],
    expected: { kind: 'revision_unreadable', revision: 1n },
  },
  {
    name: 'what a revision says, so that it is no JSON',
    statements: ['update revisions set changes = substr(changes, 2) where sequence = 2'],
    expected: { kind: 'revision_unreadable', revision: 2n },
  },
  {
    name: 'a byte of what a revision says',
    statements: [
      'update revisions set changes_packed = substr(changes_packed, 2) where sequence = 4',
    ],
    expected: { kind: 'revision_unreadable', revision: 4n },
  },
  {
    name: 'who a revision is of',
    statements: ["update revisions set actor_name = 'Somebody else' where sequence = 3"],
    expected: { kind: 'revision_hash', revision: 3n },
  },
  {
    name: 'the hash of a revision',
    statements: [
      "update revisions set hash = replace(hash, substr(hash, 1, 2), 'zz') where sequence = 2",
    ],
    expected: { kind: 'revision_hash', revision: 2n },
  },
  {
    name: 'the place of a revision',
    statements: ['update revisions set sequence = 1000 where sequence = 2'],
    expected: { kind: 'chain_sequence', revision: 2n },
  },
  {
    name: 'two revisions, swapped',
    statements: [
      'update revisions set sequence = -1 where sequence = 2',
      'update revisions set sequence = 2 where sequence = 3',
      'update revisions set sequence = 3 where sequence = -1',
    ],
    expected: { kind: 'chain_link', revision: 2n },
  },
  {
    name: 'the first revision, deleted',
    statements: ['delete from revisions where sequence = 1'],
    expected: { kind: 'chain_sequence', revision: 1n },
  },
  {
    name: 'the last revision, deleted',
    statements: ['delete from revisions where sequence = (select max(sequence) from revisions)'],
    expected: { kind: 'chain_head', field: 'sequence' },
  },
  {
    name: 'the hash of the head',
    statements: [
      "update heads set revision_hash = replace(revision_hash, substr(revision_hash, 1, 2), 'zz')",
    ],
    expected: { kind: 'chain_head', field: 'hash' },
  },
  {
    name: 'an invoice, deleted',
    statements: ['delete from invoices where id = :first'],
    expected: { kind: 'invoice_missing' },
    names: 'INV-2026-0001',
  },
  {
    name: 'an event, deleted',
    statements: ['delete from events where sequence = 2'],
    expected: { kind: 'event_sequence' },
  },
  {
    name: 'the head, deleted',
    statements: ['delete from heads'],
    expected: { kind: 'chain_head', expected: '0' },
  },
  {
    name: 'a series, set back',
    statements: ['update number_series set last_value = 2'],
    expected: { kind: 'number_series', field: 'sequence' },
    names: 'INV-2026-0003',
  },
]

describe.each(ENGINES)('verify (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    ids.first = (await given.invoice({ status: 'sent' })).id
    await given.publish(ids.first ?? '')
    ids.paid = (await given.invoice({ status: 'paid' })).id
    ids.third = (await given.invoice({ status: 'sent', discounts: [DISCOUNT] })).id
    ids.last = (await given.invoice({ notes: 'a draft' })).id
    for (const sequence of [1n, 2n]) await asText(app, sequence)
  })
  afterAll(() => app.close())

  const verify = () => withSnapshot(app.config.database, (scope) => verifyDatabase(scope))

  test('finds no fault in data of the service, and counts the records', async () => {
    const done: number[] = []
    const report = await verifyDatabase(app.work(), (count) => done.push(count))
    expect(report).toMatchObject({ ok: true, breaks: [], gaps: [], revisions: 8, invoices: 4 })
    expect(report.numbers).toBe(3)
    expect(done.at(-1)).toBe(12)
  })

  test.each(TAMPERINGS)('finds $name', async ({ statements, expected, names }) => {
    const restore = await tamper(
      app,
      statements.map((it) => withIds(it, ids)),
    )
    const report = await verify().finally(restore)
    expect(report.ok).toBe(false)
    expect(report.breaks[0]).toMatchObject(expected)
    if (names !== undefined) expect(report.breaks[0]?.message).toContain(names)
    expect(await verify()).toMatchObject({ ok: true })
  })

  /** Of each column, in one row: the last letter or digit, or something where there was nothing. */
  test.each(CHAINED_TABLES)('finds a change of any column of %s', async (table) => {
    const [row = {}] = await app.tables.selectFrom(table).selectAll().orderBy(sql`1, 2`).execute()
    const missed: string[] = []
    for (const [column, value] of Object.entries(row).filter(([name]) => !OWN.includes(name))) {
      const changed =
        typeof value === 'bigint' ? `${value + 10n}` : otherLetter(String(value ?? ''))
      const was = value === null ? 'null' : quoted(String(value))
      const is = value === null ? 'is null' : `= ${was}`
      await unchecked(app, [
        `update ${table} set ${column} = ${quoted(changed)} where ${column} ${is}`,
      ])
      const report = await verifyDatabase(app.work())
      await unchecked(app, [
        `update ${table} set ${column} = ${was} where ${column} = ${quoted(changed)}`,
      ])
      if (report.ok) missed.push(column)
    }
    expect(missed).toEqual([])
  })

  test('a number that is nowhere is a gap, and a fault', async () => {
    const restore = await tamper(app, ['update number_series set last_value = 9'])
    const report = await verify().finally(restore)
    expect(report).toMatchObject({ ok: false, breaks: [] })
    expect(report.gaps).toEqual([{ series: 'invoice:2026', from: 4n, to: 9n, deleted: null }])
  })

  test('a gap that a deletion explains is reported, but is no fault', async () => {
    await given.settings({ lockIssuedInvoices: false })
    const doomed = await given.invoice({ status: 'sent' })
    await given.invoice({ status: 'sent' })
    expect((await app.call('DELETE', `/invoices/${doomed.id}`)).statusCode).toBe(204)
    const report = await verify()
    expect(report).toMatchObject({ ok: true, breaks: [] })
    expect(report.gaps).toMatchObject([
      { series: 'invoice:2026', from: 4n, to: 4n, deleted: { number: doomed.number } },
    ])
  })
})

/** Stores what a revision says as the text that it is, so that SQL can change it. */
async function asText({ tables }: TestApp, sequence: bigint): Promise<void> {
  const revision = tables.selectFrom('revisions').selectAll().where('sequence', '=', sequence)
  const changes = unpacked(await revision.executeTakeFirstOrThrow()) ?? ''
  const update = tables.updateTable('revisions').where('sequence', '=', sequence)
  await update.set({ changes, changes_packed: null }).execute()
}

const DISCOUNT = {
  reason: 'Loyalty',
  percent: '10',
  tax: { category: 'S', rate: '19' },
}

/** Says nothing of invoices: the number in the search index, the state of the last message, and a move. */
const OWN = ['search_key', 'mail_status', 'mail_at', 'frozen_at']

const CHAINED_TABLES = [
  'invoices',
  'invoice_items',
  'invoice_adjustments',
  'invoice_taxes',
  'revisions',
  'heads',
] as const

/** A digit, so that a column of integers takes it as well. */
const otherLetter = (text: string): string =>
  `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`

const withIds = (statement: string, ids: Readonly<Record<string, string>>): string =>
  statement.replace(/:(\w+)/g, (whole, name: string) => (ids[name] ? `'${ids[name]}'` : whole))

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const TABLES = [
  'events',
  'invoices',
  'invoice_items',
  'invoice_adjustments',
  'invoice_taxes',
  'payments',
  'revisions',
  'heads',
  'number_series',
]

/** Runs the statements, and answers how to undo them. */
async function tamper(app: TestApp, statements: readonly string[]): Promise<() => Promise<void>> {
  const tables = await app.db.introspection.getTables()
  const columnsOf = (table: string) =>
    (tables.find(({ name }) => name === table)?.columns ?? []).map(({ name }) => name).join(', ')
  const copies = TABLES.map(
    (table) => `create table saved_${table} as select ${columnsOf(table)} from ${table}`,
  )
  await unchecked(app, [...copies, ...statements])
  return () =>
    unchecked(
      app,
      TABLES.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} (${columnsOf(table)}) select * from saved_${table}`,
        `drop table saved_${table}`,
      ]),
    )
}

/** Runs the statements where no row has to refer to one that is there. */
async function unchecked({ config }: TestApp, statements: readonly string[]): Promise<void> {
  if (config.database.engine === 'sqlite') {
    const database = new Database(config.database.path)
    database.pragma('foreign_keys = off')
    for (const it of statements) database.exec(it)
    database.close()
    return
  }
  await asOwner(config.database.url, ['set session_replication_role = replica', ...statements])
}
