import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { read, write } from '../../http/access.ts'
import { pageView } from '../../http/pagination.ts'
import { answersOf, changeOf, locate } from '../../http/resource.ts'
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
  const { send } = answersOf(importEtag, importView)
  app.addContentTypeParser(
    ['text/csv', 'application/jsonl'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )

  app.get('/imports', read(schema.listImports), async (request) => {
    const entry = (it: Import) => ({ ...importView(it), etag: importEtag(it) })
    return pageView(await fileImports.list(workOf(request), request.query), entry)
  })

  app.post(
    '/imports',
    {
      ...write(schema.createImport, { bodyTooLarge: () => csvTooLarge(UPLOAD_BYTES_MAX) }),
      bodyLimit: UPLOAD_BYTES_MAX,
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
      return send(request, isNew ? locate(reply, `/imports/${it.id}`) : reply, it)
    },
  )

  app.get('/imports/:id', read(schema.getImport), async (request, reply) =>
    send(request, reply, await fileImports.require(workOf(request), request.params.id)),
  )

  app.get('/imports/:id/records', read(schema.listImportRecords), (request) =>
    fileImports.records(workOf(request), request.params.id, request.query),
  )

  app.get('/imports/:id/report', read(schema.getImportReport), async (request, reply) => {
    const { format = 'csv', status } = request.query
    const work = workOf(request)
    const { id } = await fileImports.require(work, request.params.id)
    const text = fileImports.report(work, id, { format, status })
    return sendStream(reply, 'import-report', format, text)
  })

  app.post('/imports/:id/commit', write(schema.commitImport), async (request, reply) => {
    const change = { ...changeOf(request), accept: request.body.accept ?? [] }
    return send(request, reply, await fileImports.commit(workOf(request), change))
  })

  app.post('/imports/:id/undo', write(schema.undoImport), async (request, reply) => {
    return send(request, reply, await fileImports.undo(workOf(request), changeOf(request)))
  })

  app.delete('/imports/:id', write(schema.deleteImport), async (request, reply) => {
    await fileImports.delete(workOf(request), changeOf(request))
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
