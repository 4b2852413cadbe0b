import type { CompiledQuery } from 'kysely'

const NAMES = new WeakMap<object, string>()
let named = 0

/**
 * Prepares a statement by name on each PostgreSQL connection, so that it is sent, parsed and
 * planned once per connection. Only for statements that select rows by key, where every plan is
 * equally good.
 */
export function nameStatement({ query }: Pick<CompiledQuery, 'query'>): void {
  named += 1
  NAMES.set(query, `billwright_${named}`)
}

export const nameOf = ({ query }: Pick<CompiledQuery, 'query'>): string | undefined =>
  NAMES.get(query)
