import { missingGlyphs } from '../platform/browser/font-coverage.ts'
import { fontFaces } from '../platform/browser/web-fonts.ts'
import { sha256 } from '../platform/ids.ts'

/** Writes a warning into the log. */
export type Warn = (message: string, details: object) => void

/** A PDF, or HTML in UTF-8. */
export interface RenderedDocument {
  readonly bytes: Uint8Array
  /** Different for every different document. */
  readonly etag: string
  /** Characters that no font has, if there are some. */
  readonly missing?: readonly string[]
}

/** A QR code by which anyone can verify the document, and what stands below it. */
export interface Verification {
  readonly link: string
  readonly label: string
}

/** Beside the assets of templates, whose ids begin with a letter or digit. Count it up when a font changes. */
export const FONTS_PATH = '/_template-assets/_fonts/1/'

/** A page as a browser shows it: with the fonts that its PDF is printed with. */
export const htmlDocument = (html: string): RenderedDocument => {
  const bytes = Buffer.from(html.replace('</head>', (end) => `${fontStyle(html)}${end}`))
  return withMissing({ bytes, etag: etagOf(sha256(bytes)) }, html)
}

const fontStyle = (html: string): string => `<style>\n${fontFaces(html, FONTS_PATH)}\n</style>\n`

/** By the HTML that it is printed from. */
export const pdfDocument = (bytes: Uint8Array, html: string): RenderedDocument =>
  withMissing({ bytes, etag: etagOf(sha256(html)) }, html)

function withMissing(document: RenderedDocument, html: string): RenderedDocument {
  const missing = missingGlyphs(html)
  return missing.length === 0 ? document : { ...document, missing }
}

const etagOf = (hash: string): string => `"${hash.slice(0, 32)}"`

/** Characters without a font print as a replacement; the log names them. */
export function warnOfMissingGlyphs(
  html: string,
  warn: Warn,
  subject: Readonly<Record<string, string>>,
): void {
  const missing = missingGlyphs(html)
  if (missing.length > 0)
    warn('No font has some characters of a document.', { ...subject, missing })
}
