import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadWork } from '../../src/core/record/work.ts'
import { commitImport, undoImport } from '../../src/operations/transfer/imports/change.ts'
import { createImport } from '../../src/operations/transfer/imports/create.ts'
import {
  IMPORT_KINDS,
  type Import,
  type ImportKindName,
} from '../../src/operations/transfer/imports/import.ts'
import { requireImport } from '../../src/operations/transfer/imports/read.ts'
import {
  CUSTOMER,
  invoice,
  item,
  writeInvio,
} from '../../src/operations/transfer/inner/invio/invio.testing.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { createCustomer } from '../../src/sales/customers/change.ts'
import { createInvoice } from '../../src/sales/invoices/create.ts'
import { openAppAt } from './app-at.ts'
import { type Fault, fault, randomBetween, rounds } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { runWorker } from './run-worker.ts'

type Database = Config['database']

/** Of each file of customers; the other kinds have a quarter. */
const ROWS = Number(process.env.FAULT_ROWS ?? 220)
const ROWS_OF_OTHERS = Math.ceil(ROWS / 4)
/** One row in ten has a fault. */
const FAULTY_EACH = 10
/** Of each step; both processes of a wave run at once. */
const WAVES = 2
const PROCESSES = 2
const START_MS = Date.parse('2026-01-01T06:00:00Z')
/** Until then a killed process keeps its jobs. */
const LEASE_MS = 120_000
const TABLES = [
  'customers',
  'products',
  'entries',
  'invoices',
  'recurring_invoices',
  'payments',
] as const

/** What the rows refer to. */
interface Given {
  readonly customerId: string
  readonly invoiceId: string
}

interface File {
  readonly bytes: Uint8Array
  readonly rows: number
  readonly faulty: number
  /** The records that undoing keeps. */
  readonly kept: number
}

type Mark = (row: number) => string

const csv = (
  header: string,
  rows: number,
  line: (row: number, isFaulty: boolean) => string,
): File => ({
  bytes: Buffer.from(
    [header, ...Array.from({ length: rows }, (_, row) => line(row, row % FAULTY_EACH === 0))].join(
      '\n',
    ),
  ),
  rows,
  faulty: Math.ceil(rows / FAULTY_EACH),
  kept: 0,
})

/** Files of each kind, with other content in each round. */
const FILES: Readonly<Record<ImportKindName, (mark: Mark, given: Given) => File>> = {
  customers: (mark) =>
    csv('name,notes', ROWS, (row, isFaulty) => `${isFaulty ? '' : mark(row)},${row}`),
  products: (mark) =>
    csv('name,price.currency,price.unit_price', ROWS_OF_OTHERS, (row, isFaulty) =>
      [mark(row), 'EUR', isFaulty ? 'much' : row].join(),
    ),
  entries: (mark, { customerId }) =>
    csv('customer_id,description,date,quantity,unit_price', ROWS_OF_OTHERS, (row, isFaulty) =>
      [customerId, mark(row), isFaulty ? 'soon' : '2026-01-01', '1', row].join(),
    ),
  invoices: (mark, { customerId }) =>
    csv('invoice,customer_id,description,unit_price', ROWS_OF_OTHERS, (row, isFaulty) =>
      [row, isFaulty ? 'nobody' : customerId, mark(row), row].join(),
    ),
  recurring_invoices: (mark, { customerId }) =>
    csv(
      'recurring,name,customer_id,schedule.unit,schedule.start_date,description,unit_price',
      ROWS_OF_OTHERS,
      (row, isFaulty) =>
        [row, mark(row), customerId, isFaulty ? 'moon' : 'month', '2026-02-01', 'Rent', row].join(),
    ),
  payments: (mark, { invoiceId }) =>
    csv('invoice_id,amount,reference,source', ROWS_OF_OTHERS, (row, isFaulty) =>
      [invoiceId, isFaulty ? 'all' : '1.00', mark(row), 'bank'].join(),
    ),
  invio: (mark) => {
    const ids = Array.from({ length: ROWS_OF_OTHERS }, (_, row) => mark(row))
    const file = writeInvio({
      customers: ids.map((id) => ({ ...CUSTOMER, id, name: id })),
      invoices: ids.map((id) => invoice(id, id, { customer_id: id, status: 'draft' })),
      invoice_items: ids.map((id) => item(id)),
    })
    const bytes = readFileSync(file.path)
    file.remove()
    // The settings are a record as well, and stay.
    return { bytes, rows: 2 * ids.length + 1, faulty: 0, kept: 1 }
  },
}

