import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendHtml, sendPdf } from '../../documents/replies.ts'
import type { DocumentService } from '../../documents/service.ts'
import { jsonAnswer, sendJson } from '../../http/etag.ts'
import type { QuoteService } from '../../quotes/service.ts'
import type { WorkOf } from '../../record/work.ts'
import type { ViewLog } from '../view-log.ts'
import { ANSWERS, answerQuote } from './answer.ts'
import * as schema from './schema.ts'
import { publicQuoteView, type QuoteLinks } from './view.ts'

export interface QuoteSharingOptions {
  readonly workOf: WorkOf
  readonly quotes: QuoteService
  readonly documents: DocumentService
  readonly views: ViewLog
  readonly publicUrl: string
  readonly apiPrefix: string
}

/** The public reading and answering of a quote. Only POST answers: mail scanners open links. */
export const quoteSharingRoutes: FastifyPluginAsyncTypebox<QuoteSharingOptions> = async (
  app,
  options,
) => {
  const { workOf, quotes, documents, views } = options
  const open = { config: { access: 'public' } } as const
  const answering = { config: { access: 'public', linkUse: ANSWERS } } as const
  const openTagged = { config: { access: 'public', conditional: false } } as const

  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      .header('referrer-policy', 'no-referrer')
  })

  app.get(
    '/public/quotes/:share_token',
    { ...openTagged, schema: schema.getPublicQuote },
    async (request, reply) => {
      const token = request.params.share_token
      const details = await quotes.findShared(workOf(request), token, request.query.revision)
      const view = publicQuoteView(details, quoteLinks(options, token))
      return sendJson(request, reply, jsonAnswer(String(reply.serialize(view))))
    },
  )

  app.get(
    '/public/quotes/:share_token/html',
    { ...open, schema: schema.getPublicQuoteHtml },
    async (request, reply) => {
      const work = workOf(request)
      const { params, query } = request
      const details = await quotes.findShared(work, params.share_token, query.revision)
      views.quoteSeen(work, request, details)
      return sendHtml(reply, await documents.quoteHtml(work, details, 'quote'))
    },
  )

  app.get(
    '/public/quotes/:share_token/pdf',
    { ...open, schema: schema.getPublicQuotePdf },
    async (request, reply) => {
      const work = workOf(request)
      const { params, query } = request
      const details = await quotes.findShared(work, params.share_token, query.revision)
      views.quoteSeen(work, request, details)
      return sendPdf(reply, await documents.quotePdf(work, details, 'quote'), details.quote)
    },
  )

  app.post(
    '/public/quotes/:share_token/accept',
    { ...answering, schema: schema.acceptPublicQuote },
    async (request) => {
      const asked = { work: workOf(request), request }
      const details = await answerQuote(options, asked, { accept: request.body })
      return publicQuoteView(details, quoteLinks(options, request.params.share_token))
    },
  )

  app.post(
    '/public/quotes/:share_token/decline',
    { ...answering, schema: schema.declinePublicQuote },
    async (request) => {
      const asked = { work: workOf(request), request }
      const details = await answerQuote(options, asked, { decline: request.body })
      return publicQuoteView(details, quoteLinks(options, request.params.share_token))
    },
  )
}

export function quoteLinks(
  { publicUrl, apiPrefix }: Pick<QuoteSharingOptions, 'publicUrl' | 'apiPrefix'>,
  token: string,
): QuoteLinks {
  const base = `${publicUrl}${apiPrefix}/public/quotes/${token}`
  return { page: `${publicUrl}/q/${token}`, html: `${base}/html`, pdf: `${base}/pdf` }
}
