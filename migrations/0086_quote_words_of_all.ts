import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

const BATCH = 200
/** SQLite takes 32,766 values in a statement. */
const WORDS_PER_INSERT = 1000
const TEXT_LENGTH_MAX = 20_000
/** Scripts without spaces: each character is a word. */
const SIGNS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const WORDS = new RegExp(`[${SIGNS}]|[[\\p{L}\\p{N}\\p{M}]--[${SIGNS}]]{1,40}`, 'gv')

/** The words of the quotes there are, in batches, so that writers of quotes do not wait. Repeatable. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  const all = rows.flatMap(({ company_id, id, search_text }) => {
    const words = [...new Set(search_text.slice(0, TEXT_LENGTH_MAX).match(WORDS))]
    return words.map((word) => sql`(${company_id}, ${id}, ${Buffer.from(word)})`)
  })
  for (let start = 0; start < all.length; start += WORDS_PER_INSERT)
    await sql`insert into quote_words (company_id, quote_id, word)
      values ${sql.join(all.slice(start, start + WORDS_PER_INSERT))}
      on conflict do nothing`.execute(db)
  return rows.at(-1)
}
