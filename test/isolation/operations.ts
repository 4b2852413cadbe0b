import type { Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As documented: `/api/v1/invoices/{id}`. */
  readonly path: string
  /** The scope that a key or a person needs; null: none, or no credential at all. */
  readonly scope: string | null
  readonly isPublic: boolean
  readonly parameters: readonly Parameter[]
  /** An example of its JSON body; undefined: it takes none. */
  readonly example: Json
  /** Every string in its JSON body, at any depth. */
  readonly strings: readonly StringPlace[]
}

interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  /** Takes any text. */
  readonly isFree: boolean
}

/** Where a body may have a string: `['items', 0, 'id']`. */
export type StringPlace = readonly (string | number)[]

const DEPTH_MAX = 8

export async function operationsOf(app: TestApp): Promise<readonly Operation[]> {
  const document: Json = (await app.send({ url: '/api/v1/openapi.json' })).json()
  const resolved = (schema: Json): Json =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, spec]): Operation => {
      const media = spec.requestBody?.content?.['application/json']
      return {
        id: spec.operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        scope: spec.security?.[0]?.apiKey?.[0] ?? null,
        isPublic: spec.security?.length === 0,
        parameters: (spec.parameters ?? []).map(({ in: at, name, schema }: Json) => ({
          in: at,
          name,
          isFree: schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern,
        })),
        example: media && exampleOf(media, resolved),
        strings: media ? stringsIn(media.schema, resolved) : [],
      }
    }),
  )
}

type Resolve = (schema: Json) => Json

/** Where only the parts have examples, these are put together. */
function exampleOf(media: Json, resolved: Resolve): Json {
  const schema = resolved(media.schema)
  const whole = [media.example, schema.example, schema.examples?.[0]].find((it) => it !== undefined)
  if (whole !== undefined) return whole
  const member = (schema.anyOf ?? []).map(resolved).find((it: Json) => it.type === 'object')
  if (member) return exampleOf({ schema: member }, resolved)
  const parts = Object.entries<Json>(schema.properties ?? {})
    .map(([name, part]) => [name, partExample(resolved(part), resolved)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(parts)
}

function partExample(part: Json, resolved: Resolve): Json {
  if (part.examples) return part.examples[0]
  if (part.enum) return part.enum[0]
  if (part.const) return part.const
  if (part.type === 'array') {
    const item = partExample(resolved(part.items), resolved)
    return item === undefined ? undefined : [item]
  }
  return part.anyOf ? partExample(resolved(part.anyOf[0]), resolved) : undefined
}

function stringsIn(schema: Json, resolved: Resolve, at: StringPlace = []): readonly StringPlace[] {
  const known = resolved(schema)
  if (!known || at.length > DEPTH_MAX) return []
  const own = known.type === 'string' && !known.enum && !known.format ? [at] : []
  const within = [
    ...(known.anyOf ?? []).flatMap((it: Json) => stringsIn(it, resolved, at)),
    ...Object.entries<Json>(known.properties ?? {}).flatMap(([name, part]) =>
      stringsIn(part, resolved, [...at, name]),
    ),
    ...(known.items ? stringsIn(known.items, resolved, [...at, 0]) : []),
  ]
  const all = [...own, ...within]
  return [...new Map(all.map((place) => [place.join(), place])).values()]
}

/** The body with another value there; objects and lists on the way are added. */
export function withValue(body: Json, [first, ...rest]: StringPlace, value: string): Json {
  if (first === undefined) return value
  const known = typeof first === 'number' ? [...(Array.isArray(body) ? body : [])] : { ...body }
  const inner: Json = known
  inner[first] = withValue(inner[first], rest, value)
  return inner
}
