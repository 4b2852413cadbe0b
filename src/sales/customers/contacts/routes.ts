import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { read, write } from '../../../core/http/access.ts'
import { pageView } from '../../../core/http/pagination.ts'
import { answersOf, locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { view } from '../../../kernel/fields/field.ts'
import {
  ADDRESSES,
  CONTACTS,
  createEntry,
  deleteEntry,
  type Entry,
  entryEtag,
  listEntries,
  requireEntry,
  updateEntry,
} from './entries.ts'
import { ADDRESS_FIELDS, CONTACT_FIELDS, type Own } from './fields.ts'
import { BOOK } from './inner/schema.ts'

const KINDS = { contacts: CONTACTS, addresses: ADDRESSES }

export const bookRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(entryEtag, entryView)

  for (const name of ['contacts', 'addresses'] as const) {
    const schema = BOOK[name]
    const kind = KINDS[name]
    const list = `/customers/:id/${name}`
    const one = `${list}/:entry_id`

    app.get(list, read(schema.list), async (request) => {
      const page = await listEntries(workOf(request), kind, request.params.id, request.query)
      return pageView<Entry, Listed>(page, entry)
    })

    app.post(list, write(schema.create), async (request, reply) => {
      const { id } = request.params
      const made = await createEntry(workOf(request), kind, id, request.body)
      return send(request, locate(reply, `/customers/${id}/${name}/${made.id}`), made)
    })

    app.get(one, read(schema.get), async (request, reply) => {
      const { id, entry_id } = request.params
      return send(request, reply, await requireEntry(workOf(request), kind, id, entry_id))
    })

    app.put(one, write(schema.put), async (request, reply) => {
      const { body } = request
      return send(request, reply, await updateEntry(workOf(request), kind, targetOf(request), body))
    })

    app.delete(one, write(schema.delete), async (request, reply) => {
      await deleteEntry(workOf(request), kind, targetOf(request))
      return reply.code(204).send(null)
    })
  }
}

const targetOf = (request: FastifyRequest<{ Params: { id: string; entry_id: string } }>) => ({
  customerId: request.params.id,
  id: request.params.entry_id,
  ifMatch: request.headers['if-match'],
})

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
