import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Closing } from '../../company/closing/closing.ts'
import { admin, read } from '../../core/http/access.ts'
import { sendWithEtag } from '../../core/http/etag.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { booksEtag, closeBooks, readBooks, reopenBooks } from './change.ts'
import * as schema from './inner/schema.ts'
import { booksView } from './inner/view.ts'

export const closingRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const send = (request: FastifyRequest, reply: FastifyReply, closing: Closing) =>
    sendWithEtag(request, reply, booksEtag(workOf(request), closing), booksView(closing))

  app.get('/books', read(schema.getBooks), async (request, reply) =>
    send(request, reply, await readBooks(workOf(request))),
  )

  app.post('/books/close', admin(schema.closeBooks), async (request, reply) => {
    const { until, note = null } = request.body
    const ifMatch = request.headers['if-match']
    return send(request, reply, await closeBooks(workOf(request), { until, note, ifMatch }))
  })

  app.post('/books/reopen', admin(schema.reopenBooks), async (request, reply) => {
    const ifMatch = request.headers['if-match']
    return send(request, reply, await reopenBooks(workOf(request), { ...request.body, ifMatch }))
  })
}
