import { searchParts } from '@billwright/rules/folding'
import { currentSettings } from '../../company/settings/read.ts'
import type { Metadata } from '../../core/external-ids/metadata.ts'
import { etagOf } from '../../core/http/etag.ts'
import { storedInstant } from '../../core/http/filters.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { findCustomerNames } from '../customers/lookups.ts'
import type { Entry, NamedEntry } from './entry.ts'
import { EMPTY_ENTRY } from './fields.ts'
import { withUnitOfDuration } from './inner/changes.ts'
import { changeEntry } from './inner/content.ts'
import * as repository from './inner/repository.ts'
import type { EntryInput } from './input.ts'

export { readEntries } from './inner/repository.ts'

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

/** Billing changes an entry and when it was updated, too, but not its version. */
export const entryEtag = ({ id, version, invoiceId, updatedAt }: Entry): string =>
  etagOf(`${id}-${invoiceId ?? 'open'}-${Date.parse(updatedAt)}`, version)

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

export const ALL: repository.EntryFilter = {
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

export const NOTHING = { ...EMPTY_ENTRY, tax: null }

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

export const withName = async (scope: CompanyDb, entry: Entry): Promise<NamedEntry> => {
  const names = await findCustomerNames(scope, [entry.customerId])
  return { ...entry, customerName: names.get(entry.customerId) ?? '' }
}
