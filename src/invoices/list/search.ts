import { type RawBuilder, sql } from 'kysely'
import { searchForm, searchWords } from '../../http/text.ts'
import { type Db, type Engine, engineOf } from '../../platform/database/db.ts'
import type { Condition, Held, LookUp } from './conditions.ts'

const WORDS_MAX = 10
/** A word that more customers have than this says too little to be looked up by. */
const CUSTOMERS_MAX = 200
/** Follows the bytes of every word that begins alike: none of UTF-8 is as great. */
const GREATEST = Buffer.of(0xff)

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
  const { lookUpOf, heldOf } = FORMS[engineOf(db)]
  return { where, lookUp: { ...lookUpOf(few), isPartial }, held: isPartial ? null : heldOf(few) }
}

async function customersWith(db: Db, word: string): Promise<readonly string[]> {
  const { first, end } = bytesOf(word)
  const rows = await db
    .selectFrom('customer_words')
    .select('customer_id')
    .distinct()
    .where('word', '>=', first)
    .where('word', '<', end)
    .limit(CUSTOMERS_MAX + 1)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

/** Between which the words lie that begin with this one. */
function bytesOf(word: string): { readonly first: Buffer; readonly end: Buffer } {
  const first = Buffer.from(word)
  return { first, end: Buffer.concat([first, GREATEST]) }
}

/** With an offset PostgreSQL looks at the customers that it meets, and not at all that have the word. */
function occurs({ text, customerIds }: Word): RawBuilder<boolean> {
  const inInvoice = isIn(sql`i.search_text`, text)
  if (customerIds.length === 0) return inInvoice
  const { first, end } = bytesOf(text)
  return sql<boolean>`(${inInvoice} or exists (select 1 from customer_words as w
    where w.customer_id = i.customer_id and w.word >= ${first} and w.word < ${end}
    limit 1 offset 0))`
}

/** Words hold no sign that `like` reads in another way. */
const isIn = (column: RawBuilder<unknown>, word: string) =>
  sql<boolean>`${column} like ${`% ${word}%`}`

interface Forms {
  readonly lookUpOf: (words: readonly Word[]) => LookUp
  readonly heldOf: (words: readonly Word[]) => Held | null
}

const FORMS: Readonly<Record<Engine, Forms>> = {
  sqlite: { lookUpOf: lookUpSqlite, heldOf: heldSqlite },
  postgres: { lookUpOf: lookUpPostgres, heldOf: heldPostgres },
}

function lookUpSqlite(words: readonly Word[]): LookUp {
  const terms = words.map(({ text, customerIds }) =>
    [`"${text}" *`, ...customerIds.map((id) => `"${toCustomerWord(id)}"`)].join(' OR '),
  )
  const query = terms.map((term) => `(${term})`).join(' AND ')
  const matching = sql`invoices_search where invoices_search match ${query}`
  return {
    where: sql<boolean>`i.search_key in (select rowid from ${matching})`,
    source: matching,
  }
}

/** The index of each order holds the key by which the search index knows an invoice. */
function heldSqlite(words: readonly Word[]): Held {
  const { where } = lookUpSqlite(words)
  return { column: sql`i.search_key`, where, sorts: 'all', isOfFew: true }
}

/** A customer's id as the index of SQLite has it among the words. */
const toCustomerWord = (id: string): string => id.slice('cus'.length)

/**
 * Within one question of the index all words must be met and none may be an alternative: YugabyteDB
 * refuses any other, and two questions.
 */
function lookUpPostgres(words: readonly Word[]): LookUp {
  const inInvoice = words.filter(({ customerIds }) => customerIds.length === 0)
  const eitherWay = words.filter(({ customerIds }) => customerIds.length > 0)
  const conditions = [
    ...(inInvoice.length === 0 ? [] : [matches(inInvoice)]),
    ...eitherWay.map(
      (word) => sql`(${matches([word])} or i.customer_id in (${sql.join(word.customerIds)}))`,
    ),
  ]
  return { where: sql<boolean>`(${sql.join(conditions, sql` and `)})`, isCostly: true }
}

/**
 * The order by total holds the text where it is short, and says nothing of customers. With an offset
 * PostgreSQL looks up the long texts that it meets, and does not read the table for all of them.
 */
function heldPostgres(words: readonly Word[]): Held | null {
  if (words.some(({ customerIds }) => customerIds.length > 0)) return null
  const column = sql`i.search_short`
  const where = sql<boolean>`((${allIn(column, words)}) or (${column} is null and exists
    (select 1 from invoices as whole where whole.id = i.id
      and ${allIn(sql`whole.search_text`, words)} limit 1 offset 0)))`
  return { column, where, sorts: ['total'], isOfFew: false }
}

const allIn = (column: RawBuilder<unknown>, words: readonly Word[]): RawBuilder<unknown> =>
  sql.join(
    words.map(({ text }) => isIn(column, text)),
    sql` and `,
  )

/** The left side is the index's. */
const matches = (words: readonly Word[]): RawBuilder<boolean> =>
  sql`i.search_text::tsvector @@ ${words.map(({ text }) => `'${text}':*`).join(' & ')}::tsquery`
