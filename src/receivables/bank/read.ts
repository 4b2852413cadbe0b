import { searchParts } from '@billwright/rules/folding'
import { etagOf } from '../../core/http/etag.ts'
import { valuesOf } from '../../core/http/filters.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { CLASSES, type Entry, type StoredEntry } from './entry.ts'
import type { BankFile } from './file.ts'
import * as allocationRepository from './inner/allocation-repository.ts'
import * as entryRepository from './inner/entry-repository.ts'
import * as fileRepository from './inner/file-repository.ts'
import * as statementRepository from './inner/statement-repository.ts'

export interface FileQuery extends PageQueryInput {
  readonly status?: string
  readonly bank_account_id?: string
}

export interface EntryQuery extends PageQueryInput {
  readonly status?: string
  readonly class?: string
  readonly bank_account_id?: string
  readonly direction?: string
  readonly from?: string
  readonly to?: string
  readonly customer_id?: string
  readonly invoice_id?: string
  readonly file_id?: string
  readonly q?: string
}

/** An entry with the numbers of the documents that it names. */
export interface NamedEntry extends Entry {
  readonly numbers: ReadonlyMap<string, string>
}

export interface EntryPage extends Page<NamedEntry> {
  /** With `total`: the number of entries of each class. */
  readonly classes: Readonly<Record<string, number>> | null
}

export const fileEtag = ({ id, version }: Pick<BankFile, 'id' | 'version'>): string =>
  etagOf(id, version)
export const entryEtag = ({ id, version }: StoredEntry): string => etagOf(id, version)

export async function listBankFiles(work: ReadWork, query: FileQuery): Promise<Page<BankFile>> {
  const request = toPageRequest(query, '-created_at')
  const filter = { status: query.status ?? null, bankAccountId: query.bank_account_id ?? null }
  const files = await fileRepository.listFiles(work, filter, request)
  const statements = await statementRepository.statementsOf(
    work,
    files.map(({ id }) => id),
  )
  const rows = files.map((file) => ({ ...file, statements: statements.get(file.id) ?? [] }))
  const total = request.withTotal ? await fileRepository.countFiles(work, filter) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

export async function requireBankFile(scope: CompanyDb, id: string): Promise<BankFile> {
  const file = await fileRepository.requireFile(scope, id)
  const statements = await statementRepository.statementsOf(scope, [id])
  return { ...file, statements: statements.get(id) ?? [] }
}

export async function listBankEntries(work: ReadWork, query: EntryQuery): Promise<EntryPage> {
  const request = toPageRequest(query, '-booking_date')
  const filter = toFilter(query)
  const rows = await withDetails(work, await entryRepository.listEntries(work, filter, request))
  const total = request.withTotal ? await entryRepository.countEntries(work, filter) : null
  const counts = request.withTotal ? await entryRepository.countByClass(work, filter) : null
  const sortedBy = ({ content }: NamedEntry) =>
    request.sort === 'amount' ? String(content.amountMinor) : content.bookingDate
  return {
    ...toPage(rows, request, (row) => ({ value: sortedBy(row), id: row.id }), total),
    classes: counts && Object.fromEntries(CLASSES.map((name) => [name, counts.get(name) ?? 0])),
  }
}

export async function requireBankEntry(scope: CompanyDb, id: string): Promise<NamedEntry> {
  return withDetailsOf(scope, await entryRepository.requireEntry(scope, id))
}

async function withDetailsOf(scope: CompanyDb, entry: StoredEntry): Promise<NamedEntry> {
  const [named] = await withDetails(scope, [entry])
  if (!named) throw new Error('An entry was lost.')
  return named
}

async function withDetails(
  scope: CompanyDb,
  entries: readonly StoredEntry[],
): Promise<readonly NamedEntry[]> {
  const allocations = await allocationRepository.allocationsOf(
    scope,
    entries.map(({ id }) => id),
  )
  const full = entries.map((it) => ({ ...it, allocations: allocations.get(it.id) ?? [] }))
  const numbers = await allocationRepository.numbersOf(scope, [
    ...new Set(full.flatMap(documentsOf)),
  ])
  return full.map((it) => ({ ...it, numbers }))
}

const documentsOf = ({ proposals, allocations }: Entry): readonly string[] => [
  ...proposals.flatMap(({ parts }) =>
    parts.flatMap((part) => ('documentId' in part && part.documentId ? part.documentId : [])),
  ),
  ...allocations.flatMap(({ invoiceId }) => invoiceId ?? []),
]

const toFilter = (query: EntryQuery): entryRepository.EntryFilter => ({
  statuses: valuesOf(query.status),
  classes: valuesOf(query.class),
  bankAccountId: query.bank_account_id ?? null,
  direction: query.direction ?? null,
  from: query.from ?? null,
  to: query.to ?? null,
  customerId: query.customer_id ?? null,
  invoiceId: query.invoice_id ?? null,
  fileId: query.file_id ?? null,
  words: searchParts(query.q).map(plainAmount),
})

/** Amounts are searched as `1234.50`; people also write `1.234,50` and `1,234.50`. */
const plainAmount = (word: string): string =>
  AMOUNT.test(word) ? `${word.slice(0, -3).replace(/[.,'’]/g, '')}.${word.slice(-2)}` : word
const AMOUNT = /^-?(?:\d{1,3}(?:[.,'’]\d{3})+|\d+)[.,]\d\d$/
