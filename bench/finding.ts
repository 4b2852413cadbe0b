import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { numberOrder, searchWords } from '@billwright/rules/folding'
import { type Insertable, sql } from 'kysely'
import { receiveSupplierInvoice } from '../src/einvoicing/supplier-invoices/change.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { engineOf, openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import type { CompanyTable, Tables } from '../src/platform/database/tables.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { createQuote } from '../src/sales/quotes/create.ts'
import { openAppAt } from '../test/faults/app-at.ts'
import { supplierXml } from '../test/supplier-xml.ts'
import type { Figure } from './measure.ts'
import type { Engine, Place } from './place.ts'
import { measureSearches } from './searches.ts'
import { startService } from './service.ts'

/** `FOUND=1000` for a quick look. */
const ROWS = Number(process.env.FOUND ?? 100_000)
const PER_INSERT = 100
const PER_ANALYZE = 2000
const LIMIT_MS = 50
const PAPERS = ['vellum', 'kraft', 'linen', 'card']

/** Few means one in 1000, all of them old. */
const FILTERS: Readonly<Record<string, string>> = {
  'quotes, first page': 'quotes?',
  'quotes with a word of half': 'quotes?q=binding',
  'quotes with a word of one in 1000': 'quotes?q=batch7',
  'quotes with a word of one in 100': 'quotes?q=lot7',
  'quotes with two words of half each that none shares': 'quotes?q=binding+printing',
  'quotes with a word of none': 'quotes?q=xylophone',
  'quotes of a rare status': 'quotes?status=declined',
  'quotes of a rare status, by total': 'quotes?status=declined&sort=-total',
  'quotes of a frequent status': 'quotes?status=accepted',
  'quotes of a customer': 'quotes?customer_id=cus_none',
  'quotes, by customer': 'quotes?sort=customer_name',
  'customers, first page': 'customers?archived=false',
  'customers with a word of one in 1000': 'customers?q=batch7',
  'customers with two words of half each that none shares': 'customers?q=binding+printing',
  'customers with a word of none': 'customers?q=xylophone',
  'customers with a city of 25,000': 'customers?q=vellum&archived=false',
  'supplier invoices, rejected': 'supplier-invoices?status=rejected',
  'supplier invoices, rejected in a currency and due':
    'supplier-invoices?status=rejected&currency=USD&due_to=2026-02-01&issued_from=2020-01-01',
  'supplier invoices, due long ago': 'supplier-invoices?due_to=2016-01-05',
  'events of a rare type': 'events?type=quote.declined',
  'events of a rare resource': 'events?type=quote.*&sort=-created_at',
  'events of a frequent resource': 'events?type=invoice.*&sort=-created_at',
}

/** Pages that filters find among many rows: how long they take, and the CPU of service and database. */
export async function benchFinding(place: Place, engine: Engine): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  await fill(readConfig({ DATABASE_URL: url }).database)
  const service = await startService(url, join(place.folder, `data-finding-${engine}`))
  try {
    const paths = Object.fromEntries(
      Object.entries(FILTERS).map(([name, query]) => [name, `${query}&limit=50`]),
    )
    const figure = { part: 'finding', engine, invoices: ROWS }
    return await measureSearches(service, { figure, paths, limitMs: LIMIT_MS })
  } finally {
    await service.stop()
  }
}

