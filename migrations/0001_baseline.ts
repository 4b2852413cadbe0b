import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The tables of the first release. `int8` is 64 bits on both engines, as SQLite takes any `INT…` for
 * an integer. `company_id` comes first in every key of a table whose rows belong to a company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = isPostgres(db) ? 'bytea' : 'blob'
  for (const statement of [...INSTALLATION, ...settings(bytes), ...customers(bytes)])
    await run(db, statement)
  for (const statement of invoices(isPostgres(db) ? 'postgres' : 'sqlite')) await run(db, statement)
  for (const statement of [
    ...RECORD,
    ...JOBS,
    ...WEBHOOKS,
    ...templates(bytes),
    ...requests(bytes),
  ])
    await run(db, statement)
  if (isPostgres(db)) await indexPostgres(db)
  else await indexSqlite(db)
}

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db)

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

/** People, keys and what belongs to no company. */
const INSTALLATION = [
  `create table secrets (name text primary key, value text not null)`,
  `create table users (
    id text primary key,
    version int8 not null,
    email text not null unique,
    name text,
    password_hash text not null,
    role text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null,
    user_agent text,
    address text
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table second_factors (
    user_id text primary key references users (id) on delete cascade,
    secret_sealed text not null,
    last_step int8 not null,
    created_at text not null,
    confirmed_at text
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    hash text not null,
    primary key (user_id, hash)
  )`,
  // An address that moves to another person at the provider does not open the account of the first.
  `create table oidc_subjects (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    primary key (issuer, subject),
    unique (issuer, user_id)
  )`,
  `create table api_keys (
    id text primary key,
    version int8 not null,
    name text not null,
    secret_hash text not null,
    scopes text not null,
    created_at text not null,
    expires_at text,
    last_used_at text,
    revoked_at text
  )`,
  `create table throttles (
    key text primary key,
    count int8 not null,
    window_ends_at text not null
  )`,
  `create index throttles_window on throttles (window_ends_at)`,
  `create table request_counts (
    window_ends_at text not null,
    caller text not null,
    count int8 not null,
    primary key (window_ends_at, caller)
  )`,
]

const settings = (bytes: string) => [
  `create table settings (
    company_id int8 primary key,
    version int8 not null,
    document text not null,
    updated_at text not null
  )`,
  `create table logos (
    company_id int8 not null,
    id text not null,
    media_type text not null,
    bytes ${bytes} not null,
    primary key (company_id, id)
  )`,
]

/** Words are the bytes of UTF-8: whatever the collation, words that begin alike stand together. */
const customers = (bytes: string) => [
  `create table customers (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    contact_name text,
    email text,
    phone text,
    line1 text,
    line2 text,
    city text,
    postal_code text,
    region text,
    country_code text,
    tax_id text,
    registration_id text,
    endpoint_scheme text,
    endpoint_id text,
    trading_name text,
    registration_scheme text,
    identifier_scheme text,
    identifier_id text,
    e_invoice_profile text,
    reference text,
    language text,
    currency text,
    payment_terms_days int8,
    notes text,
    metadata text not null,
    archived int8 not null,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create index customers_name on customers (company_id, name, id)`,
  `create index customers_created on customers (company_id, created_at, id)`,
  `create table customer_words (
    company_id int8 not null,
    customer_id text not null,
    word ${bytes} not null,
    primary key (company_id, customer_id, word),
    foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
  )`,
  `create index customer_words_word on customer_words (company_id, word, customer_id)`,
]

const OF_INVOICE =
  'foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade'

/** The search index of SQLite knows an invoice by `search_key`: another `rowid` changes with VACUUM. */
const KEY_OF_INVOICES = {
  sqlite: 'search_key integer primary key, unique (company_id, id)',
  postgres: 'primary key (company_id, id)',
}

