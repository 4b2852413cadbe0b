import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNotified } from '../src/company/settings/inner/repository.ts'
import { FIRST_COMPANY } from '../src/core/companies/company.ts'
import { findFiles } from '../src/core/files/inner/repository.ts'
import { listEvents } from '../src/core/record/log.ts'
import { listSupplierInvoices } from '../src/einvoicing/supplier-invoices/inner/repository.ts'
import { listDue, listWithWaiting } from '../src/messages/mail/inner/repository.ts'
import type { CompanyDb } from '../src/platform/database/scope.ts'
import type { CompanyTable } from '../src/platform/database/tables.ts'
import { listMovements, openingBalances, owedOn } from '../src/receivables/balances/movements.ts'
import { owedByCustomers, owedByDay } from '../src/receivables/balances/owed.ts'
import { listAllPayments } from '../src/receivables/payments/inner/repository.ts'
import { listCustomers } from '../src/sales/customers/inner/repository.ts'
import { findCustomerNames } from '../src/sales/customers/lookups.ts'
import { listOfQuote } from '../src/sales/invoices/inner/repository.ts'
import { listWithOverdue } from '../src/sales/invoices/list/list.ts'
import { listProducts } from '../src/sales/products/inner/repository.ts'
import { listQuotes, listWithExpired } from '../src/sales/quotes/inner/repository.ts'
import { ROW_SECURITY } from './databases.ts'
import { givens, ITEM } from './givens.ts'
import { asOwner } from './global-setup.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { explain, recorded } from './plans.ts'

/** Enough for PostgreSQL to prefer an index to reading all. */
const ROWS = 1000
const TABLES = ['customers', 'products', 'quotes', 'payments'] as const
const PAGE = { limit: 50, after: null, direction: 'asc', withTotal: false } as const
const LATE = '2027-01-01T00:00:00.000Z'

const OWNER = { kind: 'invoice', id: 'inv_1' } as const
const CLAIMS = { customerId: 'cus_1', from: '2026-01-01', to: '2026-12-31', currency: null }
/** His invoices first, then their payments: not all of a status or a time. */
const OF_CUSTOMER =
  /^(?=[\s\S]*invoices_customer)(?=[\s\S]*payments_invoice)(?![\s\S]*(invoices_status|payments_paid))/
const AFTER = { after: FIRST_COMPANY }
const SOME = [FIRST_COMPANY]
const NO_CUSTOMER = {
  q: undefined,
  country: null,
  archived: null,
  onAccount: null,
  email: null,
  taxId: null,
}
const NO_NAMES = {
  externalId: null,
  metadata: {},
  createdFrom: null,
  createdTo: null,
  updatedSince: null,
}
const NO_PRODUCT = { words: [], candidates: null, kind: null, archived: null, ...NO_NAMES }
const NO_QUOTE = { q: undefined, statuses: [], customerIds: [], numbers: [], ...NO_NAMES }

const NO_SUPPLIER_INVOICE = {
  words: [],
  statuses: [],
  currencies: [],
  issuedFrom: null,
  issuedTo: null,
  dueTo: null,
}

const customers = (sort: string, filter: object) => (scope: CompanyDb) =>
  listCustomers(scope, { ...NO_CUSTOMER, ...NO_NAMES, ...filter }, { ...PAGE, sort })
const products = (sort: string, filter: object) => (scope: CompanyDb) =>
  listProducts(scope, { ...NO_PRODUCT, ...filter }, { ...PAGE, sort })
const quotes = (sort: string, filter: object) => (scope: CompanyDb) =>
  listQuotes(scope, { ...NO_QUOTE, today: '2026-11-21', ...filter }, { ...PAGE, sort })
const supplierInvoices = (filter: object) => (scope: CompanyDb) =>
  listSupplierInvoices(
    scope,
    { ...NO_SUPPLIER_INVOICE, ...filter },
    { ...PAGE, sort: 'created_at' },
  )
const events = (type: string) => (scope: CompanyDb) =>
  listEvents(scope, { types: [type], hidden: [] }, { ...PAGE, sort: 'created_at' })
const payments = (sort: string, filter: object) => (scope: CompanyDb) =>
  listAllPayments(scope, filter, { ...PAGE, sort })

type Read = (scope: CompanyDb) => Promise<unknown>

