import type { FastifyInstance } from 'fastify'

/** The members of a JSON schema that are used here. */
interface Schema {
  readonly type?: unknown
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly anyOf?: readonly Schema[]
}

const METHODS = ['POST', 'DELETE']

/** Whether a request may omit its body: a `POST` or `DELETE` without required fields. */
export function isOptionalBody(method: string, schema: Schema | undefined): boolean {
  if (!METHODS.includes(method.toUpperCase()) || !schema) return false
  const variants = [schema, ...(schema.anyOf ?? [])]
  return variants.some(
    ({ type, required = [], minProperties = 0 }) =>
      type === 'object' && required.length === 0 && minProperties === 0,
  )
}

/**
 * A missing body then counts as an empty object. Register it before other hooks that read bodies.
 */
export function registerOptionalBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { method, routeOptions, body } = request
    const isEmpty = body === undefined || body === null
    if (isEmpty && isOptionalBody(method, routeOptions.schema?.body as Schema)) request.body = {}
    done()
  })
}
