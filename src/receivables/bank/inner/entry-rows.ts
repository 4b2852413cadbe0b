import type { BankEntry } from '@billwright/bank-statements'
import { formatMinor } from '@billwright/money'
import { indexForm } from '@billwright/rules/folding'
import type { Selectable } from 'kysely'
import type { NewRow } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { StoredEntry } from '../entry.ts'
import { fromStored, toStored } from './stored-json.ts'

/** What a search finds: the words of the entry, and its amount as people write it. */
const wordsOf = ({ name, ultimateName, iban, text, endToEnd, bankReference, ...it }: BankEntry) =>
  [
    name,
    ultimateName,
    iban,
    text,
    endToEnd,
    bankReference,
    formatMinor(it.amountMinor, it.currency),
  ]
    .filter((word) => word !== null)
    .join('\n')

export type EntryRow = Selectable<Tables['bank_entries']>

export const toEntryRow = (it: StoredEntry): NewRow<'bank_entries'> => ({
  id: it.id,
  version: BigInt(it.version),
  bank_account_id: it.bankAccountId,
  file_id: it.fileId,
  statement: BigInt(it.statement),
  position: BigInt(it.position),
  family: it.family,
  identity: it.identity,
  n: BigInt(it.n),
  status: it.status,
  reason: it.reason,
  booking_date: it.content.bookingDate,
  amount_minor: it.content.amountMinor,
  allocated_minor: it.allocatedMinor,
  currency: it.content.currency,
  entry_reference: it.content.entryReference,
  batch: it.content.batch,
  content: toStored(it.content),
  class: it.class,
  kind: it.kind,
  flags: JSON.stringify(it.flags),
  proposals: toStored(it.proposals),
  marks: JSON.stringify(it.marks),
  suspect_of: it.suspectOf,
  pair_id: it.pairId,
  matched: it.isMatched ? 1n : 0n,
  automatic: it.isAutomatic ? 1n : 0n,
  kept_open: it.isKeptOpen ? 1n : 0n,
  touched: it.isTouched ? 1n : 0n,
  booked_by: it.bookedBy && JSON.stringify(it.bookedBy),
  booked_at: it.bookedAt,
  search_text: indexForm(wordsOf(it.content)),
  created_at: it.createdAt,
  updated_at: it.updatedAt,
})

export const toEntry = (row: EntryRow): StoredEntry => ({
  id: row.id,
  version: Number(row.version),
  bankAccountId: row.bank_account_id,
  fileId: row.file_id,
  statement: Number(row.statement),
  position: Number(row.position),
  family: row.family,
  identity: row.identity,
  n: Number(row.n),
  status: row.status as StoredEntry['status'],
  reason: row.reason,
  allocatedMinor: row.allocated_minor,
  content: fromStored(row.content),
  class: row.class as StoredEntry['class'],
  kind: row.kind as StoredEntry['kind'],
  flags: JSON.parse(row.flags) as StoredEntry['flags'],
  proposals: fromStored(row.proposals),
  marks: JSON.parse(row.marks) as StoredEntry['marks'],
  suspectOf: row.suspect_of,
  pairId: row.pair_id,
  isMatched: row.matched === 1n,
  isAutomatic: row.automatic === 1n,
  isKeptOpen: row.kept_open === 1n,
  isTouched: row.touched === 1n,
  bookedBy: row.booked_by === null ? null : (JSON.parse(row.booked_by) as StoredEntry['bookedBy']),
  bookedAt: row.booked_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
