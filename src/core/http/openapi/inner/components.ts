import { isNode, type Json, mapped, type Node } from './json.ts'

/** Type names, which generators turn into class names. */
const NAME = /^[A-Z][A-Za-z]+$/

/**
 * Moves every object schema with a `title` to `components.schemas` and refers to it. Omits
 * properties marked `deprecated`: they still work and are documented in prose, but nobody should
 * start using them.
 *
 * @throws Error if two different schemas have the same title; examples may differ, the first is
 * kept
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

/** Values of these keys are data, where `title` is not a schema title. */
const isProse = (key: string): boolean =>
  key === 'examples' || key === 'example' || key === 'default'

function withoutDeprecated(schema: Node): Node {
  const properties = Object.entries(schema.properties as Node)
  const kept = properties.filter(([, it]) => !isNode(it) || it.deprecated !== true)
  return { ...schema, properties: Object.fromEntries(kept) }
}

/** For comparing two schemas with the same name. */
const textOf = ({ examples: _, ...schema }: Node): string => JSON.stringify(schema)
