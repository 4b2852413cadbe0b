import { type RawBuilder, sql } from 'kysely'
import { searchForm, searchWords } from '../http/text.ts'
import { type Db, type Engine, engineOf } from '../platform/database.ts'
import type { Condition, LookUp } from './list-conditions.ts'

const WORDS_MAX = 10
/** A word that more customers have than this says too little to be looked up by. */
const CUSTOMERS_MAX = 200
/** Follows every word that begins alike: no character is greater. */
const GREATEST = '\u{10ffff}'

interface Word {
  readonly text: string
  /** The customers that have it, as they are now; at most one more than `CUSTOMERS_MAX`. */
  readonly customerIds: readonly string[]
}

/**
 * Every word must begin one of the invoice's number, reference, customer and items, or of its
 * customer's name, contact, e-mail address, city and tax id as they are now. Null: nothing is asked.
 */
export async function searchCondition(db: Db, q: string): Promise<Condition | null> {
  if (q.trim() === '') return null
  const texts = searchWords(searchForm(q)).slice(0, WORDS_MAX)
  // What is neither letter nor digit is in no index, and nothing has it.
  if (texts.length === 0) return { where: sql<boolean>`1 = 0`, lookUp: { where: sql`1 = 0` } }
  const words: Word[] = []
  for (const text of texts) words.push({ text, customerIds: await customersWith(db, text) })
  const where = sql<boolean>`(${sql.join(words.map(occurs), sql` and `)})`
  const few = words.filter(({ customerIds }) => customerIds.length <= CUSTOMERS_MAX)
  if (few.length === 0) return { where, lookUp: null }
  const isPartial = few.length < words.length
  return { where, lookUp: { ...LOOK_UPS[engineOf(db)](few), isPartial } }
}

async function customersWith(db: Db, word: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('customer_words')
    .select('customer_id')
    .distinct()
    .where('word', '>=', word)
    .where('word', '<', word + GREATEST)
    .limit(CUSTOMERS_MAX + 1)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** Words hold no sign that `like` reads in another way. */
function occurs({ text, customerIds }: Word): RawBuilder<boolean> {
  const inInvoice = sql<boolean>`i.search_text like ${`% ${text}%`}`
  if (customerIds.length === 0) return inInvoice
  return sql<boolean>`(${inInvoice} or exists (select 1 from customer_words as w
    where w.customer_id = i.customer_id and w.word >= ${text} and w.word < ${text + GREATEST}))`
}

/** A customer's id as the index has it among the words. */
const toCustomerWord = (id: string): string => id.slice('cus'.length)

/** As the index of PostgreSQL has it. */
const INDEXED = sql`array_to_tsvector(
  string_to_array(substr(i.customer_id, 4) || i.search_text, ' '))`

const LOOK_UPS: Readonly<Record<Engine, (words: readonly Word[]) => LookUp>> = {
  sqlite: (words) => {
    const terms = words.map(({ text, customerIds }) =>
      [`"${text}" *`, ...customerIds.map((id) => `"${toCustomerWord(id)}"`)].join(' OR '),
    )
    const query = terms.map((term) => `(${term})`).join(' AND ')
    const matching = sql`invoices_search where invoices_search match ${query}`
    return {
      where: sql<boolean>`i.search_key in (select rowid from ${matching})`,
      source: matching,
    }
  },
  postgres: (words) => {
    const terms = words.map(({ text, customerIds }) =>
      [`'${text}':*`, ...customerIds.map((id) => `'${toCustomerWord(id)}'`)].join(' | '),
    )
    const query = terms.map((term) => `(${term})`).join(' & ')
    return { where: sql<boolean>`${INDEXED} @@ ${query}::tsquery` }
  },
}
