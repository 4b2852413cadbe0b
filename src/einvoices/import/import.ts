import { AppError, invalidRequest } from '../../errors.ts'
import type { InvoiceService } from '../../invoices/service.ts'
import { amountsView, type InvoiceDetails } from '../../invoices/view.ts'
import { createThread, type Thread } from '../../platform/worker.ts'
import type { ReadWork } from '../../record/work.ts'
import { tooComplex } from '../errors.ts'
import { isEqual, parseDecimal } from '../model/decimal.ts'
import type { Unread } from '../xml/unread.ts'
import type { ReadDraft } from './read-draft.ts'
import type { NotTaken } from './report.ts'
import type { ImportedDraft } from './to-draft.ts'

export const FILE_BYTES_MAX = 5 * 1024 * 1024
const READ_TIMEOUT_MS = 10_000

export interface ImportRequest {
  /** UBL or CII, or a PDF that carries one of them. */
  readonly file: Uint8Array
  /** The customer; undefined: the file's buyer becomes a new one. */
  readonly customerId: string | undefined
}

/** A total that differs between draft and file. */
export interface Difference {
  readonly field: 'net' | 'tax' | 'total' | 'due'
  readonly file: string
  readonly draft: string
}

export interface Imported {
  readonly details: InvoiceDetails
  /** Contents of the file beyond EN 16931. */
  readonly unread: readonly Unread[]
  /** Contents that the draft cannot store. */
  readonly notTaken: readonly NotTaken[]
  readonly differences: readonly Difference[]
}

export type ImportService = ReturnType<typeof createImportService>

/** Imports e-invoices as drafts. Totals are computed and then compared with the file. */
export function createImportService({ invoices }: { readonly invoices: InvoiceService }) {
  const reader = createDraftReader()
  return {
    async import(work: ReadWork, { file, customerId }: ImportRequest): Promise<Imported> {
      const { body, notTaken, totals, unread } = await reader.run(file)
      const { customer, ...content } = body
      const buyer = customerId === undefined ? { customer } : { customer_id: customerId }
      const details = await invoices
        .create(work, { ...content, ...defined(buyer) })
        .catch((error: unknown) => {
          throw inQuery(error)
        })
      return { details, unread, notTaken, differences: differencesOf(details, totals) }
    },
  }
}

/** `readDraft` in a worker thread, so that other requests do not wait. */
const createDraftReader = (): Thread<Uint8Array, ReadDraft> =>
  createThread({
    module: new URL('./read-draft-worker.ts', import.meta.url),
    timeoutMs: READ_TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  })

/** The customer's id is in the query here, not in the body. */
function inQuery(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const [fault] = error.faults
  return fault?.pointer === '/customer_id'
    ? invalidRequest([{ ...fault, pointer: '?customer_id' }])
    : error
}

const defined = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

function differencesOf(
  { invoice }: InvoiceDetails,
  file: ImportedDraft['totals'],
): readonly Difference[] {
  const { totals: draft } = amountsView(invoice)
  return (['net', 'tax', 'total', 'due'] as const)
    .filter((field) => !isEqual(parseDecimal(file[field]), parseDecimal(draft[field])))
    .map((field) => ({ field, file: file[field], draft: draft[field] }))
}
