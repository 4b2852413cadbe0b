import type { TemplateRef } from '../invoices/invoice.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import type { PdfRenderer } from '../platform/browser/pdf/renderer.ts'
import type { Db } from '../platform/database/db.ts'
import { sha256 } from '../platform/ids.ts'
import type { SettingsService } from '../settings/service.ts'
import type { TemplateService } from '../templates/service.ts'
import { type TemplateContent, templateNotFound } from '../templates/template.ts'
import { inlineAssets, linkAssets } from './assets.ts'
import {
  type HtmlDocument,
  htmlDocument,
  type PdfDocument,
  type Warn,
  warnOfMissingGlyphs,
} from './document.ts'
import { createPageCache } from './page-cache.ts'
import { swissBillOf } from './payment-view.ts'
import { createPdfCache } from './pdf-cache.ts'
import { type RenderInput, renderInputKey, sourceOf } from './render-input.ts'
import { sampleSource } from './samples/sample.ts'
import type { PdfFormat } from './schema.ts'
import { type DocumentSource, documentView } from './view.ts'

export interface DocumentDeps {
  readonly db: Db
  readonly settings: SettingsService
  readonly templates: TemplateService
  readonly renderer: PdfRenderer
  readonly apiPrefix: string
  /** Adds the hash of an issued invoice's PDF to the chain. */
  readonly recordPrinted: (invoiceId: string, pdfHash: string) => Promise<void>
  readonly warn: Warn
}

/**
 * Embeds an e-invoice in the PDF. The e-invoice slice provides it and refuses invalid invoices
 * before printing.
 */
export type HybridPdf = (
  details: InvoiceDetails,
  wanted: {
    readonly format: PdfFormat
    readonly print: () => Promise<PdfDocument>
    /** `Accept-Language` of the request, for messages. */
    readonly language: string | undefined
  },
) => Promise<PdfDocument>

export interface PreviewWish {
  readonly language?: string
  /** Settings to preview before they are saved. */
  readonly settings?: object
}

export type DocumentService = ReturnType<typeof createDocumentService>

export function createDocumentService(deps: DocumentDeps) {
  const { db, settings, templates, renderer } = deps
  const pages = createPageCache()
  const pdfs = createPdfCache()

  const loadRenderInput = async (
    { invoice, today }: InvoiceDetails,
    { id, version }: TemplateRef,
  ): Promise<RenderInput> => ({
    invoice,
    today,
    logo: await settings.logo(db, invoice.seller.logoId),
    template: await templates.content(id, version),
  })

  /** The requested template, else the invoice's own. */
  const choose = async (
    details: InvoiceDetails,
    wanted: string | undefined,
  ): Promise<TemplateRef> => (wanted === undefined ? details.template : newest(wanted))

  const newest = async (id: string): Promise<TemplateRef> => {
    const version = await templates.currentVersion(db, id)
    if (version === null) throw templateNotFound()
    return { id, version }
  }

  const render = async (source: DocumentSource, content: TemplateContent): Promise<string> => {
    const { template, html } = await templates.compiled(content)
    return template.render(documentView({ ...source, template: html }))
  }

  const linked = async (source: DocumentSource, content: TemplateContent): Promise<string> => {
    const { assetPaths } = await templates.compiled(content)
    const base = `${deps.apiPrefix}/_template-assets/${content.id}/${content.version}/`
    return linkAssets(await render(source, content), assetPaths, { base })
  }

  const inlined = async (source: DocumentSource, content: TemplateContent): Promise<string> => {
    const { assetPaths } = await templates.compiled(content)
    const html = await render(source, content)
    return assetPaths.length === 0 ? html : inlineAssets(html, await templates.assets(content))
  }

  /** Sellers with a Swiss account expect a QR-bill, so the log says why it is missing. */
  const tellMissingBill = (source: DocumentSource, invoiceId: string): void => {
    const { problem } = swissBillOf(source)
    if (problem !== null) deps.warn('A document has no QR-bill.', { invoiceId, problem })
  }

  /** Reads work while the database cannot write; the next print records the hash. */
  const remember = async (invoiceId: string, pdf: Uint8Array): Promise<void> => {
    try {
      await deps.recordPrinted(invoiceId, sha256(pdf))
    } catch (error) {
      deps.warn('The hash of a PDF was not recorded.', { invoiceId, err: error })
    }
  }

  /** Prints an invoice and records the hash of an issued one. */
  const printInvoice = async (
    { invoice }: InvoiceDetails,
    printing: { readonly html: string; readonly source: DocumentSource; readonly isOwn: boolean },
  ): Promise<Uint8Array> => {
    tellMissingBill(printing.source, invoice.id)
    warnOfMissingGlyphs(printing.html, deps.warn, { invoiceId: invoice.id })
    const printed = await renderer.print(printing.html)
    if (invoice.number !== null && printing.isOwn) await remember(invoice.id, printed)
    return printed
  }

  return {
    async html(details: InvoiceDetails, wanted?: string): Promise<HtmlDocument> {
      const renderInput = await loadRenderInput(details, await choose(details, wanted))
      return pages.get(renderInputKey(renderInput), async () =>
        htmlDocument(await linked(sourceOf(renderInput), renderInput.template)),
      )
    },

    async pdf(details: InvoiceDetails, wanted?: string): Promise<PdfDocument> {
      const ref = await choose(details, wanted)
      const renderInput = await loadRenderInput(details, ref)
      return pdfs.get(renderInputKey(renderInput), async () => {
        const source = sourceOf(renderInput)
        const html = await inlined(source, renderInput.template)
        // A document in another template is not the invoice's official one.
        const isOwn = ref.id === details.template.id && ref.version === details.template.version
        return { html, print: () => printInvoice(details, { html, source, isOwn }) }
      })
    },

    /** A template with sample data, rendered exactly like real invoices. */
    async preview(
      templateId: string,
      { language, settings: body }: PreviewWish,
    ): Promise<HtmlDocument> {
      const { id, version } = await newest(templateId)
      const own = body && (await settings.previewChange(db, { body, pointer: '/settings' }))
      const { locale } = own?.settings ?? (await settings.current(db))
      const sample = sampleSource(language ?? locale, own)
      return htmlDocument(await linked(sample, await templates.content(id, version)))
    },
  }
}