/** Filters that few rows meet, and the index by which these are found. */
const READS: readonly (readonly [string, Read, RegExp])[] = [
  ['customers by name', customers('name', {}), /customers_name/],
  ['customers by e-mail', customers('name', { email: 'a@example.org' }), /customers_email/],
  ['customers by tax id', customers('name', { taxId: 'DE1' }), /customers_tax_id/],
  ['customers that changed', customers('updated_at', { updatedSince: LATE }), /customers_updated/],
  ['customers by a word', customers('name', { q: 'fern' }), /customer_words_word/],
  ['customers by external id', customers('name', { externalId: 'shop:1' }), KEY('customers')],
  ['customers by metadata', customers('name', { metadata: { a: 'b' } }), /metadata_pairs/],
  ['new customers', customers('name', { createdFrom: LATE }), /customers_created/],
  ['companies with notices', (scope) => listNotified(scope.db, AFTER), /settings_notified/],
  ['companies with quotes', (scope) => listWithExpired(scope.db, SOME, LATE), /quotes_status/],
  ['names of customers', (scope) => findCustomerNames(scope, ['cus_1']), KEY('customers')],
  ['files of an invoice', (scope) => findFiles(scope, OWNER), /files_owner/],
  ['products by name', products('name', {}), /products_name/],
  ['products that changed', products('updated_at', { updatedSince: LATE }), /products_updated/],
  ['new products', products('created_at', { createdFrom: LATE }), /products_created/],
  ['products by metadata', products('name', { metadata: { a: 'b' } }), /metadata_pairs/],
  ['products by external id', products('name', { externalId: 'shop:1' }), KEY('products')],
  ['quotes, newest first', quotes('created_at', {}), /quotes_created/],
  ['quotes by customer', quotes('customer_name', {}), /quotes_customer_name/],
  ['quotes by a word', quotes('created_at', { q: 'fern' }), /quote_words_word/],
  ['quotes of a status', quotes('total', { statuses: ['declined'] }), /quotes_status/],
  ['quotes by date', quotes('issue_date', {}), /quotes_issued/],
  ['quotes by total', quotes('total', {}), /quotes_total/],
  ['quotes that changed', quotes('updated_at', { updatedSince: LATE }), /quotes_updated/],
  ['quotes by metadata', quotes('total', { metadata: { a: 'b' } }), /metadata_pairs/],
  ['new quotes', quotes('total', { createdFrom: LATE }), /quotes_created/],
  ['quotes by number', quotes('created_at', { numbers: ['Q-1', 'Q-2'] }), /quotes_number/],
  [
    'invoices of a quote',
    (scope) => listOfQuote(scope, 'quo_1'),
    /(?=[\s\S]*invoices_quote)(?=[\s\S]*invoices_deposit)/,
  ],
  ['payments by day', payments('paid_at', { paidFrom: '2027-01-01' }), /payments_paid/],
  ['new payments', payments('created_at', { createdFrom: LATE }), /payments_created/],
  ['payments by reference', payments('paid_at', { reference: 'r' }), /payments_reference/],
  [
    'payments of an invoice',
    payments('paid_at', { invoiceId: 'inv_1' }),
    /payments_(invoice|paid)/,
  ],
]

/** PostgreSQL knows that there are few of these; SQLite has the same statistics everywhere. */
const ON_SQLITE: typeof READS = [
  [
    'supplier invoices of a status',
    supplierInvoices({ statuses: ['rejected'], currencies: ['EUR'] }),
    /supplier_invoices_status/,
  ],
  ['supplier invoices due', supplierInvoices({ dueTo: '2016-01-01' }), /supplier_invoices_due/],
  ['events of a resource', events('quote.*'), /events_type/],
  ['companies with messages', (scope) => listWithWaiting(scope.db, AFTER), /messages_open/],
  ['messages that wait', (scope) => listDue(scope, LATE, 10), /messages_status/],
  [
    'companies with invoices',
    (scope) => listWithOverdue(scope.db, SOME, LATE),
    /invoices_sent_due/,
  ],
  ['a customer at the start', (scope) => openingBalances(scope, CLAIMS), OF_CUSTOMER],
  ['a customer meanwhile', (scope) => listMovements(scope, CLAIMS, 10), OF_CUSTOMER],
  ['a customer at the end', (scope) => owedOn(scope, CLAIMS), OF_CUSTOMER],
  [
    'what customers owe',
    (scope) => owedByCustomers(scope, ['cus_1'], '2027-01-01'),
    /invoices_customer/,
  ],
  [
    'what is owed today',
    (scope) => owedByDay(scope, '2027-01-01'),
    /(?=[\s\S]*invoices_status)(?=[\s\S]*invoices_refund_due)/,
  ],
]

