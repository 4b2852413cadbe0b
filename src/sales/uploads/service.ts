import { fileLocked, fileNotFound } from '../../core/files/errors.ts'
import type { FileCopy, FileHolderKind, FileOwner, StoredFile } from '../../core/files/file.ts'
import { fileEtag } from '../../core/files/replies.ts'
import type { FileService, NewFile } from '../../core/files/service.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import type { Page, PageQueryInput } from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import type { CustomerService } from '../customers/service.ts'
import type { EntryService } from '../entries/service.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { InvoiceService } from '../invoices/service.ts'
import type { Quote } from '../quotes/quote.ts'
import type { QuoteService } from '../quotes/service.ts'

export interface UploadDeps {
  readonly files: FileService
  readonly invoices: Pick<InvoiceService, 'get' | 'lockForChange'>
  readonly quotes: Pick<QuoteService, 'get' | 'lockForChange'>
  readonly customers: Pick<CustomerService, 'require' | 'lock'>
  readonly entries: Pick<EntryService, 'require' | 'lock'>
}

/** The kinds of resources that have files. */
export interface FileHolder extends FileOwner {
  readonly kind: FileHolderKind
}

/** A resource that has files. */
interface Holder {
  /** Throws 404 if it does not exist. */
  readonly require: (work: ReadWork, id: string) => Promise<unknown>
  /** Locks it; true: it is issued, so the customer's files cannot change. */
  readonly lock: (work: Work, id: string) => Promise<boolean>
}

export type UploadService = ReturnType<typeof createUploadService>

/** Adds files to invoices, quotes, customers and entries, and deletes them. */
export function createUploadService({ files, invoices, quotes, customers, entries }: UploadDeps) {
  const holders: Readonly<Record<FileHolderKind, Holder>> = {
    invoice: {
      require: invoices.get,
      lock: async (work, id) =>
        (await invoices.lockForChange(work, { id, ifMatch: undefined })).status !== 'draft',
    },
    quote: {
      require: quotes.get,
      lock: async (work, id) =>
        (await quotes.lockForChange(work, { id, ifMatch: undefined })).status !== 'draft',
    },
    customer: {
      require: customers.require,
      lock: async (work, id) => {
        await customers.lock(work, id)
        return false
      },
    },
    entry: {
      require: entries.require,
      lock: async (work, id) => {
        await entries.lock(work, id)
        return false
      },
    },
  }

  return {
    async list(
      work: ReadWork,
      owner: FileHolder,
      query: PageQueryInput,
    ): Promise<Page<StoredFile>> {
      await holders[owner.kind].require(work, owner.id)
      return files.list(work, owner, query)
    },

    /** The files that are visible to the customer of an invoice; for a draft, the current ones. */
    shownOfInvoice: async (
      work: ReadWork,
      { id, status, files: fixed = [] }: Pick<Invoice, 'id' | 'status' | 'files'>,
    ): Promise<readonly FileCopy[]> =>
      status === 'draft' ? files.listShown(work, { kind: 'invoice', id }) : fixed,

    shownOfQuote: async (
      work: ReadWork,
      { id, status, content }: Quote,
    ): Promise<readonly FileCopy[]> =>
      status === 'draft' ? files.listShown(work, { kind: 'quote', id }) : (content.files ?? []),

    /** One of some files by its name, with its bytes. */
    async readNamed(work: ReadWork, some: readonly FileCopy[], name: string) {
      const file = some.find((it) => it.name === name)
      if (!file) throw fileNotFound()
      return { file, bytes: await files.bytes(work, file) }
    },

    async read(work: ReadWork, owner: FileHolder, id: string) {
      const file = await files.require(work, owner, id)
      return { file, bytes: await files.bytes(work, file) }
    },

    async add(work: ReadWork, owner: FileHolder, given: NewFile): Promise<StoredFile> {
      // Before the transaction, because checking a spreadsheet takes a while.
      const file = await files.check(work, given)
      return transaction(work, async (work) => {
        const isFixed = await holders[owner.kind].lock(work, owner.id)
        if (isFixed && file.visible === 'customer') throw fileLocked()
        return files.add(work, owner, file)
      })
    },

    delete: (work: ReadWork, owner: FileHolder, { id, ifMatch }: VersionedRef): Promise<void> =>
      transaction(work, async (work) => {
        const isFixed = await holders[owner.kind].lock(work, owner.id)
        const file = await files.require(work, owner, id)
        checkIfMatch(ifMatch, fileEtag(file))
        if (isFixed && file.visible === 'customer') throw fileLocked()
        await files.delete(work, file)
      }),
  }
}
