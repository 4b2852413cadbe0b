import { indexForm, searchForm, searchWords } from '@billwright/rules/folding'
import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../../platform/database/db.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { customerHasWord, findCustomersByWord } from '../../customers/lookups.ts'

const TEXT_LENGTH_MAX = 20_000
const WORDS_MAX = 10
/** If more customers share a word, it is not looked up by customer. */
const CUSTOMERS_MAX = 200

/** The words of an invoice with a blank before each, as `search_text` stores them for the indexes. */
export function searchTextOf(company: CompanyId, texts: readonly string[]): string {
  const form = indexForm(texts.join('\n')).slice(0, TEXT_LENGTH_MAX)
  return searchWords(form)
    .map((word) => ` ${storedWord(company, word)}`)
    .join('')
}

/** A search text after the company's number has changed. */
export const movedSearchText = (
  text: string,
  { from, to }: { readonly from: bigint; readonly to: CompanyId },
): string => text.replaceAll(` ${from.toString(36)}.`, ` ${to.toString(36)}.`)

/** It begins with the company, so that a frequent word reads only entries of one company. */
const storedWord = (company: CompanyId, word: string): string => `${company.toString(36)}.${word}`

/** A search as a condition on the invoice `i`. */
interface Search {
  /** For checking one row. */
  readonly where: RawBuilder<boolean>
  /** The condition with the company, for the search index; null: the index cannot answer it. */
  readonly lookUp: RawBuilder<boolean> | null
}

interface Word {
  readonly text: string
  /** In the form of the index. */
  readonly stored: string
  /** The matching customers; at most one more than `CUSTOMERS_MAX`. */
  readonly customerIds: readonly string[]
}

/**
 * Every word must begin one of the invoice's number, reference, customer and items, or of its
 * customer's name, contact, e-mail address, city and tax id as they are now.
 */
export async function searchConditions(scope: CompanyDb, q: string): Promise<readonly Search[]> {
  if (q.trim() === '') return []
  const texts = searchWords(searchForm(q)).slice(0, WORDS_MAX)
  // Words consist of letters and digits, so no invoice has these characters.
  if (texts.length === 0) return [{ where: sql`1 = 0`, lookUp: null }]
  const words: Word[] = []
  for (const text of texts) {
    const customerIds = await findCustomersByWord(scope, text, CUSTOMERS_MAX + 1)
    words.push({ text, stored: storedWord(scope.companyId, text), customerIds })
  }
  const where = all(words.map((word) => occurs(scope, word)))
  const rare = words.filter(({ customerIds }) => customerIds.length <= CUSTOMERS_MAX)
  if (rare.length === 0) return [{ where, lookUp: null }]
  const found =
    engineOf(scope.db) === 'sqlite' ? foundBySqlite(scope, rare) : foundByPostgres(scope, rare)
  const isComplete = rare.length === words.length
  return [{ where, lookUp: isComplete ? found : all([found, where]) }]
}

/** For checking one row: a point precedes each word and occurs nowhere else. */
function occurs(scope: CompanyDb, { text, customerIds }: Word): RawBuilder<boolean> {
  const inInvoice = sql<boolean>`i.search_text like ${`%.${text}%`}`
  if (customerIds.length === 0) return inInvoice
  return sql`(${inInvoice} or ${customerHasWord(scope, sql`i.customer_id`, text)})`
}

/**
 * The index has an invoice's customer among its words: `_` and the id. The plus keeps the planner from
 * another index, which begins with the company.
 */
function foundBySqlite({ companyId }: CompanyDb, words: readonly Word[]): RawBuilder<boolean> {
  const terms = words.map(({ stored, customerIds }) =>
    [`"${stored}" *`, ...customerIds.map((id) => `"${id.slice('cus'.length)}"`)].join(' OR '),
  )
  const query = terms.map((term) => `(${term})`).join(' AND ')
  return sql`+i.company_id = ${companyId} and i.search_key in
    (select rowid from invoices_search where invoices_search match ${query})`
}

/** YugabyteDB accepts one query per index scan, in which all words must match. */
function foundByPostgres({ companyId }: CompanyDb, words: readonly Word[]): RawBuilder<boolean> {
  const inInvoice = words.filter(({ customerIds }) => customerIds.length === 0)
  const eitherWay = words.filter(({ customerIds }) => customerIds.length > 0)
  return all([
    sql`i.company_id = ${companyId}`,
    ...(inInvoice.length === 0 ? [] : [matches(inInvoice)]),
    ...eitherWay.map(
      (word) =>
        sql<boolean>`(${matches([word])} or i.customer_id in (${sql.join(word.customerIds)}))`,
    ),
  ])
}

/** The left side must be written exactly like the expression of the index. */
const matches = (words: readonly Word[]): RawBuilder<boolean> =>
  sql`i.search_text::tsvector @@ ${words.map(({ stored }) => `'${stored}':*`).join(' & ')}::tsquery`

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql`(${sql.join(conditions, sql` and `)})`
