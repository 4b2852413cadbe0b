import { numberOrder, searchParts } from '@billwright/rules/folding'
import type { FileCopy } from '../../core/files/file.ts'
import { findFirstFile, readFileBytes } from '../../core/files/read.ts'
import { valuesOf } from '../../core/http/filters.ts'
import { type Page, toPage, toPageRequest } from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { sha256 } from '../../platform/ids.ts'
import * as repository from './inner/repository.ts'
import type { SupplierInvoiceQuery } from './schema.ts'
import type {
  Compared,
  Lot,
  LotMembers,
  Status,
  SupplierInvoice,
  SupplierInvoiceEntry,
} from './supplier-invoice.ts'

export async function getSupplierInvoice(
  work: ReadWork,
  id: string,
): Promise<Compared<SupplierInvoice>> {
  return compared(work, await repository.requireSupplierInvoice(work, id))
}

export async function listSupplierInvoices(
  work: ReadWork,
  query: SupplierInvoiceQuery,
): Promise<Page<Compared<SupplierInvoiceEntry>>> {
  const request = toPageRequest(query, '-created_at')
  const filter = toFilter(query)
  const rows = await repository.listSupplierInvoices(work, filter, request)
  const total = query.include ? await repository.countSupplierInvoices(work, filter) : null
  const position = (entry: SupplierInvoiceEntry) => ({
    value: SORTED_BY[request.sort as keyof typeof SORTED_BY](entry),
    id: entry.id,
  })
  return toPage(await repository.compare(work, rows), request, position, total)
}

/** The invoices of its file, if there are several. */
export async function listLot(
  work: ReadWork,
  { content: { lot } }: SupplierInvoice,
): Promise<LotMembers | null> {
  if (!lot) return null
  const hashes = Array.from({ length: lot.of }, (_, at) => hashIn({ ...lot, position: at + 1 }))
  return { ...lot, invoices: await repository.listByHashes(work, hashes) }
}

/** The unchanged file, named by the number of the document. */
export async function readOriginal(work: ReadWork, id: string) {
  const { number } = await repository.requireSupplierInvoice(work, id)
  const file = await findFirstFile(work, { kind: 'supplier_invoice', id })
  if (!file) throw new Error(`The original of ${id} is gone.`)
  const name = `${plainName(number)}.${file.name.split('.').at(-1)}`
  const named: FileCopy = { ...file, name }
  return { file: named, bytes: await readFileBytes(work, file) }
}

export async function compared<T extends SupplierInvoiceEntry>(
  work: ReadWork,
  it: T,
): Promise<Compared<T>> {
  const [one] = await repository.compare(work, [it])
  return one ?? { ...it, duplicateOf: null }
}

/** Hashes are unique, so only the first invoice of a lot has that of the file. */
export const hashIn = (lot: Lot): string => (lot.position === 1 ? lot.hash : sha256(placeIn(lot)))

export const placeIn = ({ hash, position }: Lot): string => `${hash} ${position}`

/** A file name from another company's number, which may have any characters. */
const plainName = (number: string): string =>
  number
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 100)
    .toWellFormed() || 'invoice'

/** The value by which a page continues after an entry. */
const SORTED_BY = {
  created_at: ({ createdAt }: SupplierInvoiceEntry) => createdAt,
  issue_date: ({ issueDate }: SupplierInvoiceEntry) => issueDate,
  number: ({ number }: SupplierInvoiceEntry) => numberOrder(number),
}

const toFilter = (query: SupplierInvoiceQuery): repository.SupplierInvoiceFilter => ({
  words: searchParts(query.q),
  statuses: valuesOf(query.status) as readonly Status[],
  currencies: valuesOf(query.currency),
  issuedFrom: query.issued_from ?? null,
  issuedTo: query.issued_to ?? null,
  dueTo: query.due_to ?? null,
})
