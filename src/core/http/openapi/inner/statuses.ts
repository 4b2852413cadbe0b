import type { FastifySchema, RouteOptions } from 'fastify'
import { heedsIdempotencyKey } from '../../idempotency/inner/key.ts'

/**
 * Errors of any request, before or outside its handler: broken HTTP (400), too slow (408) or too
 * long (431), wrong `Host` (421), query text that cannot be stored (422), too many requests (429),
 * bugs (500), and overload or an unavailable database (503).
 */
const ANY = [400, 408, 421, 422, 429, 431, 500, 503]

/** Errors that follow from the kind of route. Those of the handler are in the operation's schema. */
export function knownErrors(route: RouteOptions, schema: FastifySchema): readonly number[] {
  const access = route.config?.access
  const methods = [route.method].flat()
  const isChange = methods.some((method) => method !== 'GET' && method !== 'HEAD')
  // `If-Match` with an old version, or `If-None-Match` with a change of an existing resource.
  const isConditional =
    isTaggedRead(route, schema) ||
    hasHeader(schema, 'if-match') ||
    methods.some((method) => ['PUT', 'PATCH', 'DELETE'].includes(method))
  const isNamed = access !== 'public'
  return [
    ...ANY,
    ...(isNamed ? [401] : []),
    // The scope is missing, or a browser session sends the change from another site.
    ...(isNamed && (access !== 'session' || isChange) ? [403] : []),
    // A company that the caller does not belong to gets 404, too.
    ...(isNamed || route.url.includes('/:') ? [404] : []),
    // Fastify reads a body even where none is expected.
    ...(isChange ? [413, 415] : []),
    ...(isConditional ? [412] : []),
    ...(heedsIdempotencyKey(route) ? [409] : []),
  ]
}

/** Whether a route returns a resource with an `ETag`: all JSON and HTML, and others that say so. */
export function isTaggedRead({ method }: RouteOptions, schema: FastifySchema): boolean {
  if (![method].flat().includes('GET')) return false
  const { 200: read } = (schema.response ?? {}) as { readonly 200?: { readonly content?: object } }
  const types = Object.keys(read?.content ?? { 'application/json': read })
  const isTagged = types.includes('application/json') || types.includes('text/html')
  return hasHeader(schema, 'if-none-match') || (read !== undefined && isTagged)
}

const hasHeader = ({ headers }: FastifySchema, name: string): boolean =>
  Object.hasOwn((headers as { readonly properties?: object } | undefined)?.properties ?? {}, name)
