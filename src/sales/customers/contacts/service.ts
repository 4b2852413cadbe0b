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
export interface EntryChange {
  readonly customerId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

export const entryEtag = ({ id, version }: Own): string => etagOf(id, version)

/** A list of entries in the row of a customer, and how to read and save it. */
interface Kind<F extends Fields, E extends Own> {
  readonly fields: F
  readonly prefix: 'cnt' | 'adr'
  readonly entriesOf: (book: Book) => readonly E[]
  readonly bookWith: (customer: Customer, entries: readonly E[]) => Customer
  readonly groupOf: (entry: E) => string
  /** Faults of the content as a whole. */
  readonly faultsOf: (content: Values<F>) => readonly Fault[]
  readonly notFound: () => Error
}

const CONTACTS: Kind<typeof CONTACT_FIELDS, Contact> = {
  fields: CONTACT_FIELDS,
  prefix: 'cnt',
  entriesOf: ({ contacts }) => contacts,
  bookWith(customer, contacts) {
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

const ADDRESSES: Kind<typeof ADDRESS_FIELDS, CustomerAddress> = {
  fields: ADDRESS_FIELDS,
  prefix: 'adr',
  entriesOf: ({ addresses }) => addresses,
  bookWith: (customer, addresses) => ({ ...customer, addresses }),
  groupOf: kindOf,
  faultsOf: addressFaults,
  notFound: addressNotFound,
}

export const createContactService = () => createEntryService(CONTACTS)
export const createAddressService = () => createEntryService(ADDRESSES)
export type ContactService = ReturnType<typeof createContactService>
export type AddressService = ReturnType<typeof createAddressService>

/** Each change locks the row of the customer and gives it a new version. */
function createEntryService<F extends Fields, E extends Own & Values<F> & { isDefault: boolean }>({
  fields,
  prefix,
  entriesOf,
  bookWith,
  groupOf,
  faultsOf,
  notFound,
}: Kind<F, E>) {
  const find = (customer: Customer, id: string): E => {
    const entry = entriesOf(customer).find((it) => it.id === id)
    if (!entry) throw notFound()
    return entry
  }

  const save = async (work: Work, before: Customer, entries: readonly E[]): Promise<void> => {
    const version = before.version + 1
    const updatedAt = laterOf(work.at, before.updatedAt)
    const after = { ...bookWith(before, entries), version, updatedAt }
    await repository.saveCustomer(work, before, after)
    recordCustomer(work, 'customer.updated', after)
  }

  const content = (entry: E | null, input: object): Values<F> => {
    const faults: Fault[] = []
    const onFault: OnFault = (pointer, code, message, params) =>
      faults.push({ pointer, code, message, params })
    const before: Values<F> = entry ?? emptyOf(fields)
    const after = changeFields(fields, { before, given: input, at: '', onFault, mode: 'put' })
    // An older entry that lacks a newly required field can be put back unchanged.
    const isSame = entry !== null && isDeepStrictEqual({ ...entry, ...after }, entry)
    if (faults.length === 0 && !isSame) faults.push(...faultsOf(after))
    if (faults.length > 0) throw invalidRequest(faults)
    return after
  }

  return {
    /** Existing entries, in the order of their creation. */
    async list(scope: CompanyDb, customerId: string, query: PageQueryInput): Promise<Page<E>> {
      const entries = shown(entriesOf(await repository.requireCustomer(scope, customerId)))
      const request = toPageRequest(query, 'created_at')
      const ordered = request.direction === 'asc' ? entries : entries.toReversed()
      const start = ordered.findIndex(({ id }) => id === request.after?.id) + 1
      const rows = ordered.slice(start)
      const total = query.include ? entries.length : null
      return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
    },

    /** Also a deleted one. */
    async require(scope: CompanyDb, customerId: string, id: string): Promise<E> {
      return find(await repository.requireCustomer(scope, customerId), id)
    },

    create: (work: ReadWork, customerId: string, input: object): Promise<E> =>
      transaction(work, async (work) => {
        const customer = await repository.lockCustomer(work, customerId)
        const entry = { ...content(null, input), ...stamp(prefix, work.at) } as E
        await save(work, customer, withEntry(entriesOf(customer), entry, groupOf))
        return entry
      }),

    update: (work: ReadWork, { customerId, id, ifMatch }: EntryChange, input: object): Promise<E> =>
      transaction(work, async (work) => {
        const customer = await repository.lockCustomer(work, customerId)
        const before = find(customer, id)
        checkIfMatch(ifMatch, entryEtag(before))
        if (before.deletedAt !== null) throw notFound()
        const after = content(before, input)
        if (isDeepStrictEqual({ ...before, ...after }, before)) return before
        const entry = { ...nextVersion(before, work.at), ...after }
        await save(work, customer, withEntry(entriesOf(customer), entry, groupOf))
        return entry
      }),

    delete: (work: ReadWork, { customerId, id, ifMatch }: EntryChange): Promise<void> =>
      transaction(work, async (work) => {
        const customer = await repository.lockCustomer(work, customerId)
        const before = find(customer, id)
        checkIfMatch(ifMatch, entryEtag(before))
        if (before.deletedAt !== null) throw notFound()
        const gone = { ...nextVersion(before, work.at), deletedAt: work.at, isDefault: false }
        await save(work, customer, withEntry(entriesOf(customer), gone, groupOf))
      }),
  }
}
