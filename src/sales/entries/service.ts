import { isDeepStrictEqual } from 'node:util'
import type { SettingsService } from '../../company/settings/service.ts'
import type { Metadata } from '../../core/external-ids/metadata.ts'
import type { FileService } from '../../core/files/service.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import { storedInstant } from '../../core/http/filters.ts'
import { searchParts } from '../../core/http/folding.ts'
import {
  type Page,
  type PageQueryInput,
  type PageRequest,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { EventType } from '../../core/record/event.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { newId } from '../../platform/ids.ts'
import { findCustomerNames } from '../customers/lookups.ts'
import type { CustomerService } from '../customers/service.ts'
import type { ProductService } from '../products/service.ts'
import type { Entry, EntryGroup, NamedEntry } from './entry.ts'
import { entryBilled, unknownIn } from './errors.ts'
import { EMPTY_ENTRY } from './fields.ts'
import { changeEntry } from './inner/content.ts'
import * as repository from './inner/repository.ts'
import type { EntryChange, EntryInput } from './input.ts'
import { entryEventData } from './view.ts'

export interface EntryDeps {
  readonly settings: SettingsService
  readonly customers: Pick<CustomerService, 'require' | 'requireToName'>
  readonly products: Pick<ProductService, 'require'>
  readonly files: Pick<FileService, 'deleteAll'>
}

export interface EntryQuery extends PageQueryInput {
  readonly q?: string
  readonly customer_id?: string
  readonly status?: string
  readonly kind?: string
  readonly from?: string
  readonly to?: string
  readonly external_id?: string
  readonly metadata?: Metadata
  readonly created_from?: string
  readonly created_to?: string
  readonly updated_since?: string
}

/** Open entries of one customer in one currency. */
export interface OpenEntries {
  readonly customerId: string
  readonly currency: string
  /** The last day. */
  readonly until: string | null
  readonly limit: number
}

export type EntryService = ReturnType<typeof createEntryService>

/** Billing changes an entry and when it was updated, too, but not its version. */
export const entryEtag = ({ id, version, invoiceId, updatedAt }: Entry): string =>
  etagOf(`${id}-${invoiceId ?? 'open'}-${Date.parse(updatedAt)}`, version)

/** Work and expenses. At most one invoice bills each. */
export function createEntryService({ settings, customers, products, files }: EntryDeps) {
  /** The customer and product of an entry must exist, and stay as long as the entry. */
  const checkNames = async (work: Work, { customerId, productId }: Entry): Promise<void> => {
    await named(customers.requireToName(work, customerId), () =>
      unknownIn('/customer_id', 'unknown_customer', 'There is no customer with this id.'),
    )
    if (productId === null) return
    await named(products.require(work, productId), () =>
      unknownIn('/product_id', 'unknown_product', 'There is no product with this id.'),
    )
  }

  const currencyOf = async (work: ReadWork, customerId: string): Promise<string> => {
    const customer = await named(customers.require(work, customerId), () =>
      unknownIn('/customer_id', 'unknown_customer', 'There is no customer with this id.'),
    )
    return customer.currency ?? (await settings.current(work)).currency
  }

  const lockSeen = async (work: Work, { id, ifMatch }: VersionedRef): Promise<Entry> => {
    const entry = await repository.lockEntry(work, id)
    checkIfMatch(ifMatch, entryEtag(entry))
    return entry
  }

  const requireOpen = ({ invoiceId }: Entry): void => {
    if (invoiceId !== null) throw entryBilled(invoiceId)
  }

  return {
    require: async (work: ReadWork, id: string): Promise<NamedEntry> =>
      withName(work, await repository.requireEntry(work, id)),
    lock: repository.lockEntry,
    find: repository.readEntries,

    async list(work: ReadWork, query: EntryQuery): Promise<Page<NamedEntry>> {
      const request = toPageRequest(query, query.updated_since ? 'updated_at' : '-date')
      const filter = toFilter(query)
      const rows = await withNames(work, await repository.listEntries(work, filter, request))
      const total = query.include ? await repository.countEntries(work, filter) : null
      const sorted = SORTED[request.sort as keyof typeof SORTED] ?? 'date'
      return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
    },

    create: (work: ReadWork, input: EntryInput): Promise<NamedEntry> =>
      transaction(work, async (work) => {
        const current = await settings.current(work)
        const given = {
          ...input,
          date: input.date ?? dayOf(work.at, current.timeZone),
          currency: input.currency ?? (await currencyOf(work, input.customer_id)),
        }
        const content = changeEntry({
          ...{ before: NOTHING, input: given, mode: 'put', settings: current },
        })
        const entry = {
          ...content,
          id: newId('ent'),
          version: 1,
          invoiceId: null,
          createdAt: work.at,
          updatedAt: work.at,
        }
        await checkNames(work, entry)
        await repository.insertEntry(work, entry)
        record(work, 'entry.created', entry)
        return withName(work, entry)
      }),

    update: (
      work: ReadWork,
      change: VersionedRef,
      { input, mode }: { readonly input: EntryChange; readonly mode: Mode },
    ): Promise<NamedEntry> =>
      transaction(work, async (work) => {
        const before = await lockSeen(work, change)
        const current = await settings.current(work)
        const content = changeEntry({ before, input, mode, settings: current })
        if (isDeepStrictEqual({ ...before, ...content }, before)) return withName(work, before)
        const { externalIds, metadata } = content
        if (!isDeepStrictEqual({ ...before, ...content }, { ...before, externalIds, metadata }))
          requireOpen(before)
        const version = before.version + 1
        const updatedAt = laterOf(work.at, before.updatedAt)
        const after = { ...before, ...content, version, updatedAt }
        await checkNames(work, after)
        await repository.saveEntry(work, before, after)
        record(work, 'entry.updated', after)
        return withName(work, after)
      }),

    delete: (work: ReadWork, change: VersionedRef): Promise<void> =>
      transaction(work, async (work) => {
        const entry = await lockSeen(work, change)
        requireOpen(entry)
        await files.deleteAll(work, { kind: 'entry', id: entry.id })
        await repository.deleteEntry(work, entry.id)
        record(work, 'entry.deleted', entry)
      }),

    /** For each of these, an entry with the same customer, day, text and amount. */
    async findSame(
      work: ReadWork,
      inputs: readonly EntryInput[],
    ): Promise<readonly (Entry | undefined)[]> {
      const current = await settings.current(work)
      const today = dayOf(work.at, current.timeZone)
      const wanted = inputs.map((input) => {
        const given = { date: today, currency: current.currency, ...input }
        return changeEntry({ before: NOTHING, input: given, mode: 'put', settings: current })
      })
      const there = Map.groupBy(await repository.findLike(work, wanted), likenessOf)
      return wanted.map((one, at) => {
        const ids = inputs[at]?.external_ids ?? []
        return there.get(likenessOf(one))?.find((it) => !isAnother(it.externalIds, ids))
      })
    },

    /** The open entries of a customer, oldest first. */
    async listOpen(work: ReadWork, open: OpenEntries): Promise<readonly Entry[]> {
      return repository.readEntries(work, await listOpenIds(work, open))
    },

    /** The open entries by customer and currency, in this order. */
    listOpenGroups: (
      work: ReadWork,
      { currency, until }: Pick<repository.EntryFilter, 'currency'> & Pick<OpenEntries, 'until'>,
      page: PageRequest,
    ): Promise<readonly EntryGroup[]> =>
      repository.listGroups(work, { ...ALL, status: 'open', currency, to: until }, page),

    /** Open entries of a customer, locked. */
    async lockOpen(work: Work, open: OpenEntries): Promise<readonly Entry[]> {
      const ids = await listOpenIds(work, open)
      const locked = await repository.lockEntries(work, ids)
      // Others may have been billed while this one waited.
      return locked.filter(({ invoiceId }) => invoiceId === null)
    },

    /** Locks these entries, all of which must be open. */
    async lockNamed(work: Work, ids: readonly string[]): Promise<readonly Entry[]> {
      const locked = await repository.lockEntries(work, ids)
      const billed = locked.find(({ invoiceId }) => invoiceId !== null)
      if (billed) throw entryBilled(billed.invoiceId)
      return locked
    },

    /** Records which items bill which entries; the entries are locked. */
    bill: repository.insertBillings,

    /** Opens all entries of an invoice again. */
    release: repository.deleteBillings,

    /** Opens entries again whose items were deleted from a draft. */
    releaseItems: repository.deleteBillings,
  }
}

/** Whether a system has an id for each of two entries: then they are two there. */
const isAnother = (one: Entry['externalIds'], other: Entry['externalIds']): boolean =>
  one.some(({ system }) => other.some((it) => it.system.trim() === system))

/** Two entries with the same text are probably one. */
const likenessOf = (
  it: Pick<Entry, 'customerId' | 'date' | 'quantityMicro' | 'unitPriceMicro' | 'productId'> &
    Pick<Entry, 'description' | 'reference'>,
): string =>
  [it.customerId, it.date, it.quantityMicro, it.unitPriceMicro, it.productId, it.reference]
    .concat(it.description)
    .join('\n')

const listOpenIds = (
  scope: CompanyDb,
  { customerId, currency, until, limit }: OpenEntries,
): Promise<readonly string[]> =>
  repository.listIds(scope, { ...ALL, customerId, currency, to: until, status: 'open' }, limit)

const ALL: repository.EntryFilter = {
  customerId: null,
  status: null,
  kind: null,
  currency: null,
  from: null,
  to: null,
  words: [],
  externalId: null,
  metadata: {},
  createdFrom: null,
  createdTo: null,
  updatedSince: null,
}

const NOTHING = { ...EMPTY_ENTRY, tax: null }

const SORTED = { date: 'date', created_at: 'createdAt', updated_at: 'updatedAt' } as const

const toFilter = ({ q, customer_id, status, kind, from, to, ...query }: EntryQuery) => ({
  ...ALL,
  customerId: customer_id ?? null,
  status: (status ?? null) as repository.EntryFilter['status'],
  kind: kind ?? null,
  from: from ?? null,
  to: to ?? null,
  words: searchParts(q),
  externalId: query.external_id ?? null,
  metadata: query.metadata ?? {},
  createdFrom: storedInstant(query.created_from) ?? null,
  createdTo: storedInstant(query.created_to) ?? null,
  updatedSince: storedInstant(query.updated_since) ?? null,
})

const withNames = async (
  scope: CompanyDb,
  entries: readonly Entry[],
): Promise<readonly NamedEntry[]> => {
  const ids = new Set(entries.map(({ customerId }) => customerId))
  const names = await findCustomerNames(scope, [...ids])
  return entries.map((entry) => ({ ...entry, customerName: names.get(entry.customerId) ?? '' }))
}

const withName = async (scope: CompanyDb, entry: Entry): Promise<NamedEntry> => {
  const names = await findCustomerNames(scope, [entry.customerId])
  return { ...entry, customerName: names.get(entry.customerId) ?? '' }
}

const record = (work: Work, type: EventType, entry: Entry) =>
  recordEvent(work, { type, resourceId: entry.id, data: entryEventData(entry) })

/** An unknown id in a body is a fault of the body, not a missing resource. */
async function named<T>(found: Promise<T>, unknown: () => AppError): Promise<T> {
  try {
    return await found
  } catch (error) {
    throw error instanceof AppError && error.kind === 'not_found' ? unknown() : error
  }
}
