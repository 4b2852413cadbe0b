import type { FastifyReply } from 'fastify'
import { tag } from '../../core/http/etag.ts'
import { fileNameOf } from '../../paper/printing/replies.ts'
import type { Invoice } from '../../sales/invoices/invoice.ts'
import type { XmlDocument } from './write.ts'

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
