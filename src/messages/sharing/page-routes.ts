import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isFromOwnPages } from '../../company/access/same-origin.ts'
import { currentSettings, logoAsDataUrl } from '../../company/settings/read.ts'
import { anyone } from '../../core/http/access.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { languageOf } from '../../paper/printing/labels/labels.ts'
import { listOpenOf } from '../../receivables/balances/claims.ts'
import type { Checkout } from '../../receivables/checkout/checkout.ts'
import { canSave, offersFor } from '../../receivables/checkout/offers.ts'
import { openCheckout } from '../../receivables/checkout/open.ts'
import { openSaving } from '../../receivables/checkout/save.ts'
import { stopMethods } from '../../receivables/methods/change.ts'
import type { Consent } from '../../receivables/methods/method.ts'
import { findLastPaymentDay } from '../../receivables/payments/lookups.ts'
import { findSharedInvoice, getInvoice } from '../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { shownFilesOfInvoice } from '../../sales/uploads/uploads.ts'
import { consentOf, limitOf, signatureOf } from './inner/consent.ts'
import { publicFiles } from './inner/files.ts'
import { PRIVATE_HEADERS } from './inner/headers.ts'
import { opened, sign } from './inner/mandate.ts'
import { gonePage, invoicePage, PAGE_SCRIPT } from './inner/page.ts'
import {
  crossSitePayment,
  hasForm,
  hasPayForm,
  NO_PAYING,
  PAY_SCRIPT,
  type Paying,
  payingOf,
} from './inner/pay.ts'
import { pageLanguage } from './inner/schema.ts'
import { goneFor } from './inner/sender.ts'
import { publicBase, publicLinks, type SharingOptions } from './routes.ts'
import { recordInvoiceView } from './view-log.ts'

const PAGE_POLICY = policyOf(NO_PAYING)

