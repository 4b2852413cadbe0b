import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendWithEtag } from '../../http/etag.ts'
import { API_PREFIX } from '../../http/openapi/document.ts'
import { pageView } from '../../http/pagination.ts'
import type { WorkOf } from '../../record/work.ts'
import { columnNamesIn } from '../csv/source.ts'
import { csvTooLarge, csvUnreadable } from '../errors.ts'
import { sendStream } from '../replies.ts'
import type { Import } from './import.ts'
import * as schema from './schema.ts'
import { type ImportService, importEtag } from './service.ts'
import { importView } from './view.ts'

const UPLOAD_BYTES_MAX = 10 * 1024 * 1024

export const importRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly fileImports: ImportService
}> = async (app, { workOf, fileImports }) => {
  const read = { config: { access: 'read' } } as const
  const write = { config: { access: 'write' } } as const

  app.addContentTypeParser(
    ['text/csv', 'application/jsonl'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )

  app.get('/imports', { ...read, schema: schema.listImports }, async (request) => {
    const entry = (it: Import) => ({ ...importView(it), etag: importEtag(it) })
    return pageView(await fileImports.list(workOf(request), request.query), entry)
  })

  app.post(
    '/imports',
    {
      config: { access: 'write', bodyTooLarge: () => csvTooLarge(UPLOAD_BYTES_MAX) },
      bodyLimit: UPLOAD_BYTES_MAX,
      schema: schema.createImport,
    },
    async (request, reply) => {
      const { kind, name = null, columns } = request.query
      const isCsv = request.headers['content-type']?.startsWith('text/csv')
      const { it, isNew } = await fileImports.create(workOf(request), {
        kind,
        name,
        format: isCsv ? 'csv' : 'jsonl',
        columns: columnNamesIn(columns),
        bytes: bytesOf(request.body),
      })
      if (isNew) reply.code(201).header('location', `${API_PREFIX}/imports/${it.id}`)
      return sendWithEtag(request, reply, importEtag(it), importView(it))
    },
  )

  app.get('/imports/:id', { ...read, schema: schema.getImport }, async (request, reply) => {
    const it = await fileImports.require(workOf(request), request.params.id)
    return sendWithEtag(request, reply, importEtag(it), importView(it))
  })

  app.get('/imports/:id/records', { ...read, schema: schema.listImportRecords }, (request) =>
    fileImports.records(workOf(request), request.params.id, request.query),
  )

  app.get(
    '/imports/:id/report',
    { ...read, schema: schema.getImportReport },
    async (request, reply) => {
      const { format = 'csv', status } = request.query
      const work = workOf(request)
      const { id } = await fileImports.require(work, request.params.id)
      const text = fileImports.report(work, id, { format, status })
      return sendStream(reply, 'import-report', format, text)
    },
  )

  app.post(
    '/imports/:id/commit',
    { ...write, schema: schema.commitImport },
    async (request, reply) => {
      const { params, headers, body } = request
      const change = { id: params.id, ifMatch: headers['if-match'], accept: body.accept ?? [] }
      const it = await fileImports.commit(workOf(request), change)
      return sendWithEtag(request, reply, importEtag(it), importView(it))
    },
  )

  app.post('/imports/:id/undo', { ...write, schema: schema.undoImport }, async (request, reply) => {
    const change = { id: request.params.id, ifMatch: request.headers['if-match'] }
    const it = await fileImports.undo(workOf(request), change)
    return sendWithEtag(request, reply, importEtag(it), importView(it))
  })

  app.delete('/imports/:id', { ...write, schema: schema.deleteImport }, async (request, reply) => {
    const change = { id: request.params.id, ifMatch: request.headers['if-match'] }
    await fileImports.delete(workOf(request), change)
    return reply.code(204).send(null)
  })
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw csvUnreadable({
    message: 'The request has no file. Send it as the body.',
    params: { reason: 'empty' },
  })
}
