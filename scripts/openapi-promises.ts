type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Node = { readonly [name: string]: Json }

/** What is for readers, and says nothing that a program could rely on. */
const FOR_READERS = new Set(['description', 'summary', 'title', 'tags', 'example', 'examples'])
/** Members that are called as callers like: a field may well be a `description`. */
const OF_NAMES = new Set(['properties', 'headers'])

/**
 * A document reduced to what is compared with later ones (`breaksBetween`): without prose, examples and
 * errors. `version` is that of the release it is kept for.
 */
export function promisesOf(document: string, version: string): Node {
  const { components, ...whole } = JSON.parse(document, withoutErrors)
  const { securitySchemes, schemas } = components
  const parts = { ...whole, components: { securitySchemes, schemas } }
  return { ...(withoutProse(parts) as Node), info: { version } }
}

const withoutErrors = (key: string, value: unknown): unknown =>
  key === 'responses' && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([status]) => !/^[45]/.test(status)))
    : value

function withoutProse(json: Json, parent = ''): Json {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((it) => withoutProse(it))
  const kept = Object.entries(json).filter(
    ([name]) => OF_NAMES.has(parent) || !FOR_READERS.has(name),
  )
  return Object.fromEntries(kept.map(([name, it]) => [name, withoutProse(it, name)]))
}