/** Copies of what the service made, written directly. */
async function fill(database: Parameters<typeof openAppAt>[0]): Promise<void> {
  const { work, close } = await openAppAt(database, systemClock.now())
  const customer = await createCustomer(work, { name: 'Sample' })
  const items = [{ description: 'Sample', unit_price: '10' }]
  await createQuote(work, { customer_id: customer.id, items })
  await receiveSupplierInvoice(work, { file: Buffer.from(supplierXml('R-1')) })
  await close()
  const db = openDatabase(database)
  const tables = tablesOfAllCompanies(db)
  const sampleOf = <Table extends CompanyTable>(table: Table) =>
    sql<Insertable<Tables[Table]>>`select * from ${sql.table(table)} limit 1`
      .execute(db)
      .then(({ rows: [row] }) => row as Insertable<Tables[Table]>)
  const quote = await sampleOf('quotes')
  const customers = await sampleOf('customers')
  const supplier = await sampleOf('supplier_invoices')
  const contents = await sampleOf('file_contents')
  const event = await sampleOf('events')
  const hasQuoteWords = (await db.introspection.getTables()).some((it) => it.name === 'quote_words')
  for (let start = 0; start < ROWS; start += PER_INSERT) {
    const all = Array.from({ length: PER_INSERT }, (_, at) => start + at)
    const texts = all.map((n) => ({ n, text: textOf(n), at: instantOf(n) }))
    // PostgreSQL plans the checks of foreign keys once: for an almost empty table it would scan.
    if (start % PER_ANALYZE === 0) await sql`analyze`.execute(db)
    await db.transaction().execute(async (trx) => {
      const into = <Table extends CompanyTable>(
        table: Table,
        rows: readonly Insertable<Tables[Table]>[],
      ) => insertInto(tablesOfAllCompanies(trx), table, rows)
      const { company_id } = customers as unknown as { readonly company_id: bigint }
      const wordsOf = (key: string, idOf: (n: number) => string) =>
        texts.flatMap(({ n, text }) =>
          searchWords(text).map((word) => ({
            company_id,
            [key]: idOf(n),
            word: Buffer.from(word),
          })),
        ) as never
      await into(
        'customers',
        texts.map(({ n, text, at }) => ({
          ...customers,
          id: idOf('cus', n),
          name: `Customer ${n}`,
          search_text: text,
          ...{ created_at: at, updated_at: at },
        })),
      )
      await into(
        'customer_words',
        wordsOf('customer_id', (n) => idOf('cus', n)),
      )
      await into(
        'quotes',
        texts.map(({ n, text, at }) => ({
          ...quote,
          id: idOf('quo', n),
          root_id: idOf('quo', n),
          number: `Q-${n}`,
          number_order: numberOrder(`Q-${n}`),
          status: n % 1000 === 1 ? 'declined' : 'accepted',
          total_minor: BigInt((n * 7919) % 1_000_003),
          customer_name: `Customer ${n}`,
          search_text: text,
          ...{ issue_date: at.slice(0, 10), created_at: at, updated_at: at },
        })),
      )
      if (hasQuoteWords)
        await into(
          'quote_words' as 'product_words',
          wordsOf('quote_id', (n) => idOf('quo', n)),
        )
      const hashes = all.map((n) => createHash('sha256').update(`${n}`).digest('hex'))
      await into(
        'file_contents',
        hashes.map((sha256) => ({ ...contents, sha256 })),
      )
      await into(
        'supplier_invoices',
        texts.map(({ n, text, at }) => ({
          ...supplier,
          id: idOf('sin', n),
          number: `R-${n}`,
          number_order: numberOrder(`R-${n}`),
          sha256: hashes[n - start] ?? '',
          status: n % 1000 === 1 ? 'rejected' : 'paid',
          currency: n % 2 ? 'USD' : 'EUR',
          search_text: text,
          ...{ issue_date: at.slice(0, 10), due_date: at.slice(0, 10) },
          ...{ created_at: at, updated_at: at },
        })),
      )
      await into(
        'events',
        texts.map(({ n, at }) => ({
          ...event,
          id: idOf('evt', n),
          sequence: BigInt(1000 + n),
          type: n % 1000 === 1 ? 'quote.declined' : n % 2 ? 'invoice.created' : 'invoice.issued',
          resource_type: n % 1000 === 1 ? 'quote' : 'invoice',
          resource_id: idOf('inv', n),
          ...{ data: '{}', data_packed: null },
          at,
        })),
      )
    })
  }
  await sql`update heads set event_sequence = ${ROWS + 1000}`.execute(db)
  if (engineOf(db) === 'postgres') await sql`vacuum analyze`.execute(db)
  await tables.destroy()
}

const insertInto = async <Table extends CompanyTable>(
  db: ReturnType<typeof tablesOfAllCompanies>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => {
  const inserted = rows as unknown as Insertable<Tables['customers']>[]
  await db
    .insertInto(table as 'customers')
    .values(inserted)
    .execute()
}

const idOf = (kind: string, n: number): string =>
  `${kind}_019aa5d2-7c00-7000-8000-${String(n).padStart(12, '0')}`

/** Over ten years. */
const instantOf = (n: number): string =>
  new Date(Date.UTC(2016, 0, 1) + Math.trunc((n / ROWS) * 3650) * 86_400_000).toISOString()

const textOf = (n: number): string =>
  `customer ${n} ${n % 2 ? 'binding' : 'printing'} ${PAPERS[n % 4]} batch${n % 1000} lot${n % 100 === 7 ? 7 : 'x'}`
