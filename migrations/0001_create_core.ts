import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** `int8` is 64 bits on both engines (any `INT…` name is an integer to SQLite). */
const INTEGER = 'int8'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db)
  await createCustomers(db)
  await createInvoices(db)
  await createInvoiceParts(db)
  await createPayments(db)
  await createTemplates(db)
  await createAccess(db)
}

const blobType = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('logos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('bytes', blobType(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function createCustomers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('customers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('contact_name', 'text')
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('line1', 'text')
    .addColumn('line2', 'text')
    .addColumn('city', 'text')
    .addColumn('postal_code', 'text')
    .addColumn('region', 'text')
    .addColumn('country_code', 'text')
    .addColumn('tax_id', 'text')
    .addColumn('registration_id', 'text')
    .addColumn('endpoint_scheme', 'text')
    .addColumn('endpoint_id', 'text')
    .addColumn('reference', 'text')
    .addColumn('language', 'text')
    .addColumn('currency', 'text')
    .addColumn('payment_terms_days', INTEGER)
    .addColumn('notes', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('archived', INTEGER, (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('customers_name').on('customers').columns(['name', 'id']).execute()
  await db.schema
    .createIndex('customers_created')
    .on('customers')
    .columns(['created_at', 'id'])
    .execute()
}

async function createInvoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id'))
    .addColumn('customer_name', 'text', (column) => column.notNull())
    .addColumn('seller', 'text')
    .addColumn('buyer', 'text')
    .addColumn('issue_date', 'text', (column) => column.notNull())
    .addColumn('due_date', 'text')
    .addColumn('delivery_date', 'text')
    .addColumn('period_start', 'text')
    .addColumn('period_end', 'text')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('order_reference', 'text')
    .addColumn('corrects_id', 'text', (column) => column.references('invoices.id'))
    .addColumn('prices_include_tax', INTEGER, (column) => column.notNull())
    .addColumn('rounding', 'text', (column) => column.notNull())
    .addColumn('subtotal_minor', INTEGER, (column) => column.notNull())
    .addColumn('discount_minor', INTEGER, (column) => column.notNull())
    .addColumn('charge_minor', INTEGER, (column) => column.notNull())
    .addColumn('net_minor', INTEGER, (column) => column.notNull())
    .addColumn('tax_minor', INTEGER, (column) => column.notNull())
    .addColumn('rounding_minor', INTEGER, (column) => column.notNull())
    .addColumn('total_minor', INTEGER, (column) => column.notNull())
    .addColumn('paid_minor', INTEGER, (column) => column.notNull())
    .addColumn('terms', 'text')
    .addColumn('notes', 'text')
    .addColumn('internal_notes', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('template_id', 'text')
    .addColumn('template_version', 'text')
    .addColumn('share_nonce', 'text')
    .addColumn('share_hash', 'text', (column) => column.unique())
    .addColumn('published_at', 'text')
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('issued_at', 'text')
    .execute()
  const indexes: Readonly<Record<string, readonly string[]>> = {
    invoices_issue_date: ['issue_date', 'id'],
    invoices_created: ['created_at', 'id'],
    invoices_total: ['total_minor', 'id'],
    invoices_customer: ['customer_id', 'issue_date', 'id'],
    invoices_status: ['status', 'issue_date', 'id'],
    invoices_currency: ['currency', 'issue_date', 'id'],
    invoices_corrects: ['corrects_id'],
    invoices_template: ['template_id', 'template_version'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(name)
      .on('invoices')
      .columns([...columns])
      .execute()
  }
  for (const column of ['due_date', 'number']) {
    const name = sql.ref(`invoices_${column}_or_none`)
    await sql`create index ${name} on invoices ((coalesce(${sql.ref(column)}, '')), id)`.execute(db)
  }
  await db.schema
    .createTable('number_series')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('last_value', INTEGER, (column) => column.notNull())
    .execute()
}

async function createInvoiceParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoice_items')
    .addColumn('invoice_id', 'text', (column) =>
      column.notNull().references('invoices.id').onDelete('cascade'),
    )
    .addColumn('position', INTEGER, (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .addColumn('quantity_micro', INTEGER, (column) => column.notNull())
    .addColumn('unit', 'text')
    .addColumn('unit_price_micro', INTEGER, (column) => column.notNull())
    .addColumn('discount_kind', 'text')
    .addColumn('discount_value', INTEGER)
    .addColumn('tax_category', 'text', (column) => column.notNull())
    .addColumn('tax_rate_micro', INTEGER, (column) => column.notNull())
    .addColumn('tax_reason', 'text')
    .addColumn('total_minor', INTEGER, (column) => column.notNull())
    .addPrimaryKeyConstraint('invoice_items_key', ['invoice_id', 'position'])
    .execute()
  await db.schema
    .createTable('invoice_adjustments')
    .addColumn('invoice_id', 'text', (column) =>
      column.notNull().references('invoices.id').onDelete('cascade'),
    )
    .addColumn('position', INTEGER, (column) => column.notNull())
    .addColumn('sort', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('value_kind', 'text', (column) => column.notNull())
    .addColumn('value', INTEGER, (column) => column.notNull())
    .addColumn('tax_category', 'text', (column) => column.notNull())
    .addColumn('tax_rate_micro', INTEGER, (column) => column.notNull())
    .addColumn('tax_reason', 'text')
    .addColumn('amount_minor', INTEGER, (column) => column.notNull())
    .addPrimaryKeyConstraint('invoice_adjustments_key', ['invoice_id', 'position'])
    .execute()
  await db.schema
    .createTable('invoice_taxes')
    .addColumn('invoice_id', 'text', (column) =>
      column.notNull().references('invoices.id').onDelete('cascade'),
    )
    .addColumn('position', INTEGER, (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('rate_micro', INTEGER, (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('taxable_minor', INTEGER, (column) => column.notNull())
    .addColumn('amount_minor', INTEGER, (column) => column.notNull())
    .addPrimaryKeyConstraint('invoice_taxes_key', ['invoice_id', 'position'])
    .execute()
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('invoice_id', 'text', (column) =>
      column.notNull().references('invoices.id').onDelete('cascade'),
    )
    .addColumn('amount_minor', INTEGER, (column) => column.notNull())
    .addColumn('paid_at', 'text', (column) => column.notNull())
    .addColumn('method', 'text')
    .addColumn('reference', 'text')
    .addColumn('note', 'text')
    .addColumn('automatic', INTEGER, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('payments_invoice').on('payments').column('invoice_id').execute()
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('current_version', 'text', (column) => column.notNull())
    .addColumn('license', 'text')
    .addColumn('homepage', 'text')
    .addColumn('manifest_url', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createTable('template_versions')
    .addColumn('template_id', 'text', (column) => column.notNull().references('templates.id'))
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('removed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('template_versions_key', ['template_id', 'version'])
    .execute()
  await db.schema
    .createTable('template_assets')
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', blobType(db), (column) => column.notNull())
    .addPrimaryKeyConstraint('template_assets_key', ['template_id', 'version', 'path'])
    .execute()
}

async function createAccess(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  await db.schema
    .createTable('throttles')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', INTEGER, (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('throttles_window').on('throttles').column('window_ends_at').execute()
}
