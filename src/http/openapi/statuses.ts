import type { FastifySchema, RouteOptions } from 'fastify'
import { heedsIdempotencyKey } from '../idempotency/key.ts'

/**
 * What any request may be answered before or besides its handler: HTTP itself is broken (400), too slow
 * (408) or too long (431), the name in `Host` is not ours (421), the query holds text that cannot be
 * stored (422), there are too many (429), a fault of ours (500), and an overload or a database that is
 * away (503).
 */
const ANY = [400, 408, 421, 422, 429, 431, 500, 503]

/**
 * The errors that an operation may answer for what its route is; what its handler may answer besides is
 * said in its schema.
 */
export function knownErrors(route: RouteOptions, schema: FastifySchema): readonly number[] {
  const access = route.config?.access
  const methods = [route.method].flat()
  const isChange = methods.some((method) => method !== 'GET' && method !== 'HEAD')
  // `If-Match` of a version that is not, or `If-None-Match` with a change of what there is.
  const isConditional =
    isTaggedRead(route, schema) ||
    hasHeader(schema, 'if-match') ||
    methods.some((method) => ['PUT', 'PATCH', 'DELETE'].includes(method))
  const isNamed = access !== 'public'
  return [
    ...ANY,
    ...(isNamed ? [401] : []),
    // A scope is missing, or a signed-in browser makes the change from another site's page.
    ...(isNamed && (access !== 'session' || isChange) ? [403] : []),
    ...(route.url.includes('/:') ? [404] : []),
    // Bodies are read wherever one may be sent, also where none is asked for.
    ...(isChange ? [413, 415] : []),
    ...(isConditional ? [412] : []),
    ...(heedsIdempotencyKey(route) ? [409] : []),
  ]
}

/** Whether a route reads what has an `ETag`, which is all JSON and HTML, and more where it says so. */
export function isTaggedRead({ method }: RouteOptions, schema: FastifySchema): boolean {
  if (![method].flat().includes('GET')) return false
  const { 200: read } = (schema.response ?? {}) as { readonly 200?: { readonly content?: object } }
  const types = Object.keys(read?.content ?? { 'application/json': read })
  const isTagged = types.includes('application/json') || types.includes('text/html')
  return hasHeader(schema, 'if-none-match') || (read !== undefined && isTagged)
}

const hasHeader = ({ headers }: FastifySchema, name: string): boolean =>
  name in ((headers as { readonly properties?: object } | undefined)?.properties ?? {})
