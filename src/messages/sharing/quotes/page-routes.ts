import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { logoAsDataUrl } from '../../../company/settings/read.ts'
import { anyone } from '../../../core/http/access.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { languageOf } from '../../../paper/printing/labels/labels.ts'
import { findSharedQuote, withSelection } from '../../../sales/quotes/answer.ts'
import type { QuoteDetails } from '../../../sales/quotes/view.ts'
import { shownFilesOfQuote } from '../../../sales/uploads/uploads.ts'
import { publicFiles } from '../inner/files.ts'
import { PRIVATE_HEADERS } from '../inner/headers.ts'
import { triesPage } from '../inner/page.ts'
import { pageLanguage } from '../inner/schema.ts'
import { goneFor } from '../inner/sender.ts'
import { recordQuoteView } from '../view-log.ts'
import { ANSWERS, answerQuote } from './inner/answer.ts'
import { type PageProblem, QUOTE_SCRIPT, quotePage, totalsShown } from './inner/page.ts'
import { AcceptBody, DeclineBody } from './inner/schema.ts'
import { publicQuoteBase, type QuoteSharingOptions, quoteLinks } from './routes.ts'

const POLICY = [
  "default-src 'none'",
  `script-src ${QUOTE_SCRIPT}`,
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
const FORM = 'application/x-www-form-urlencoded'
const FORM_LIMIT_BYTES = 64 * 1024

const params = Type.Object({ share_token: Type.String() })
const querystring = Type.Object({
  revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  language: pageLanguage,
})
const answerQuery = Type.Pick(querystring, ['language'])

interface Shown extends Static<typeof answerQuery> {
  readonly revision?: number
  readonly problem?: PageProblem
  /** What the customer entered before. */
  readonly form?: URLSearchParams
}

/** `/q/:share_token`, outside the API: the page of a quote, with forms that need no script. */
export const quotePageRoutes: FastifyPluginAsyncTypebox<QuoteSharingOptions> = async (
  app,
  options,
) => {
  const { workOf } = options
  const hidden = { hide: true, params } as const
  const ofForm = { ...hidden, querystring: answerQuery } as const

  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  /** People who answer too often get a page, programs a problem document. */
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof AppError) || error.kind !== 'too_many' || request.method !== 'POST')
      throw error
    asPage(reply)
      .code(429)
      .header('retry-after', error.retryAfterSeconds ?? 60)
    return reply.send(triesPage(request.headers['accept-language']))
  })

  app.get('/q/:share_token', anyone({ ...hidden, querystring }), (request, reply) =>
    orGone(workOf, { request, reply }, async () => {
      const work = workOf(request)
      const { share_token: token } = request.params
      const details = await findSharedQuote(work, token, request.query.revision)
      recordQuoteView(work, request, details)
      return await pageOf(options, { work, token, details }, request.query)
    }),
  )

  /** The total of a selection, as a page, or as JSON for the script of the page. */
  app.post(
    '/q/:share_token/total',
    { ...anyone(ofForm), bodyLimit: FORM_LIMIT_BYTES },
    (request, reply) =>
      orGone(workOf, { request, reply }, async () => {
        const { share_token: token } = request.params
        const work = workOf(request)
        const form = formOf(request)
        const details = await findSharedQuote(work, token)
        if (!request.headers.accept?.includes('application/json'))
          return await pageOf(options, { work, token, details }, { ...request.query, form })
        const { language } = request.query
        const selected = await selectedIn(work, details, form)
        reply.type('application/json; charset=utf-8')
        return JSON.stringify(totalsShown(selected, language && languageOf(language)))
      }),
  )

  for (const kind of ['accept', 'decline'] as const)
    app.post(
      `/q/:share_token/${kind}`,
      { ...anyone(ofForm, { linkUse: ANSWERS }), bodyLimit: FORM_LIMIT_BYTES },
      (request, reply) =>
        orGone(workOf, { request, reply }, () => answer(options, { kind, request, reply })),
    )
}

const asPage = (reply: FastifyReply) =>
  reply
    .type('text/html; charset=utf-8')
    .headers(PRIVATE_HEADERS)
    .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' })

interface LinkRequest {
  readonly request: FastifyRequest<{ Params: Static<typeof params> }>
  readonly reply: FastifyReply
}

