import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/company-table.ts'

const BATCH = 200
/** SQLite takes 32,766 values in a statement. */
const WORDS_PER_INSERT = 1000
const TEXT_LENGTH_MAX = 20_000
/** Scripts without spaces: each character is a word. */
const SIGNS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const WORDS = new RegExp(`[${SIGNS}]|[[\\p{L}\\p{N}\\p{M}]--[${SIGNS}]]{1,40}`, 'gv')

/** The words by which quotes are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
  await createCompanyTable(db, {
    name: 'quote_words',
    columns: `company_id int8 not null,
      quote_id text not null,
      word ${bytes} not null,
      primary key (company_id, quote_id, word)`,
    foreignKeys: ['(company_id, quote_id) references quotes (company_id, id) on delete cascade'],
  })
  await sql`create index quote_words_word on quote_words (company_id, word, quote_id)`.execute(db)
  for (let last = await fill(db, null); last; last = await fill(db, last));
}

interface Row {
  readonly company_id: bigint
  readonly id: string
  readonly search_text: string
}

/** The words of the next quotes; answers the last of them. */
async function fill(db: Kysely<unknown>, after: Row | null): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select company_id, id, search_text from quotes
    where ${after ? sql`(company_id, id) > (${after.company_id}, ${after.id})` : sql`1 = 1`}
    order by company_id, id limit ${BATCH}`.execute(db)
  for (const { company_id, id, search_text } of rows) {
    const words = [...new Set(search_text.slice(0, TEXT_LENGTH_MAX).match(WORDS))]
    for (let start = 0; start < words.length; start += WORDS_PER_INSERT) {
      const part = words.slice(start, start + WORDS_PER_INSERT)
      const values = part.map((word) => sql`(${company_id}, ${id}, ${Buffer.from(word)})`)
      await sql`insert into quote_words (company_id, quote_id, word)
        values ${sql.join(values)}`.execute(db)
    }
  }
  return rows.at(-1)
}
