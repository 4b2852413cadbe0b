import { sha256 } from '../platform/ids.ts'

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
