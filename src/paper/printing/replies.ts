import type { FastifyReply } from 'fastify'
import { tag } from '../../core/http/etag.ts'
import type { Invoice } from '../../sales/invoices/invoice.ts'
import type { RenderedDocument } from './document.ts'

/**
 * Content security policy of a rendered document: no scripts, connections, frames or forms. The
 * sandbox keeps the origin, without scripts, so that the template's fonts load.
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

/** The characters that no font has, in UTF-8 with percent-encoding, because headers are ASCII. */
const MISSING_CHARACTERS = 'billwright-missing-characters'
const MISSING_MAX = 20

export function sendHtml(
  reply: FastifyReply,
  { bytes, etag, missing = [] }: RenderedDocument,
): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', DOCUMENT_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
  if (missing.length > 0)
    reply.header(MISSING_CHARACTERS, encoded(missing.slice(0, MISSING_MAX).join('')))
  return tag(reply, etag).send(asBuffer(bytes))
}

/** An unpaired surrogate has no UTF-8. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

export function sendPdf(
  reply: FastifyReply,
  { bytes, etag }: RenderedDocument,
  { number }: Pick<Invoice, 'number'>,
): FastifyReply {
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${fileNameOf(number)}.pdf"`)
  return tag(reply, etag).send(asBuffer(bytes))
}

/** Shares the bytes instead of copying them. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Numbers are ASCII, but may contain blanks and `/`, or begin with dots, which hide a file. */
export const fileNameOf = (number: string | null): string =>
  number?.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') ?? 'draft'
