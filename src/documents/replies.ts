import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified, sendNotModified } from '../http/etag.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { RenderedDocument } from './document.ts'

/**
 * Policy of a rendered document in a browser: no scripts, connections, frames or forms. The sandbox
 * keeps the origin, without scripts, so that the template's fonts load.
 */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ')

export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: RenderedDocument,
): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', DOCUMENT_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
  return sendCached(request, reply, etag, asBuffer(bytes))
}

export function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: RenderedDocument,
  { number }: Pick<Invoice, 'number'>,
): FastifyReply {
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${fileNameOf(number)}.pdf"`)
  return sendCached(request, reply, etag, asBuffer(bytes))
}

/** Shares the bytes instead of copying them. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Numbers are ASCII, but may contain blanks and `/`, or begin with dots, which hide a file. */
export const fileNameOf = (number: string | null): string =>
  number?.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') ?? 'draft'

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  body: string | Buffer,
): FastifyReply {
  reply.header('etag', etag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  // Previews use POST, which never returns 304 (RFC 9110 §13.1.2).
  const isRead = request.method !== 'POST'
  if (isRead && isNotModified(request.headers['if-none-match'], etag)) return sendNotModified(reply)
  return reply.send(body)
}
