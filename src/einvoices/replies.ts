import type { FastifyReply } from 'fastify'
import { fileNameOf } from '../documents/replies.ts'
import { tag } from '../http/etag.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { XmlDocument } from './service.ts'

/** As a download: a browser would show the XML as a tree. */
export function sendXml(
  reply: FastifyReply,
  { text, etag }: XmlDocument,
  { number }: Pick<Invoice, 'number'>,
): FastifyReply {
  reply
    .type('application/xml; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileNameOf(number)}.xml"`)
  return tag(reply, etag).send(text)
}
