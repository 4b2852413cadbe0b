import { type Kysely, type RawBuilder, sql } from 'kysely'
import { indexForm, numberOrder, searchWords } from '../src/core/http/folding.ts'

export const outsideTransaction = true

const BATCH = 200
/** SQLite takes 32,766 values in a statement. */
const WORDS_PER_INSERT = 1000
const TEXT_LENGTH_MAX = 20_000

/**
 * Writes the texts and words of searches in their new form, and the order of numbers, in batches, so
 * that writers do not wait. Repeatable. It uses the code's own form, because searches compare with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['entries', 'messages', 'recurring_invoices'])
    await each<TextRow>(db, { table, columns: ['search_text'] }, (rows) =>
      saveTexts(db, table, rows),
    )
  await each<NumberedRow>(
    db,
    { table: 'supplier_invoices', columns: ['search_text', 'number'] },
    (rows) => saveTexts(db, 'supplier_invoices', rows),
  )
  await each<TextRow>(db, { table: 'customers', columns: ['search_text'] }, async (rows) => {
    await saveTexts(db, 'customers', rows)
    await addWords(db, { table: 'customer_words', key: 'customer_id' }, rows)
  })
  const ofDocuments = ['search_text', 'number', 'customer_name', 'content']
  await each<DocumentRow>(db, { table: 'delivery_notes', columns: ofDocuments }, (rows) =>
    saveTexts(db, 'delivery_notes', rows.map(withTexts)),
  )
  await each<DocumentRow>(db, { table: 'quotes', columns: ofDocuments }, async (rows) => {
    await saveTexts(db, 'quotes', rows.map(withTexts))
    await addWords(db, { table: 'quote_words', key: 'quote_id' }, rows.map(withTexts))
  })
  const ofProducts = ['name', 'description', 'item_number', 'gtin']
  await each<Key & Record<string, string | null>>(
    db,
    { table: 'products', columns: ofProducts },
    (rows) =>
      addWords(
        db,
        { table: 'product_words', key: 'product_id' },
        rows.map(({ company_id, id, ...texts }) => ({
          company_id,
          id,
          search_text: ofProducts.flatMap((name) => texts[name] ?? []).join('\n'),
        })),
      ),
  )
  const ofInvoices = ['search_text', 'number', 'customer_name', 'reference']
  await each<InvoiceRow>(db, { table: 'invoices', columns: ofInvoices }, (rows) =>
    saveInvoices(db, rows),
  )
}

interface Key {
  readonly company_id: bigint
  readonly id: string
}
interface TextRow extends Key {
  readonly search_text: string
}
interface NumberedRow extends TextRow {
  readonly number: string | null
}
interface DocumentRow extends NumberedRow {
  readonly customer_name: string
  readonly content: string
}
interface InvoiceRow extends NumberedRow {
  readonly customer_name: string
  readonly reference: string | null
}

/** All rows of a table in batches, by key. */
async function each<Row extends Key>(
  db: Kysely<unknown>,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  save: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const selected = sql.join(['company_id', 'id', ...columns].map((name) => sql.ref(name)))
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`(company_id, id) > (${last.company_id}, ${last.id})` : sql`1 = 1`
    const { rows } = await sql<Row>`select ${selected} from ${sql.table(table)} where ${after}
      order by company_id, id limit ${BATCH}`.execute(db)
    if (rows.length === 0) return
    await save(rows)
    last = rows.at(-1)
  }
}

/** The texts of a quote or delivery note, as its repository joins them. */
function withTexts<Row extends DocumentRow>(row: Row): Row & { readonly texts: string } {
  const { invoice, items } = JSON.parse(row.content)
  const reference = invoice ? [invoice.reference ?? ''] : []
  const descriptions = items.map(({ description }: { readonly description: string }) => description)
  const texts = [row.number ?? '', row.customer_name, ...reference, ...descriptions]
  return { ...row, texts: texts.join('\n') }
}

async function saveTexts(
  db: Kysely<unknown>,
  table: string,
  rows: readonly (TextRow | NumberedRow)[],
): Promise<void> {
  for (const row of rows) {
    const text = indexForm(textsOf(row))
    const changes = [
      ...(text === row.search_text ? [] : [sql`search_text = ${text}`]),
      ...('number' in row ? [sql`number_order = ${numberOrder(row.number)}`] : []),
    ]
    await update(db, table, row, changes)
  }
}

/** Unless somebody saved the row meanwhile, in the new form. */
async function update(
  db: Kysely<unknown>,
  table: string,
  { company_id, id, search_text }: TextRow,
  changes: readonly RawBuilder<unknown>[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`update ${sql.table(table)} set ${sql.join(changes)}
    where company_id = ${company_id} and id = ${id} and search_text = ${search_text}`.execute(db)
}

/** Documents have their texts; other rows have them in their old form, in which only accents matter. */
const textsOf = (row: TextRow): string =>
  'texts' in row && typeof row.texts === 'string' ? row.texts : row.search_text

/** Replaces the words of these rows. */
async function addWords(
  db: Kysely<unknown>,
  { table, key }: { readonly table: string; readonly key: string },
  rows: readonly TextRow[],
): Promise<void> {
  const all = rows.flatMap((row) =>
    searchWords(indexForm(textsOf(row)).slice(0, TEXT_LENGTH_MAX)).map(
      (word) => sql`(${row.company_id}, ${row.id}, ${Buffer.from(word)})`,
    ),
  )
  for (const { company_id, id } of rows)
    await sql`delete from ${sql.table(table)}
      where company_id = ${company_id} and ${sql.ref(key)} = ${id}`.execute(db)
  for (let start = 0; start < all.length; start += WORDS_PER_INSERT)
    await sql`insert into ${sql.table(table)} (company_id, ${sql.ref(key)}, word)
      values ${sql.join(all.slice(start, start + WORDS_PER_INSERT))}
      on conflict do nothing`.execute(db)
}

interface ItemRow {
  readonly company_id: bigint
  readonly invoice_id: string
  readonly description: string
  readonly details: string | null
}

/** An invoice stores words only, so they come from its texts again. */
async function saveInvoices(db: Kysely<unknown>, rows: readonly InvoiceRow[]): Promise<void> {
  const items: ItemRow[] = []
  for (const [company, own] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const ids = sql.join(own.map(({ id }) => id))
    const found = await sql<ItemRow>`select company_id, invoice_id, description, details
      from invoice_items where company_id = ${company} and invoice_id in (${ids})
      order by invoice_id, position`.execute(db)
    items.push(...found.rows)
  }
  const byInvoice = Map.groupBy(items, (it) => `${it.company_id} ${it.invoice_id}`)
  for (const row of rows) {
    const own = byInvoice.get(`${row.company_id} ${row.id}`) ?? []
    const texts = own.flatMap(({ description, details }) => [description, details ?? ''])
    const all = [row.number ?? '', row.customer_name, row.reference ?? '', ...texts].join('\n')
    const text = searchWords(indexForm(all).slice(0, TEXT_LENGTH_MAX))
      .map((word) => ` ${row.company_id.toString(36)}.${word}`)
      .join('')
    await update(db, 'invoices', row, [
      ...(text === row.search_text ? [] : [sql`search_text = ${text}`]),
      ...(row.number === null ? [] : [sql`number_order = ${numberOrder(row.number)}`]),
    ])
  }
}
