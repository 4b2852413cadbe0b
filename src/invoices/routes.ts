import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createOrUpdate, type NamedPut } from '../external-ids/external-ids.ts'
import type { ExternalIds } from '../external-ids/field.ts'
import { withSeal } from '../http/cursors.ts'
import { jsonAnswer, sendJson } from '../http/etag.ts'
import { expansionsOf, withExpanded } from '../http/expand.ts'
import { syncUntil } from '../http/filters.ts'
import { pageView, toPageRequest } from '../http/pagination.ts'
import { bulkOptions, createBulk } from '../record/bulk.ts'
import { checkedBy } from '../record/transaction.ts'
import type { ReadWork, Work, WorkOf } from '../record/work.ts'
import { createCreditNote } from './credit-notes/schema.ts'
import { deductDeposits } from './deposits/schema.ts'
import { invoiceAnswer } from './etag.ts'
import { InvoiceCreate, type InvoiceCreateBody, type InvoiceUpdateBody } from './input-schema.ts'
import { listInvoiceRevisions } from './revisions/schema.ts'
import { revisionsView } from './revisions/view.ts'
import * as schema from './schema.ts'
import type { Change, InvoiceService } from './service.ts'
import { calculationView } from './totals/calculation.ts'
import { calculateInvoice } from './totals/calculation-schema.ts'
import {
  type InvoiceDetails,
  invoiceEntryView,
  invoiceExpandedView,
  invoiceView,
  sumsView,
} from './view.ts'

