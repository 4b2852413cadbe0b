import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { currentSettings, logoAsDataUrl } from '../../company/settings/read.ts'
import { anyone } from '../../core/http/access.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { languageOf } from '../../paper/printing/labels/labels.ts'
import { listOpenOf } from '../../receivables/balances/claims.ts'
import { findSharedInvoice, getInvoice } from '../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { shownFilesOfInvoice } from '../../sales/uploads/uploads.ts'
import { publicFiles } from './inner/files.ts'
import { PRIVATE_HEADERS } from './inner/headers.ts'
import { gonePage, invoicePage, PAGE_SCRIPT } from './inner/page.ts'
import { pageLanguage } from './inner/schema.ts'
import { goneFor } from './inner/sender.ts'
import { publicBase, publicLinks, type SharingOptions } from './routes.ts'
import { recordInvoiceView } from './view-log.ts'

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src ${PAGE_SCRIPT}`,
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_TYPE = 'text/html; charset=utf-8'

const params = Type.Object({ share_token: Type.String() })
const querystring = Type.Object({ language: pageLanguage })

/** `/i/:share_token`, outside the API: a page for people, also if the link is invalid. */
export const sharingPageRoutes: FastifyPluginAsyncTypebox<SharingOptions> = async (
  app,
  options,
) => {
  app.get(
    '/i/:share_token',
    anyone({ hide: true, params, querystring }),
    async (request, reply) => {
      const token = request.params.share_token
      reply.type(PAGE_TYPE).headers({ ...PRIVATE_HEADERS, 'content-security-policy': PAGE_POLICY })
      try {
        const work = options.workOf(request)
        const details = await findSharedInvoice(work, token)
        recordInvoiceView(work, request, details)
        const links = publicLinks(options, token, details.invoice)
        const local = (link: string) => link.slice(new URL(link).origin.length)
        const files = await shownFilesOfInvoice(work, details.invoice)
        const { shareOtherInvoices } = await currentSettings(work)
        return invoicePage(details, {
          links: {
            html: local(links.html),
            pdf: local(links.pdf),
            xml: links.xml && local(links.xml),
            facturX: links.factur_x && local(links.factur_x),
            files: publicFiles(files, local(publicBase(options, token))),
          },
          others: shareOtherInvoices ? await openBeside(work, details) : [],
          logo: await logoAsDataUrl(work, details.invoice.seller.logoId),
          language: request.query.language && languageOf(request.query.language),
        })
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
        return reply.code(404).send(await goneFor(options.workOf(request), request, token))
      }
    },
  )
}

/** Says that an address is no link, on a company's domain. */
export const sendGonePage = ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .type(PAGE_TYPE)
    .headers({ ...PRIVATE_HEADERS, 'content-security-policy': PAGE_POLICY })
    .send(gonePage(headers['accept-language'], null))

const OTHERS_MAX = 10
const LOOKED_THROUGH = 50

/**
 * Credit notes of the invoice, and other open invoices of its customer with a link, due ones
 * first.
 */
async function openBeside(
  work: ReadWork,
  { invoice, creditNotes }: InvoiceDetails,
): Promise<readonly InvoiceDetails[]> {
  const { id: own, customerId, currency } = invoice
  const open = await listOpenOf(work, { customerId, currency }, LOOKED_THROUGH)
  const found: InvoiceDetails[] = []
  for (const { id } of [...creditNotes.filter(({ status }) => status === 'sent'), ...open]) {
    if (found.length === OTHERS_MAX) break
    const details = id === own ? null : await getInvoice(work, id)
    if (details?.shareUrl) found.push(details)
  }
  return found
}
