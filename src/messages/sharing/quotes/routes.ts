import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOfLinks } from '../../../core/companies/links.ts'
import { sendFile } from '../../../core/files/replies.ts'
import { anyone } from '../../../core/http/access.ts'
import { jsonAnswer, sendJson } from '../../../core/http/etag.ts'
import { API_PREFIX } from '../../../core/http/openapi/document.ts'
import type { ReadWork, WorkOf } from '../../../core/record/work.ts'
import { quoteHtml, quotePdf } from '../../../paper/printing/print.ts'
import { sendHtml, sendPdf } from '../../../paper/printing/replies.ts'
import { findSharedQuote, withSelection } from '../../../sales/quotes/answer.ts'
import type { QuoteDetails } from '../../../sales/quotes/view.ts'
import { readNamedFiles, shownFilesOfQuote } from '../../../sales/uploads/uploads.ts'
import { publicFiles } from '../inner/files.ts'
import { PRIVATE_HEADERS } from '../inner/headers.ts'
import { recordQuoteView } from '../view-log.ts'
import { ANSWERS, answerQuote } from './inner/answer.ts'
import * as schema from './inner/schema.ts'
import { publicQuoteView, type QuoteLinks } from './inner/view.ts'

export interface QuoteSharingOptions {
  readonly workOf: WorkOf
  readonly publicUrl: string
}

/** The public routes to read and answer a quote. Only POST answers, because mail scanners open links. */
export const quoteSharingRoutes: FastifyPluginAsyncTypebox<QuoteSharingOptions> = async (
  app,
  options,
) => {
  const { workOf } = options
  const answering = { linkUse: ANSWERS }
  const tagged = { conditional: false } as const

  const linksOf = (work: ReadWork) => ({
    ...options,
    publicUrl: originOfLinks(options.publicUrl, work),
  })
  const viewOf = async (work: ReadWork, details: QuoteDetails, token: string) =>
    publicQuoteView(details, {
      links: quoteLinks(linksOf(work), token),
      files: publicFiles(
        await shownFilesOfQuote(work, details.quote),
        publicQuoteBase(linksOf(work), token),
      ),
    })

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PRIVATE_HEADERS)
  })

  app.get(
    '/public/quotes/:share_token',
    anyone(schema.getPublicQuote, tagged),
    async (request, reply) => {
      const token = request.params.share_token
      const work = workOf(request)
      const { revision, selected } = request.query
      const found = await findSharedQuote(work, token, revision)
      const details =
        selected === undefined
          ? found
          : await withSelection(work, found, selected.split(',').filter(Boolean))
      const view = await viewOf(work, details, token)
      return sendJson(request, reply, jsonAnswer(String(reply.serialize(view))))
    },
  )

  app.get(
    '/public/quotes/:share_token/html',
    anyone(schema.getPublicQuoteHtml),
    async (request, reply) => {
      const work = workOf(request)
      const { params, query } = request
      const details = await findSharedQuote(work, params.share_token, query.revision)
      recordQuoteView(work, request, details)
      return sendHtml(reply, await quoteHtml(work, details, 'quote'))
    },
  )

  app.get(
    '/public/quotes/:share_token/pdf',
    anyone(schema.getPublicQuotePdf),
    async (request, reply) => {
      const work = workOf(request)
      const { params, query } = request
      const details = await findSharedQuote(work, params.share_token, query.revision)
      recordQuoteView(work, request, details)
      return sendPdf(reply, await quotePdf(work, details, 'quote'), details.quote)
    },
  )

  app.get(
    '/public/quotes/:share_token/files/:name',
    anyone(schema.getPublicQuoteFile),
    async (request, reply) => {
      const work = workOf(request)
      const { params, query } = request
      const { quote } = await findSharedQuote(work, params.share_token, query.revision)
      const shown = await shownFilesOfQuote(work, quote)
      return sendFile(request, reply, await readNamedFiles(work, shown, params.name))
    },
  )

  app.post(
    '/public/quotes/:share_token/accept',
    anyone(schema.acceptPublicQuote, answering),
    async (request) => {
      const work = workOf(request)
      const details = await answerQuote({ work, request }, { accept: request.body })
      return viewOf(work, details, request.params.share_token)
    },
  )

  app.post(
    '/public/quotes/:share_token/decline',
    anyone(schema.declinePublicQuote, answering),
    async (request) => {
      const work = workOf(request)
      const details = await answerQuote({ work, request }, { decline: request.body })
      return viewOf(work, details, request.params.share_token)
    },
  )
}

type Addresses = Pick<QuoteSharingOptions, 'publicUrl'>

/** The address of the public JSON of a quote. */
export const publicQuoteBase = ({ publicUrl }: Addresses, token: string): string =>
  `${publicUrl}${API_PREFIX}/public/quotes/${token}`

export function quoteLinks(options: Addresses, token: string): QuoteLinks {
  const { publicUrl } = options
  const base = publicQuoteBase(options, token)
  return { page: `${publicUrl}/q/${token}`, html: `${base}/html`, pdf: `${base}/pdf` }
}
