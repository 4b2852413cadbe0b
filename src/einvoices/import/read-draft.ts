import type { Fault } from '../../errors.ts'
import { ATTACHMENTS_MAX, ATTRIBUTES_MAX, PRECEDING_MAX } from '../../invoices/fields.ts'
import { ADJUSTMENTS_MAX, type InvoiceCreateBody } from '../../invoices/input-schema.ts'
import { ITEMS_MAX } from '../../invoices/invoice.ts'
import { tooLong, unreadable } from '../errors.ts'
import { extractFacturX } from '../hybrid/factur-x-reader.ts'
import { UnreadablePdf } from '../hybrid/pdf-file.ts'
import { readEInvoice } from '../xml/read.ts'
import type { Unread } from '../xml/unread.ts'
import { type ImportedDraft, toDraft } from './to-draft.ts'

export interface ReadDraft extends ImportedDraft {
  /** Contents of the file beyond EN 16931. */
  readonly unread: readonly Unread[]
}

/** Longer reports are useless and block the main thread. */
const NOT_TAKEN_MAX = 5_000

/**
 * Reads UBL, CII or a PDF with one of them. Slow, so a worker calls it (`createDraftReader`).
 *
 * @throws AppError `einvoice_too_long`, or those of `readEInvoice` and `toDraft`
 */
export function readDraft(file: Uint8Array): ReadDraft {
  const { document, unread } = readEInvoice(isPdf(file) ? attachedTo(file) : file)
  const { notTaken, ...draft } = toDraft(document)
  refuseLongLists(draft.body)
  return { ...draft, notTaken: notTaken.slice(0, NOT_TAKEN_MAX), unread }
}

const isPdf = (file: Uint8Array): boolean =>
  Buffer.from(file.subarray(0, 1024)).toString('latin1').includes('%PDF-')

function attachedTo(pdf: Uint8Array): Uint8Array {
  try {
    const xml = extractFacturX(pdf)
    if (xml) return xml
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    throw unreadable('The PDF is damaged, encrypted or of an unsupported kind.', error)
  }
  throw unreadable('The PDF has no embedded e-invoice.')
}

/** The limits of `POST /invoices`, which its schema checks. */
function refuseLongLists(body: InvoiceCreateBody): void {
  const faults = [
    ...tooMany('/items', body.items, ITEMS_MAX),
    ...tooMany('/discounts', body.discounts, ADJUSTMENTS_MAX),
    ...tooMany('/charges', body.charges, ADJUSTMENTS_MAX),
    ...tooMany('/preceding', body.preceding, PRECEDING_MAX),
    ...tooMany('/attachments', body.attachments, ATTACHMENTS_MAX),
    ...body.items
      .slice(0, ITEMS_MAX)
      .flatMap(({ attributes }, index) =>
        tooMany(`/items/${index}/attributes`, attributes, ATTRIBUTES_MAX),
      ),
  ]
  if (faults.length > 0) throw tooLong(faults)
}

function tooMany(
  pointer: string,
  list: readonly unknown[] | null | undefined,
  max: number,
): readonly Fault[] {
  const count = list?.length ?? 0
  if (count <= max) return []
  const message = `Too many entries: the file has ${count}, but at most ${max} are allowed.`
  return [{ pointer, code: 'too_many_items', message }]
}
