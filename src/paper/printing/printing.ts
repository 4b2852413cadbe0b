import type { ReadWork } from '../../core/record/work.ts'
import { cacheKey } from '../../platform/database/cache-key.ts'
import { pdfDocument, type RenderedDocument, warnOfMissingGlyphs } from './document.ts'
import { cacheOf } from './document-cache.ts'

interface Page {
  readonly kind: string
  readonly html: string
  /** What the log calls it. */
  readonly subject: Readonly<Record<string, string>>
}

/** The PDF of a page that has no template. */
export const printedPage = (
  work: ReadWork,
  { kind, html, subject }: Page,
): Promise<RenderedDocument> =>
  cacheOf(work.app)(cacheKey(work, kind, html), async () => {
    warnOfMissingGlyphs(html, work.app.warn, subject)
    return pdfDocument(await work.app.renderer.print(html, { company: work.companyId }), html)
  })
