import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, issue, read, write } from '../../core/http/access.ts'
import { etagWith, sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { sendHtml, sendPdf } from '../../paper/printing/replies.ts'
import { invoiceAnswer } from '../../sales/invoices/etag.ts'
import { settleCharges, waiveCharge } from './charges.ts'
import { dismissReminders } from './dismiss.ts'
import * as schema from './inner/schema.ts'
import type { Situation } from './inner/situation.ts'
import {
  chargeView,
  dueView,
  effectView,
  nextView,
  planView,
  resultView,
  stateView,
} from './inner/view.ts'
import { reminderLetterHtml, reminderLetterPdf } from './letter.ts'
import { choosePlan, pauseReminders, resumeReminders } from './pause.ts'
import {
  createPlan,
  deletePlan,
  effectOfPlan,
  listPlans,
  planEtag,
  requirePlan,
  updatePlan,
} from './plans.ts'
import { getSituation, listCharges, listDueReminders, nextReminders, stateEtag } from './read.ts'
import { sendOneReminder, sendReminders } from './send.ts'

const INVOICES_MAX = 100

export const reminderRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const { send: sendPlan, entry: planEntry } = answersOf(planEtag, planView)
  // A reminder that is decided or delivered changes no version of the state.
  const { send: sendState } = answersOf(
    (situation: Situation) => etagWith(stateEtag(situation), stateView(situation)),
    stateView,
  )

  app.get('/reminder-plans', read(schema.listPlans), async (request) =>
    pageView(await listPlans(workOf(request), request.query), planEntry),
  )

  app.post('/reminder-plans', admin(schema.createPlan), async (request, reply) => {
    const plan = await createPlan(workOf(request), request.body)
    return sendPlan(request, locate(reply, `/reminder-plans/${plan.id}`), plan)
  })

  app.get('/reminder-plans/:id', read(schema.getPlan), async (request, reply) =>
    sendPlan(request, reply, await requirePlan(workOf(request), request.params.id)),
  )

  app.put('/reminder-plans/:id', admin(schema.putPlan), async (request, reply) =>
    sendPlan(request, reply, await updatePlan(workOf(request), changeOf(request), request.body)),
  )

  app.patch('/reminder-plans/:id', admin(schema.patchPlan), async (request, reply) =>
    sendPlan(request, reply, await updatePlan(workOf(request), changeOf(request), request.body)),
  )

  app.delete('/reminder-plans/:id', admin(schema.deletePlan), async (request, reply) => {
    await deletePlan(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.get('/reminder-plans/:id/effect', admin(schema.planEffect), async (request) => {
    const { params, query } = request
    return effectView(await effectOfPlan(workOf(request), params.id, query.remind_from))
  })

  app.get('/reminders/due', read(schema.listDue), async (request) =>
    pageView(await listDueReminders(workOf(request), request.query), dueView),
  )

  app.post('/reminders/send', issue(schema.sendDue), async (request) => ({
    data: (await sendReminders(workOf(request), request.body.ids)).map(resultView),
  }))

  app.post('/reminders/dismiss', issue(schema.dismissDue), async (request) => ({
    data: (await dismissReminders(workOf(request), request.body.ids)).map(resultView),
  }))

  app.get('/reminders/next', read(schema.nextReminders), async (request) => {
    const ids = request.query.invoice_ids.split(',').slice(0, INVOICES_MAX)
    return { data: (await nextReminders(workOf(request), ids)).map(nextView) }
  })

  app.get('/invoices/:id/reminders', read(schema.getReminders), async (request, reply) =>
    sendState(request, reply, await getSituation(workOf(request), request.params.id)),
  )

  app.put('/invoices/:id/reminders', write(schema.choosePlan), async (request, reply) => {
    const { plan } = request.body
    const work = workOf(request)
    return sendState(request, reply, await choosePlan(work, changeOf(request), plan))
  })

  app.post(
    '/invoices/:id/reminders/pause',
    write(schema.pauseReminders),
    async (request, reply) => {
      const work = workOf(request)
      return sendState(request, reply, await pauseReminders(work, changeOf(request), request.body))
    },
  )

  app.post(
    '/invoices/:id/reminders/resume',
    write(schema.resumeReminders),
    async (request, reply) =>
      sendState(request, reply, await resumeReminders(workOf(request), changeOf(request))),
  )

  app.post('/invoices/:id/reminders/send', issue(schema.sendReminder), async (request, reply) => {
    const { level } = request.body
    const work = workOf(request)
    return sendState(request, reply, await sendOneReminder(work, changeOf(request), level))
  })

  app.get('/invoices/:id/reminder/pdf', read(schema.reminderPdf), async (request, reply) => {
    const { params, query } = request
    const { pdf, number } = await reminderLetterPdf(workOf(request), params.id, query.level)
    return sendPdf(reply, pdf, { number: `reminder-${number ?? ''}` })
  })

  app.get('/invoices/:id/reminder/html', read(schema.reminderHtml), async (request, reply) => {
    const { params, query } = request
    return sendHtml(reply, await reminderLetterHtml(workOf(request), params.id, query.level))
  })

  app.get('/invoices/:id/charges', read(schema.listCharges), async (request) => {
    const { charges, currency } = await listCharges(workOf(request), request.params.id)
    return { data: charges.map((charge) => chargeView(charge, currency)) }
  })

  app.post('/invoices/:id/charges/:charge_id/waive', issue(schema.waiveCharge), async (request) => {
    const { id, charge_id } = request.params
    const { charge, currency } = await waiveCharge(workOf(request), id, charge_id)
    return chargeView(charge, currency)
  })

  app.post('/invoices/:id/charges/settle', issue(schema.settleCharges), async (request, reply) => {
    const { params, body } = request
    const made = await settleCharges(workOf(request), params.id, body)
    const { json, etag } = invoiceAnswer(made)
    return sendWithEtag(
      request,
      locate(reply, `/invoices/${made.invoice.id}`),
      etag,
      JSON.parse(json),
    )
  })
}
