import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** The words by which quotes are found; 0086 fills it. */
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
}
