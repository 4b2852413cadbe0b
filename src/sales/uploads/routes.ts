import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { fileTooLarge, fileTypeRefused } from '../../core/files/errors.ts'
import { FILE_BYTES_MAX, type FileHolderKind, type Visibility } from '../../core/files/file.ts'
import { fileEtag, fileView, sendFile } from '../../core/files/replies.ts'
import { read, write } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { fileOperations } from './schema.ts'
import { addUpload, deleteUpload, listUploads, readUpload } from './uploads.ts'

interface UploadRoutesOptions {
  readonly workOf: WorkOf
}

interface Place {
  readonly path: string
  readonly kind: FileHolderKind
  readonly tag: string
  readonly noun: string
  readonly name: string
}

const PLACES: readonly Place[] = [
  { path: 'invoices', kind: 'invoice', tag: 'Invoices', noun: 'an invoice', name: 'Invoice' },
  { path: 'quotes', kind: 'quote', tag: 'Quotes', noun: 'a quote', name: 'Quote' },
  { path: 'customers', kind: 'customer', tag: 'Customers', noun: 'a customer', name: 'Customer' },
  { path: 'entries', kind: 'entry', tag: 'Time and expenses', noun: 'an entry', name: 'Entry' },
]

/** The default visibility of a file, by the kind of its owner. */
const defaultVisibility = (kind: FileHolderKind): Visibility =>
  kind === 'invoice' || kind === 'quote' ? 'customer' : 'internal'

export const uploadRoutes: FastifyPluginAsyncTypebox<UploadRoutesOptions> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(fileEtag, fileView)
  const upload = {
    bodyTooLarge: () => fileTooLarge(FILE_BYTES_MAX),
    anyMediaType: true,
  }

  // The bytes decide the type; nothing here parses them as JSON or a form.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  for (const place of PLACES) {
    const { path, kind } = place
    const operations = fileOperations(place)

    app.get(`/${path}/:id/files`, read(operations.list), async (request) => {
      const owner = { kind, id: request.params.id }
      const page = await listUploads(workOf(request), owner, request.query)
      return pageView(page, entry)
    })

    app.post(
      `/${path}/:id/files`,
      { ...write(operations.add, upload), bodyLimit: FILE_BYTES_MAX },
      async (request, reply) => {
        const { params, query, headers } = request
        const file = await addUpload(
          workOf(request),
          { kind, id: params.id },
          {
            name: query.name,
            visible: (query.visible ?? defaultVisibility(kind)) as Visibility,
            bytes: bytesOf(request.body),
            mediaType: headers['content-type']?.split(';')[0]?.trim().toLowerCase(),
          },
        )
        return send(request, locate(reply, `/${path}/${params.id}/files/${file.id}`), file)
      },
    )

    app.get(`/${path}/:id/files/:file_id`, read(operations.get), async (request, reply) => {
      const { id, file_id } = request.params
      return sendFile(request, reply, await readUpload(workOf(request), { kind, id }, file_id))
    })

    app.delete(`/${path}/:id/files/:file_id`, write(operations.delete), async (request, reply) => {
      const { params, headers } = request
      const change = { id: params.file_id, ifMatch: headers['if-match'] }
      await deleteUpload(workOf(request), { kind, id: params.id }, change)
      return reply.code(204).send(null)
    })
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw fileTypeRefused('The request has no file.')
}