/** Forms lead to our route, which sends the customer on to the provider: browsers check both. */
function policyOf(paying: Paying): string {
  const isPayable = hasPayForm(paying)
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src ${PAGE_SCRIPT}${isPayable ? ` ${PAY_SCRIPT}` : ''}`,
    'img-src data:',
    "font-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm(paying) ? ["'self'", ...paying.origins].join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

const PAGE_TYPE = 'text/html; charset=utf-8'

const params = Type.Object({ share_token: Type.String() })
const querystring = Type.Object({
  language: pageLanguage,
  paid: Type.Optional(Type.String({ maxLength: 100 })),
})
const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 4 * 1024
const METHOD = /^[a-z0-9_]{1,60}$/
/** The page of a checkout that is being made loads itself again. */
const RELOAD_SECONDS = '3'
/** Counted separately from readers. */
const PAYMENTS = { name: 'payments', perMinute: 10 }

const asPage = (reply: FastifyReply): FastifyReply =>
  reply.type(PAGE_TYPE).headers({ ...PRIVATE_HEADERS, 'content-security-policy': PAGE_POLICY })

/** `/i/:share_token`, outside the API: a page for people, also if the link is invalid. */
export const sharingPageRoutes: FastifyPluginAsyncTypebox<SharingOptions> = async (
  app,
  options,
) => {
  const { workOf } = options
  const ofForm = {
    ...anyone(
      { hide: true, params, querystring: Type.Pick(querystring, ['language']) },
      { linkUse: PAYMENTS },
    ),
    bodyLimit: FORM_BYTES_MAX,
  }
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  app.get('/i/:share_token', anyone({ hide: true, params, querystring }), async (request, reply) =>
    orGone(options, { request, reply: asPage(reply) }, async () => {
      const { query } = request
      const work = workOf(request)
      const token = request.params.share_token
      const details = await findSharedInvoice(work, token)
      recordInvoiceView(work, request, details)
      const paying = await payingOf(work, details, query.paid)
      const now = query.paid === undefined ? details : await findSharedInvoice(work, token)
      return sendPage(options, { work, token, details: now, paying, reply }, query.language)
    }),
  )

  app.get(
    '/i/:share_token/mandate',
    anyone({ hide: true, params, querystring: Type.Pick(querystring, ['language']) }),
    async (request, reply) =>
      orGone(options, { request, reply: asPage(reply) }, async () => {
        const work = workOf(request)
        const token = request.params.share_token
        const details = await findSharedInvoice(work, token)
        const paying = await payingOf(work, details, undefined)
        const { signing } = paying
        if (signing === null) return backToPage(reply, token, request.query)
        const shown = {
          work,
          token,
          details,
          paying: { ...paying, signing: opened(signing) },
          reply,
        }
        return sendPage(options, shown, request.query.language)
      }),
  )

  for (const [name, act] of [
    ['pay', pay],
    ['save', save],
    ['autopay', stopAutopay],
    ['mandate', signMandate],
  ] as const)
    app.post(`/i/:share_token/${name}`, ofForm, async (request: PageRequest, reply) =>
      orGone(options, { request, reply: asPage(reply) }, () => act(options, request, reply)),
    )
}

/** Ends automatic payment: the provider forgets the methods, and nothing announced is charged. */
async function stopAutopay(
  options: SharingOptions,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { work, token, invoice } = await readForm(options, request)
  await stopMethods(work, invoice.customerId, 'provider')
  return backToPage(reply, token, request.query)
}

/** Records a mandate that the customer signs, or ends the one that they signed. */
async function signMandate(
  options: SharingOptions,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { work, token, invoice, form } = await readForm(options, request)
  const { customerId } = invoice
  const { language } = request.query
  if (form.get('end') === 'yes') {
    await stopMethods(work, customerId, 'file')
    return backToPage(reply, token, request.query)
  }
  const details = await findSharedInvoice(work, token)
  const paying = await payingOf(work, details, undefined)
  const { signing } = paying
  const again =
    signing &&
    (await sign(work, {
      ...{ signing, form, customerId },
      consentTo: (proposal, name) => signatureOf(work, request, { invoice, proposal, name }),
    }))
  if (again === null) return backToPage(reply, token, request.query)
  reply.code(422)
  const shown = { work, token, details, paying: { ...paying, signing: again }, reply }
  return sendPage(options, shown, language)
}

const pageOf = (token: string, language: string | undefined): string =>
  `/i/${token}${language === undefined ? '' : `?language=${encodeURIComponent(language)}`}`

type PageRequest = FastifyRequest<{
  Params: { share_token: string }
  Querystring: { language?: string }
}>

/** Opens a checkout for what is due now, and sends the customer there. */
async function pay(
  options: SharingOptions,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { work, token, invoice, form, method } = await readForm(options, request)
  // Not every way to pay can be kept.
  const isKept = form.get('save') === 'yes' && (await canKeep(work, invoice, method))
  const consent = isKept ? await consentIn(work, request, { invoice, form }) : null
  if (consent === undefined) return backToPage(reply, token, request.query)
  const typed = form.get('amount')?.trim().replace(',', '.')
  const amount = typed === '' ? undefined : typed
  return sendToProvider(options, { work, token, request, reply, amount }, () =>
    openCheckout(work, {
      ...{ invoiceId: invoice.id, method, openedBy: 'page', consent: consent ?? undefined, amount },
      discount: form.get('discount') === 'auto' ? 'auto' : undefined,
    }),
  )
}

/** Opens a page on which the customer gives a method for later charges. */
async function save(
  options: SharingOptions,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { work, token, invoice, form, method } = await readForm(options, request)
  const consent =
    form.get('save') === 'yes' ? await consentIn(work, request, { invoice, form }) : undefined
  // A second method would be charged instead of the first.
  const { savable } = await payingOf(work, { invoice }, undefined)
  if (!consent || savable.length === 0) return backToPage(reply, token, request.query)
  return sendToProvider(options, { work, token, request, reply }, () =>
    openSaving(work, { invoiceId: invoice.id, method, consent }),
  )
}

async function readForm({ workOf }: SharingOptions, request: PageRequest) {
  const work = workOf(request)
  const token = request.params.share_token
  if (isFromOwnPages(request, work.app.publicUrl) === false) throw crossSitePayment()
  const { invoice } = await findSharedInvoice(work, token)
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const asked = form.get('method')
  const method = asked !== null && METHOD.test(asked) ? asked : undefined
  return { work, token, invoice, form, method }
}

/** Undefined: the limit cannot be read. The browser has checked the field before. */
async function consentIn(
  work: ReadWork,
  request: PageRequest,
  {
    invoice,
    form,
  }: { readonly invoice: InvoiceDetails['invoice']; readonly form: URLSearchParams },
): Promise<Consent | undefined> {
  const maxMinor = limitOf(form.get('max') ?? '', invoice.currency)
  return maxMinor === undefined ? undefined : consentOf(work, request, { invoice, maxMinor })
}

const backToPage = (
  reply: FastifyReply,
  token: string,
  { language }: { readonly language?: string },
): FastifyReply => reply.code(303).header('location', pageOf(token, language)).send('')

async function sendToProvider(
  options: SharingOptions,
  {
    work,
    token,
    request,
    reply,
    amount,
  }: {
    readonly work: ReadWork
    readonly token: string
    readonly request: PageRequest
    readonly reply: FastifyReply
    /** The part that the customer wants to pay. */
    readonly amount?: string | undefined
  },
  open: () => Promise<Checkout>,
): Promise<FastifyReply> {
  const { language } = request.query
  try {
    const { url, id } = await open()
    // Without an answer, the invoice's own page waits for it.
    const back = `/i/${token}?${new URLSearchParams({ paid: id, ...(language && { language }) })}`
    return reply
      .code(303)
      .header('location', url ?? back)
      .send('')
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'not_found') throw error
    // The day of the discount is over: the page asks for what is due.
    if (error.code === 'discount_not_allowed') return backToPage(reply, token, request.query)
    // What an earlier checkout brought meanwhile is said instead.
    const now = await findSharedInvoice(work, token)
    const paying = await payingOf(work, now, undefined)
    const { status, note } = refusalOf(error, paying, amount)
    reply.code(status)
    const shown = { work, token, details: now, paying: { ...paying, note }, reply }
    return sendPage(options, shown, language)
  }
}

/** What the page says instead of leading to the provider. */
function refusalOf(
  { code, details }: AppError,
  { note, methods }: Paying,
  amount: string | undefined,
): { readonly status: number; readonly note: Paying['note'] } {
  const isDone = details.reason === 'paid' || details.reason === 'nothing_due'
  if (isDone || code === 'checkout_pending') return { status: 409, note: note ?? 'payPaid' }
  if (code === 'provider_unreachable' || code === 'provider_failed')
    return { status: 503, note: 'payUnreachable' }
  // All that is due can be paid, so it is the part.
  const isPart = amount !== undefined && methods.length > 0
  return isPart
    ? { status: 422, note: 'payPartNot' }
    : { status: 409, note: note ?? 'payUnreachable' }
}

/** Whether the customer may agree to automatic payment with it. */
async function canKeep(
  work: ReadWork,
  invoice: InvoiceDetails['invoice'],
  method: string | undefined,
): Promise<boolean> {
  const { autopay } = await currentSettings(work)
  if (!autopay || invoice.recurring == null) return false
  const { offers } = await offersFor(work, invoice)
  return offers.some(
    (it) => canSave(it) && (method === undefined || it.method === null || it.method === method),
  )
}

interface Sent {
  readonly work: ReadWork
  readonly token: string
  readonly details: InvoiceDetails
  readonly paying: Paying
  readonly reply: FastifyReply
}

async function sendPage(
  options: SharingOptions,
  { work, token, details, paying, reply }: Sent,
  language: string | undefined,
): Promise<FastifyReply> {
  const links = publicLinks(options, work, { token, invoice: details.invoice })
  const local = (link: string) => link.slice(new URL(link).origin.length)
  const files = await shownFilesOfInvoice(work, details.invoice)
  const { shareOtherInvoices } = await currentSettings(work)
  const isPaid = details.invoice.status === 'paid'
  reply.header('content-security-policy', policyOf(paying))
  // Else the browser would send the form without its origin.
  if (hasForm(paying)) reply.header('referrer-policy', 'same-origin')
  if (paying.isWaiting) reply.header('refresh', RELOAD_SECONDS)
  return reply.send(
    invoicePage(details, {
      links: {
        html: local(links.html),
        pdf: local(links.pdf),
        xml: links.xml && local(links.xml),
        facturX: links.factur_x && local(links.factur_x),
        files: publicFiles(files, local(publicBase(options, token))),
      },
      others: shareOtherInvoices ? await openBeside(work, details) : [],
      logo: await logoAsDataUrl(work, details.invoice.seller.logoId),
      language: language && languageOf(language),
      paidOn: isPaid ? await findLastPaymentDay(work, details.invoice.id) : null,
      paying,
      payAction: `/i/${token}/pay${language === undefined ? '' : `?language=${language}`}`,
    }),
  )
}

async function orGone(
  { workOf }: SharingOptions,
  { request, reply }: { readonly request: PageRequest; readonly reply: FastifyReply },
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    return reply.code(404).send(await goneFor(workOf(request), request, request.params.share_token))
  }
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
