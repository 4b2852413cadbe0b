import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namedPut } from '../../core/external-ids/external-ids.ts'
import { issue, read, write } from '../../core/http/access.ts'
import { withSeal } from '../../core/http/cursors.ts'
import { jsonAnswer, sendJson, type VersionedRef } from '../../core/http/etag.ts'
import { expansionsOf, withExpanded } from '../../core/http/expand.ts'
import { syncUntil } from '../../core/http/filters.ts'
import { pageView, toPageRequest } from '../../core/http/pagination.ts'
import { changeOf, locate } from '../../core/http/resource.ts'
import { bulkOptions, createBulk } from '../../core/record/bulk.ts'
import { checkedBy } from '../../core/record/transaction.ts'
import type { ReadWork, Work, WorkOf } from '../../core/record/work.ts'
import { calculateInvoice, createInvoice, createInvoices } from './create.ts'
import { creditInvoice } from './credit.ts'
import { createCreditNote } from './credit-notes/inner/schema.ts'
import { deductDeposits } from './deduct.ts'
import { deleteInvoice } from './delete.ts'
import { deductDeposits as deductDepositsSchema } from './deposits/inner/schema.ts'
import { warningsOf } from './draft-warnings.ts'
import { duplicateInvoice } from './duplicate.ts'
import { invoiceAnswer } from './etag.ts'
import { calculationView } from './inner/calculation.ts'
import { calculateInvoice as calculateInvoiceSchema } from './inner/calculation-schema.ts'
import { expandInvoices } from './inner/expand.ts'
import { InvoiceCreate, type InvoiceCreateBody, type InvoiceUpdateBody } from './input-schema.ts'
import { publishInvoice, unpublishInvoice } from './publish.ts'
import { getInvoice, listInvoiceRevisions, listInvoices, sumInvoices } from './read.ts'
import { listInvoiceRevisions as listInvoiceRevisionsSchema } from './revisions/inner/schema.ts'
import { revisionsView } from './revisions/inner/view.ts'
import * as schema from './schema.ts'
import { updateInvoice } from './update.ts'
import {
  type InvoiceDetails,
  invoiceExpandedView,
  invoiceListView,
  invoiceView,
  sumsView,
} from './view.ts'

