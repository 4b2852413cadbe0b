import type { PageRequest } from '../../core/http/pagination.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { entryBilled } from './errors.ts'
import * as repository from './inner/repository.ts'
import { ALL } from './read.ts'

export {
  deleteBillings as releaseEntries,
  deleteBillings as releaseItems,
  insertBillings,
} from './inner/repository.ts'

/** Open entries of one customer in one currency. */
export interface OpenEntries {
  readonly customerId: string
  readonly currency: string
  /** The last day. */
  readonly until: string | null
  readonly limit: number
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

const listOpenIds = (
  scope: CompanyDb,
  { customerId, currency, until, limit }: OpenEntries,
): Promise<readonly string[]> =>
  repository.listIds(scope, { ...ALL, customerId, currency, to: until, status: 'open' }, limit)
