import { isDeepStrictEqual } from 'node:util'
import { findCustomerNames } from '../customers/lookups.ts'
import type { CustomerService } from '../customers/service.ts'
import { AppError } from '../errors.ts'
import type { Mode } from '../fields/field.ts'
import type { FileService } from '../files/service.ts'
import { type Change, checkIfMatch, etagOf } from '../http/etag.ts'
import { searchParts } from '../http/folding.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import { parseMicro } from '../money/decimal.ts'
import { dayOf, laterOf } from '../platform/clock.ts'
import type { Scope } from '../platform/database/scope.ts'
import { newId } from '../platform/ids.ts'
import type { ProductService } from '../products/service.ts'
import type { EventType } from '../record/event.ts'
import { recordEvent } from '../record/journal.ts'
import { transaction } from '../record/transaction.ts'
import type { ReadWork, Work } from '../record/work.ts'
import type { SettingsService } from '../settings/service.ts'
import { changeEntry } from './content.ts'
import type { Entry, NamedEntry } from './entry.ts'
import { entryBilled, unknownIn } from './errors.ts'
import { EMPTY_ENTRY } from './fields.ts'
import type { EntryChange, EntryInput } from './input.ts'
import * as repository from './repository.ts'
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

/** Billing changes an entry, too. */
export const entryEtag = ({ id, version, invoiceId }: Entry): string =>
  etagOf(`${id}-${invoiceId ?? 'open'}`, version)

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

  const lockSeen = async (work: Work, { id, ifMatch }: Change): Promise<Entry> => {
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
      const request = toPageRequest(query, '-date')
      const filter = toFilter(query)
      const rows = await withNames(work, await repository.listEntries(work, filter, request))
      const total = query.include ? await repository.countEntries(work, filter) : null
      const position = ({ id, date, createdAt }: Entry) => ({
        value: request.sort === 'created_at' ? createdAt : date,
        id,
      })
      return toPage(rows, request, position, total)
    },

    create: (work: ReadWork, input: EntryInput): Promise<NamedEntry> =>
      transaction(work, async (work) => {
        const current = await settings.current(work)
        const given = {
          ...input,
          date: input.date ?? dayOf(work.at, current.timeZone),
          currency: input.currency ?? (await currencyOf(work, input.customer_id)),
        }
        const before = { ...EMPTY_ENTRY, tax: null }
        const content = changeEntry({ before, input: given, mode: 'put', settings: current })
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
      change: Change,
      { input, mode }: { readonly input: EntryChange; readonly mode: Mode },
    ): Promise<NamedEntry> =>
      transaction(work, async (work) => {
        const before = await lockSeen(work, change)
        const current = await settings.current(work)
        const content = changeEntry({ before, input, mode, settings: current })
        if (isDeepStrictEqual({ ...before, ...content }, before)) return withName(work, before)
        requireOpen(before)
        const version = before.version + 1
        const updatedAt = laterOf(work.at, before.updatedAt)
        const after = { ...before, ...content, version, updatedAt }
        await checkNames(work, after)
        await repository.saveEntry(work, after)
        record(work, 'entry.updated', after)
        return withName(work, after)
      }),

    delete: (work: ReadWork, change: Change): Promise<void> =>
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
      const today = dayOf(work.at, (await settings.current(work)).timeZone)
      const wanted = inputs.map((input) => ({
        customerId: input.customer_id,
        date: input.date ?? today,
        description: input.description.trim(),
        quantityMicro: parseMicro(input.quantity ?? '1'),
        unitPriceMicro: input.unit_price ? parseMicro(input.unit_price) : null,
        productId: input.product_id ?? null,
        reference: input.reference?.trim() || null,
      }))
      const there = new Map(
        (await repository.findLike(work, wanted)).map((entry) => [likenessOf(entry), entry]),
      )
      return wanted.map((one) => there.get(likenessOf(one)))
    },

    /** The open entries of a customer, oldest first. */
    async listOpen(work: ReadWork, open: OpenEntries): Promise<readonly Entry[]> {
      return repository.readEntries(work, await listOpenIds(work, open))
    },

    /** The same, locked. */
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
    releaseItems: repository.deleteBillingsOfItems,
  }
}

/** Two entries with the same text are probably one. */
const likenessOf = (
  it: Pick<Entry, 'customerId' | 'date' | 'quantityMicro' | 'unitPriceMicro' | 'productId'> &
    Pick<Entry, 'description' | 'reference'>,
): string =>
  [it.customerId, it.date, it.quantityMicro, it.unitPriceMicro, it.productId, it.reference]
    .concat(it.description)
    .join('\n')

const listOpenIds = (
  scope: Scope,
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
}

const toFilter = ({ q, customer_id, status, kind, from, to }: EntryQuery) => ({
  ...ALL,
  customerId: customer_id ?? null,
  status: (status ?? null) as repository.EntryFilter['status'],
  kind: kind ?? null,
  from: from ?? null,
  to: to ?? null,
  words: searchParts(q),
})

const withNames = async (
  scope: Scope,
  entries: readonly Entry[],
): Promise<readonly NamedEntry[]> => {
  const ids = new Set(entries.map(({ customerId }) => customerId))
  const names = await findCustomerNames(scope, [...ids])
  return entries.map((entry) => ({ ...entry, customerName: names.get(entry.customerId) ?? '' }))
}

const withName = async (scope: Scope, entry: Entry): Promise<NamedEntry> => {
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
