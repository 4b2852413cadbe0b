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

const KEPT_MAX = 100
const SEEN_MAX = 200

/**
 * Names statements that are built anew each time. A text gets a name at its second use. A process gives at most `max`
 * names, because every connection keeps a plan of each.
 */
export function namesOfTexts(max: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= max) return name
    if (seen.delete(text)) {
      named += 1
      names.set(text, `billwright_${named}`)
      return names.get(text)
    }
    if (seen.size >= SEEN_MAX) seen.clear()
    seen.add(text)
    return undefined
  }
}
const nameOfText = namesOfTexts(KEPT_MAX)

/** `nameStatement` for a statement that is built anew each time, if its text is frequent. */
export function nameFrequent({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): void {
  const name = nameOfText(sql)
  if (name !== undefined) NAMES.set(query, name)
}

export const nameOf = ({ query }: Pick<CompiledQuery, 'query'>): string | undefined =>
  NAMES.get(query)
