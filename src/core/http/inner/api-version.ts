import type { FastifyInstance } from 'fastify'

/** The version in the paths. A change that breaks callers gets a new one. */
const API_VERSION = '1'
/** Since when deprecated routes are: the first release (RFC 9745 §2). */
const DEPRECATED_SINCE = `@${Date.UTC(2026, 10, 28) / 1000}`

/** The version of the API in each response, and whether its route is deprecated. */
export function registerApiVersion(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    if (routeOptions.url?.startsWith('/api/')) reply.header('billwright-api-version', API_VERSION)
    if (routeOptions.schema?.deprecated === true) reply.header('deprecation', DEPRECATED_SINCE)
    done()
  })
}
