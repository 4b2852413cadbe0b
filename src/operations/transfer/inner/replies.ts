import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ExportFormat } from '../export.ts'

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** A failure half way closes the connection, because part of the text is already sent. */
export const sendStream = (
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  text: AsyncGenerator<string>,
): FastifyReply =>
  reply
    .type(MEDIA_TYPES[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(text, { objectMode: false }))
