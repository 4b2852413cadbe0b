import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../core/http/access.ts'
import { AppError } from '../../kernel/errors.ts'
import { webFont } from '../../platform/browser/web-fonts.ts'
import { FONTS_PATH } from './document.ts'

const params = Type.Object({ name: Type.String({ maxLength: 100 }) })
const querystring = Type.Object({ text: Type.Optional(Type.String({ maxLength: 1000 })) })

/** The fonts of documents, outside the API. They are the same for everyone and never change. */
export const fontRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    `${FONTS_PATH}:name`,
    anyone({ hide: true, params, querystring }),
    async (request, reply) => {
      const font = await webFont(request.params.name, request.query.text)
      if (font === null) throw fontNotFound()
      return (
        reply
          .type('font/woff2')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          // A sandboxed page has a separate origin.
          .header('access-control-allow-origin', '*')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(Buffer.from(font))
      )
    },
  )
}

const fontNotFound = (): AppError =>
  new AppError('not_found', 'font_not_found', 'There is no such font, or not for this text.')