const invoices = (engine: keyof typeof KEY_OF_INVOICES) => [
  `create table number_series (
    company_id int8 not null,
    key text not null,
    last_value int8 not null,
    skipped int8 not null default 0,
    primary key (company_id, key)
  )`,
  `create table invoices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    type text not null,
    number text,
    status text not null,
    customer_id text not null,
    customer_name text not null,
    seller text,
    buyer text,
    issue_date text not null,
    due_date text,
    delivery_date text,
    period_start text,
    period_end text,
    currency text not null,
    language text not null,
    reference text,
    order_reference text,
    corrects_id text,
    prices_include_tax int8 not null,
    rounding text not null,
    optional_fields text,
    subtotal_minor int8 not null,
    discount_minor int8 not null,
    charge_minor int8 not null,
    net_minor int8 not null,
    tax_minor int8 not null,
    rounding_minor int8 not null,
    total_minor int8 not null,
    paid_minor int8 not null,
    credited_minor int8 not null default 0,
    terms text,
    notes text,
    internal_notes text,
    metadata text not null,
    template_id text,
    template_version text,
    share_nonce text,
    share_hash text,
    published_at text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    issued_at text,
    series text,
    sequence int8,
    ${KEY_OF_INVOICES[engine]},
    unique (company_id, number),
    unique (company_id, share_hash),
    unique (company_id, series, sequence),
    foreign key (company_id, customer_id) references customers (company_id, id),
    foreign key (company_id, corrects_id) references invoices (company_id, id)
  )`,
  `create index invoices_customer on invoices (company_id, customer_id, issue_date, id)`,
  `create index invoices_status on invoices (company_id, status, issue_date, id)`,
  `create index invoices_currency on invoices (company_id, currency, issue_date, id)`,
  `create index invoices_corrects on invoices (company_id, corrects_id)
    where corrects_id is not null`,
  // For the invoices that became overdue: few among many that are paid.
  `create index invoices_status_due on invoices (company_id, status, due_date)`,
  ...Object.entries(ORDERS).map(
    ([name, value]) => `create index invoices_${name} on invoices (company_id, ${value}, id)`,
  ),
  // For the filters that few invoices meet. SQLite prefers the newest of indexes that seem alike.
  ...Object.entries({
    published: 'share_nonce is not null',
    credit_notes: `type = 'credit_note'`,
    partially_paid: 'paid_minor > 0 and total_minor > paid_minor + credited_minor',
    refund_due: 'total_minor < paid_minor + credited_minor',
  }).map(
    ([name, condition]) =>
      `create index invoices_${name} on invoices (company_id, issue_date, id) where ${condition}`,
  ),
  `create table invoice_items (
    company_id int8 not null,
    invoice_id text not null,
    position int8 not null,
    id text not null,
    description text not null,
    details text,
    quantity_micro int8 not null,
    unit text,
    unit_price_micro int8 not null,
    discount_kind text,
    discount_value int8,
    charge_kind text,
    charge_value int8,
    charge_reason text,
    tax_category text not null,
    tax_rate_micro int8 not null,
    tax_reason text,
    tax_reason_code text,
    optional_fields text,
    total_minor int8 not null,
    credits_item_id text,
    credits_quantity_micro int8,
    primary key (company_id, invoice_id, position),
    ${OF_INVOICE}
  )`,
  `create table invoice_adjustments (
    company_id int8 not null,
    invoice_id text not null,
    position int8 not null,
    sort text not null,
    reason text,
    reason_code text,
    value_kind text not null,
    value int8 not null,
    tax_category text not null,
    tax_rate_micro int8 not null,
    tax_reason text,
    tax_reason_code text,
    amount_minor int8 not null,
    primary key (company_id, invoice_id, position),
    ${OF_INVOICE}
  )`,
  `create table invoice_taxes (
    company_id int8 not null,
    invoice_id text not null,
    position int8 not null,
    category text not null,
    rate_micro int8 not null,
    reason text,
    reason_code text,
    taxable_minor int8 not null,
    amount_minor int8 not null,
    primary key (company_id, invoice_id, position),
    ${OF_INVOICE}
  )`,
  `create table payments (
    company_id int8 not null,
    id text not null,
    invoice_id text not null,
    amount_minor int8 not null,
    paid_at text not null,
    method text,
    reference text,
    note text,
    automatic int8 not null,
    created_at text not null,
    primary key (company_id, id),
    ${OF_INVOICE}
  )`,
  `create index payments_invoice on payments (company_id, invoice_id)`,
]

/** The chain of revisions, the event log, and where both end. */
const RECORD = [
  `create table heads (
    company_id int8 primary key,
    revision_sequence int8 not null,
    revision_hash text not null,
    event_sequence int8 not null
  )`,
  `create table revisions (
    company_id int8 not null,
    sequence int8 not null,
    invoice_id text not null,
    version int8 not null,
    action text not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    at text not null,
    changes text not null,
    state_version int8 not null,
    state_hash text not null,
    previous_hash text not null,
    hash text not null,
    primary key (company_id, sequence)
  )`,
  `create index revisions_invoice on revisions (company_id, invoice_id, sequence)`,
  `create table events (
    company_id int8 not null,
    sequence int8 not null,
    id text not null,
    type text not null,
    resource_type text not null,
    resource_id text not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    at text not null,
    data text not null,
    primary key (company_id, sequence),
    unique (company_id, id)
  )`,
  `create index events_resource on events (company_id, resource_id, type, sequence)`,
  `create index events_type on events (company_id, type, sequence)`,
]

/** What is due is read over all companies: in the order of time, and group by group. */
const JOBS = [
  `create table jobs (
    company_id int8 not null,
    id text not null,
    kind text not null,
    key text not null,
    group_key text not null,
    payload text not null,
    due_at text,
    lease text,
    again_at text,
    attempts int8 not null,
    last_error text,
    created_at text not null,
    failed_at text,
    primary key (company_id, id),
    unique (company_id, kind, key)
  )`,
  `create index jobs_due on jobs (kind, due_at, company_id, group_key)`,
  `create index jobs_group on jobs (kind, company_id, group_key, due_at)`,
]

