import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileNameOf, sendCached } from '../documents/replies.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { XmlDocument } from './service.ts'

/** As a download: a browser would show the XML as a tree. */
export function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: XmlDocument,
  { number }: Pick<Invoice, 'number'>,
): FastifyReply {
  reply
    .type('application/xml; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileNameOf(number)}.xml"`)
  return sendCached(request, reply, etag, text)
}
