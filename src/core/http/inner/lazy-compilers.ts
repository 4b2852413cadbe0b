import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { Ajv, ValidateFunction } from 'ajv'

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Serializer = ReturnType<ReturnType<BuildSerializer>>

// Routes share answers. A process that starts several services, as tests do, compiles each schema once.
const SERIALIZERS = new WeakMap<object, Serializer>()

/**
 * Compiles a response serializer at its first use. Compiling all of them took a third of the
 * startup, and few processes need half of them.
 */
export function lazySerializers(): BuildSerializer {
  const build = SerializerSelector()
  return (schemas, options) => {
    const compile = build(withoutUnions(schemas), options)
    return (route) => {
      const schema = route.schema as object
      const compiled = (): Serializer => {
        const found =
          SERIALIZERS.get(schema) ?? compile({ ...route, schema: withoutUnions(schema) })
        SERIALIZERS.set(schema, found)
        return found
      }
      let write: Serializer | undefined
      return (body) => {
        write ??= compiled()
        return write(body)
      }
    }
  }
}

/**
 * Writes "X or null" with the keyword `nullable`, as OpenAPI 3.0 did, and "number or string" with two
 * types. For a union the serializer would compile a validator and check each value with it, which
 * takes longer than everything else.
 */
export function withoutUnions<Part>(part: Part): Part {
  const rewritten: unknown = Array.isArray(part) ? part.map(withoutUnions) : objectWithout(part)
  return rewritten as Part
}

function objectWithout(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  const parts = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withoutUnions(value)]),
  )
  const { anyOf, ...others } = parts
  if (!Array.isArray(anyOf)) return parts
  const values = anyOf.filter(({ type }) => type !== 'null')
  const nullable = values.length < anyOf.length
  const types = values.map(({ type }) => type)
  if (values.length === 1 && (types[0] || values[0].$ref))
    return { ...others, ...values[0], nullable }
  const isOfScalars = types.every((type) => SCALARS.has(type))
  return isOfScalars ? { ...others, type: [...new Set(types)], nullable } : parts
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])

/** Compiles a validator of requests at its first use. */
export function lazyValidator(ajv: Ajv, schema: object) {
  let check: ValidateFunction | undefined
  const late = (value: unknown): boolean => {
    check ??= ajv.compile(schema)
    const isValid = check(value) === true
    late.errors = check.errors ?? null
    return isValid
  }
  late.errors = null as Exclude<ValidateFunction['errors'], undefined>
  return late
}
