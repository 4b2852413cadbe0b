import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createOrUpdate, type NamedPut } from '../external-ids/external-ids.ts'
import type { ExternalIds } from '../external-ids/field.ts'
import { etagWith, sendWithEtag } from '../http/etag.ts'
import { expansionsOf, withExpanded } from '../http/expand.ts'
import { syncUntil } from '../http/filters.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView } from '../http/pagination.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import { checkedBy } from '../record/transaction.ts'
import type { ReadWork, Work, WorkOf } from '../record/work.ts'
import type { QuoteCreateBody, QuoteUpdateBody, StaffAnswerBody } from './input.ts'
import * as schema from './schema.ts'
import { type QuoteService, quoteEtag, quoteVersionTag } from './service.ts'
import { type QuoteDetails, quoteEntryView, quoteExpandedView, quoteView } from './view.ts'

export const quoteRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly quotes: QuoteService
}> = async (app, { workOf, quotes }) => {
  const read = { config: { access: 'read' } } as const
  const write = { config: { access: 'write' } } as const
  const issue = { config: { access: 'issue' } } as const
  const creating = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, body: QuoteCreateBody) => quotes.create(work, body)),
    },
  } as const
  const changing = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, body: QuoteUpdateBody, { id }) =>
        quotes.update(work, { id, ifMatch: undefined }, body),
      ),
    },
  } as const
  const putNamed = (work: ReadWork | Work, { ifMatch, ...named }: NamedPut<QuoteCreateBody>) =>
    createOrUpdate(
      work,
      { kind: 'quote', ...named },
      {
        create: quotes.create,
        update: (work, id, input) => quotes.update(work, { id, ifMatch }, input),
      },
    )
  const putting = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, input: QuoteCreateBody, named: ExternalIds[number]) =>
        putNamed(work, { named, input }),
      ),
    },
  } as const

  const send = (request: FastifyRequest, reply: FastifyReply, details: QuoteDetails) =>
    sendWithEtag(request, reply, quoteEtag(details), quoteView(details))
  const sendCreated = (request: FastifyRequest, reply: FastifyReply, details: QuoteDetails) => {
    reply.code(201).header('location', `${API_PREFIX}/quotes/${details.quote.id}`)
    return send(request, reply, details)
  }
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    id: request.params.id,
    ifMatch: request.headers['if-match'],
  })

  app.get('/quotes', { ...read, schema: schema.listQuotes }, async (request) => {
    const work = workOf(request)
    const page = await quotes.list(work, request.query)
    const customerOf = await quotes.expand(work, page.data, expansionsOf(request.query))
    const view = pageView(page, (quote) => ({
      ...withExpanded(quoteEntryView(quote, page.today), quoteExpandedView(customerOf(quote))),
      etag: quoteVersionTag(quote),
    }))
    return { ...view, ...syncUntil(request.query, work.at) }
  })

  app.post('/quotes', { ...creating, schema: schema.createQuote }, async (request, reply) =>
    sendCreated(request, reply, await quotes.create(workOf(request), request.body)),
  )

  app.get('/quotes/:id', { ...read, schema: schema.getQuote }, async (request, reply) => {
    const work = workOf(request)
    const details = await quotes.get(work, request.params.id)
    const customerOf = await quotes.expand(work, [details.quote], expansionsOf(request.query))
    const expanded = quoteExpandedView(customerOf(details.quote))
    const view = withExpanded(quoteView(details), expanded)
    return sendWithEtag(request, reply, etagWith(quoteEtag(details), expanded), view)
  })

  app.put('/quotes/:id', { ...changing, schema: schema.putQuote }, async (request, reply) =>
    send(request, reply, await quotes.update(workOf(request), changeOf(request), request.body)),
  )

  app.put(
    '/quotes/external/:system/:id',
    { ...putting, schema: schema.putQuoteByExternalId },
    async (request, reply) => {
      const { params: named, body: input, headers } = request
      const put = { named, input, ifMatch: headers['if-match'] }
      const { made, isNew } = await putNamed(workOf(request), put)
      return isNew ? sendCreated(request, reply, made) : send(request, reply, made)
    },
  )

  app.patch('/quotes/:id', { ...changing, schema: schema.patchQuote }, async (request, reply) =>
    send(request, reply, await quotes.update(workOf(request), changeOf(request), request.body)),
  )

  app.delete('/quotes/:id', { ...write, schema: schema.deleteQuote }, async (request, reply) => {
    await quotes.delete(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.post('/quotes/:id/open', { ...issue, schema: schema.openQuote }, async (request, reply) =>
    send(request, reply, await quotes.open(workOf(request), changeOf(request))),
  )

  app.post('/quotes/:id/revise', { ...write, schema: schema.reviseQuote }, async (request, reply) =>
    sendCreated(request, reply, await quotes.revise(workOf(request), changeOf(request))),
  )

  app.post(
    '/quotes/:id/duplicate',
    { ...write, schema: schema.duplicateQuote },
    async (request, reply) =>
      sendCreated(request, reply, await quotes.duplicate(workOf(request), changeOf(request))),
  )

  for (const [name, kind, described] of [
    ['accept', 'accepted', schema.acceptQuote],
    ['decline', 'declined', schema.declineQuote],
  ] as const)
    app.post(`/quotes/:id/${name}`, { ...issue, schema: described }, async (request, reply) => {
      const asked = { kind, body: request.body as StaffAnswerBody }
      return send(request, reply, await quotes.answer(workOf(request), changeOf(request), asked))
    })

  app.post('/quotes/:id/reopen', { ...issue, schema: schema.reopenQuote }, async (request, reply) =>
    send(request, reply, await quotes.reopen(workOf(request), changeOf(request))),
  )

  app.post(
    '/quotes/:id/withdraw',
    { ...issue, schema: schema.withdrawQuote },
    async (request, reply) =>
      send(request, reply, await quotes.withdraw(workOf(request), changeOf(request))),
  )

  app.post(
    '/quotes/:id/invoice',
    { ...write, schema: schema.invoiceQuote },
    async (request, reply) => {
      const made = await quotes.invoice(workOf(request), changeOf(request), request.body)
      const { json, etag } = invoiceAnswer(made)
      reply.code(201).header('location', `${API_PREFIX}/invoices/${made.invoice.id}`)
      return sendWithEtag(request, reply, etag, JSON.parse(json))
    },
  )
}
