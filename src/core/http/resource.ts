import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendWithEtag, type VersionedRef } from './etag.ts'
import { API_PREFIX } from './openapi/document.ts'

/** How routes answer a resource: alone with its ETag, and as an entry of a list that has it. */
export const answersOf = <T, View extends object>(
  etag: (it: T) => string,
  view: (it: T) => View,
) => ({
  send: (request: FastifyRequest, reply: FastifyReply, it: T): FastifyReply =>
    sendWithEtag(request, reply, etag(it), view(it)),
  entry: (it: T) => ({ ...view(it), etag: etag(it) }),
})

/** Says where in the API the created resource is. */
export const locate = (reply: FastifyReply, path: string): FastifyReply =>
  reply.code(201).header('location', `${API_PREFIX}${path}`)

interface ChangeRequest {
  readonly params: { readonly id: string }
  readonly headers: FastifyRequest['headers']
}

/** The resource that a request changes, if it still has the ETag of `If-Match`. */
export const changeOf = ({ params, headers }: ChangeRequest): VersionedRef => ({
  id: params.id,
  ifMatch: headers['if-match'],
})
