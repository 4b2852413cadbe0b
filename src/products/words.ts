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
export const occurs = (scope: Scope, id: RawBuilder<unknown>, start: string) =>
  occursBefore(scope, id, start, sql`${wordsLike(start).to}`)

/** The same of a word that stands before `end`. */
export function occursBefore(
  { company }: Scope,
  id: RawBuilder<unknown>,
  start: string,
  end: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from product_words as o where o.company_id = ${company}
    and o.product_id = ${id} and o.word >= ${Buffer.from(start)} and o.word < ${end}
    limit 1 offset 0)`
}
