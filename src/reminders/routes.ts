import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendHtml, sendPdf } from '../documents/replies.ts'
import { sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { pageView } from '../http/pagination.ts'
import { invoiceAnswer } from '../invoices/etag.ts'
import type { WorkOf } from '../record/work.ts'
import type { ReminderPlan } from './plan.ts'
import { planEtag } from './plans.ts'
import * as schema from './schema.ts'
import { type ReminderService, stateEtag } from './service.ts'
import type { Situation } from './situation.ts'
import {
  chargeView,
  dueView,
  effectView,
  nextView,
  planView,
  resultView,
  stateView,
} from './view.ts'

const INVOICES_MAX = 100

export const reminderRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly reminders: ReminderService
}> = async (app, { workOf, reminders }) => {
  const read = { config: { access: 'read' } } as const
  const write = { config: { access: 'write' } } as const
  const issue = { config: { access: 'issue' } } as const
  const admin = { config: { access: 'admin' } } as const
  const { plans } = reminders

  const sendPlan = (request: FastifyRequest, reply: FastifyReply, plan: ReminderPlan) =>
    sendWithEtag(request, reply, planEtag(plan), planView(plan))
  const sendState = (request: FastifyRequest, reply: FastifyReply, situation: Situation) =>
    sendWithEtag(request, reply, stateEtag(situation), stateView(situation))
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    id: request.params.id,
    ifMatch: request.headers['if-match'],
  })

  app.get('/reminder-plans', { ...read, schema: schema.listPlans }, async (request) =>
    pageView(await plans.list(workOf(request), request.query), (it) => ({
      ...planView(it),
      etag: planEtag(it),
    })),
  )

  app.post('/reminder-plans', { ...admin, schema: schema.createPlan }, async (request, reply) => {
    const plan = await plans.create(workOf(request), request.body)
    reply.code(201).header('location', `${API_PREFIX}/reminder-plans/${plan.id}`)
    return sendPlan(request, reply, plan)
  })

  app.get('/reminder-plans/:id', { ...read, schema: schema.getPlan }, async (request, reply) =>
    sendPlan(request, reply, await plans.require(workOf(request), request.params.id)),
  )

  app.put('/reminder-plans/:id', { ...admin, schema: schema.putPlan }, async (request, reply) =>
    sendPlan(request, reply, await plans.update(workOf(request), changeOf(request), request.body)),
  )

  app.patch('/reminder-plans/:id', { ...admin, schema: schema.patchPlan }, async (request, reply) =>
    sendPlan(request, reply, await plans.update(workOf(request), changeOf(request), request.body)),
  )

  app.delete(
    '/reminder-plans/:id',
    { ...admin, schema: schema.deletePlan },
    async (request, reply) => {
      await plans.delete(workOf(request), changeOf(request))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/reminder-plans/:id/effect',
    { ...admin, schema: schema.planEffect },
    async (request) => {
      const { params, query } = request
      return effectView(await plans.effect(workOf(request), params.id, query.remind_from))
    },
  )

  app.get('/reminders/due', { ...read, schema: schema.listDue }, async (request) =>
    pageView(await reminders.listDue(workOf(request), request.query), dueView),
  )

  app.post('/reminders/send', { ...issue, schema: schema.sendDue }, async (request) => ({
    data: (await reminders.send(workOf(request), request.body.ids)).map(resultView),
  }))

  app.post('/reminders/dismiss', { ...issue, schema: schema.dismissDue }, async (request) => ({
    data: (await reminders.dismiss(workOf(request), request.body.ids)).map(resultView),
  }))

  app.get('/reminders/next', { ...read, schema: schema.nextReminders }, async (request) => {
    const ids = request.query.invoice_ids.split(',').slice(0, INVOICES_MAX)
    return { data: (await reminders.next(workOf(request), ids)).map(nextView) }
  })

  app.get(
    '/invoices/:id/reminders',
    { ...read, schema: schema.getReminders },
    async (request, reply) =>
      sendState(request, reply, await reminders.get(workOf(request), request.params.id)),
  )

  app.put(
    '/invoices/:id/reminders',
    { ...write, schema: schema.choosePlan },
    async (request, reply) => {
      const { plan } = request.body
      const work = workOf(request)
      return sendState(request, reply, await reminders.choosePlan(work, changeOf(request), plan))
    },
  )

  app.post(
    '/invoices/:id/reminders/pause',
    { ...write, schema: schema.pauseReminders },
    async (request, reply) => {
      const work = workOf(request)
      return sendState(request, reply, await reminders.pause(work, changeOf(request), request.body))
    },
  )

  app.post(
    '/invoices/:id/reminders/resume',
    { ...write, schema: schema.resumeReminders },
    async (request, reply) =>
      sendState(request, reply, await reminders.resume(workOf(request), changeOf(request))),
  )

  app.post(
    '/invoices/:id/reminders/send',
    { ...issue, schema: schema.sendReminder },
    async (request, reply) => {
      const { level } = request.body
      const work = workOf(request)
      return sendState(request, reply, await reminders.sendOne(work, changeOf(request), level))
    },
  )

  app.get(
    '/invoices/:id/reminder/pdf',
    { ...read, schema: schema.reminderPdf },
    async (request, reply) => {
      const { params, query } = request
      const { pdf, number } = await reminders.pdf(workOf(request), params.id, query.level)
      return sendPdf(reply, pdf, { number: `reminder-${number ?? ''}` })
    },
  )

  app.get(
    '/invoices/:id/reminder/html',
    { ...read, schema: schema.reminderHtml },
    async (request, reply) => {
      const { params, query } = request
      return sendHtml(reply, await reminders.html(workOf(request), params.id, query.level))
    },
  )

  app.get('/invoices/:id/charges', { ...read, schema: schema.listCharges }, async (request) => {
    const { charges, currency } = await reminders.charges(workOf(request), request.params.id)
    return { data: charges.map((charge) => chargeView(charge, currency)) }
  })

  app.post(
    '/invoices/:id/charges/:charge_id/waive',
    { ...issue, schema: schema.waiveCharge },
    async (request) => {
      const { id, charge_id } = request.params
      const { charge, currency } = await reminders.waive(workOf(request), id, charge_id)
      return chargeView(charge, currency)
    },
  )

  app.post(
    '/invoices/:id/charges/settle',
    { ...issue, schema: schema.settleCharges },
    async (request, reply) => {
      const { params, body } = request
      const made = await reminders.settle(workOf(request), params.id, body)
      const { json, etag } = invoiceAnswer(made)
      reply.code(201).header('location', `${API_PREFIX}/invoices/${made.invoice.id}`)
      return sendWithEtag(request, reply, etag, JSON.parse(json))
    },
  )
}
