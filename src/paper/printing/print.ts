import { previewSettings } from '../../company/settings/change.ts'
import { currentSettings, logoAsDataUrl } from '../../company/settings/read.ts'
import {
  type CompiledTemplate,
  compiledTemplate,
  currentTemplateVersion,
  readAssets,
} from '../../company/templates/read.ts'
import { templateNotFound } from '../../company/templates/template.ts'
import { versionInLinks } from '../../core/companies/company.ts'
import { API_PREFIX } from '../../core/http/openapi/document.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { cacheKey } from '../../platform/database/cache-key.ts'
import { sha256 } from '../../platform/ids.ts'
import { findActiveCollection } from '../../receivables/collections/read.ts'
import { requireMethod } from '../../receivables/methods/read.ts'
import { recordPrinted } from '../../sales/invoices/note.ts'
import { listUsedUnits } from '../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { recordQuotePrinted } from '../../sales/quotes/note.ts'
import type { QuoteDetails } from '../../sales/quotes/view.ts'
import { inlineAssets, linkAssets } from './assets.ts'
import {
  deliveryNoteOfInvoice,
  deliveryNoteOfQuote,
  deliveryNotePage,
  type NotePaper,
} from './delivery-note/page.ts'
import {
  htmlDocument,
  pdfDocument,
  type RenderedDocument,
  type Verification,
  warnOfMissingGlyphs,
} from './document.ts'
import { cacheOf } from './document-cache.ts'
import { type Collected, type DocumentSource, type Printed, printedOf } from './document-source.ts'
import { withVerification } from './fragments.ts'
import { type Unit, unitsIn } from './inner/units.ts'
import { type InvoicePaper, type Paper, proFormaOf, type QuotePaper, quotePaper } from './papers.ts'
import { swissBillOf } from './payment-view.ts'
import { printedPage } from './printing.ts'
import { sampleSource } from './samples/sample.ts'
import { documentView } from './view.ts'

interface PrintOptions {
  readonly template?: string | undefined
  readonly verification?: Verification | undefined
}

interface PreviewOptions {
  readonly language?: string
  /** Unsaved changes of the settings. */
  readonly settings?: object
}

interface PaperOptions {
  readonly as: Exclude<InvoicePaper, 'invoice'>
  readonly form: 'html' | 'pdf'
  /** A delivery note has a separate template. */
  readonly template?: string | undefined
}

/** The units to choose from, the company's most used ones first. */
export async function unitsOf(work: ReadWork, language?: string): Promise<readonly Unit[]> {
  const { locale } = await currentSettings(work)
  return unitsIn(language ?? locale, await listUsedUnits(work))
}

export async function invoiceHtml(
  work: ReadWork,
  details: InvoiceDetails,
  wanted?: string,
): Promise<RenderedDocument> {
  const template = await choose(work, details, wanted)
  const printed = await printedWithCollection(work, details)
  return cacheOf(work.app)(cacheKey(work, 'html', printed, template.content), async () =>
    linked(work, await withLogo(work, printed), template),
  )
}

export async function invoicePdf(
  work: ReadWork,
  details: InvoiceDetails,
  { template: wanted, verification }: PrintOptions = {},
): Promise<RenderedDocument> {
  const template = await choose(work, details, wanted)
  const printed = await printedWithCollection(work, details)
  const key = cacheKey(work, 'pdf', printed, template.content, verification)
  return cacheOf(work.app)(key, async () => {
    const { invoice, template: own } = details
    const page = await inlined(work, await withLogo(work, printed), template)
    const html = verification ? withVerification(page, verification) : page
    warnOfMissingBill(work, printed, invoice.id)
    warnOfMissingGlyphs(html, work.app.warn, { invoiceId: invoice.id })
    const bytes = await work.app.renderer.print(html, { company: work.companyId })
    const { id, version } = template.content
    // With another template it is not the customer's document.
    const isOwn = id === own.id && version === own.version
    if (invoice.number !== null && isOwn) await remember(work, invoice.id, bytes)
    return pdfDocument(bytes, html)
  })
}

/** The document of an invoice that is collected does not ask for a transfer. */
async function printedWithCollection(work: ReadWork, details: InvoiceDetails): Promise<Printed> {
  const printed = printedOf(details)
  const collected = await findCollected(work, details.invoice)
  return collected === null ? printed : { ...printed, collected }
}

/** How the service collects what is due; null: it does not, or has no day for it yet. */
export async function findCollected(
  work: ReadWork,
  invoice: InvoiceDetails['invoice'],
): Promise<Collected | null> {
  if (invoice.status !== 'sent' || invoice.type !== 'invoice') return null
  const collection = await findActiveCollection(work, invoice.id)
  if (!collection || collection.nextOn === null) return null
  const { label, mandate } = await requireMethod(work, collection.methodId)
  return { method: label, day: collection.nextOn, mandate: mandate?.reference ?? null }
}

/** An invoice as a pro forma or a delivery note. */
export async function invoicePaper(
  work: ReadWork,
  details: InvoiceDetails,
  { as, form, template }: PaperOptions,
): Promise<RenderedDocument> {
  if (details.invoice.type !== 'invoice') throw noSuchPaper()
  if (as === 'pro-forma') {
    const paper = proFormaOf(details)
    return form === 'html' ? paperHtml(work, paper, template) : paperPdf(work, paper, template)
  }
  const note = deliveryNoteOfInvoice(details)
  return form === 'html' ? noteHtml(work, note) : notePdf(work, note)
}

