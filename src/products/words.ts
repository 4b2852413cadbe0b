import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/database/scope.ts'

/** Greater than every byte of UTF-8. */
const GREATEST = Buffer.from([0xff])

/** The words that begin like `start` lie between these bytes. */
export function wordsLike(start: string): { readonly from: Buffer; readonly to: Buffer } {
  const from = Buffer.from(start)
  return { from, to: Buffer.concat([from, GREATEST]) }
}

/** Whether the product of that id has a word that begins like `start`. */
export function occurs(
  { company }: Scope,
  id: RawBuilder<unknown>,
  start: string,
): RawBuilder<boolean> {
  const { from, to } = wordsLike(start)
  return sql<boolean>`exists (select 1 from product_words as o where o.company_id = ${company}
    and o.product_id = ${id} and o.word >= ${from} and o.word < ${to} limit 1 offset 0)`
}
