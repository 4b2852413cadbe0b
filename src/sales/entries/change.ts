import { isDeepStrictEqual } from 'node:util'
import type { EventType } from '@billwright/rules/events'
import { currentSettings } from '../../company/settings/read.ts'
import { deleteFilesOf } from '../../core/files/change.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/fields/field.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { requireCustomer, requireCustomerToName } from '../customers/read.ts'
import { requireProduct } from '../products/read.ts'
import type { Entry, NamedEntry } from './entry.ts'
import { entryBilled, unknownIn } from './errors.ts'
import { withUnitOfDuration } from './inner/changes.ts'
import { changeEntry } from './inner/content.ts'
import * as repository from './inner/repository.ts'
import type { EntryChange, EntryInput } from './input.ts'
import { entryEtag, NOTHING, withName } from './read.ts'
import { entryEventData } from './view.ts'

export { lockEntry } from './inner/repository.ts'

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
