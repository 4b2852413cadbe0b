import { type Fault, tooLong, type Unread } from '@billwright/einvoice'
import {
  type GivenFile,
  isSigned,
  type ReadEInvoice,
  readEInvoices,
  xmlOf,
} from '@billwright/einvoice/read'
import { ITEMS_MAX } from '@billwright/rules/limits'
import {
  ATTACHMENTS_MAX,
  ATTRIBUTES_MAX,
  PRECEDING_MAX,
} from '../../../../sales/contents/fields.ts'
import { ADJUSTMENTS_MAX } from '../../../../sales/contents/input-schema.ts'
import type { InvoiceCreateBody } from '../../../../sales/invoices/input-schema.ts'
import { type ImportedDraft, toDraft } from './to-draft.ts'

export interface ReadDraft extends ImportedDraft {
  /** Contents of the file outside EN 16931. */
  readonly unread: readonly Unread[]
}

/** Longer reports are useless and block the service. */
const NOT_TAKEN_MAX = 5_000

/**
 * Reads the invoice of a file, or those of a lot. Slow, so a worker calls it (`createDraftReader`).
 *
 * @throws EInvoiceError `einvoice_too_long`, or those of `readEInvoice`; AppError of `toDraft`
 */
export function readDraft(given: GivenFile): readonly ReadDraft[] {
  return readEInvoices(xmlOf(given).bytes).map((it) => draftOf(it, given))
}

function draftOf(
  { document, national, gaps, unread }: ReadEInvoice,
  { file }: GivenFile,
): ReadDraft {
  const { notTaken, ...draft } = toDraft(document)
  const body = { ...draft.body, ...(national?.body as Partial<InvoiceCreateBody> | undefined) }
  refuseLongLists(body)
  const lacking = gaps.map(({ pointer, term }) => ({
    path: pointer,
    reason: `The file lacks ${term}.`,
  }))
  const left = [
    ...lacking,
    ...notTaken,
    ...(national?.notTaken ?? []),
    ...(isSigned(file) ? [SIGNATURE] : []),
  ]
  return { ...draft, body, notTaken: left.slice(0, NOT_TAKEN_MAX), unread }
}

const SIGNATURE = { path: '/signature', reason: 'The signature was not verified.' } as const

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
