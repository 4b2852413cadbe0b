import { addFile, checkNewFile, deleteFile, type NewFile } from '../../core/files/change.ts'
import { fileLocked, fileNotFound } from '../../core/files/errors.ts'
import type { FileCopy, FileHolderKind, FileOwner, StoredFile } from '../../core/files/file.ts'
import { listFiles, listShownFiles, readFileBytes, requireFile } from '../../core/files/read.ts'
import { fileEtag } from '../../core/files/replies.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import type { Page, PageQueryInput } from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { lockCustomer } from '../customers/change.ts'
import { requireCustomer } from '../customers/read.ts'
import { lockEntry } from '../entries/change.ts'
import { requireEntry } from '../entries/read.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { lockForChange } from '../invoices/lock.ts'
import { getInvoice } from '../invoices/read.ts'
import { lockQuoteForChange } from '../quotes/lock.ts'
import type { Quote } from '../quotes/quote.ts'
import { getQuote } from '../quotes/read.ts'

/** The kinds of resources that have files. */
interface FileHolder extends FileOwner {
  readonly kind: FileHolderKind
}

/** A resource that has files. */
interface Holder {
  /** Throws 404 if it does not exist. */
  readonly require: (work: ReadWork, id: string) => Promise<unknown>
  /** Locks it; true: it is issued, so the customer's files cannot change. */
  readonly lock: (work: Work, id: string) => Promise<boolean>
}

const holders: Readonly<Record<FileHolderKind, Holder>> = {
  invoice: {
    require: getInvoice,
    lock: async (work, id) =>
      (await lockForChange(work, { id, ifMatch: undefined })).status !== 'draft',
  },
  quote: {
    require: getQuote,
    lock: async (work, id) =>
      (await lockQuoteForChange(work, { id, ifMatch: undefined })).status !== 'draft',
  },
  customer: {
    require: requireCustomer,
    lock: async (work, id) => {
      await lockCustomer(work, id)
      return false
    },
  },
  entry: {
    require: requireEntry,
    lock: async (work, id) => {
      await lockEntry(work, id)
      return false
    },
  },
}

export async function listUploads(
  work: ReadWork,
  owner: FileHolder,
  query: PageQueryInput,
): Promise<Page<StoredFile>> {
  await holders[owner.kind].require(work, owner.id)
  return listFiles(work, owner, query)
}

/** The files that are visible to the customer of an invoice; for a draft, the current ones. */
export async function shownFilesOfInvoice(
  work: ReadWork,
  { id, status, files: fixed = [] }: Pick<Invoice, 'id' | 'status' | 'files'>,
): Promise<readonly FileCopy[]> {
  return status === 'draft' ? listShownFiles(work, { kind: 'invoice', id }) : fixed
}

export async function shownFilesOfQuote(
  work: ReadWork,
  { id, status, content }: Quote,
): Promise<readonly FileCopy[]> {
  return status === 'draft' ? listShownFiles(work, { kind: 'quote', id }) : (content.files ?? [])
}

/** One of some files by its name, with its bytes. */
export async function readNamedFiles(work: ReadWork, some: readonly FileCopy[], name: string) {
  const file = some.find((it) => it.name === name)
  if (!file) throw fileNotFound()
  return { file, bytes: await readFileBytes(work, file) }
}

export async function readUpload(work: ReadWork, owner: FileHolder, id: string) {
  const file = await requireFile(work, owner, id)
  return { file, bytes: await readFileBytes(work, file) }
}

export async function addUpload(
  work: ReadWork,
  owner: FileHolder,
  given: NewFile,
): Promise<StoredFile> {
  // Before the transaction, because checking a spreadsheet takes a while.
  const file = await checkNewFile(work, given)
  return transaction(work, async (work) => {
    const isFixed = await holders[owner.kind].lock(work, owner.id)
    if (isFixed && file.visible === 'customer') throw fileLocked()
    return addFile(work, owner, file)
  })
}

export function deleteUpload(
  work: ReadWork,
  owner: FileHolder,
  { id, ifMatch }: VersionedRef,
): Promise<void> {
  return transaction(work, async (work) => {
    const isFixed = await holders[owner.kind].lock(work, owner.id)
    const file = await requireFile(work, owner, id)
    checkIfMatch(ifMatch, fileEtag(file))
    if (isFixed && file.visible === 'customer') throw fileLocked()
    await deleteFile(work, file)
  })
}
