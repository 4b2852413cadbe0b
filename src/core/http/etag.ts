import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/ids.ts'

/** Hexadecimal digits of a hash: 128 bits. */
const TAG_LENGTH = 32
const EXPANSION_LENGTH = 16

/** Conditional headers in the schema of an operation on one resource. */
export const ConditionalHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'Change the resource only if this is still its `ETag`.' }),
  ),
})
export const CachedHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'Return 304 if this is still the `ETag`.' }),
  ),
})

export const NotModified = Type.Null({ description: 'Unchanged since this `ETag`.' })

/** A strong entity tag (RFC 9110 §8.8.3), different for each saved version. */
export const etagOf = (id: string, version: number): string => `"${id}-${version}"`

/** The tag of a resource without a version. */
export const etagOfBytes = (bytes: string | Uint8Array): string =>
  `"${sha256(bytes).slice(0, TAG_LENGTH)}"`

/**
 * The tag of a response with related resources: it covers them, but `If-Match` guards only the
 * resource.
 */
export const etagWith = (etag: string, expanded: object | undefined): string =>
  expanded === undefined
    ? etag
    : `${etag.slice(0, -1)}+${sha256(JSON.stringify(expanded)).slice(0, EXPANSION_LENGTH)}"`

/** Which resource to change, and the version that the caller has seen. */
export interface VersionedRef {
  readonly id: string
  readonly ifMatch: string | undefined
}

/**
 * Throws 412 if there is an `If-Match` header without `etag`. Services call it inside their
 * transaction, so that nothing changes between check and save.
 */
export function checkIfMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (tagsOf(ifMatch).some((tag) => tag === etag || tag.replace(EXPANSION, '') === etag)) return
  throw new AppError(
    'precondition_failed',
    'precondition_failed',
    'The resource was changed since you read it. Read it again and repeat your change.',
    { current_etag: etag },
  )
}

/** For a resource that does not exist: no version fits, not even `*` (RFC 9110 §13.1.1). */
export function checkIfMatchOfNone(ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  throw new AppError(
    'precondition_failed',
    'precondition_failed',
    'The resource does not exist. Leave out If-Match to create it.',
  )
}

/** Weak comparison (RFC 9110 §13.1.2). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch.replaceAll('W/', '')).includes(etag))

/** Answers 304 without the headers that describe a body (RFC 9110 §15.4.5). */
export const sendNotModified = (reply: Pick<FastifyReply, 'removeHeader' | 'code'>): FastifyReply =>
  withoutBody(reply).code(304).send()

export const withoutBody = (reply: Pick<FastifyReply, 'removeHeader'>): FastifyReply =>
  reply
    .removeHeader('content-type')
    .removeHeader('content-length')
    .removeHeader('content-disposition')

/**
 * Sends a resource with its ETag. A GET answers 304 if the caller has this version, and 412 if
 * `If-Match` has another.
 */
export function sendWithEtag(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: Pick<FastifyReply, 'header' | 'getHeader' | 'removeHeader' | 'code' | 'send'>,
  etag: string,
  body: unknown,
): FastifyReply {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead) checkIfMatch(request.headers['if-match'], etag)
  tag(reply, etag)
  if (isRead && isNotModified(request.headers['if-none-match'], etag)) return sendNotModified(reply)
  return reply.send(body)
}

/** Clients may store the response but must revalidate it, except behind share links. */
export function tag(reply: Pick<FastifyReply, 'header' | 'getHeader'>, etag: string): FastifyReply {
  const isDecided = String(reply.getHeader('cache-control')).startsWith('private')
  if (!isDecided) reply.header('cache-control', 'private, no-cache')
  return reply.header('etag', etag)
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A serialized body with its entity tag. */
export interface JsonAnswer {
  readonly json: string
  readonly etag: string
}

interface EncodedAnswer {
  readonly json: Buffer
  readonly etag: string
}

/** Sends a body that is already JSON, with its ETag. */
export const sendJson = (
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  { json, etag }: JsonAnswer | EncodedAnswer,
): FastifyReply => sendWithEtag(request, reply.type(JSON_TYPE), etag, json)

/** A body with the tag of its bytes. Long text is encoded once, since the tag and the socket read its bytes. */
export function jsonAnswer(text: string): EncodedAnswer {
  const json = Buffer.from(text)
  return { json, etag: etagOfBytes(json) }
}

/** Caddy and Apache append this to the tag of a compressed response. */
const CODING = /-(gzip|zstd|br|deflate)(?="$)/

/** What `etagWith` appends. */
const EXPANSION = new RegExp(`\\+[0-9a-f]{${EXPANSION_LENGTH}}(?="$)`)

const tagsOf = (header: string): readonly string[] =>
  header.split(',').map((tag) => tag.trim().replace(CODING, ''))
