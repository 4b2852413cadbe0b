import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { cacheKey } from '../../platform/cache-key.ts'
import type { ReadWork } from '../../record/work.ts'
import type { SettingsService } from '../../settings/service.ts'
import {
  htmlDocument,
  pdfDocument,
  type RenderedDocument,
  type Warn,
  warnOfMissingGlyphs,
} from '../document.ts'
import type { DocumentCache } from '../document-cache.ts'
import { type ReminderSource, reminderPage } from './page.ts'

export interface ReminderDocumentDeps {
  readonly settings: SettingsService
  readonly renderer: PdfRenderer
  readonly cache: DocumentCache
  readonly warn: Warn
}

export type ReminderDocumentService = ReturnType<typeof createReminderDocumentService>

/** Reminders as pages, in the language of their invoices. */
export function createReminderDocumentService(deps: ReminderDocumentDeps) {
  const page = async (work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<string> =>
    reminderPage({ ...source, logo: await deps.settings.logo(work, source.seller.logoId) })

  return {
    html: async (work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<RenderedDocument> =>
      htmlDocument(await page(work, source)),

    async pdf(work: ReadWork, source: Omit<ReminderSource, 'logo'>): Promise<RenderedDocument> {
      const html = await page(work, source)
      return deps.cache(cacheKey(work, 'reminder', html), async () => {
        warnOfMissingGlyphs(html, deps.warn, { number: source.invoices[0]?.number ?? '' })
        return pdfDocument(await deps.renderer.print(html, { company: work.company }), html)
      })
    },
  }
}
