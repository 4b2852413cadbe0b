import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.ts'
import type { ReadWork } from '../../record/work.ts'
import { gonePage } from '../page.ts'
import { answerQuote } from './answer.ts'
import { type PageProblem, quotePage } from './page.ts'
import { type QuoteSharingOptions, quoteLinks } from './routes.ts'
import { AcceptBody, DeclineBody } from './schema.ts'

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
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
})

/** `/q/:share_token`, outside the API: the page of a quote, with forms that need no script. */
export const quotePageRoutes: FastifyPluginAsyncTypebox<QuoteSharingOptions> = async (
  app,
  options,
) => {
  const { workOf, quotes } = options
  const open = { config: { access: 'public' } } as const
  const hidden = { hide: true, params } as const

  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  const asPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      .header('referrer-policy', 'same-origin')

  const show = async (
    work: ReadWork,
    token: string,
    {
      revision,
      problem = null,
    }: { readonly revision?: number | undefined; readonly problem?: PageProblem },
  ): Promise<string> => {
    const details = await quotes.findShared(work, token, revision)
    const links = quoteLinks(options, token)
    const suffix = revision === undefined ? '' : `?revision=${revision}`
    const local = (link: string) => link.slice(new URL(link).origin.length)
    const own = {
      page: local(links.page),
      html: `${local(links.html)}${suffix}`,
      pdf: `${local(links.pdf)}${suffix}`,
    }
    return quotePage(details, own, problem)
  }

  app.get(
    '/q/:share_token',
    { ...open, schema: { ...hidden, querystring } },
    async (request, reply) => {
      asPage(reply)
      try {
        const { share_token: token } = request.params
        return await show(workOf(request), token, { revision: request.query.revision })
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
        return reply.code(404).send(gonePage())
      }
    },
  )

  for (const kind of ['accept', 'decline'] as const)
    app.post(
      `/q/:share_token/${kind}`,
      { ...open, bodyLimit: FORM_LIMIT_BYTES, schema: hidden },
      async (request, reply) => {
        asPage(reply)
        const { share_token: token } = request.params
        const work = workOf(request)
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const given = kind === 'accept' ? toAcceptance(form) : toRefusal(form)
        try {
          if (given === null)
            return reply.code(422).send(await show(work, token, { problem: 'failedText' }))
          await answerQuote(options, { work, request }, given)
          return reply.code(303).header('location', `/q/${token}`).send('')
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          if (error.kind === 'not_found') return reply.code(404).send(gonePage())
          const status = error.kind === 'forbidden' ? 403 : 409
          return reply.code(status).send(await show(work, token, { problem: 'changedText' }))
        }
      },
    )
}

/** Null where a field is missing or wrong: the browser checks the same before it sends. */
function toAcceptance(form: URLSearchParams) {
  const accept = {
    ...shownIn(form),
    name: form.get('name')?.trim() ?? '',
    email: form.get('email') || null,
    note: form.get('note')?.trim() || null,
    selected: form.getAll('selected'),
    consent: form.get('consent') === 'true',
  }
  return Value.Check(AcceptBody, accept) ? { accept } : null
}

function toRefusal(form: URLSearchParams) {
  const decline = { ...shownIn(form), reason: form.get('reason')?.trim() || null }
  return Value.Check(DeclineBody, decline) ? { decline } : null
}

const shownIn = (form: URLSearchParams) => ({
  revision: Number(form.get('revision') ?? 0),
  document_hash: form.get('document_hash') ?? '',
})
