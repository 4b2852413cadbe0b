import { missingGlyphs } from '../platform/browser/font-coverage.ts'
import { sha256 } from '../platform/ids.ts'

/** Writes a warning into the log. */
export type Warn = (message: string, details: object) => void

export interface PdfDocument {
  readonly bytes: Uint8Array
  /** Changes when, and only when, the document does. */
  readonly etag: string
}

export interface HtmlDocument {
  /** In UTF-8. */
  readonly bytes: Uint8Array
  readonly etag: string
}

export const htmlDocument = (html: string): HtmlDocument => {
  const bytes = Buffer.from(html)
  return { bytes, etag: etagOf(sha256(bytes)) }
}

/** Of the hash of the HTML, which a PDF is printed from as well. */
export const etagOf = (hash: string): string => `"${hash.slice(0, 32)}"`

/** A character that no font has is printed as a replacement; the log names it. */
export function warnOfMissingGlyphs(
  html: string,
  warn: Warn,
  subject: Readonly<Record<string, string>>,
): void {
  const missing = missingGlyphs(html)
  if (missing.length > 0)
    warn('No font has some characters of a document.', { ...subject, missing })
}
