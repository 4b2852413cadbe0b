import type { ReadWork } from '../../core/record/work.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { cacheKey } from '../../platform/database/cache-key.ts'
import type { Warn } from '../../platform/logger.ts'
import { pdfDocument, type RenderedDocument, warnOfMissingGlyphs } from './document.ts'
import type { DocumentCache } from './document-cache.ts'

/** What documents are printed with. */
export interface Printing {
  readonly renderer: PdfRenderer
  readonly cache: DocumentCache
  readonly warn: Warn
}

interface Page {
  readonly kind: string
  readonly html: string
  /** What the log calls it. */
  readonly subject: Readonly<Record<string, string>>
}

/** The PDF of a page that has no template. */
export const printedPage = (
  { renderer, cache, warn }: Printing,
  work: ReadWork,
  { kind, html, subject }: Page,
): Promise<RenderedDocument> =>
  cache(cacheKey(work, kind, html), async () => {
    warnOfMissingGlyphs(html, warn, subject)
    return pdfDocument(await renderer.print(html, { company: work.company }), html)
  })