export async function quoteHtml(
  work: ReadWork,
  details: QuoteDetails,
  as: QuotePaper,
): Promise<RenderedDocument> {
  return as === 'delivery-note'
    ? noteHtml(work, deliveryNoteOfQuote(details))
    : paperHtml(work, quotePaper(details, as))
}

/** A quote as PDF. Printing an open quote records the hash, to which an answer refers. */
export async function quotePdf(
  work: ReadWork,
  details: QuoteDetails,
  as: QuotePaper,
): Promise<RenderedDocument> {
  if (as === 'delivery-note') return notePdf(work, deliveryNoteOfQuote(details))
  const document = await paperPdf(work, quotePaper(details, as))
  if (as === 'quote') await rememberQuote(work, details, document.bytes)
  return document
}

/** A template with sample data, rendered like real invoices. */
export async function previewDocument(
  work: ReadWork,
  templateId: string,
  { language, settings: body }: PreviewOptions,
): Promise<RenderedDocument> {
  const template = await newest(work, templateId)
  const own = body && (await previewSettings(work, { body, pointer: '/settings' }))
  const { locale } = own?.settings ?? (await currentSettings(work))
  return linked(work, sampleSource(language ?? locale, own), template)
}

/** A delivery note of a quote or an invoice. */
export async function noteHtml(work: ReadWork, note: NotePaper): Promise<RenderedDocument> {
  return htmlDocument(await notePage(work, note))
}

export async function notePdf(work: ReadWork, note: NotePaper): Promise<RenderedDocument> {
  const html = await notePage(work, note)
  const subject = { number: note.own?.number ?? note.number ?? 'draft' }
  return printedPage(work, { kind: 'delivery note', html, subject })
}

async function newest(work: ReadWork, id: string): Promise<CompiledTemplate> {
  const version = await currentTemplateVersion(work, id)
  if (version === null) throw templateNotFound()
  return compiledTemplate(work, { id, version })
}

/** The template to render with: the requested one, else the invoice's own. */
function choose(
  work: ReadWork,
  { template }: Pick<InvoiceDetails, 'template'>,
  wanted: string | undefined,
): Promise<CompiledTemplate> {
  return wanted === undefined ? compiledTemplate(work, template) : newest(work, wanted)
}

async function withLogo(
  work: ReadWork,
  printed: Omit<DocumentSource, 'logo'>,
): Promise<DocumentSource> {
  return {
    ...printed,
    logo: await logoAsDataUrl(work, printed.invoice.seller.logoId),
  }
}

function render(source: DocumentSource, { template, traits }: CompiledTemplate): string {
  return template.render(documentView({ ...source, traits }))
}

function linked(
  { company }: ReadWork,
  source: DocumentSource,
  template: CompiledTemplate,
): RenderedDocument {
  const { id, version } = template.content
  const base = `${API_PREFIX}/_template-assets/${id}/${versionInLinks(company, version)}/`
  return htmlDocument(linkAssets(render(source, template), template.assetPaths, { base }))
}

async function inlined(
  work: ReadWork,
  source: DocumentSource,
  template: CompiledTemplate,
): Promise<string> {
  const html = render(source, template)
  if (template.assetPaths.length === 0) return html
  return inlineAssets(html, await readAssets(work, template.content))
}

/** Reading works while nothing can be written; the next print records the hash. */
async function remember(work: ReadWork, invoiceId: string, pdf: Uint8Array): Promise<void> {
  try {
    await recordPrinted(work, invoiceId, sha256(pdf))
  } catch (error) {
    work.app.warn('The hash of a PDF was not recorded.', { invoiceId, err: error })
  }
}

async function rememberQuote(work: ReadWork, { quote }: QuoteDetails, pdf: Uint8Array) {
  try {
    await recordQuotePrinted(work, quote, sha256(pdf))
  } catch (error) {
    work.app.warn('The hash of a PDF was not recorded.', { quoteId: quote.id, err: error })
  }
}

async function notePage(work: ReadWork, note: NotePaper): Promise<string> {
  return deliveryNotePage(note, await logoAsDataUrl(work, note.seller.logoId))
}

async function paperHtml(
  work: ReadWork,
  { template: ref, ...paper }: Paper,
  wanted?: string,
): Promise<RenderedDocument> {
  const template = await choose(work, { template: ref }, wanted)
  return cacheOf(work.app)(cacheKey(work, 'html', paper, template.content), async () =>
    linked(work, await withLogo(work, paper), template),
  )
}

async function paperPdf(
  work: ReadWork,
  { template: ref, ...paper }: Paper,
  wanted?: string,
): Promise<RenderedDocument> {
  const template = await choose(work, { template: ref }, wanted)
  return cacheOf(work.app)(cacheKey(work, 'pdf', paper, template.content), async () => {
    const html = await inlined(work, await withLogo(work, paper), template)
    warnOfMissingGlyphs(html, work.app.warn, { number: paper.invoice.number ?? 'draft' })
    return pdfDocument(await work.app.renderer.print(html, { company: work.companyId }), html)
  })
}

/**
 * A company with a Swiss account expects a QR-bill, so the log has the reason if a document has
 * none.
 */
function warnOfMissingBill({ app }: ReadWork, { invoice }: Printed, invoiceId: string): void {
  const { problem } = swissBillOf(invoice)
  if (problem !== null) app.warn('A document has no QR-bill.', { invoiceId, problem })
}

const noSuchPaper = (): AppError =>
  new AppError(
    'conflict',
    'no_such_paper',
    'Only an invoice has a pro forma or a delivery note. Leave out `as`.',
  )
