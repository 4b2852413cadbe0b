type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Node = { readonly [name: string]: Json }

/** Type names, which generators turn into class names. */
const NAME = /^[A-Z][A-Za-z]+$/

/**
 * The same document with every object schema that has a `title` written once, below
 * `components.schemas`, and referred to everywhere else. Properties marked `deprecated` are left out:
 * they are accepted, documented in prose, and nobody should start to use them.
 *
 * @throws Error if two different schemas have one title; examples may differ, the first is kept
 */
export function withNamedSchemas(document: Node): Node {
  const schemas = new Map<string, Node>()

  const moved = (json: Json): Json => {
    if (!isNode(json)) return Array.isArray(json) ? json.map(moved) : json
    const schema = isNode(json.properties) ? withoutDeprecated(json) : json
    const inner = mapped(schema, (key, it) => (isProse(key) ? it : moved(it)))
    const { title } = inner
    if (typeof title !== 'string' || !NAME.test(title) || inner.type !== 'object') return inner
    const known = schemas.get(title)
    if (known && textOf(known) !== textOf(inner))
      throw new Error(`Two different schemas have the title ${title}.`)
    if (!known || known.examples === undefined) schemas.set(title, inner)
    return { $ref: `#/components/schemas/${title}` }
  }

  const { components, ...rest } = mapped(document, (_key, it) => moved(it))
  const sorted = [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...rest,
    components: { ...(isNode(components) ? components : {}), schemas: Object.fromEntries(sorted) },
  }
}

const isNode = (json: Json | undefined): json is Node =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Values of these are data, in which a `title` means something else. */
const isProse = (key: string): boolean =>
  key === 'examples' || key === 'example' || key === 'default'

const mapped = (node: Node, change: (key: string, it: Json) => Json): Node =>
  Object.fromEntries(Object.entries(node).map(([key, it]) => [key, change(key, it)]))

function withoutDeprecated(schema: Node): Node {
  const properties = Object.entries(schema.properties as Node)
  const kept = properties.filter(([, it]) => !isNode(it) || it.deprecated !== true)
  return { ...schema, properties: Object.fromEntries(kept) }
}

/** For comparing two schemas of one name. */
const textOf = ({ examples: _, ...schema }: Node): string => JSON.stringify(schema)
