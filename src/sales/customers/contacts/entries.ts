import { isDeepStrictEqual } from 'node:util'
import { checkIfMatch, etagOf } from '../../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { type Fault, invalidRequest, type OnFault } from '../../../kernel/errors.ts'
import {
  change as changeFields,
  emptyOf,
  type Fields,
  type Values,
} from '../../../kernel/fields/field.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import type { Customer } from '../customer.ts'
import { recordCustomer } from '../inner/journal.ts'
import * as repository from '../inner/repository.ts'
import {
  addressFaults,
  billingEmails,
  kindOf,
  nextVersion,
  shown,
  stamp,
  withEntry,
} from './book.ts'
import {
  ADDRESS_FIELDS,
  type Book,
  CONTACT_FIELDS,
  type Contact,
  type CustomerAddress,
  type Own,
} from './fields.ts'
import { addressNotFound, contactNotFound } from './inner/errors.ts'

/** An entry of a customer, and the version on which a change was decided. */
interface EntryChange {
  readonly customerId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

export const entryEtag = ({ id, version }: Own): string => etagOf(id, version)

export type Entry = Contact | CustomerAddress

/** A list of entries in the row of a customer, and how to read and save it. */
interface Kind {
  readonly fields: Fields
  readonly prefix: 'cnt' | 'adr'
  entriesOf(book: Book): readonly Entry[]
  bookWith(customer: Customer, entries: readonly Entry[]): Customer
  groupOf(entry: Entry): string
  /** Faults of the content as a whole. */
  faultsOf(content: Values<Fields>): readonly Fault[]
  notFound(): Error
}

export const CONTACTS: Kind = {
  fields: CONTACT_FIELDS,
  prefix: 'cnt',
  entriesOf: ({ contacts }) => contacts,
  bookWith(customer, contacts: readonly Contact[]) {
    const after = { ...customer, contacts }
    const isSame = isDeepStrictEqual(emailsOf(customer), emailsOf(after))
    const emailProblem = isSame ? customer.emailProblem : null
    return { ...after, emailProblem, billingEmails: billingEmails(after) }
  },
  // New invoices use at most one contact, with any role.
  groupOf: () => '',
  faultsOf: () => [],
  notFound: contactNotFound,
}

const emailsOf = ({ contacts }: Book) => shown(contacts).map(({ email }) => email)

export const ADDRESSES: Kind = {
  fields: ADDRESS_FIELDS,
  prefix: 'adr',
  entriesOf: ({ addresses }) => addresses,
  bookWith(customer, addresses: readonly CustomerAddress[]) {
    return { ...customer, addresses }
  },
  groupOf: kindOf,
  faultsOf: addressFaults,
  notFound: addressNotFound,
}

/** Existing entries, in the order of their creation. */
export async function listEntries(
  scope: CompanyDb,
  { entriesOf }: Kind,
  customerId: string,
  query: PageQueryInput,
): Promise<Page<Entry>> {
  const entries = shown(entriesOf(await repository.requireCustomer(scope, customerId)))
  const request = toPageRequest(query, 'created_at')
  const ordered = request.direction === 'asc' ? entries : entries.toReversed()
  const start = ordered.findIndex(({ id }) => id === request.after?.id) + 1
  const rows = ordered.slice(start)
  const total = query.include ? entries.length : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/** Also a deleted one. */
export async function requireEntry(
  scope: CompanyDb,
  kind: Kind,
  customerId: string,
  id: string,
): Promise<Entry> {
  return entryIn(kind, await repository.requireCustomer(scope, customerId), id)
}

/* Each change locks the row of the customer and gives it a new version. */

export const createEntry = (
  work: ReadWork,
  kind: Kind,
  customerId: string,
  input: object,
): Promise<Entry> =>
  transaction(work, async (work) => {
    const customer = await repository.lockCustomer(work, customerId)
    const entry = { ...contentOf(kind, null, input), ...stamp(kind.prefix, work.at) } as Entry
    await save(work, kind, customer, entry)
    return entry
  })

export const updateEntry = (
  work: ReadWork,
  kind: Kind,
  { customerId, id, ifMatch }: EntryChange,
  input: object,
): Promise<Entry> =>
  transaction(work, async (work) => {
    const customer = await repository.lockCustomer(work, customerId)
    const before = entryIn(kind, customer, id)
    checkIfMatch(ifMatch, entryEtag(before))
    if (before.deletedAt !== null) throw kind.notFound()
    const after = contentOf(kind, before, input)
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    const entry = { ...nextVersion(before, work.at), ...after }
    await save(work, kind, customer, entry)
    return entry
  })

export const deleteEntry = (
  work: ReadWork,
  kind: Kind,
  { customerId, id, ifMatch }: EntryChange,
): Promise<void> =>
  transaction(work, async (work) => {
    const customer = await repository.lockCustomer(work, customerId)
    const before = entryIn(kind, customer, id)
    checkIfMatch(ifMatch, entryEtag(before))
    if (before.deletedAt !== null) throw kind.notFound()
    const gone = { ...nextVersion(before, work.at), deletedAt: work.at, isDefault: false }
    await save(work, kind, customer, gone)
  })

function entryIn({ entriesOf, notFound }: Kind, customer: Customer, id: string): Entry {
  const entry = entriesOf(customer).find((it) => it.id === id)
  if (!entry) throw notFound()
  return entry
}

async function save(
  work: Work,
  { entriesOf, bookWith, groupOf }: Kind,
  before: Customer,
  entry: Entry,
): Promise<void> {
  const entries = withEntry(entriesOf(before), entry, groupOf)
  const version = before.version + 1
  const updatedAt = laterOf(work.at, before.updatedAt)
  const after = { ...bookWith(before, entries), version, updatedAt }
  await repository.saveCustomer(work, before, after)
  recordCustomer(work, 'customer.updated', after)
}

function contentOf({ fields, faultsOf }: Kind, entry: Entry | null, input: object) {
  const faults: Fault[] = []
  const onFault: OnFault = (pointer, code, message, params) =>
    faults.push({ pointer, code, message, params })
  const before: Values<Fields> = entry === null ? emptyOf(fields) : { ...entry }
  const after = changeFields(fields, { before, given: input, at: '', onFault, mode: 'put' })
  // An older entry that lacks a newly required field can be put back unchanged.
  const isSame = entry !== null && isDeepStrictEqual({ ...entry, ...after }, entry)
  if (faults.length === 0 && !isSame) faults.push(...faultsOf(after))
  if (faults.length > 0) throw invalidRequest(faults)
  return after
}