const WEBHOOKS = [
  `create table webhooks (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    url text not null,
    description text,
    event_types text not null,
    status text not null,
    paused_reason text,
    paused_at text,
    secret_nonce text not null,
    previous_secrets text not null,
    attempts int8 not null,
    last_success_at text,
    last_failure_at text,
    failing_since text,
    failures int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create table webhook_deliveries (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    webhook_id text not null,
    lane text not null,
    event_id text not null,
    event_type text not null,
    event_sequence int8 not null,
    resource_type text not null,
    resource_id text not null,
    body text not null,
    status text not null,
    tries int8 not null,
    attempts int8 not null,
    next_attempt_at text,
    last_http_status int8,
    last_error text,
    created_at text not null,
    finished_at text,
    primary key (company_id, id),
    unique (company_id, webhook_id, event_id),
    foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
  )`,
  ...Object.entries({
    lane: 'webhook_id, lane, status, event_sequence',
    list: 'webhook_id, created_at, id',
    status: 'status, webhook_id, created_at, id',
    created: 'created_at',
  }).map(
    ([name, columns]) =>
      `create index webhook_deliveries_${name} on webhook_deliveries (company_id, ${columns})`,
  ),
  `create table webhook_attempts (
    company_id int8 not null,
    delivery_id text not null,
    number int8 not null,
    at text not null,
    duration_ms int8 not null,
    http_status int8,
    error text,
    answer text,
    primary key (company_id, delivery_id, number),
    foreign key (company_id, delivery_id) references webhook_deliveries (company_id, id)
      on delete cascade
  )`,
]

const templates = (bytes: string) => [
  `create table templates (
    company_id int8 not null,
    id text not null,
    name text not null,
    source text not null,
    current_version text not null,
    license text,
    homepage text,
    manifest_url text,
    created_at text not null,
    updated_at text not null,
    deleted_at text,
    primary key (company_id, id)
  )`,
  `create table template_versions (
    company_id int8 not null,
    template_id text not null,
    version text not null,
    html text not null,
    sha256 text not null,
    removed text not null,
    created_at text not null,
    pinned_at text,
    primary key (company_id, template_id, version),
    foreign key (company_id, template_id) references templates (company_id, id)
  )`,
  `create table template_assets (
    company_id int8 not null,
    template_id text not null,
    version text not null,
    path text not null,
    media_type text not null,
    sha256 text not null,
    bytes ${bytes} not null,
    primary key (company_id, template_id, version, path),
    foreign key (company_id, template_id, version)
      references template_versions (company_id, template_id, version) on delete cascade
  )`,
]

/** Answers to requests with an `Idempotency-Key`. */
const requests = (bytes: string) => [
  `create table idempotency_keys (
    company_id int8 not null,
    id text not null,
    fingerprint text not null,
    resource_id text,
    answer ${bytes},
    created_at text not null,
    primary key (company_id, id)
  )`,
  `create index idempotency_keys_created on idempotency_keys (company_id, created_at)`,
]

/** The indexes along which the list is read; the invoices without a date or number come first. */
const ORDERS = {
  total: 'total_minor',
  number_or_none: `(coalesce(number, ''))`,
  due_date_or_none: `(coalesce(due_date, ''))`,
  created: 'created_at',
  issue_date: 'issue_date',
}

/**
 * No parser of the engine: its words depend on version and locale. Ours are split already, and a text
 * of such words is the external form of a `tsvector`.
 */
async function indexPostgres(db: Kysely<unknown>): Promise<void> {
  await run(db, `create index invoices_search on invoices using gin ((search_text::tsvector))`)
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  // PostgreSQL alone collects new entries in a list that every search reads; its relatives refuse this.
  if (/^PostgreSQL (?!.*-YB-)/.test(rows[0]?.version ?? ''))
    await run(db, 'alter index invoices_search set (fastupdate = off)')
}

/** The customer is a word too: `_` and the id, with which no other word begins. */
async function indexSqlite(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create virtual table invoices_search using fts5 (words, content = '',
      contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '-_.'")`,
  )
  await run(
    db,
    `create trigger invoices_search_insert after insert on invoices begin
      insert into invoices_search (rowid, words)
        values (new.search_key, substr(new.customer_id, 4) || new.search_text);
    end`,
  )
  await run(
    db,
    `create trigger invoices_search_update after update of search_text, customer_id on invoices
      when old.search_text <> new.search_text or old.customer_id <> new.customer_id begin
      update invoices_search set words = substr(new.customer_id, 4) || new.search_text
        where rowid = new.search_key;
    end`,
  )
  await run(
    db,
    `create trigger invoices_search_delete after delete on invoices begin
      delete from invoices_search where rowid = old.search_key;
    end`,
  )
}
