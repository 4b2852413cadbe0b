import { createUnchangedCache, type UnchangedCache } from '../http/answer-cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { HtmlDocument, PdfDocument } from './document.ts'

/** The bytes are mostly those that the caches of pages and PDFs hold already. */
const SIZE_MAX_BYTES = 16 * 1024 * 1024

/** A document with what its file name is made of. */
export interface Reading {
  readonly document: HtmlDocument | PdfDocument
  readonly number: string | null
}

/** Documents that are read again while nothing at all was committed: the invoice is not read for it. */
export const createReadings = (deps: {
  readonly db: Db
  readonly clock: Clock
}): UnchangedCache<Reading> =>
  createUnchangedCache({
    ...deps,
    sizeMax: SIZE_MAX_BYTES,
    sizeOf: ({ document }) => document.bytes.length,
  })
