import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readInvoice } from '../src/books/audit/inner/invoice-checks.ts'
import { readInvoices } from '../src/books/audit/inner/repository.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { type CompanyScope, FIRST_COMPANY } from '../src/core/companies/company.ts'
import { requireFirst } from '../src/core/companies/directory.ts'
import { hexOf } from '../src/core/record/event-chain.ts'
import { unpacked } from '../src/core/record/packed-changes.ts'
import { unpackedData } from '../src/core/record/packed-data.ts'
import {
  asSeenBy,
  type Db,
  type Engine,
  migrate,
  openDatabase,
} from '../src/platform/database/db.ts'
import { type CompanyDb, tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import type { Tables } from '../src/platform/database/tables.ts'
import { sha256 } from '../src/platform/ids.ts'
import { STATE_VERSION, stateTextOf } from '../src/sales/invoices/revisions/state.ts'
import { createTestDatabase, type TestDatabase } from './databases.ts'
import { ADJUSTED, COMPANY, EVERY_FIELD, EVERY_ITEM_FIELD } from './every-field.ts'
import { givens, ITEM } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

/*
 * For each version of the audit projection: the rows of a small database that was written with it, and
 * what was hashed of each of its invoices. These files never change, and every later release verifies
 * them. With UPDATE_GOLDEN=1 a new version gets its files.
 */

const FOLDER = join(import.meta.dirname, 'golden/audit')
const rowsFile = (version: number) => join(FOLDER, `version-${version}.rows.jsonl`)
const statesFile = (version: number) => join(FOLDER, `version-${version}.states.jsonl`)

/** In the order in which they refer to each other. */
const TABLES = [
  'company_secrets',
  'customers',
  'number_series',
  'invoices',
  'invoice_items',
  'invoice_adjustments',
  'invoice_taxes',
  'payments',
  'revisions',
  'heads',
  'events',
] as const satisfies readonly (keyof Tables)[]

interface GoldenRow {
  readonly table: (typeof TABLES)[number]
  readonly row: Readonly<Record<string, string | number | null>>
}

const versionsIn = (): readonly number[] =>
  readdirSync(FOLDER).flatMap((name) => Number(/^version-(\d+)\.rows/.exec(name)?.[1] ?? []) || [])

if (process.env.UPDATE_GOLDEN === '1' && !versionsIn().includes(STATE_VERSION)) await writeFiles()

test('the projection of new revisions has its files', () => {
  expect(versionsIn()).toContain(STATE_VERSION)
})

const CASES = versionsIn().flatMap((version) => ENGINES.map((engine) => [version, engine] as const))

describe.each(CASES)('version %i of the audit projection (%s)', (version, engine) => {
  let database: TestDatabase
  let db: Db
  let scope: CompanyScope
  beforeAll(async () => {
    ;({ database, db } = await openGolden(version, engine))
    scope = {
      db: asSeenBy(db, FIRST_COMPANY),
      companyId: FIRST_COMPANY,
      company: await requireFirst(db),
    }
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  test('the database verifies', async () => {
    const report = await verifyDatabase(scope)
    expect(report).toMatchObject({ ok: true, breaks: [], gaps: [] })
    expect(report.invoices).toBeGreaterThan(5)
  })

  test('the same text of each invoice is hashed', async () => {
    const golden = linesOf(statesFile(version))
    expect(await statesIn(scope, version)).toEqual(golden)
    const hashes = await tablesOfAllCompanies(db)
      .selectFrom('revisions')
      .select('state_hash')
      .execute()
    const recorded = new Set(hashes.map(({ state_hash }) => state_hash))
    expect(golden.filter((text) => !recorded.has(sha256(text)))).toEqual([])
  })

  test('a change of one amount is found', async () => {
    const invoices = tablesOfAllCompanies(db)
      .updateTable('invoices')
      .where('number', 'is not', null)
    await invoices.set((e) => ({ net_minor: e('net_minor', '+', 1n) })).execute()
    const { breaks } = await verifyDatabase(scope)
    expect(breaks[0]).toMatchObject({ kind: 'invoice_state', field: 'totals' })
  })
})

async function openGolden(version: number, engine: Engine) {
  const database = await createTestDatabase(engine)
  const db = openDatabase(database.config)
  await migrate(db)
  for (const line of linesOf(rowsFile(version))) {
    const { table, row }: GoldenRow = JSON.parse(line)
    const values = Object.entries(row).map(([column, value]) => {
      if (typeof value === 'number') return [column, BigInt(value)]
      const isBytes = table === 'events' && column === 'hash' && value !== null
      return [column, isBytes ? Buffer.from(value, 'hex') : value]
    })
    await tablesOfAllCompanies(db)
      .insertInto(table)
      .values(Object.fromEntries(values) as Insertable<Tables['invoices']>)
      .execute()
  }
  return { database, db }
}

const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8').trimEnd().split('\n')

async function statesIn(scope: CompanyDb, version: number): Promise<readonly string[]> {
  const states: string[] = []
  for await (const batch of readInvoices(scope))
    for (const audited of batch) {
      const stored = readInvoice(audited)
      states.push((stored && stateTextOf(stored, version)) ?? '')
    }
  return states
}

async function writeFiles(): Promise<void> {
  const app = await startTestApp('sqlite')
  await fill(app)
  const lines: string[] = []
  for (const table of TABLES) {
    const rows = await app.tables.selectFrom(table).selectAll().execute()
    for (const { search_key: _, ...row } of rows.map(asText))
      if (table !== 'company_secrets' || ('name' in row && row.name === 'share_tokens'))
        lines.push(JSON.stringify({ table, row }, (_key, value) => asNumber(value)))
  }
  writeFileSync(rowsFile(STATE_VERSION), `${lines.join('\n')}\n`)
  const states = await statesIn(app.work(), STATE_VERSION)
  writeFileSync(statesFile(STATE_VERSION), `${states.join('\n')}\n`)
  await app.close()
}

/** A revision or an event whose packed columns and hash are text. */
function asText(row: object): object & { search_key?: unknown } {
  if ('data_packed' in row) {
    const event = row as Tables['events']
    const data = unpackedData(event, event.resource_id)
    const text = { data, data_packed: null, hash: hexOf(event.hash ?? Buffer.of()) }
    return { ...row, ...text }
  }
  if (!('changes_packed' in row)) return row
  const text = { changes: unpacked(row as Tables['revisions']), changes_packed: null }
  return { ...row, ...text }
}

function asNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

/** Invoices in every status, with every field. */
async function fill(app: TestApp): Promise<void> {
  const given = givens(app)
  await given.settings(COMPANY)
  // Another invoice cannot have its external ids.
  const { external_ids: _, ...fields } = EVERY_FIELD
  await given.invoice({ ...fields, items: [EVERY_ITEM_FIELD, ITEM], ...ADJUSTED })
  const sent = await given.invoice({
    ...EVERY_FIELD,
    e_invoice_profile: null,
    items: [EVERY_ITEM_FIELD, ITEM],
    ...ADJUSTED,
    status: 'sent',
  })
  await given.publish(sent.id)
  await given.payment(sent.id, { amount: '10.00', method: 'transfer', reference: 'Statement 12' })
  await given.creditNote(sent.id, {
    items: [{ id: sent.items[0].id, quantity: '1' }],
    reason: 'Returned',
    status: 'sent',
  })
  await given.invoice({ status: 'paid', prices_include_tax: true, rounding: 'line' })
  await given.invoice({ status: 'sent', currency: 'JPY', items: [{ ...ITEM, unit_price: '800' }] })
  const empty = await given.invoice({ status: 'sent', items: [{ description: 'Nothing' }] })
  await given.put(empty.id, { status: 'void' })
  const lost = await given.invoice({ status: 'sent' })
  await given.put(lost.id, { status: 'uncollectible' })
  const draft = await given.invoice()
  await app.call('DELETE', `/invoices/${draft.id}`)
}