/**
 * Processes that check, commit and undo files of every kind are killed between any two statements: each
 * record is imported once, and the report, the progress and the events are right.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('imports')
  return [
    await killOn(it, { engine: 'sqlite', path: join(it.folder(), 'imports.db') }),
    await killOn(it, { engine: 'postgres', url }),
  ].join('; ')
})

async function killOn(it: Fault, database: Database): Promise<string> {
  const { work, close } = await openAppAt(database, START_MS)
  const db = openDatabase(database)
  it.after(() => db.destroy())
  const tables = tablesOfAllCompanies(db)
  const given = await givenRecords(work)
  const count = rounds(1)
  let kills = 0
  let started = 0
  let total = 0

  /** Of all records that imports create. */
  const idsThere = async (): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      TABLES.map((table) => tables.selectFrom(table).select('id').execute()),
    )
    return new Set(found.flatMap((rows) => rows.map(({ id }) => id)))
  }

  const expect = (what: string, found: unknown, expected: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      it.finding(
        `${database.engine}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
      )
  }

  /** The records that the import says it made are those that are there. */
  const compare = async (what: string, id: string, before: ReadonlySet<string>): Promise<void> => {
    const records = await tables
      .selectFrom('import_records')
      .select('resource_id')
      .where('import_id', '=', id)
      .where('status', 'in', ['imported', 'kept'])
      .execute()
    const there = [...(await idsThere())].filter((id) => !before.has(id)).toSorted()
    const said = records.flatMap(({ resource_id: id }) =>
      id === null || before.has(id) || !/^(cus|prd|ent|inv|rec|pay)/.test(id) ? [] : id,
    )
    expect(what, said.toSorted(), there)
  }

  /** Kills processes in the midst of a step, looks, and lets one process end it. */
  const step = async (what: string, { id, rows }: Import, before: ReadonlySet<string>) => {
    const start = (diesAt: number) => {
      started += 1
      return runWorker(database, { atMs: START_MS + started * LEASE_MS, diesAt })
    }
    for (let wave = 0; wave < WAVES; wave += 1) {
      // About as many statements as a process sends for one step.
      const dying = Array.from({ length: PROCESSES }, () => start(randomBetween(1, 40 + 4 * rows)))
      for (const signal of await Promise.all(dying)) if (signal === 'SIGKILL') kills += 1
    }
    await compare(`${what}, in the middle:`, id, before)
    await start(0)
    await compare(`${what}, at its end:`, id, before)
    return requireImport(work, id)
  }

  const importOf = async (kind: ImportKindName, round: number): Promise<void> => {
    const { bytes, rows, faulty, kept } = FILES[kind](
      (row) => `${database.engine} ${round} ${row}`,
      given,
    )
    const before = await idsThere()
    const format = kind === 'invio' ? 'sqlite' : 'csv'
    const made = await createImport(work, { kind, format, name: null, options: {}, bytes })
    const { id } = made.it
    const change = { id, ifMatch: undefined }
    const valid = rows - faulty
    total += rows
    const ready = await step(`the check of ${kind}`, made.it, before)
    expect(
      `the check of ${kind}`,
      [ready.status, ready.valid, ready.faulty],
      ['ready', valid, faulty],
    )
    await commitImport(work, { ...change, accept: ['faults'] })
    const done = await step(`the import of ${kind}`, made.it, before)
    expect(`the import of ${kind}`, [done.status, done.imported, done.failed], ['done', valid, 0])
    await undoImport(work, { ...change, keep: 'used' })
    const undone = await step(`undoing ${kind}`, made.it, before)
    expect(
      `undoing ${kind}`,
      [undone.status, undone.undone, undone.kept],
      ['undone', valid - kept, kept],
    )
    expect(`what is left of ${kind}`, (await idsThere()).size, before.size)
    const events = await tables
      .selectFrom('events')
      .select('type')
      .where('resource_id', '=', id)
      .orderBy('sequence')
      .execute()
    const types = events.map(({ type }) => type)
    expect(`the events of ${kind}`, types, ['import.ready', 'import.done', 'import.undone'])
  }

  for (let round = 0; round < count; round += 1)
    for (const kind of IMPORT_KINDS) await importOf(kind, round)
  await close()
  return `${database.engine}: ${kills} kills, ${total} records checked, imported and undone, each once`
}

/** A customer, and an invoice with more to pay than all payments. */
async function givenRecords(work: ReadWork): Promise<Given> {
  const { id: customerId } = await createCustomer(work, { name: 'Given Ltd' })
  const { invoice } = await createInvoice(work, {
    ...{ customer_id: customerId, status: 'sent', tax_mode: 'none' },
    items: [{ description: 'Everything', quantity: '1', unit_price: '1000000' }],
  })
  return { customerId, invoiceId: invoice.id }
}
