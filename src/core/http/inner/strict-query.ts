import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'

const NO_QUERY = Type.Object({}, { additionalProperties: false })

/**
 * Operations without query parameters refuse a query, as others refuse unknown parameters, so that
 * a misspelled filter is noticed. Public operations ignore it, because mail programs add parameters
 * to links.
 */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { config, schema, url } = route
    if (!url.startsWith('/api/') || config?.access === 'public' || schema?.querystring) return
    route.schema = { ...schema, querystring: NO_QUERY }
  })
}