/** A link that leads nowhere shows a page, too. */
async function orGone<Sent>(
  workOf: QuoteSharingOptions['workOf'],
  { request, reply }: LinkRequest,
  send: () => Promise<Sent>,
): Promise<Sent | FastifyReply> {
  asPage(reply)
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    const page = await goneFor(workOf(request), request, request.params.share_token)
    return reply.code(404).send(page)
  }
}

interface SharedQuote {
  readonly work: ReadWork
  readonly token: string
  readonly details: QuoteDetails
}

async function pageOf(
  options: QuoteSharingOptions,
  { work, token, details: found }: SharedQuote,
  { revision, language, problem = null, form }: Shown,
): Promise<string> {
  const details = form ? await selectedIn(work, found, form) : found
  const links = quoteLinks(options, token)
  const suffix = revision === undefined ? '' : `?revision=${revision}`
  const local = (link: string) => link.slice(new URL(link).origin.length)
  const own = {
    page: local(links.page),
    html: `${local(links.html)}${suffix}`,
    pdf: `${local(links.pdf)}${suffix}`,
  }
  const shown = await shownFilesOfQuote(work, details.quote)
  const files = publicFiles(shown, local(publicQuoteBase(options, token))).map((file) => ({
    ...file,
    url: `${file.url}${suffix}`,
  }))
  const logo = await logoAsDataUrl(work, details.document.contents.seller.logoId)
  return quotePage(details, {
    links: own,
    files,
    problem,
    form: form ?? new URLSearchParams(),
    logo,
    revision,
    language: language && languageOf(language),
  })
}

/** With the optional items that the form has; unknown ones are left out. */
const selectedIn = (work: ReadWork, details: QuoteDetails, form: URLSearchParams) =>
  withSelection(
    work,
    details,
    form.getAll('selected').filter((id) => Object.hasOwn(details.quote.optional, id)),
  )

interface Answer {
  readonly kind: 'accept' | 'decline'
  readonly request: FastifyRequest<{
    Params: Static<typeof params>
    Querystring: Static<typeof answerQuery>
  }>
  readonly reply: FastifyReply
}

/** Stores it and shows the quote again, or shows what prevented that. */
async function answer(
  options: QuoteSharingOptions,
  { kind, request, reply }: Answer,
): Promise<FastifyReply> {
  const { share_token: token } = request.params
  const work = options.workOf(request)
  const form = formOf(request)
  const problemPage = async (problem: PageProblem) => {
    const details = await findSharedQuote(work, token)
    const entered = kind === 'accept' ? { form } : {}
    return pageOf(options, { work, token, details }, { ...request.query, problem, ...entered })
  }
  const given = kind === 'accept' ? toAcceptance(request, form) : toRefusal(request, form)
  if (given === null) return reply.code(422).send(await problemPage('failedText'))
  try {
    await answerQuote({ work, request }, { ...given, ...request.query })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'not_found') throw error
    if (error.kind === 'invalid') return reply.code(422).send(await problemPage('failedText'))
    const status = error.kind === 'forbidden' ? 403 : 409
    const isTotal = error.code === 'quote_total_changed'
    return reply.code(status).send(await problemPage(isTotal ? 'totalText' : 'changedText'))
  }
  const { language } = request.query
  const suffix = language === undefined ? '' : `?language=${language}`
  return reply.code(303).header('location', `/q/${token}${suffix}`).send('')
}

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** Null if a field is missing or wrong; the browser checks the same before it sends. */
function toAcceptance(request: FastifyRequest, form: URLSearchParams) {
  const accept = {
    ...shownIn(form),
    name: form.get('name')?.trim() ?? '',
    email: form.get('email') || null,
    note: form.get('note')?.trim() || null,
    selected: form.getAll('selected'),
    ...(form.has('total') && { total: form.get('total') ?? '' }),
    consent: form.get('consent') === 'true',
  }
  return isValid(request, AcceptBody, accept) ? { accept } : null
}

function toRefusal(request: FastifyRequest, form: URLSearchParams) {
  const decline = { ...shownIn(form), reason: form.get('reason')?.trim() || null }
  return isValid(request, DeclineBody, decline) ? { decline } : null
}

const isValid = <Schema extends TSchema>(
  request: FastifyRequest,
  schema: Schema,
  given: unknown,
): given is Static<Schema> => request.validateInput(given, schema, 'body')

const shownIn = (form: URLSearchParams) => ({
  revision: Number(form.get('revision') ?? 0),
  document_hash: form.get('document_hash') ?? '',
})
