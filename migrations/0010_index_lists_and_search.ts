import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Rows that are put into the form of a search at a time. */
const BATCH = 500
/** As the service splits them: letters and digits, each sign by itself where no blanks are written. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]{1,40}/gv

/** An index of the words of invoices and of customers, and of the invoices that are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await splitInvoices(db)
  await createCustomerWords(db)
  if (isPostgres(db)) await indexPostgres(db)
  else await indexSqlite(db)
  await createPartialIndexes(db)
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

const wordsOf = (text: string): readonly string[] => [...new Set(text.match(WORDS) ?? [])]

interface Text {
  readonly id: string
  readonly search_text: string
}

async function* textsOf(
  db: Kysely<unknown>,
  table: 'invoices' | 'customers',
): AsyncGenerator<readonly Text[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Text>`select id, search_text from ${sql.table(table)}
      where id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** The text of an invoice becomes its words, a blank before each: what is looked for begins one. */
async function splitInvoices(db: Kysely<unknown>): Promise<void> {
  for await (const rows of textsOf(db, 'invoices')) {
    const values = rows.map(({ id, search_text }) => {
      const text = wordsOf(search_text).map((word) => ` ${word}`)
      return sql`when ${id} then ${text.join('')}`
    })
    await sql`update invoices set search_text = case id ${sql.join(values, sql` `)}
      else search_text end where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db)
  }
}

async function createCustomerWords(db: Kysely<unknown>): Promise<void> {
  const bytes = isPostgres(db) ? sql`bytea` : sql`blob`
  await db.schema
    .createTable('customer_words')
    .addColumn('customer_id', 'text', (column) =>
      column.notNull().references('customers.id').onDelete('cascade'),
    )
    // The bytes of UTF-8: whatever the collation, the words that begin alike stand together.
    .addColumn('word', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('customer_words_key', ['customer_id', 'word'])
    .execute()
  for await (const rows of textsOf(db, 'customers')) {
    const values = rows.flatMap(({ id, search_text }) =>
      wordsOf(search_text).map((word) => sql`(${id}, ${Buffer.from(word)})`),
    )
    for (let start = 0; start < values.length; start += BATCH) {
      const part = sql.join(values.slice(start, start + BATCH))
      await sql`insert into customer_words (customer_id, word) values ${part}
        on conflict do nothing`.execute(db)
    }
  }
  await db.schema
    .createIndex('customer_words_word')
    .on('customer_words')
    .columns(['word', 'customer_id'])
    .execute()
}

/**
 * No parser of the engine's, whose words depend on its version and locale: ours are split already,
 * and a text of letters and digits is the external form of a `tsvector`.
 */
async function indexPostgres(db: Kysely<unknown>): Promise<void> {
  await addTextToTotals(db)
  await sql`create index invoices_search on invoices
    using gin ((search_text::tsvector))`.execute(db)
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  // PostgreSQL alone collects what is new in a list that every search reads; its relatives refuse this.
  if (/^PostgreSQL (?!.*-YB-)/.test(rows[0]?.version ?? ''))
    await sql`alter index invoices_search set (fastupdate = off)`.execute(db)
}

/**
 * Who are neighbours by total lie anywhere in the table: the order holds the text to be looked for, so
 * that no row is read for it. An entry has an end (2 704 bytes): a longer text is null there.
 */
async function addTextToTotals(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists invoices_total`.execute(db)
  await sql`alter table invoices add column search_short text generated always as
    (case when octet_length(search_text) <= 1000 then search_text end) stored`.execute(db)
  await sql`create index invoices_total on invoices (total_minor, id)
    include (search_short)`.execute(db)
}

/** The indexes that the list is read along, and what they begin with. */
const ORDERS = [
  ['invoices_issue_date', 'issue_date'],
  ['invoices_created', 'created_at'],
  ['invoices_total', 'total_minor'],
  ['invoices_due_date_or_none', "coalesce(due_date, '')"],
  ['invoices_number_or_none', "coalesce(number, '')"],
] as const

/**
 * The index knows an invoice by a number of its own: the row's is another one after VACUUM. The
 * customer is a word too, `_` and the id, which no other word begins with.
 */
async function indexSqlite(db: Kysely<unknown>): Promise<void> {
  const next = sql`(select coalesce(max(search_key), 0) + 1 from invoices)`
  await sql`alter table invoices add column search_key integer`.execute(db)
  await sql`update invoices set search_key = rowid`.execute(db)
  // With what the list is sorted by unless told otherwise: the rows themselves are not read for it.
  await sql`create index invoices_search_key on invoices (search_key, issue_date, id)`.execute(db)
  // And each order with the key: what a search has found is met on the way, and no row is read for it.
  for (const [name, value] of ORDERS) {
    await sql`drop index if exists ${sql.ref(name)}`.execute(db)
    await sql`create index ${sql.ref(name)} on invoices (${sql.raw(value)}, id, search_key)`.execute(
      db,
    )
  }
  await sql`create virtual table invoices_search using fts5 (words, content = '',
    contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '-_'")`.execute(db)
  await sql`insert into invoices_search (rowid, words)
    select search_key, substr(customer_id, 4) || search_text from invoices`.execute(db)
  await sql`create trigger invoices_search_insert after insert on invoices begin
    update invoices set search_key = ${next} where id = new.id;
    insert into invoices_search (rowid, words)
      select search_key, substr(customer_id, 4) || search_text from invoices where id = new.id;
  end`.execute(db)
  await sql`create trigger invoices_search_update after update of search_text, customer_id on invoices
    when old.search_text <> new.search_text or old.customer_id <> new.customer_id begin
    update invoices_search set words = substr(new.customer_id, 4) || new.search_text
      where rowid = new.search_key;
  end`.execute(db)
  await sql`create trigger invoices_search_delete after delete on invoices begin
    delete from invoices_search where rowid = old.search_key;
  end`.execute(db)
}

/** Of what is rare among many: the other filters are met on the way through the order. */
async function createPartialIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, condition] of [
    ['published', sql`share_nonce is not null`],
    ['credit_notes', sql`type = 'credit_note'`],
    ['partially_paid', sql`status = 'sent' and paid_minor > 0`],
  ] as const) {
    const index = sql.ref(`invoices_${name}`)
    await sql`create index ${index} on invoices (issue_date, id) where ${condition}`.execute(db)
  }
}
