import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { Ajv, ValidateFunction } from 'ajv'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * Compiles a response serializer at its first use. Compiling all of them took a third of the
 * startup, and few processes need half of them.
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

/** The same for request validators. */
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
