import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The tables of Invio's first version, and the additions of later versions. */
const FIRST = `
  create table settings (key text primary key, value text not null);
  create table customers (id text primary key, name text not null, email text, phone text,
    address text, tax_id text, created_at timestamp);
  create table invoices (id text primary key, invoice_number text unique not null,
    customer_id text, issue_date date not null, due_date date, currency text, status text,
    subtotal numeric not null default 0, discount_amount numeric default 0,
    discount_percentage numeric default 0, tax_rate numeric default 0,
    tax_amount numeric default 0, total numeric not null, payment_terms text, notes text,
    share_token text, created_at timestamp, updated_at timestamp);
  create table invoice_items (id text primary key, invoice_id text, description text not null,
    quantity numeric not null, unit_price numeric not null, line_total numeric not null default 0,
    notes text, sort_order integer default 0);
  create table templates (id text primary key, name text not null, html text not null);
`
const LATER = `
  alter table customers add column contact_name text;
  alter table customers add column city text;
  alter table customers add column postal_code text;
  alter table customers add column country_code text;
  alter table invoices add column prices_include_tax boolean default 0;
  alter table invoices add column rounding_mode text default 'line';
  alter table invoices add column locale text;
  alter table invoice_items add column unit text;
  create table tax_definitions (id text primary key, category_code text);
  create table invoice_item_taxes (id text primary key, invoice_item_id text not null,
    tax_definition_id text, percent numeric not null, sequence integer default 0);
  create table invoice_taxes (id text primary key, invoice_id text not null, percent numeric);
  create table invoice_status_history (id text primary key, invoice_id text not null,
    status text not null, changed_at text not null, payment_method text);
  create table products (id text primary key, name text not null);
`

type Row = Readonly<Record<string, string | number | null>>
type Tables = Readonly<Record<string, readonly Row[]>>

export interface InvioFile {
  readonly path: string
  /** Adds the rows of each table, in the order of `tables`. */
  add(tables: Tables): void
  run(sql: string): void
  remove(): void
}

/** A database in Invio's form, with invented data. */
export function writeInvio(
  tables: Tables,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): InvioFile {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-invio-'))
  const path = join(folder, 'invio.db')
  const open = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(path)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  open((database) => database.exec(isFirst ? FIRST : FIRST + LATER))
  const add = (more: Tables) =>
    open((database) => {
      for (const [table, rows] of Object.entries(more))
        for (const row of rows) {
          const names = Object.keys(row)
          const places = names.map(() => '?').join(', ')
          database
            .prepare(`insert into ${table} (${names.join(', ')}) values (${places})`)
            .run(...Object.values(row))
        }
    })
  add(tables)
  const run = (sql: string) => open((database) => void database.exec(sql))
  return { path, add, run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The bytes of a small one. */
export function invioBytes(): Buffer {
  const file = writeInvio({
    settings: SETTINGS,
    customers: [CUSTOMER],
    invoices: [invoice('a', 'INV-2026-004')],
    invoice_items: [item('a')],
  })
  try {
    return readFileSync(file.path)
  } finally {
    file.remove()
  }
}

export const SETTINGS: readonly Row[] = [
  { key: 'companyName', value: 'Lumen Orchard' },
  { key: 'companyAddress', value: 'Quayside 4\nBuilding C' },
  { key: 'companyEmail', value: 'not an address' },
  { key: 'currency', value: 'EUR' },
  { key: 'paymentTerms', value: 'Due in 14 days' },
  { key: 'templateId', value: 'professional-modern' },
  { key: 'highlight', value: '#336699' },
  { key: 'logo', value: '' },
  { key: 'postalCityFormat', value: 'auto' },
]

export const CUSTOMER: Row = {
  id: 'c1',
  name: 'Brindle & Sons',
  email: 'desk@brindle.example',
  address: 'Mill Lane 9\nYard 2',
  created_at: '2026-01-05 08:00:00',
}

/** An invoice with one item; figures default to the right ones. */
export const invoice = (id: string, number: string, fields: Row = {}): Row => ({
  id,
  invoice_number: number,
  customer_id: 'c1',
  issue_date: '2026-03-02T00:00:00.000Z',
  due_date: '2026-03-16T00:00:00.000Z',
  currency: 'EUR',
  status: 'sent',
  subtotal: 100,
  total: 100,
  share_token: `token-${id}`,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-20T10:00:00.000Z',
  ...fields,
})

export const item = (invoiceId: string, fields: Row = {}): Row => ({
  id: `${invoiceId}-item-${JSON.stringify(fields)}`,
  invoice_id: invoiceId,
  description: 'Pruning',
  quantity: 1,
  unit_price: 100,
  ...fields,
})
