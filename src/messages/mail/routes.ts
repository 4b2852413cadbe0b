import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentSettings } from '../../company/settings/read.ts'
import { admin, issue, read, write } from '../../core/http/access.ts'
import { etagWith, sendWithEtag } from '../../core/http/etag.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { PLACEHOLDERS } from '../../kernel/placeholders/placeholders.ts'
import { reportTypeUnknown } from './inner/errors.ts'
import * as schema from './inner/schema.ts'
import {
  deleteMessageTemplate,
  listMessageTemplates,
  type MessageTemplate,
  messageTemplateEtag,
  previewMessageTemplate,
  putMessageTemplate,
} from './inner/templates/templates.ts'
import { dkimView, messageEntryView, messageView, transportView } from './inner/view.ts'
import { MAIL_PLACEHOLDERS } from './inner/words/fill.ts'
import type { Message } from './message.ts'
import {
  cancelMessage,
  getMessage,
  listMessages,
  type MessageDetail,
  messageDetail,
  messageEtag,
  noteBounce,
  noteReport,
  rawMessage,
  resendMessage,
  retryMessage,
} from './messages.ts'
import {
  deliveryNoteMessages,
  previewInvoiceMessage,
  previewQuoteMessage,
  receiptMessages,
  sendInvoice,
  sendInvoices,
  sendQuote,
  statementMessages,
} from './sending/send.ts'
import * as transportSchema from './transport/inner/schema.ts'
import {
  checkTransport,
  deleteTransport,
  findPace,
  getTransport,
  mailFromOf,
  mailSenderOf,
  makeDkim,
  putTransport,
  testTransport,
  transportEtag,
} from './transport/transport.ts'

const REPORT_TYPE = 'message/rfc822'

