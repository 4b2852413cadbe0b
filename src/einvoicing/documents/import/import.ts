import { incomplete, isEqual, type NotTaken, parseDecimal, type Unread } from '@billwright/einvoice'
import type { GivenFile } from '@billwright/einvoice/read'
import { AmountError } from '@billwright/money'
import {
  addFile,
  type CheckedFile,
  checkNewFile,
  type NewFile,
} from '../../../core/files/change.ts'
import { FILES_BYTES_MAX, FILES_MAX } from '../../../core/files/file.ts'
import { onePerApp } from '../../../core/record/app.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { AppError, invalidRequest } from '../../../kernel/errors.ts'
import { createWorker } from '../../../platform/worker.ts'
import { createInvoice } from '../../../sales/invoices/create.ts'
import { type InvoiceDetails, totalsView } from '../../../sales/invoices/view.ts'
import { problemOf, tooComplex } from '../errors.ts'
import type { ReadDraft } from './inner/read-draft.ts'
import type { ImportedDraft } from './inner/to-draft.ts'

export const FILE_BYTES_MAX = 5 * 1024 * 1024
const READ_TIMEOUT_MS = 10_000

interface ImportRequest extends GivenFile {
  /** The customer; undefined: a new one is created from the file's buyer. */
  readonly customerId: string | undefined
}

/** A total that differs between draft and file. */
interface Difference {
  readonly field: 'net' | 'tax' | 'total' | 'due'
  readonly file: string
  readonly draft: string
}

export interface Imported {
  readonly details: InvoiceDetails
  /** Contents of the file outside EN 16931. */
  readonly unread: readonly Unread[]
  /** Contents that the draft cannot store. */
  readonly notTaken: readonly NotTaken[]
  readonly differences: readonly Difference[]
}

/** Runs `readDraft` in a separate process, so that other requests do not wait. */
const readerOf = onePerApp(() =>
  createWorker<GivenFile, readonly ReadDraft[]>({
    module: new URL('./read-draft-worker.ts', import.meta.url),
    timeoutMs: READ_TIMEOUT_MS,
    timedOut: tooComplex,
    outOfMemory: tooComplex,
  }),
)

/** A draft for each invoice of the file. All have the customer of the first. */
export async function importDrafts(
  work: ReadWork,
  { customerId, ...given }: ImportRequest,
): Promise<readonly Imported[]> {
  const drafts = await readerOf(work.app).run(work.companyId, given)
  const checked: Checked[] = []
  for (const draft of drafts)
    checked.push({
      draft,
      ...(await checkEmbedded(draft.files, (file) => checkNewFile(work, file))),
    })
  const { made } = await transaction(work, async (work) => {
    const made: Imported[] = []
    for (const it of checked) {
      const owner = made[0]?.details.invoice.customerId ?? customerId
      made.push(await createDraft(work, it, owner))
    }
    // If the answer is lost, a repeated request names this invoice.
    return { first: made[0]?.details.invoice, made }
  }).catch((error: unknown) => {
    throw inQuery(error)
  })
  return made
}

async function createDraft(
  work: Work,
  { draft, taken, refused }: Checked,
  customerId: string | undefined,
): Promise<Imported> {
  const { customer, attachments, ...content } = draft.body
  const buyer = customerId === undefined ? { customer } : { customer_id: customerId }
  // An attachment that became a file of the draft is no longer a reference.
  const references = attachments?.filter(
    ({ url }, index) => url !== undefined || !taken.some(({ at }) => at === index),
  )
  const details = await createInvoice(work, {
    allow_early_due: true,
    ...content,
    ...defined({ ...buyer, attachments: references }),
  })
  const { id, dueDate } = details.invoice
  for (const { file } of taken) await addFile(work, { kind: 'invoice', id }, file)
  return {
    details,
    unread: draft.unread,
    notTaken: [
      ...draft.notTaken,
      ...(content.due_date === undefined && dueDate !== null ? [inventedDueDate(dueDate)] : []),
      ...refused,
    ],
    differences: differencesOf(details, draft.totals),
  }
}

interface Checked {
  readonly draft: ReadDraft
  readonly taken: readonly Embedded[]
  readonly refused: readonly NotTaken[]
}

const inventedDueDate = (dueDate: string): NotTaken => ({
  path: '/dueDate',
  reason: `The e-invoice has no due date. The draft is due on ${dueDate}, by your payment terms.`,
})

interface Embedded {
  readonly at: number
  readonly file: CheckedFile
}

/** The embedded files for the draft, and the reasons for refusing others. */
async function checkEmbedded(
  embedded: ImportedDraft['files'],
  check: (file: NewFile) => Promise<CheckedFile>,
): Promise<{ readonly taken: readonly Embedded[]; readonly refused: readonly NotTaken[] }> {
  const taken: Embedded[] = []
  const refused: NotTaken[] = []
  let left = FILES_BYTES_MAX
  for (const { at, file } of embedded) {
    const refuse = (reason: string) => refused.push({ path: `/attachments/${at}/file`, reason })
    try {
      const bytes = Buffer.from(file.base64, 'base64')
      const checked = await check({ name: file.name, visible: 'customer', bytes })
      left -= bytes.length
      if (taken.length < FILES_MAX && left >= 0) taken.push({ at, file: checked })
      else refuse('The draft has no room for more files.')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(error.faults[0]?.message ?? error.message)
    }
  }
  return { taken, refused }
}

/** The customer's id is in the query here, not in the body, and the amounts are those of a file. */
function inQuery(error: unknown): unknown {
  if (error instanceof AmountError)
    return problemOf(incomplete([{ pointer: '', code: 'out_of_range', message: error.message }]))
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
  const draft = totalsView(invoice)
  // Nothing is due of a credit note here, while its file states what the seller owes.
  const fields = ['net', 'tax', 'total'] as const
  return (invoice.type === 'credit_note' ? fields : [...fields, 'due' as const])
    .filter((field) => !isEqual(parseDecimal(file[field]), parseDecimal(draft[field])))
    .map((field) => ({ field, file: file[field], draft: draft[field] }))
}
