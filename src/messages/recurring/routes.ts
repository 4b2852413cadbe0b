import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { read, write } from '../../core/http/access.ts'
import { etagWith, sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import {
  createRecurring,
  duplicateRecurring,
  previewRecurring,
  recurringFromInvoice,
} from './create.ts'
import { deleteRecurring, endRecurring } from './end.ts'
import * as schema from './inner/schema.ts'
import { previewView, recurringView, repricedView, runView, upcomingView } from './inner/view.ts'
import type { Action, RecurringChangeBody, RecurringCreateBody } from './input.ts'
import { clearOccurrence, listOccurrences, listUpcoming, setOccurrence } from './occurrences.ts'
import { pauseRecurring, resumeRecurring } from './pause.ts'
import {
  getRecurring,
  listRecurring,
  listRuns,
  type RecurringDetails,
  recurringEtag,
} from './read.ts'
import { repriceRecurring } from './reprice.ts'
import { runRecurring } from './run.ts'
import { changeRecurringFrom, deleteRecurringChange, updateRecurring } from './update.ts'

const COUNT = 12
const UPCOMING_DAYS = 30

export const recurringRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const creating = {
    meaning: checkedBy(workOf, (work, body: RecurringCreateBody) => createRecurring(work, body)),
  }
  const changing = {
    meaning: checkedBy(workOf, (work, body: RecurringChangeBody, { id }) =>
      updateRecurring(work, { id, ifMatch: undefined }, { body, mode: 'patch' }),
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
    pageView(await listRecurring(workOf(request), request.query), entry),
  )

  app.post('/recurring-invoices', write(schema.createRecurring, creating), async (request, reply) =>
    sendCreated(request, reply, await createRecurring(workOf(request), request.body)),
  )

  app.get('/recurring-invoices/upcoming', read(schema.listUpcoming), async (request) => {
    const { days = UPCOMING_DAYS, only_next: onlyNext = false } = request.query
    return upcomingView(await listUpcoming(workOf(request), { days, onlyNext }))
  })

  app.post('/recurring-invoices/preview', write(schema.previewRecurring), async (request) => {
    const { body, query } = request
    const days = await previewRecurring(workOf(request), body, query.count ?? COUNT)
    return { data: days.map(previewView) }
  })

  app.post('/recurring-invoices/reprice', write(schema.repriceRecurring), async (request) => ({
    data: (await repriceRecurring(workOf(request), request.body)).map(repricedView),
  }))

  app.post('/invoices/:id/recurring', write(schema.fromInvoice), async (request, reply) => {
    const { params, body } = request
    return sendCreated(request, reply, await recurringFromInvoice(workOf(request), params.id, body))
  })

  app.get('/recurring-invoices/:id', read(schema.getRecurring), async (request, reply) =>
    send(request, reply, await getRecurring(workOf(request), request.params.id)),
  )

  app.put(
    '/recurring-invoices/:id',
    write(schema.putRecurring, changing),
    async (request, reply) => {
      const asked = { body: request.body, mode: 'put' } as const
      const work = workOf(request)
      return send(request, reply, await updateRecurring(work, changeOf(request), asked))
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
          ? await updateRecurring(work, changeOf(request), { body, mode: 'patch' })
          : await changeRecurringFrom(work, changeOf(request), { from: query.from, body })
      return send(request, reply, details)
    },
  )

  app.delete('/recurring-invoices/:id', write(schema.deleteRecurring), async (request, reply) => {
    await deleteRecurring(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.delete(
    '/recurring-invoices/:id/changes/:date',
    write(schema.deleteRecurringChange),
    async (request, reply) => {
      const { date } = request.params
      const work = workOf(request)
      return send(request, reply, await deleteRecurringChange(work, changeOf(request), date))
    },
  )

  app.put(
    '/recurring-invoices/:id/occurrences/:date',
    write(schema.putOccurrence),
    async (request, reply) => {
      const asked = { date: request.params.date, body: request.body }
      const work = workOf(request)
      return send(request, reply, await setOccurrence(work, changeOf(request), asked))
    },
  )

  app.delete(
    '/recurring-invoices/:id/occurrences/:date',
    write(schema.deleteOccurrence),
    async (request, reply) => {
      const { date } = request.params
      const work = workOf(request)
      return send(request, reply, await clearOccurrence(work, changeOf(request), date))
    },
  )

  app.get('/recurring-invoices/:id/occurrences', read(schema.listOccurrences), async (request) => {
    const { params, query } = request
    const days = await listOccurrences(workOf(request), params.id, query.count ?? COUNT)
    return { data: days.map(previewView) }
  })

  app.post(
    '/recurring-invoices/:id/pause',
    write(schema.pauseRecurring),
    async (request, reply) => {
      const until = request.body.until ?? null
      const work = workOf(request)
      return send(request, reply, await pauseRecurring(work, changeOf(request), until))
    },
  )

  app.post(
    '/recurring-invoices/:id/resume',
    write(schema.resumeRecurring),
    async (request, reply) => {
      const missed = (request.body.missed ?? 'skip') as 'skip' | 'make'
      const work = workOf(request)
      return send(request, reply, await resumeRecurring(work, changeOf(request), missed))
    },
  )

  app.post('/recurring-invoices/:id/end', write(schema.endRecurring), async (request, reply) =>
    send(request, reply, await endRecurring(workOf(request), changeOf(request))),
  )

  app.post('/recurring-invoices/:id/run', write(schema.runRecurring), async (request, reply) => {
    const { date, action } = request.body
    const asked = {
      ...(date === undefined ? {} : { date }),
      ...(action === undefined ? {} : { action: action as Action }),
    }
    const made = await runRecurring(workOf(request), changeOf(request), asked)
    const etag = recurringEtag({ recurring: made.recurring, lastRun: made.run })
    return sendWithEtag(request, reply, etag, runView(made.run))
  })

  app.get('/recurring-invoices/:id/runs', read(schema.listRuns), async (request) => {
    const { params, query } = request
    return pageView(await listRuns(workOf(request), params.id, query), runView)
  })

  app.post(
    '/recurring-invoices/:id/duplicate',
    write(schema.duplicateRecurring),
    async (request, reply) =>
      sendCreated(request, reply, await duplicateRecurring(workOf(request), changeOf(request))),
  )
}
