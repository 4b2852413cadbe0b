import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'

const NO_QUERY = Type.Object({}, { additionalProperties: false })

/**
 * Operations that take no query refuse one, as the others refuse what they do not know: a misspelt
 * filter is not silently lost. Public ones ignore it, as mail programs add words of their own to links.
 */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { config, schema, url } = route
    if (!url.startsWith('/api/') || config?.access === 'public' || schema?.querystring) return
    route.schema = { ...schema, querystring: NO_QUERY }
  })
}
