import type { CompiledQuery } from 'kysely'

const NAMES = new WeakMap<object, string>()
let named = 0

/**
 * Has PostgreSQL keep a statement, by a name, on each connection that uses it: it is then sent, read and
 * planned once for a connection and not for every use. For statements that name the rows they are
 * about by a key, so that one plan is as good as any other.
 */
export function nameStatement({ query }: Pick<CompiledQuery, 'query'>): void {
  named += 1
  NAMES.set(query, `billwright_${named}`)
}

export const nameOf = ({ query }: Pick<CompiledQuery, 'query'>): string | undefined =>
  NAMES.get(query)
