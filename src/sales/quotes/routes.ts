import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namedPut } from '../../core/external-ids/external-ids.ts'
import { issue, read, write } from '../../core/http/access.ts'
import { etagWith, sendWithEtag } from '../../core/http/etag.ts'
import { expansionsOf, withExpanded } from '../../core/http/expand.ts'
import { syncUntil } from '../../core/http/filters.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import { answerQuote } from './answer.ts'
import { invoiceQuote } from './bill.ts'
import { createQuote, duplicateQuote, reviseQuote } from './create.ts'
import type { QuoteCreateBody, QuoteUpdateBody, StaffAnswerBody } from './inner/input.ts'
import * as schema from './inner/schema.ts'
import { openQuote, reopenQuote, withdrawQuote } from './open.ts'
import { expandQuotes, getQuote, listQuotes, quoteEtag, quoteVersionTag } from './read.ts'
import { deleteQuote, updateQuote } from './update.ts'
import { type QuoteDetails, quoteEntryView, quoteExpandedView, quoteView } from './view.ts'

export const quoteRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const creating = {
    meaning: checkedBy(workOf, (work, body: QuoteCreateBody) => createQuote(work, body)),
  }
  const changing = {
    meaning: checkedBy(workOf, (work, body: QuoteUpdateBody, { id }) =>
      updateQuote(work, { id, ifMatch: undefined }, body),
    ),
  }
  const named = namedPut(workOf, 'quote', { create: createQuote, update: updateQuote })

  const { send } = answersOf(quoteEtag, quoteView)
  const sendCreated = (request: FastifyRequest, reply: FastifyReply, details: QuoteDetails) =>
    send(request, locate(reply, `/quotes/${details.quote.id}`), details)

  app.get('/quotes', read(schema.listQuotes), async (request) => {
    const work = workOf(request)
    const page = await listQuotes(work, request.query)
    const customerOf = await expandQuotes(work, page.data, expansionsOf(request.query))
    const view = pageView(page, (quote) => ({
      ...withExpanded(quoteEntryView(quote, page.today), quoteExpandedView(customerOf(quote))),
      etag: quoteVersionTag(quote),
    }))
    return { ...view, ...syncUntil(request.query, work.at) }
  })

  app.post('/quotes', write(schema.createQuote, creating), async (request, reply) =>
    sendCreated(request, reply, await createQuote(workOf(request), request.body)),
  )

  app.get('/quotes/:id', read(schema.getQuote), async (request, reply) => {
    const work = workOf(request)
    const details = await getQuote(work, request.params.id)
    const customerOf = await expandQuotes(work, [details.quote], expansionsOf(request.query))
    const expanded = quoteExpandedView(customerOf(details.quote))
    const view = withExpanded(quoteView(details), expanded)
    return sendWithEtag(request, reply, etagWith(quoteEtag(details), expanded), view)
  })

  app.put('/quotes/:id', write(schema.putQuote, changing), async (request, reply) =>
    send(request, reply, await updateQuote(workOf(request), changeOf(request), request.body)),
  )

  app.put(
    '/quotes/external/:system/:id',
    write(schema.putQuoteByExternalId, { meaning: named.meaning }),
    async (request, reply) => {
      const { made, isNew } = await named.put(request)
      return isNew ? sendCreated(request, reply, made) : send(request, reply, made)
    },
  )

  app.patch('/quotes/:id', write(schema.patchQuote, changing), async (request, reply) =>
    send(request, reply, await updateQuote(workOf(request), changeOf(request), request.body)),
  )

  app.delete('/quotes/:id', write(schema.deleteQuote), async (request, reply) => {
    await deleteQuote(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.post('/quotes/:id/open', issue(schema.openQuote), async (request, reply) =>
    send(request, reply, await openQuote(workOf(request), changeOf(request))),
  )

  app.post('/quotes/:id/revise', write(schema.reviseQuote), async (request, reply) =>
    sendCreated(request, reply, await reviseQuote(workOf(request), changeOf(request))),
  )

  app.post('/quotes/:id/duplicate', write(schema.duplicateQuote), async (request, reply) =>
    sendCreated(request, reply, await duplicateQuote(workOf(request), changeOf(request))),
  )

  for (const [name, kind, described] of [
    ['accept', 'accepted', schema.acceptQuote],
    ['decline', 'declined', schema.declineQuote],
  ] as const)
    app.post(`/quotes/:id/${name}`, issue(described), async (request, reply) => {
      const asked = { kind, body: request.body as StaffAnswerBody }
      return send(request, reply, await answerQuote(workOf(request), changeOf(request), asked))
    })

  app.post('/quotes/:id/reopen', issue(schema.reopenQuote), async (request, reply) =>
    send(request, reply, await reopenQuote(workOf(request), changeOf(request))),
  )

  app.post('/quotes/:id/withdraw', issue(schema.withdrawQuote), async (request, reply) =>
    send(request, reply, await withdrawQuote(workOf(request), changeOf(request))),
  )

  app.post('/quotes/:id/invoice', write(schema.invoiceQuote), async (request, reply) => {
    const made = await invoiceQuote(workOf(request), changeOf(request), request.body)
    const { json, etag } = invoiceAnswer(made)
    return sendWithEtag(
      request,
      locate(reply, `/invoices/${made.invoice.id}`),
      etag,
      JSON.parse(json),
    )
  })
}
