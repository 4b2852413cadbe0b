export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }
export type Node = { readonly [name: string]: Json }

/** What is shorter is easier to read at its place. */
const SHARED_LENGTH_MIN = 300

/**
 * The same document with the objects that occur in several places written once, below
 * `components.schemas`: an invoice, which a dozen operations answer, would else be a dozen types. Each is
 * called after the first operation that has it.
 */
export function withSharedSchemas(document: Node): Node {
  const counts = new Map<string, number>()
  walk(document.paths ?? null, (schema) => {
    const text = JSON.stringify(schema)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  })
  const shared = new Map<string, { readonly name: string; readonly schema: Json }>()
  const paths = replaced(document.paths ?? null, 'Shared', { counts, shared })
  const components = (document.components ?? {}) as Node
  const schemas = [...shared.values()].map(({ name, schema }) => [name, schema])
  return {
    ...document,
    paths,
    components: {
      ...components,
      schemas: { ...(components.schemas as Node), ...Object.fromEntries(schemas) },
    },
  }
}

const isNode = (json: Json): json is Node =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const isSchema = (json: Json): json is Node =>
  isNode(json) && json.type === 'object' && isNode(json.properties ?? null)

function walk(json: Json, visit: (schema: Node) => void): void {
  if (isSchema(json)) visit(json)
  if (typeof json === 'object' && json !== null)
    for (const it of Object.values(json)) walk(it, visit)
}

interface Sharing {
  readonly counts: ReadonlyMap<string, number>
  readonly shared: Map<string, { readonly name: string; readonly schema: Json }>
}

function replaced(json: Json, owner: string, sharing: Sharing): Json {
  if (typeof json !== 'object' || json === null) return json
  if (!isNode(json)) return json.map((it) => replaced(it, owner, sharing))
  const name = typeof json.operationId === 'string' ? json.operationId : owner
  const inner = () =>
    Object.fromEntries(Object.entries(json).map(([key, it]) => [key, replaced(it, name, sharing)]))
  const text = isSchema(json) ? JSON.stringify(json) : ''
  if (text.length < SHARED_LENGTH_MIN || sharing.counts.get(text) === 1) return inner()
  const known = sharing.shared.get(text)
  if (known) return { $ref: `#/components/schemas/${known.name}` }
  const ownName = `${name}_${sharing.shared.size + 1}`
  sharing.shared.set(text, { name: ownName, schema: null })
  sharing.shared.set(text, { name: ownName, schema: inner() })
  return { $ref: `#/components/schemas/${ownName}` }
}