export const invoiceRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly invoices: InvoiceService
  readonly apiPrefix: string
}> = async (app, { workOf, invoices, apiPrefix }) => {
  const read = { config: { access: 'read' } } as const
  /** The most frequent reads: only the route itself computes and compares the ETag. */
  const readTagged = { config: { access: 'read', conditional: false } } as const
  const write = { config: { access: 'write' } } as const
  const issue = { config: { access: 'issue' } } as const
  /** The same body: what it means is checked by calculating it. */
  const meaningOf = (work: ReadWork, body: InvoiceCreateBody) =>
    invoices.calculate(work, body, { withSteps: false })
  const meaning = (request: FastifyRequest, body: unknown) =>
    meaningOf(workOf(request), body as InvoiceCreateBody)
  const changing = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, body: InvoiceUpdateBody, { id }) =>
        invoices.update(work, { id, ifMatch: undefined }, body),
      ),
    },
  } as const
  const putNamed = (work: ReadWork | Work, { ifMatch, ...named }: NamedPut<InvoiceCreateBody>) =>
    createOrUpdate(
      work,
      { kind: 'invoice', ...named },
      {
        create: invoices.create,
        update: (work, id, input) => invoices.update(work, { id, ifMatch }, input),
      },
    )
  const putting = {
    config: {
      access: 'write',
      meaning: checkedBy(workOf, (work, input: InvoiceCreateBody, named: ExternalIds[number]) =>
        putNamed(work, { named, input }),
      ),
    },
  } as const

  const send = (request: FastifyRequest, reply: FastifyReply, details: InvoiceDetails) =>
    sendJson(request, reply, invoiceAnswer(details))
  const sendCreated = (request: FastifyRequest, reply: FastifyReply, details: InvoiceDetails) =>
    send(request, locate(reply, details), details)
  const locate = (reply: FastifyReply, { invoice }: InvoiceDetails) =>
    reply.code(201).header('location', `${apiPrefix}/invoices/${invoice.id}`)
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>): Change => ({
    id: request.params.id,
    ifMatch: request.headers['if-match'],
  })

  app.get('/invoices', { ...readTagged, schema: schema.listInvoices }, async (request, reply) => {
    const { query } = request
    const work = workOf(request)
    const usual = query.updated_since === undefined ? '-issue_date' : 'updated_at'
    const wanted = { ...toPageRequest(query, usual), withTotal: query.include === 'total' }
    const page = await invoices.list(work, schema.toFilter(query), wanted)
    const wants = { invoices: page.data, names: expansionsOf(query) }
    const expansionOf = await invoices.expand(work, wants)
    const view = withSeal(request, {
      ...pageView(page, (entry) =>
        withExpanded(
          invoiceEntryView(entry, page.today),
          invoiceExpandedView(expansionOf(entry), page.today),
        ),
      ),
      ...syncUntil(query, work.at),
    })
    return sendJson(request, reply, jsonAnswer(String(reply.serialize(view))))
  })

  app.get('/invoices/sums', { ...read, schema: schema.sumInvoices }, async (request) =>
    sumsView(await invoices.sums(workOf(request), schema.toFilter(request.query))),
  )

  app.post(
    '/invoices',
    { config: { access: 'write', meaning }, schema: schema.createInvoice },
    async (request, reply) =>
      sendCreated(request, reply, await invoices.create(workOf(request), request.body)),
  )

  const createMany = createBulk(app, InvoiceCreate, {
    create: (work, bodies: readonly InvoiceCreateBody[]) => invoices.createAll(work, bodies),
    meaning: meaningOf,
    view: invoiceView,
  })
  app.post(
    '/invoices/bulk',
    { ...write, schema: schema.createInvoices, ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.post(
    '/invoices/calculate',
    { config: { access: 'read', meaning }, schema: calculateInvoice },
    async (request) => {
      const { body, query } = request
      const options = { withSteps: query.explain ?? false }
      return calculationView(await invoices.calculate(workOf(request), body, options))
    },
  )

  app.get('/invoices/:id', { ...readTagged, schema: schema.getInvoice }, async (request, reply) => {
    const work = workOf(request)
    const details = await invoices.get(work, request.params.id)
    const { invoice, today } = details
    const wants = { invoices: [invoice], names: expansionsOf(request.query) }
    const expansionOf = await invoices.expand(work, wants)
    const expanded = invoiceExpandedView(expansionOf(invoice), today)
    return sendJson(request, reply, invoiceAnswer(details, expanded))
  })

  app.put('/invoices/:id', { ...changing, schema: schema.updateInvoice }, async (request, reply) =>
    send(request, reply, await invoices.update(workOf(request), changeOf(request), request.body)),
  )

  app.put(
    '/invoices/external/:system/:id',
    { ...putting, schema: schema.putInvoiceByExternalId },
    async (request, reply) => {
      const { params: named, body: input, headers } = request
      const put = { named, input, ifMatch: headers['if-match'] }
      const { made, isNew } = await putNamed(workOf(request), put)
      return send(request, isNew ? locate(reply, made) : reply, made)
    },
  )

  app.patch('/invoices/:id', { ...changing, schema: schema.patchInvoice }, async (request, reply) =>
    send(request, reply, await invoices.update(workOf(request), changeOf(request), request.body)),
  )

  app.delete(
    '/invoices/:id',
    { ...write, schema: schema.deleteInvoice },
    async (request, reply) => {
      await invoices.delete(workOf(request), changeOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/invoices/:id/publish',
    { ...issue, schema: schema.publishInvoice },
    async (request, reply) =>
      send(request, reply, await invoices.publish(workOf(request), changeOf(request))),
  )

  app.post(
    '/invoices/:id/unpublish',
    { ...issue, schema: schema.unpublishInvoice },
    async (request, reply) =>
      send(request, reply, await invoices.unpublish(workOf(request), changeOf(request))),
  )

  app.post(
    '/invoices/:id/credit-note',
    { ...write, schema: createCreditNote },
    async (request, reply) =>
      sendCreated(
        request,
        reply,
        await invoices.creditNote(workOf(request), changeOf(request), request.body ?? {}),
      ),
  )

  app.post(
    '/invoices/:id/deduct-deposits',
    { ...write, schema: deductDeposits },
    async (request, reply) =>
      send(
        request,
        reply,
        await invoices.deductDeposits(workOf(request), changeOf(request), request.body),
      ),
  )

  app.post(
    '/invoices/:id/duplicate',
    { ...write, schema: schema.duplicateInvoice },
    async (request, reply) =>
      sendCreated(request, reply, await invoices.duplicate(workOf(request), changeOf(request))),
  )

  app.get('/invoices/:id/revisions', { ...read, schema: listInvoiceRevisions }, async (request) => {
    const { params, query } = request
    const page = { after: BigInt(query.cursor ?? 0), limit: query.limit ?? 25 }
    return revisionsView(await invoices.revisions(workOf(request), params.id, page))
  })
}
