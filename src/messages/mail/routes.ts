import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { admin, issue, read, write } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf } from '../../core/http/resource.ts'
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
import { messageEntryView } from './inner/view.ts'
import { MAIL_PLACEHOLDERS } from './inner/words/fill.ts'
import {
  cancelMessage,
  getMessage,
  listMessages,
  messageEtag,
  noteBounce,
  noteReport,
  rawMessage,
  resendMessage,
  retryMessage,
} from './messages.ts'
import { sendersOf } from './sending/answer.ts'

const REPORT_TYPE = 'message/rfc822'

export const mailRoutes: FastifyPluginAsyncTypebox<{ readonly workOf: WorkOf }> = async (
  app,
  { workOf },
) => {
  const { send, entry } = answersOf(messageTemplateEtag, templateView)
  const { sendMessage, sendCreated } = sendersOf(workOf)

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
