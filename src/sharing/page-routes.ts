import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import { publicFiles } from './files.ts'
import { gonePage, invoicePage } from './page.ts'
import { publicBase, publicLinks, type SharingOptions } from './routes.ts'

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const params = Type.Object({ share_token: Type.String() })

/** `/i/:share_token`, outside the API: an answer for people, also when the link opens nothing. */
export const sharingPageRoutes: FastifyPluginAsyncTypebox<SharingOptions> = async (
  app,
  options,
) => {
  app.get(
    '/i/:share_token',
    { config: { access: 'public' }, schema: { hide: true, params } },
    async (request, reply) => {
      const token = request.params.share_token
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex, nofollow, noarchive')
        .header('referrer-policy', 'no-referrer')
      try {
        const work = options.workOf(request)
        const details = await options.invoices.findShared(work, token)
        options.views.seen(work, request, details)
        const links = publicLinks(options, token, details.invoice)
        const local = (link: string) => link.slice(new URL(link).origin.length)
        const files = await options.uploads.shownOfInvoice(work, details.invoice)
        return invoicePage(details, {
          html: local(links.html),
          pdf: local(links.pdf),
          xml: links.xml && local(links.xml),
          facturX: links.factur_x && local(links.factur_x),
          files: publicFiles(files, local(publicBase(options, token))),
        })
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
        return reply.code(404).send(gonePage())
      }
    },
  )
}
