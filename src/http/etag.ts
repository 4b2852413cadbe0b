import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import type { JsonAnswer } from './answer-cache.ts'

/** The conditional headers of an operation on one resource, for its schema. */
export const ConditionalHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'Change only if this is still its `ETag`.' }),
  ),
})
export const CachedHeaders = Type.Object({
  'if-none-match': Type.Optional(Type.String({ description: 'Answer 304 if this is its `ETag`.' })),
})

/** The answer to a read that names the `ETag` there is. */
export const NotModified = Type.Null({ description: 'Unchanged since the `ETag` sent.' })

/** A strong entity tag (RFC 9110 §8.8.3): one per saved version. */
export const etagOf = (id: string, version: number): string => `"${id}-${version}"`

/**
 * Throws 412 when an `If-Match` header is there and does not name `etag`. Services call it inside
 * their transaction, so that nothing changes between the check and the save.
 */
export function checkIfMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || tagsOf(ifMatch).includes(etag)) return
  throw new AppError(
    'precondition_failed',
    'precondition_failed',
    'It was changed since it was read. Read it again and repeat the change.',
    { current_etag: etag },
  )
}

/** Whether `If-None-Match` names `etag`, by weak comparison as RFC 9110 §13.1.2 says. */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch.replaceAll('W/', '')).includes(etag))

/** Sends a resource with its ETag; a GET that already holds this version is answered 304. */
export function sendWithEtag(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: Pick<FastifyReply, 'header' | 'code' | 'send'>,
  etag: string,
  body: unknown,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(body)
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The same for what is JSON already. */
export function sendJson(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  { json, etag }: JsonAnswer,
): FastifyReply {
  reply.type(JSON_TYPE)
  return etag === null ? reply.send(json) : sendWithEtag(request, reply, etag, json)
}

const tagsOf = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim())
