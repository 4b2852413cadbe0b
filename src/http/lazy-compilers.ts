import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { Ajv, ValidateFunction } from 'ajv'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * Compiles what writes a response when the first of its kind is written: to compile them all took a
 * third of the start, and few processes ever need the half of them.
 */
export function lazySerializers(): BuildSerializer {
  const build = SerializerSelector()
  return (schemas, options) => {
    const compile = build(schemas, options)
    return (route) => {
      let write: ReturnType<typeof compile> | undefined
      return (body) => {
        write ??= compile(route)
        return write(body)
      }
    }
  }
}

/** The same for what checks a request. */
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