export const mailRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(messageTemplateEtag, templateView)
  const sendMessage = (request: FastifyRequest, reply: FastifyReply, detail: MessageDetail) =>
    sendWithEtag(request, reply, messageEtag(detail.message), messageView(detail))
  const sendCreated = async (request: FastifyRequest, reply: FastifyReply, message: Message) => {
    const detail = await messageDetail(workOf(request), message)
    return sendMessage(request, locate(reply, `/messages/${message.id}`), detail)
  }

  app.post('/invoices/:id/send', issue(schema.sendInvoice), async (request, reply) =>
    sendCreated(
      request,
      reply,
      await sendInvoice(workOf(request), changeOf(request), request.body ?? {}),
    ),
  )

  app.post('/invoices/:id/send/preview', write(schema.previewInvoice), async (request) =>
    previewInvoiceMessage(workOf(request), request.params.id, request.body ?? {}),
  )

  app.post('/invoices/send', issue(schema.sendInvoices), async (request) => ({
    data: await sendInvoices(workOf(request), request.body.ids),
  }))

  app.post(
    '/invoices/:id/payments/:payment_id/receipt',
    issue(schema.sendReceipt),
    async (request, reply) => {
      const { id, payment_id: paymentId } = request.params
      const payment = { id, paymentId }
      const message = await receiptMessages.send(workOf(request), payment, request.body ?? {})
      return sendCreated(request, reply, message)
    },
  )

  app.post(
    '/invoices/:id/payments/:payment_id/receipt/preview',
    write(schema.previewReceipt),
    async (request) => {
      const { id, payment_id: paymentId } = request.params
      return receiptMessages.preview(workOf(request), { id, paymentId }, request.body ?? {})
    },
  )

  app.post('/quotes/:id/send', issue(schema.sendQuote), async (request, reply) => {
    const message = await sendQuote(workOf(request), changeOf(request), request.body ?? {})
    return sendCreated(request, reply, message)
  })

  app.post('/quotes/:id/send/preview', write(schema.previewQuote), async (request) =>
    previewQuoteMessage(workOf(request), request.params.id, request.body ?? {}),
  )

  app.post('/delivery-notes/:id/send', issue(schema.sendDeliveryNote), async (request, reply) => {
    const { params, body } = request
    const message = await deliveryNoteMessages.send(workOf(request), params.id, body ?? {})
    return sendCreated(request, reply, message)
  })

  app.post('/delivery-notes/:id/send/preview', write(schema.previewDeliveryNote), async (request) =>
    deliveryNoteMessages.preview(workOf(request), request.params.id, request.body ?? {}),
  )

  app.post('/customers/:id/statement/send', issue(schema.sendStatement), async (request, reply) =>
    sendCreated(
      request,
      reply,
      await statementMessages.send(workOf(request), request.params.id, request.body ?? {}),
    ),
  )

  app.post(
    '/customers/:id/statement/send/preview',
    write(schema.previewStatement),
    async (request) =>
      statementMessages.preview(workOf(request), request.params.id, request.body ?? {}),
  )

  app.get('/messages', read(schema.listMessages), async (request) =>
    pageView(await listMessages(workOf(request), request.query), (it) => ({
      ...messageEntryView(it),
      etag: messageEtag(it),
    })),
  )

  app.get('/messages/:id', read(schema.getMessage), async (request, reply) =>
    sendMessage(request, reply, await getMessage(workOf(request), request.params.id)),
  )

  app.get('/messages/:id/raw', issue(schema.getRaw), async (request, reply) => {
    const bytes = await rawMessage(workOf(request), request.params.id)
    reply
      .type(REPORT_TYPE)
      .header('content-disposition', `attachment; filename="${request.params.id}.eml"`)
      .header('cache-control', 'private, no-store')
    return (reply as FastifyReply).send(Buffer.from(bytes))
  })

  app.post('/messages/:id/cancel', issue(schema.cancelMessage), async (request, reply) =>
    sendMessage(request, reply, await cancelMessage(workOf(request), changeOf(request))),
  )

  app.post('/messages/:id/retry', issue(schema.retryMessage), async (request, reply) =>
    sendMessage(request, reply, await retryMessage(workOf(request), changeOf(request))),
  )

  app.post('/messages/:id/resend', issue(schema.resendMessage), async (request, reply) => {
    const { message } = await resendMessage(workOf(request), request.params.id)
    return sendCreated(request, reply, message)
  })

  app.post('/messages/bounces', issue(schema.reportBounce), async (request, reply) => {
    const matched = await noteBounce(workOf(request), toBounce(request.body))
    return reply.code(202).send({ matched })
  })

  await app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      REPORT_TYPE,
      { parseAs: 'buffer', bodyLimit: schema.REPORT_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    app.post('/messages/delivery-reports', issue(schema.reportDelivery), async (request, reply) => {
      const matched = await noteReport(workOf(request), reportOf(request.body))
      return reply.code(202).send({ matched })
    })
  })

  app.get('/message-templates', read(schema.listTemplates), async (request) => ({
    data: (await listMessageTemplates(workOf(request))).map(entry),
    placeholders: [...MAIL_PLACEHOLDERS, ...PLACEHOLDERS],
  }))

  app.put(
    '/message-templates/:kind/:language',
    admin(schema.putTemplate),
    async (request, reply) => {
      const change = { input: request.body, ifMatch: request.headers['if-match'] }
      const template = await putMessageTemplate(workOf(request), request.params, change)
      return send(request, reply, template)
    },
  )

  app.delete(
    '/message-templates/:kind/:language',
    admin(schema.deleteTemplate),
    async (request, reply) => {
      const { params, headers } = request
      await deleteMessageTemplate(workOf(request), params, headers['if-match'])
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/message-templates/:kind/:language/preview',
    write(schema.previewTemplate),
    async (request) =>
      previewMessageTemplate(workOf(request), request.params, request.body ?? undefined),
  )

  const transportOf = async (request: FastifyRequest) => {
    const work = workOf(request)
    const current = await currentSettings(work)
    const { stored, source } = await getTransport(work)
    const view = transportView({
      stored,
      source,
      from: (await mailSenderOf(work, mailFromOf(work, current)))?.from ?? null,
      pace: await findPace(work),
      isPaused: current.mailPaused,
      environment: work.app.config.mail,
    })
    return { stored, view }
  }
  const sendTransport = async (request: FastifyRequest, reply: FastifyReply) => {
    const { view } = await transportOf(request)
    // The sender and the pace change without a new version.
    return sendWithEtag(request, reply, etagWith(transportEtag(view), view), view)
  }

  app.get('/mail-transport', admin(transportSchema.getTransport), sendTransport)

  app.put('/mail-transport', admin(transportSchema.putTransport), async (request, reply) => {
    const change = { body: request.body, ifMatch: request.headers['if-match'] }
    await putTransport(workOf(request), change)
    return sendTransport(request, reply)
  })

  app.delete('/mail-transport', admin(transportSchema.deleteTransport), async (request, reply) => {
    await deleteTransport(workOf(request), request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.post('/mail-transport/test', admin(transportSchema.testTransport), async (request) => {
    const { reply, steps } = await testTransport(workOf(request), request.body.to)
    return { reply, steps: [...steps] }
  })

  app.get('/mail-transport/check', admin(transportSchema.checkTransport), async (request) => ({
    data: [...(await checkTransport(workOf(request)))],
  }))

  app.post('/mail-transport/dkim', admin(transportSchema.makeDkim), async (request) =>
    dkimView(await makeDkim(workOf(request), request.body)),
  )
}

/** The bytes of a report. A request without a body has no content type either. */
function reportOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  throw reportTypeUnknown()
}

const toBounce = (body: schema.BounceBody) => ({
  messageId: body.message_id,
  recipient: body.recipient,
  state: body.state,
  code: body.code ?? null,
  detail: body.detail ?? null,
})

const templateView = (template: MessageTemplate) => ({
  kind: template.kind,
  language: template.language,
  subject: template.subject,
  body: template.body,
  built_in: template.isBuiltIn,
  version: template.version,
  updated_at: template.updatedAt,
})
