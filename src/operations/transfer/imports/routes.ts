import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { read, write } from '../../../core/http/access.ts'
import { sendWithEtag } from '../../../core/http/etag.ts'
import { pageView } from '../../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { table } from '../../../kernel/table.ts'
import { columnNamesIn } from '../csv/source.ts'
import {
  csvFaults,
  csvTooLarge,
  csvUnreadable,
  invioUnreadable,
  wrongFileOf,
} from '../inner/errors.ts'
import { sendStream } from '../inner/replies.ts'
import { FaultyFile, TransferError } from '../report.ts'
import { commitImport, deleteImport, undoImport } from './change.ts'
import { createImport } from './create.ts'
import type { Import, ImportFormat } from './import.ts'
import * as schema from './inner/schema.ts'
import { importView } from './inner/view.ts'
import {
  countContents,
  importEtag,
  listImportRecords,
  listImports,
  reportImport,
  requireImport,
} from './read.ts'

const UPLOAD_BYTES_MAX = 20 * 1024 * 1024
const TABLES = table<ImportFormat>({ 'text/csv': 'csv', 'application/jsonl': 'jsonl' })
const DATABASES = table<ImportFormat>({ 'application/vnd.sqlite3': 'sqlite' })

export const importRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const { send } = answersOf(importEtag, importView)
  app.addContentTypeParser(
    [...Object.keys(TABLES), ...Object.keys(DATABASES)],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )

  app.get('/imports', read(schema.listImports), async (request) => {
    const entry = (it: Import) => ({ ...importView(it), etag: importEtag(it) })
    return pageView(await listImports(workOf(request), request.query), entry)
  })

  app.post(
    '/imports',
    {
      ...write(schema.createImport, { bodyTooLarge: () => csvTooLarge(UPLOAD_BYTES_MAX) }),
      bodyLimit: UPLOAD_BYTES_MAX,
    },
    async (request, reply) => {
      const { kind, name = null, columns, existing } = request.query
      const format = formatOf(request, kind)
      const bytes = bytesOf(request.body, kind)
      const options = {
        ...(columns === undefined ? {} : { columns: columnNamesIn(columns) }),
        ...(existing === undefined ? {} : { existing }),
      }
      const file = { kind, name, format, options, bytes, signal: leaving(request) }
      const { it, isNew } = await createImport(workOf(request), file).catch(refuse)
      return send(request, isNew ? locate(reply, `/imports/${it.id}`) : reply, it)
    },
  )

  app.get('/imports/:id', read(schema.getImport), async (request, reply) => {
    const work = workOf(request)
    const it = await requireImport(work, request.params.id)
    const view = importView(it, await countContents(work, it))
    return sendWithEtag(request, reply, importEtag(it), view)
  })

  app.get('/imports/:id/records', read(schema.listImportRecords), (request) =>
    listImportRecords(workOf(request), request.params.id, request.query),
  )

  app.get('/imports/:id/report', read(schema.getImportReport), async (request, reply) => {
    const { format = 'csv', status } = request.query
    const work = workOf(request)
    const { id } = await requireImport(work, request.params.id)
    const text = reportImport(work, id, { format, status })
    return sendStream(reply, 'import-report', format, text)
  })

  app.post('/imports/:id/commit', write(schema.commitImport), async (request, reply) => {
    const { accept = [], duplicates } = request.body
    const change = { ...changeOf(request), accept, duplicates }
    return send(request, reply, await commitImport(workOf(request), change))
  })

  app.post('/imports/:id/undo', write(schema.undoImport), async (request, reply) => {
    const change = { ...changeOf(request), keep: request.body.keep }
    return send(request, reply, await undoImport(workOf(request), change))
  })

  app.delete('/imports/:id', write(schema.deleteImport), async (request, reply) => {
    await deleteImport(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}

function formatOf({ headers }: FastifyRequest, kind: string): ImportFormat {
  const formats = kind === 'invio' ? DATABASES : TABLES
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const format = formats[type]
  if (format === undefined) throw wrongFileOf(kind, Object.keys(formats))
  return format
}

function refuse(error: unknown): never {
  if (error instanceof FaultyFile) throw csvFaults(error)
  throw error instanceof TransferError ? csvUnreadable(error) : error
}

/** Aborts when the client closes the connection before it has the answer. */
function leaving({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  raw.socket.once('close', () => controller.abort())
  return controller.signal
}

function bytesOf(body: unknown, kind: string): Uint8Array {
  const isEmpty = !(body instanceof Uint8Array) || body.length === 0
  if (isEmpty && kind === 'invio') throw invioUnreadable('Send the database as the body.')
  if (!(body instanceof Uint8Array))
    throw csvUnreadable({
      message: 'The request has no file. Send it as the body.',
      params: { reason: 'empty' },
    })
  return body
}