function KEY(table: string): RegExp {
  return new RegExp(`sqlite_autoindex_${table}_1|${table}_pkey`)
}

/** The plan of a statement that reads rows by their ids, and nothing else. */
const BY_KEY =
  /^(SEARCH \w+ USING (?:PRIMARY KEY|INDEX sqlite_autoindex_\w+_1) \(.*\)|Index Scan using \w+_pkey on .*\n +Index Cond: .*)$/

/** The big tables that a plan reads completely. SQLite also writes SCAN for a subquery with the name of a table. */
const readWhole = (plan: string): readonly string[] =>
  [...plan.matchAll(/(?:Seq Scan on|^SCAN) (customers|products|quotes|payments)\b/gm)]
    .map(([, table = '']) => table)
    .filter((table) => !plan.includes(`CO-ROUTINE ${table}\n`))

/** With row security PostgreSQL does not use an index of `lower(email)`. */
const PLANNED = ENGINES.filter((engine) => engine === 'sqlite' || !ROW_SECURITY)

describe.each(PLANNED)('the plans of the other lists (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
    const given = givens(app)
    const invoice = await given.invoice({ status: 'sent' })
    await given.payment(invoice.id, { amount: '1.00' })
    await app.call('POST', '/products', { name: 'Atlas' })
    await app.call('POST', '/quotes', { customer_id: invoice.customer_id, items: [ITEM] })
    for (const table of TABLES) await multiply(app, table)
    await multiplyWords(app)
    const { database } = app.config
    if (database.engine === 'postgres') await asOwner(database.url, ['vacuum analyze'])
  })
  afterAll(() => app.close())

  test.each(
    engine === 'sqlite' ? [...READS, ...ON_SQLITE] : READS,
  )('%s: an index finds them', async (_, read, index) => {
    const statements = await recorded(app, read)
    const plans: string[] = []
    for (const statement of statements)
      plans.push(await explain(app, statement, { mayGather: true }))
    // Earlier statements read a few rows in another order. The last one may only read the found rows by key.
    const finding = plans.at(BY_KEY.test(plans.at(-1) ?? '') ? -2 : -1) ?? plans.at(-1)
    expect(finding).toMatch(index)
    expect(plans.flatMap(readWhole)).toEqual([])
  })
})

/** Copies of the table's first row, each at another time. */
async function multiply({ tables }: TestApp, table: (typeof TABLES)[number] & CompanyTable) {
  const row = await tables.selectFrom(table).selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: ROWS }, (_, at) => ({
    ...row,
    id: `${row.id.slice(0, -6)}${`${at}`.padStart(6, '0')}`,
    ...('root_id' in row ? { root_id: `quo_${at}` } : {}),
    created_at: `2026-01-01T00:00:00.${`${at}`.padStart(3, '0')}Z`,
    ...('updated_at' in row
      ? { updated_at: `2026-01-01T00:00:00.${`${at}`.padStart(3, '0')}Z` }
      : {}),
  }))
  for (let start = 0; start < ROWS; start += 200)
    await tables
      .insertInto(table)
      .values(copies.slice(start, start + 200))
      .execute()
}

/** Adds many words of one customer and one quote: PostgreSQL scans small tables completely. */
async function multiplyWords({ tables }: TestApp) {
  const customer = await tables.selectFrom('customer_words').selectAll().executeTakeFirstOrThrow()
  const quote = await tables.selectFrom('quote_words').selectAll().executeTakeFirstOrThrow()
  const words = Array.from({ length: ROWS }, (_, at) => ({ word: Buffer.from(`atlas${at}`) }))
  for (let start = 0; start < ROWS; start += 200) {
    const some = words.slice(start, start + 200)
    const ofCustomer = some.map((it) => ({ ...customer, ...it }))
    await tables.insertInto('customer_words').values(ofCustomer).execute()
    const ofQuote = some.map((it) => ({ ...quote, ...it }))
    await tables.insertInto('quote_words').values(ofQuote).execute()
  }
}
