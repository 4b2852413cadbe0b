import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { read, write } from '../../core/http/access.ts'
import { etagWith, sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import * as schema from './inner/schema.ts'
import { previewView, recurringView, repricedView, runView, upcomingView } from './inner/view.ts'
import type { Action, RecurringChangeBody, RecurringCreateBody } from './input.ts'
import { type RecurringDetails, type RecurringService, recurringEtag } from './service.ts'

const COUNT = 12
const UPCOMING_DAYS = 30

export const recurringRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly recurring: RecurringService
}> = async (app, { workOf, recurring }) => {
  const creating = {
    meaning: checkedBy(workOf, (work, body: RecurringCreateBody) => recurring.create(work, body)),
  }
  const changing = {
    meaning: checkedBy(workOf, (work, body: RecurringChangeBody, { id }) =>
      recurring.update(work, { id, ifMatch: undefined }, { body, mode: 'patch' }),
    ),
  }

  const view = ({ recurring, lastRun }: RecurringDetails) => recurringView(recurring, lastRun)
  // A renamed customer changes no version of the recurring invoice.
  const { send, entry } = answersOf(
    (details: RecurringDetails) => etagWith(recurringEtag(details), view(details)),
    view,
  )
  const sendCreated = (request: FastifyRequest, reply: FastifyReply, details: RecurringDetails) =>
    send(request, locate(reply, `/recurring-invoices/${details.recurring.id}`), details)

  app.get('/recurring-invoices', read(schema.listRecurring), async (request) =>
    pageView(await recurring.list(workOf(request), request.query), entry),
  )

  app.post('/recurring-invoices', write(schema.createRecurring, creating), async (request, reply) =>
    sendCreated(request, reply, await recurring.create(workOf(request), request.body)),
  )

  app.get('/recurring-invoices/upcoming', read(schema.listUpcoming), async (request) => {
    const { days = UPCOMING_DAYS, only_next: onlyNext = false } = request.query
    return upcomingView(await recurring.upcoming(workOf(request), { days, onlyNext }))
  })

  app.post('/recurring-invoices/preview', write(schema.previewRecurring), async (request) => {
    const { body, query } = request
    const days = await recurring.preview(workOf(request), body, query.count ?? COUNT)
    return { data: days.map(previewView) }
  })

  app.post('/recurring-invoices/reprice', write(schema.repriceRecurring), async (request) => ({
    data: (await recurring.reprice(workOf(request), request.body)).map(repricedView),
  }))

  app.post('/invoices/:id/recurring', write(schema.fromInvoice), async (request, reply) => {
    const { params, body } = request
    return sendCreated(
      request,
      reply,
      await recurring.fromInvoice(workOf(request), params.id, body),
    )
  })

  app.get('/recurring-invoices/:id', read(schema.getRecurring), async (request, reply) =>
    send(request, reply, await recurring.get(workOf(request), request.params.id)),
  )

  app.put(
    '/recurring-invoices/:id',
    write(schema.putRecurring, changing),
    async (request, reply) => {
      const asked = { body: request.body, mode: 'put' } as const
      const work = workOf(request)
      return send(request, reply, await recurring.update(work, changeOf(request), asked))
    },
  )

  app.patch(
    '/recurring-invoices/:id',
    write(schema.patchRecurring, changing),
    async (request, reply) => {
      const { body, query } = request
      const work = workOf(request)
      const details =
        query.from === undefined
          ? await recurring.update(work, changeOf(request), { body, mode: 'patch' })
          : await recurring.changeFrom(work, changeOf(request), { from: query.from, body })
      return send(request, reply, details)
    },
  )

  app.delete('/recurring-invoices/:id', write(schema.deleteRecurring), async (request, reply) => {
    await recurring.delete(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.delete(
    '/recurring-invoices/:id/changes/:date',
    write(schema.deleteRecurringChange),
    async (request, reply) => {
      const { date } = request.params
      const work = workOf(request)
      return send(request, reply, await recurring.deleteChange(work, changeOf(request), date))
    },
  )

  app.put(
    '/recurring-invoices/:id/occurrences/:date',
    write(schema.putOccurrence),
    async (request, reply) => {
      const asked = { date: request.params.date, body: request.body }
      const work = workOf(request)
      return send(request, reply, await recurring.setOccurrence(work, changeOf(request), asked))
    },
  )

  app.delete(
    '/recurring-invoices/:id/occurrences/:date',
    write(schema.deleteOccurrence),
    async (request, reply) => {
      const { date } = request.params
      const work = workOf(request)
      return send(request, reply, await recurring.clearOccurrence(work, changeOf(request), date))
    },
  )

  app.get('/recurring-invoices/:id/occurrences', read(schema.listOccurrences), async (request) => {
    const { params, query } = request
    const days = await recurring.occurrences(workOf(request), params.id, query.count ?? COUNT)
    return { data: days.map(previewView) }
  })

  app.post(
    '/recurring-invoices/:id/pause',
    write(schema.pauseRecurring),
    async (request, reply) => {
      const until = request.body.until ?? null
      const work = workOf(request)
      return send(request, reply, await recurring.pause(work, changeOf(request), until))
    },
  )

  app.post(
    '/recurring-invoices/:id/resume',
    write(schema.resumeRecurring),
    async (request, reply) => {
      const missed = (request.body.missed ?? 'skip') as 'skip' | 'make'
      const work = workOf(request)
      return send(request, reply, await recurring.resume(work, changeOf(request), missed))
    },
  )

  app.post('/recurring-invoices/:id/end', write(schema.endRecurring), async (request, reply) =>
    send(request, reply, await recurring.end(workOf(request), changeOf(request))),
  )

  app.post('/recurring-invoices/:id/run', write(schema.runRecurring), async (request, reply) => {
    const { date, action } = request.body
    const asked = {
      ...(date === undefined ? {} : { date }),
      ...(action === undefined ? {} : { action: action as Action }),
    }
    const made = await recurring.run(workOf(request), changeOf(request), asked)
    const etag = recurringEtag({ recurring: made.recurring, lastRun: made.run })
    return sendWithEtag(request, reply, etag, runView(made.run))
  })

  app.get('/recurring-invoices/:id/runs', read(schema.listRuns), async (request) => {
    const { params, query } = request
    return pageView(await recurring.runs(workOf(request), params.id, query), runView)
  })

  app.post(
    '/recurring-invoices/:id/duplicate',
    write(schema.duplicateRecurring),
    async (request, reply) =>
      sendCreated(request, reply, await recurring.duplicate(workOf(request), changeOf(request))),
  )
}
