import type { ResourceType } from '@billwright/rules/events'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { inTurn } from '../../platform/database/db.ts'
import { isId } from '../../platform/ids.ts'
import { read } from '../http/access.ts'
import { type Actor, actorOf } from '../http/actor.ts'
import { etagOf, sendWithEtag } from '../http/etag.ts'
import { valuesOf } from '../http/filters.ts'
import { pageView, toPageRequest } from '../http/pagination.ts'
import { eventNotFound, unknownEvent } from './errors.ts'
import * as schema from './inner/schema.ts'
import { eventView } from './inner/view.ts'
import { createWaiters } from './inner/waiters.ts'
import { findEvent, listEvents } from './log.ts'
import type { WorkOf } from './work.ts'

export const eventRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  const waiters = createWaiters()

  app.get('/events', read(schema.listEvents), async (request) => {
    const { type, resource_id: resourceId, after, include, wait = 0 } = request.query
    const hidden = hiddenFrom(actorOf(request))
    const work = workOf(request)
    const wanted = toPageRequest(request.query, 'created_at')
    const filter = { types: valuesOf(type), resourceId, after, hidden }
    const find = (withTotal: boolean) =>
      inTurn(work, () => listEvents(work, filter, { ...wanted, withTotal }))
    const isOver = () => app.draining.hasBegun || request.raw.socket.destroyed
    const found = await waiters.firstFilled(() => find(false), {
      company: work.companyId,
      seconds: wait,
      isOver,
    })
    const page = include === 'total' ? await find(true) : found
    if (!page) throw unknownEvent()
    return pageView(page, (event) => eventView(work, event))
  })

  app.get('/events/:id', read(schema.getEvent), async (request, reply) => {
    const { id } = request.params
    const work = workOf(request)
    const event = isId('evt', id) ? await findEvent(work, id) : undefined
    if (!event || hiddenFrom(actorOf(request)).includes(event.resource.type)) throw eventNotFound()
    return sendWithEtag(request, reply, etagOf(event.id, 1), eventView(work, event))
  })
}

/** `read` sees everything except webhooks; see the scopes in docs/access.md. */
const hiddenFrom = ({ scopes }: Actor): readonly ResourceType[] =>
  scopes.has('admin') ? [] : ['webhook']
