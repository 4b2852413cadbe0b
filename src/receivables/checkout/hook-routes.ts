import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../core/http/access.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { AppError, overloaded } from '../../kernel/errors.ts'
import { takeHook } from './hints.ts'

const HOOK_BYTES_MAX = 256 * 1024
const PER_MINUTE = 600

/** `<handle>.` of the company, except in the first, and the id of the provider. */
const params = Type.Object({ share_token: Type.String({ maxLength: 120 }) })

/**
 * `/hooks/:provider`, outside the API: the bytes as the provider signed them. The answer follows the
 * commit; if that fails it is 503, so that the provider sends the hook again.
 */
export const hookRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/hooks/:share_token',
    {
      ...anyone({ hide: true, params }, { linkUse: { name: 'hook', perMinute: PER_MINUTE } }),
      bodyLimit: HOOK_BYTES_MAX,
    },
    async (request, reply) => {
      const { headers, body, params } = request
      const providerId = params.share_token.replace(/^[a-z2-7]{8}\./, '')
      const bytes = body instanceof Uint8Array ? body : new Uint8Array()
      try {
        const status = await takeHook(workOf(request), providerId, { body: bytes, headers })
        return reply.code(status).header('cache-control', 'no-store').send('')
      } catch (error) {
        if (error instanceof AppError) throw error
        request.log.error({ err: error }, 'a hook was not stored')
        throw overloaded()
      }
    },
  )
}