export const invoiceRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  /** The most frequent reads: only the route itself computes and compares the ETag. */
  const tagged = { conditional: false } as const
  /** Checks what a body means by calculating it. */
  const meaningOf = (work: ReadWork, body: InvoiceCreateBody) =>
    calculateInvoice(work, body, { withSteps: false })
  const meaning = (request: FastifyRequest, body: unknown) =>
    meaningOf(workOf(request), body as InvoiceCreateBody)
  const changing = {
    meaning: checkedBy(workOf, (work, body: InvoiceUpdateBody, { id }) =>
      updateInvoice(work, { id, ifMatch: undefined }, body),
    ),
  }
  const named = namedPut(workOf, 'invoice', {
    create: createInvoice,
    // A new customer is only for the first call; later ones keep the customer that it made.
    update: (work: Work, change: VersionedRef, { customer: _, ...input }: InvoiceCreateBody) =>
      updateInvoice(work, change, input),
  })

  const send = (request: FastifyRequest, reply: FastifyReply, details: InvoiceDetails) =>
    sendJson(request, reply, invoiceAnswer(details))
  const sendCreated = (request: FastifyRequest, reply: FastifyReply, details: InvoiceDetails) =>
    send(request, locate(reply, `/invoices/${details.invoice.id}`), details)
  /** After a draft was saved: with what is unusual about it. */
  const sendSaved = async (
    request: FastifyRequest,
    reply: FastifyReply,
    details: InvoiceDetails,
  ) => {
    const body = request.body as InvoiceUpdateBody
    const [warnings] = await warningsOf(workOf(request), [{ body, details }])
    return sendJson(request, reply, invoiceAnswer(details, undefined, warnings))
  }

  app.get('/invoices', read(schema.listInvoices, tagged), async (request, reply) => {
    const { query } = request
    const work = workOf(request)
    const usual = query.updated_since === undefined ? '-issue_date' : 'updated_at'
    const page = await listInvoices(work, schema.toFilter(query), toPageRequest(query, usual))
    const wants = { invoices: page.data, names: expansionsOf(query) }
    const expansionOf = await expandInvoices(work, wants)
    const view = withSeal(request, {
      ...pageView(page, (entry) =>
        withExpanded(
          invoiceListView(entry, page.today),
          invoiceExpandedView(expansionOf(entry), page.today),
        ),
      ),
      ...syncUntil(query, work.at),
    })
    return sendJson(request, reply, jsonAnswer(String(reply.serialize(view))))
  })

  app.get('/invoices/sums', read(schema.sumInvoices), async (request) =>
    sumsView(await sumInvoices(workOf(request), schema.toFilter(request.query))),
  )

  app.post('/invoices', write(schema.createInvoice, { meaning }), async (request, reply) => {
    const details = await createInvoice(workOf(request), request.body)
    return sendSaved(request, locate(reply, `/invoices/${details.invoice.id}`), details)
  })

  const createMany = createBulk(app, InvoiceCreate, {
    create: async (work, bodies: readonly InvoiceCreateBody[]) => {
      const made = await createInvoices(work, bodies)
      const saved = made.map((details, at) => ({ details, body: bodies[at] ?? {} }))
      const warnings = await warningsOf(work, saved)
      return made.map((details, at) => ({ details, warnings: warnings[at] ?? [] }))
    },
    meaning: meaningOf,
    view: ({ details, warnings }) => ({
      ...invoiceView(details),
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    }),
  })
  app.post(
    '/invoices/bulk',
    { ...write(schema.createInvoices), ...bulkOptions(app) },
    async (request) => createMany(workOf(request), request.body, request),
  )

  app.post('/invoices/calculate', read(calculateInvoiceSchema, { meaning }), async (request) => {
    const { body, query } = request
    const options = { withSteps: query.explain ?? false }
    return calculationView(await calculateInvoice(workOf(request), body, options))
  })

  app.get('/invoices/:id', read(schema.getInvoice, tagged), async (request, reply) => {
    const work = workOf(request)
    const details = await getInvoice(work, request.params.id)
    const { invoice, today } = details
    const wants = { invoices: [invoice], names: expansionsOf(request.query) }
    const expansionOf = await expandInvoices(work, wants)
    const expanded = invoiceExpandedView(expansionOf(invoice), today)
    return sendJson(request, reply, invoiceAnswer(details, expanded))
  })

  app.put('/invoices/:id', write(schema.updateInvoice, changing), async (request, reply) =>
    sendSaved(
      request,
      reply,
      await updateInvoice(workOf(request), changeOf(request), request.body),
    ),
  )

  app.put(
    '/invoices/external/:system/:id',
    write(schema.putInvoiceByExternalId, { meaning: named.meaning }),
    async (request, reply) => {
      const { made, isNew } = await named.put(request)
      return isNew ? sendCreated(request, reply, made) : send(request, reply, made)
    },
  )

  app.patch('/invoices/:id', write(schema.patchInvoice, changing), async (request, reply) =>
    sendSaved(
      request,
      reply,
      await updateInvoice(workOf(request), changeOf(request), request.body),
    ),
  )

  app.delete('/invoices/:id', write(schema.deleteInvoice), async (request, reply) => {
    await deleteInvoice(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.post('/invoices/:id/publish', issue(schema.publishInvoice), async (request, reply) =>
    send(
      request,
      reply,
      await publishInvoice(workOf(request), changeOf(request), request.body ?? {}),
    ),
  )

  app.post('/invoices/:id/unpublish', issue(schema.unpublishInvoice), async (request, reply) =>
    send(request, reply, await unpublishInvoice(workOf(request), changeOf(request))),
  )

  app.post('/invoices/:id/credit-note', write(createCreditNote), async (request, reply) =>
    sendCreated(
      request,
      reply,
      await creditInvoice(workOf(request), changeOf(request), request.body ?? {}),
    ),
  )

  app.post('/invoices/:id/deduct-deposits', write(deductDepositsSchema), async (request, reply) =>
    send(request, reply, await deductDeposits(workOf(request), changeOf(request), request.body)),
  )

  app.post('/invoices/:id/duplicate', write(schema.duplicateInvoice), async (request, reply) =>
    sendCreated(request, reply, await duplicateInvoice(workOf(request), changeOf(request))),
  )

  app.get('/invoices/:id/revisions', read(listInvoiceRevisionsSchema), async (request) => {
    const { params, query } = request
    const page = { after: BigInt(query.cursor ?? 0), limit: query.limit ?? 25 }
    return revisionsView(await listInvoiceRevisions(workOf(request), params.id, page))
  })
}
