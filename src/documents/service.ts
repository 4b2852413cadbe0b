import type { TemplateRef } from '../invoices/invoice.ts'
import { dueMinor } from '../invoices/lifecycle.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import type { Db } from '../platform/database.ts'
import { missingGlyphs } from '../platform/fonts-coverage.ts'
import { sha256 } from '../platform/ids.ts'
import type { PdfRenderer } from '../platform/pdf-renderer.ts'
import type { SettingsService } from '../settings/service.ts'
import type { TemplateService } from '../templates/service.ts'
import { templateNotFound } from '../templates/template.ts'
import { inlineAssets, linkAssets } from './assets.ts'
import { swissBillOf } from './payment-view.ts'
import { createPdfCache } from './pdf-cache.ts'
import { sampleSource } from './sample.ts'
import type { PdfFormat } from './schema.ts'
import { type DocumentSource, documentView } from './view.ts'

export interface DocumentDeps {
  readonly db: Db
  readonly settings: SettingsService
  readonly templates: TemplateService
  readonly renderer: PdfRenderer
  readonly apiPrefix: string
  /** Chains the hash of an issued invoice's PDF. */
  readonly recordPrinted: (invoiceId: string, pdfHash: string) => Promise<void>
  readonly warn: (message: string, details: Readonly<Record<string, unknown>>) => void
}

export interface PdfDocument {
  readonly bytes: Uint8Array
  /** Changes when, and only when, the document does. */
  readonly etag: string
}

/**
 * Makes the PDF an e-invoice as well. Given by the floor that knows e-invoices; it decides whether
 * there can be one before anything is printed.
 */
export type HybridPdf = (
  details: InvoiceDetails,
  wanted: {
    readonly format: PdfFormat
    readonly print: () => Promise<PdfDocument>
    /** The `Accept-Language` of the request, for what is to be mended. */
    readonly language: string | undefined
  },
) => Promise<PdfDocument>

export interface PreviewWish {
  readonly language?: string
  /** Changes of the settings that are looked at before they are stored. */
  readonly settings?: object
}

export type DocumentService = ReturnType<typeof createDocumentService>

/** Invoice, template, logo and settings in; HTML and PDF out. */
export function createDocumentService(deps: DocumentDeps) {
  const { db, settings, templates, renderer } = deps
  const pdfs = createPdfCache()

  const sourceOf = async ({ invoice, today }: InvoiceDetails): Promise<DocumentSource> => ({
    invoice,
    today,
    dueMinor: dueMinor(invoice),
    creditedMinor: invoice.creditedMinor,
    logo: await settings.logo(db, invoice.seller.logoId),
  })

  const render = async (source: DocumentSource, { id, version }: TemplateRef): Promise<string> => {
    const { template, html } = await templates.compiled(id, version)
    return template.render(documentView({ ...source, template: html }))
  }

  /** The template to render with: the one asked for, else the invoice's own. */
  const choose = async (
    details: InvoiceDetails,
    wanted: string | undefined,
  ): Promise<TemplateRef> => (wanted === undefined ? details.template : newest(wanted))

  const newest = async (id: string): Promise<TemplateRef> => {
    const version = await templates.currentVersion(db, id)
    if (version === null) throw templateNotFound()
    return { id, version }
  }

  const linked = async (html: string, ref: TemplateRef): Promise<string> =>
    linkAssets(html, await templates.assetPaths(ref.id, ref.version), {
      base: `${deps.apiPrefix}/_template-assets/${ref.id}/${ref.version}/`,
    })

  const inlined = async (html: string, ref: TemplateRef): Promise<string> =>
    inlineAssets(html, await templates.assets(ref.id, ref.version))

  /** A character that no font has would be a silent box on the paper: it is named in the log. */
  const print = (html: string, invoiceId: string): Promise<Uint8Array> => {
    const missing = missingGlyphs(html)
    if (missing.length > 0)
      deps.warn('No font has some characters of a document.', { invoiceId, missing })
    return renderer.print(html)
  }

  /** Who has a Swiss account expects a QR-bill, and learns here why a document has none. */
  const tellMissingBill = (source: DocumentSource, invoiceId: string): void => {
    const { problem } = swissBillOf(source)
    if (problem !== null) deps.warn('A document has no QR-bill.', { invoiceId, problem })
  }

  /** Reading goes on while nothing can be written: the next print leaves the hash. */
  const remember = async (invoiceId: string, pdf: Uint8Array): Promise<void> => {
    try {
      await deps.recordPrinted(invoiceId, sha256(pdf))
    } catch (error) {
      deps.warn('The hash of a PDF was not recorded.', { invoiceId, err: error })
    }
  }

  return {
    async html(details: InvoiceDetails, wanted?: string): Promise<string> {
      const ref = await choose(details, wanted)
      return linked(await render(await sourceOf(details), ref), ref)
    },

    async pdf(details: InvoiceDetails, wanted?: string): Promise<PdfDocument> {
      const ref = await choose(details, wanted)
      const source = await sourceOf(details)
      const html = await inlined(await render(source, ref), ref)
      const key = sha256(html)
      const { invoice } = details
      const bytes = await pdfs.get(key, async () => {
        tellMissingBill(source, invoice.id)
        const printed = await print(html, invoice.id)
        if (invoice.number !== null && wanted === undefined) await remember(invoice.id, printed)
        return printed
      })
      return { bytes, etag: `"${key.slice(0, 32)}"` }
    },

    /** A template with sample data, by the very path that renders real invoices. */
    async preview(templateId: string, { language, settings: body }: PreviewWish): Promise<string> {
      const ref = await newest(templateId)
      const own = body && (await settings.asIf(db, { body, pointer: '/settings' }))
      const { locale } = own?.settings ?? (await settings.current(db))
      return linked(await render(sampleSource(language ?? locale, own), ref), ref)
    },
  }
}
