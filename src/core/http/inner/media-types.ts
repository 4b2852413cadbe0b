import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../kernel/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The bytes of the body determine its type, not the content type. */
    anyMediaType?: boolean
  }
}

const JSON_TYPES = ['application/json', 'application/merge-patch+json']

/**
 * Refuses content types that the operation does not document. Parsers belong to a group of routes,
 * so the parser of one file route would accept files for its neighbors, too.
 */
export function registerMediaTypes(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { schema, config } = request.routeOptions
    const body = schema?.body as { readonly content?: object } | undefined
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    const types = body?.content ? Object.keys(body.content) : JSON_TYPES
    const isKnown = !type || !body || config.anyMediaType || types.includes(type)
    done(isKnown ? null : unsupportedMediaType(types), payload)
  })
}

const unsupportedMediaType = (types: readonly string[]): AppError =>
  new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    `Send the body as ${types === JSON_TYPES ? types[0] : types.join(' or ')}.`,
  )
