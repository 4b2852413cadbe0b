import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { view } from '../../fields/field.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { API_PREFIX } from '../../http/openapi/document.ts'
import { pageView } from '../../http/pagination.ts'
import type { WorkOf } from '../../record/work.ts'
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  type Contact,
  type CustomerAddress,
  type Own,
} from './fields.ts'
import { BOOK } from './schema.ts'
import { type AddressService, type ContactService, entryEtag } from './service.ts'

export interface BookRoutesOptions {
  readonly workOf: WorkOf
  readonly contacts: ContactService
  readonly addresses: AddressService
}

export const bookRoutes: FastifyPluginAsyncTypebox<BookRoutesOptions> = async (
  app,
  { workOf, ...services },
) => {
  const read = { access: 'read' } as const
  const write = { access: 'write' } as const

  for (const name of ['contacts', 'addresses'] as const) {
    const schema = BOOK[name]
    const service = services[name]
    const list = `/customers/:id/${name}`
    const one = `${list}/:entry_id`

    app.get(list, { config: read, schema: schema.list }, async (request) => {
      const page = await service.list(workOf(request), request.params.id, request.query)
      return pageView<Entry, Listed>(page, (it) => ({ ...entryView(it), etag: entryEtag(it) }))
    })

    app.post(list, { config: write, schema: schema.create }, async (request, reply) => {
      const { id } = request.params
      const entry = await service.create(workOf(request), id, request.body)
      reply.code(201).header('location', `${API_PREFIX}/customers/${id}/${name}/${entry.id}`)
      return sendWithEtag(request, reply, entryEtag(entry), entryView(entry))
    })

    app.get(one, { config: read, schema: schema.get }, async (request, reply) => {
      const { id, entry_id } = request.params
      const entry = await service.require(workOf(request), id, entry_id)
      return sendWithEtag(request, reply, entryEtag(entry), entryView(entry))
    })

    app.put(one, { config: write, schema: schema.put }, async (request, reply) => {
      const { params, body, headers } = request
      const change = { customerId: params.id, id: params.entry_id, ifMatch: headers['if-match'] }
      const entry = await service.update(workOf(request), change, body)
      return sendWithEtag(request, reply, entryEtag(entry), entryView(entry))
    })

    app.delete(one, { config: write, schema: schema.delete }, async (request, reply) => {
      const { params, headers } = request
      const change = { customerId: params.id, id: params.entry_id, ifMatch: headers['if-match'] }
      await service.delete(workOf(request), change)
      return reply.code(204).send(null)
    })
  }
}

type Entry = Contact | CustomerAddress
type Listed = ReturnType<typeof entryView> & { readonly etag: string }

const entryView = (entry: Entry) => ({
  id: entry.id,
  ...('role' in entry ? view(CONTACT_FIELDS, entry) : view(ADDRESS_FIELDS, entry)),
  ...ownView(entry),
})

const ownView = ({ version, createdAt, updatedAt, deletedAt }: Own) => ({
  version,
  created_at: createdAt,
  updated_at: updatedAt,
  deleted_at: deletedAt,
})
