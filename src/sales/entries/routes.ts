import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { namedPut } from '../../core/external-ids/external-ids.ts'
import { read, write } from '../../core/http/access.ts'
import { etagWith } from '../../core/http/etag.ts'
import { syncUntil } from '../../core/http/filters.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import { bulkOptions, createBulk, oneByOne } from '../../core/record/bulk.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { createEntry, deleteEntry, updateEntry } from './change.ts'
import type { NamedEntry } from './entry.ts'
import { type EntryChange, EntryInput } from './input.ts'
import { entryEtag, listEntries, requireEntry } from './read.ts'
import * as schema from './schema.ts'
import { entryView } from './view.ts'

export const entryRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  // A renamed customer changes no version of the entry.
  const { send, entry } = answersOf(
    (it: NamedEntry) => etagWith(entryEtag(it), { customer: it.customerName }),
    entryView,
  )
  const creating = {
    meaning: checkedBy(workOf, (work, input: EntryInput) => createEntry(work, input)),
  }
  const changing = {
    meaning: checkedBy(workOf, (work, input: EntryChange, { id }) =>
      updateEntry(work, { id, ifMatch: undefined }, { input, mode: 'patch' }),
    ),
  }

  const named = namedPut(workOf, 'entry', {
    create: createEntry,
    update: (work, change, input: EntryInput) => updateEntry(work, change, { input, mode: 'put' }),
  })

  app.get('/entries', read(schema.listEntries), async (request) => {
    const work = workOf(request)
    const page = pageView(await listEntries(work, request.query), entry)
    return { ...page, ...syncUntil(request.query, work.at) }
  })

  app.post('/entries', write(schema.createEntry, creating), async (request, reply) => {
    const made = await createEntry(workOf(request), request.body)
    return send(request, locate(reply, `/entries/${made.id}`), made)
  })

  const createMany = createBulk(app, EntryInput, {
    create: oneByOne(createEntry),
    view: entryView,
  })
  app.post(
    '/entries/bulk',
    { ...write(schema.createEntries), ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.get('/entries/:id', read(schema.getEntry), async (request, reply) =>
    send(request, reply, await requireEntry(workOf(request), request.params.id)),
  )

  app.put('/entries/:id', write(schema.putEntry, changing), async (request, reply) => {
    const change = { input: request.body, mode: 'put' } as const
    return send(request, reply, await updateEntry(workOf(request), changeOf(request), change))
  })

  app.put(
    '/entries/external/:system/:id',
    write(schema.putEntryByExternalId, { meaning: named.meaning }),
    async (request, reply) => {
      const { made, isNew } = await named.put(request)
      return send(request, isNew ? locate(reply, `/entries/${made.id}`) : reply, made)
    },
  )

  app.patch('/entries/:id', write(schema.patchEntry, changing), async (request, reply) => {
    const change = { input: request.body, mode: 'patch' } as const
    return send(request, reply, await updateEntry(workOf(request), changeOf(request), change))
  })

  app.delete('/entries/:id', write(schema.deleteEntry), async (request, reply) => {
    await deleteEntry(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}
