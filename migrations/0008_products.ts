import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Products with their prices, prices of one customer, and the tax presets that items name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
  for (const statement of [...products(bytes), ...COLUMNS]) await sql.raw(statement).execute(db)
}

const OF_PRODUCT =
  'foreign key (company_id, product_id) references products (company_id, id) on delete cascade'

const products = (bytes: string) => [
  `create table products (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    description text,
    item_number text,
    gtin text,
    unit text,
    kind text not null,
    tax_preset text,
    tax_category text,
    tax_rate_micro int8,
    tax_reason text,
    tax_reason_code text,
    accounting_code text,
    metadata text not null,
    archived int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    unique (company_id, item_number)
  )`,
  `create index products_name on products (company_id, name, id)`,
  `create index products_created on products (company_id, created_at, id)`,
  `create table product_prices (
    company_id int8 not null,
    product_id text not null,
    position int8 not null,
    id text not null,
    currency text not null,
    unit_price_micro int8 not null,
    includes_tax int8 not null,
    min_quantity_micro int8 not null,
    valid_from text,
    primary key (company_id, product_id, position),
    ${OF_PRODUCT}
  )`,
  // Words are the bytes of UTF-8: whatever the collation, words that begin alike stand together.
  `create table product_words (
    company_id int8 not null,
    product_id text not null,
    word ${bytes} not null,
    primary key (company_id, product_id, word),
    ${OF_PRODUCT}
  )`,
  `create index product_words_word on product_words (company_id, word, product_id)`,
  `create table customer_prices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    customer_id text not null,
    product_id text not null,
    currency text,
    unit_price_micro int8,
    includes_tax int8 not null,
    discount_percent_micro int8,
    min_quantity_micro int8 not null,
    valid_from text,
    valid_until text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
    ${OF_PRODUCT}
  )`,
  `create index customer_prices_customer on customer_prices (company_id, customer_id, id)`,
  `create index customer_prices_product on customer_prices (company_id, product_id, customer_id)`,
  // Its foreign key keeps a product that an invoice names.
  `create table invoice_products (
    company_id int8 not null,
    invoice_id text not null,
    product text not null,
    primary key (company_id, invoice_id, product),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
    foreign key (company_id, product) references products (company_id, id)
  )`,
  `create index invoice_products_product on invoice_products (company_id, product, invoice_id)`,
]

const COLUMNS = [
  `alter table invoice_items add column tax_preset text`,
  `alter table invoice_adjustments add column tax_preset text`,
  `alter table customers add column custom_fields text not null default '[]'`,
]
