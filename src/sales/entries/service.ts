import { isDeepStrictEqual } from 'node:util'
import { currentSettings } from '../../company/settings/service.ts'
import type { Metadata } from '../../core/external-ids/metadata.ts'
import { deleteFilesOf } from '../../core/files/service.ts'
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
import { isDuration } from '../../kernel/fields/durations.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { newId } from '../../platform/ids.ts'
import { findCustomerNames } from '../customers/lookups.ts'
import { requireCustomer, requireCustomerToName } from '../customers/service.ts'
import { findProducts, requireProduct } from '../products/service.ts'
import type { Entry, EntryGroup, NamedEntry } from './entry.ts'
import { entryBilled, unknownIn } from './errors.ts'
import { EMPTY_ENTRY } from './fields.ts'
import { changeEntry } from './inner/content.ts'
import * as repository from './inner/repository.ts'
import type { EntryChange, EntryInput } from './input.ts'
import { entryEventData } from './view.ts'

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

/** Billing changes an entry and when it was updated, too, but not its version. */
export const entryEtag = ({ id, version, invoiceId, updatedAt }: Entry): string =>
  etagOf(`${id}-${invoiceId ?? 'open'}-${Date.parse(updatedAt)}`, version)
export {
  deleteBillings as releaseEntries,
  deleteBillings as releaseItems,
  insertBillings,
  lockEntry,
  readEntries,
} from './inner/repository.ts'

export async function requireEntry(work: ReadWork, id: string): Promise<NamedEntry> {
  return withName(work, await repository.requireEntry(work, id))
}

export async function listEntries(work: ReadWork, query: EntryQuery): Promise<Page<NamedEntry>> {
  const request = toPageRequest(query, query.updated_since ? 'updated_at' : '-date')
  const filter = toFilter(query)
  const rows = await withNames(work, await repository.listEntries(work, filter, request))
  const total = query.include ? await repository.countEntries(work, filter) : null
  const sorted = SORTED[request.sort as keyof typeof SORTED] ?? 'date'
  return toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
}

export function createEntry(work: ReadWork, input: EntryInput): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const current = await currentSettings(work)
    const given = {
      ...(await withUnitOfDuration(work, input, NOTHING)),
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
  })
}

export function updateEntry(
  work: ReadWork,
  change: VersionedRef,
  { input, mode }: { readonly input: EntryChange; readonly mode: Mode },
): Promise<NamedEntry> {
  return transaction(work, async (work) => {
    const before = await lockSeen(work, change)
    const current = await currentSettings(work)
    const given = await withUnitOfDuration(work, input, mode === 'put' ? NOTHING : before)
    const content = changeEntry({ before, input: given, mode, settings: current })
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
  })
}

export function deleteEntry(work: ReadWork, change: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const entry = await lockSeen(work, change)
    requireOpen(entry)
    await deleteFilesOf(work, { kind: 'entry', id: entry.id })
    await repository.deleteEntry(work, entry.id)
    record(work, 'entry.deleted', entry)
  })
}

/** For each of these, an entry with the same customer, day, text and amount. */
export async function findSameEntries(
  work: ReadWork,
  inputs: readonly EntryInput[],
): Promise<readonly (Entry | undefined)[]> {
  const current = await currentSettings(work)
  const today = dayOf(work.at, current.timeZone)
  const wanted: ReturnType<typeof changeEntry>[] = []
  for (const input of inputs) {
    const usual = { date: today, currency: current.currency, ...input }
    const given = await withUnitOfDuration(work, usual, NOTHING)
    wanted.push(changeEntry({ before: NOTHING, input: given, mode: 'put', settings: current }))
  }
  const there = Map.groupBy(await repository.findLike(work, wanted), likenessOf)
  return wanted.map((one, at) => {
    const ids = inputs[at]?.external_ids ?? []
    return there.get(likenessOf(one))?.find((it) => !isAnother(it.externalIds, ids))
  })
}

/** The open entries of a customer, oldest first. */
export async function listOpenEntries(
  work: ReadWork,
  open: OpenEntries,
): Promise<readonly Entry[]> {
  return repository.readEntries(work, await listOpenIds(work, open))
}

/** The open entries by customer and currency, in this order. */
export function listOpenGroups(
  work: ReadWork,
  { currency, until }: Pick<repository.EntryFilter, 'currency'> & Pick<OpenEntries, 'until'>,
  page: PageRequest,
): Promise<readonly EntryGroup[]> {
  return repository.listGroups(work, { ...ALL, status: 'open', currency, to: until }, page)
}

/** Open entries of a customer, locked. */
export async function lockOpenEntries(work: Work, open: OpenEntries): Promise<readonly Entry[]> {
  const ids = await listOpenIds(work, open)
  const locked = await repository.lockEntries(work, ids)
  // Others may have been billed while this one waited.
  return locked.filter(({ invoiceId }) => invoiceId === null)
}

/** Locks these entries, all of which must be open. */
export async function lockNamedEntries(
  work: Work,
  ids: readonly string[],
): Promise<readonly Entry[]> {
  const locked = await repository.lockEntries(work, ids)
  const billed = locked.find(({ invoiceId }) => invoiceId !== null)
  if (billed) throw entryBilled(billed.invoiceId)
  return locked
}

/**
 * A duration without a unit is one of the product's unit, so that 20 minutes are never billed as
 * kilograms. `changeEntry` refuses a duration of a unit that is no time.
 */
async function withUnitOfDuration<Input extends EntryChange>(
  work: ReadWork,
  input: Input,
  { unit, productId }: Pick<Entry, 'unit' | 'productId'>,
): Promise<Input> {
  const id = input.product_id === undefined ? productId : input.product_id
  const isGiven = input.unit === undefined ? unit !== null : input.unit !== null
  if (!isDuration(input.quantity) || isGiven || !id) return input
  const [product] = await findProducts(work, [id])
  return { ...input, unit: product?.unit ?? 'HUR' }
}

/** The customer and product of an entry must exist, and stay as long as the entry. */
async function checkNames(work: Work, { customerId, productId }: Entry): Promise<void> {
  await named(requireCustomerToName(work, customerId), () =>
    unknownIn('/customer_id', 'unknown_customer', 'There is no customer with this id.'),
  )
  if (productId === null) return
  await named(requireProduct(work, productId), () =>
    unknownIn('/product_id', 'unknown_product', 'There is no product with this id.'),
  )
}

async function currencyOf(work: ReadWork, customerId: string): Promise<string> {
  const customer = await named(requireCustomer(work, customerId), () =>
    unknownIn('/customer_id', 'unknown_customer', 'There is no customer with this id.'),
  )
  return customer.currency ?? (await currentSettings(work)).currency
}

async function lockSeen(work: Work, { id, ifMatch }: VersionedRef): Promise<Entry> {
  const entry = await repository.lockEntry(work, id)
  checkIfMatch(ifMatch, entryEtag(entry))
  return entry
}

function requireOpen({ invoiceId }: Entry): void {
  if (invoiceId !== null) throw entryBilled(invoiceId)
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
