import { missingGlyphs } from '../../platform/browser/font-coverage.ts'
import { fontFaces } from '../../platform/browser/web-fonts.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Warn } from '../../platform/logger.ts'

/** A PDF, or HTML in UTF-8. */
export interface RenderedDocument {
  readonly bytes: Uint8Array
  /** Differs for different documents. */
  readonly etag: string
  /** Characters that no font has, if there are any. */
  readonly missing?: readonly string[]
}

/** A QR code to verify the document, and the text below it. */
export interface Verification {
  readonly link: string
  readonly label: string
}

/**
 * Beside the assets of templates, whose ids begin with a letter or digit. Increase it when a font
 * changes.
 */
export const FONTS_PATH = '/_template-assets/_fonts/2/'

/** A page for browsers, with the fonts of its PDF. */
export const htmlDocument = (html: string): RenderedDocument => {
  const bytes = Buffer.from(html.replace('</head>', (end) => `${fontStyle(html)}${end}`))
  return withMissing({ bytes, etag: etagOf(sha256(bytes)) }, html)
}

const fontStyle = (html: string): string => `<style>\n${fontFaces(html, FONTS_PATH)}\n</style>\n`

/** Cached by the HTML that is printed. */
export const pdfDocument = (bytes: Uint8Array, html: string): RenderedDocument =>
  withMissing({ bytes, etag: etagOf(sha256(html)) }, html)

function withMissing(document: RenderedDocument, html: string): RenderedDocument {
  const missing = missingGlyphs(html)
  return missing.length === 0 ? document : { ...document, missing }
}

const etagOf = (hash: string): string => `"${hash.slice(0, 32)}"`

/** Prints a replacement for characters without a font and logs them. */
export function warnOfMissingGlyphs(
  html: string,
  warn: Warn,
  subject: Readonly<Record<string, string>>,
): void {
  const missing = missingGlyphs(html)
  if (missing.length > 0)
    warn('No font has some characters of a document.', { ...subject, missing })
}
