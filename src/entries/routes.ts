import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView } from '../http/pagination.ts'
import { checkedBy } from '../record/transaction.ts'
import type { WorkOf } from '../record/work.ts'
import type { NamedEntry } from './entry.ts'
import type { EntryChange, EntryInput } from './input.ts'
import * as schema from './schema.ts'
import { type EntryService, entryEtag } from './service.ts'
import { entryView } from './view.ts'

export const entryRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly entries: EntryService
}> = async (app, { workOf, entries }) => {
  const read = { config: { access: 'read' } } as const
  const write = { config: { access: 'write' } } as const
  const creating = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, input: EntryInput) => entries.create(work, input)),
    },
  } as const
  const changing = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, input: EntryChange, { id }) =>
        entries.update(work, { id, ifMatch: undefined }, { input, mode: 'patch' }),
      ),
    },
  } as const

  const send = (request: FastifyRequest, reply: FastifyReply, entry: NamedEntry) =>
    sendWithEtag(request, reply, entryEtag(entry), entryView(entry))
  const changeOf = ({ params, headers }: FastifyRequest<{ Params: { id: string } }>) => ({
    id: params.id,
    ifMatch: headers['if-match'],
  })

  app.get('/entries', { ...read, schema: schema.listEntries }, async (request) =>
    pageView(await entries.list(workOf(request), request.query), (it) => ({
      ...entryView(it),
      etag: entryEtag(it),
    })),
  )

  app.post('/entries', { ...creating, schema: schema.createEntry }, async (request, reply) => {
    const entry = await entries.create(workOf(request), request.body)
    reply.code(201).header('location', `${API_PREFIX}/entries/${entry.id}`)
    return send(request, reply, entry)
  })

  app.get('/entries/:id', { ...read, schema: schema.getEntry }, async (request, reply) =>
    send(request, reply, await entries.require(workOf(request), request.params.id)),
  )

  app.put('/entries/:id', { ...changing, schema: schema.putEntry }, async (request, reply) => {
    const change = { input: request.body, mode: 'put' } as const
    return send(request, reply, await entries.update(workOf(request), changeOf(request), change))
  })

  app.patch('/entries/:id', { ...changing, schema: schema.patchEntry }, async (request, reply) => {
    const change = { input: request.body, mode: 'patch' } as const
    return send(request, reply, await entries.update(workOf(request), changeOf(request), change))
  })

  app.delete('/entries/:id', { ...write, schema: schema.deleteEntry }, async (request, reply) => {
    await entries.delete(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}
