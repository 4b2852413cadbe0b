import { currentTimeZone } from '../../company/settings/read.ts'
import type { Page, PageRequest } from '../../core/http/pagination.ts'
import { listRevisions } from '../../core/record/chain.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn } from '../../platform/database/db.ts'
import { isId } from '../../platform/ids.ts'
import { invoiceNotFound, shareNotFound } from './errors.ts'
import { hydrate } from './inner/hydrate.ts'
import * as repository from './inner/repository.ts'
import {
  type InvoiceFilter,
  type InvoiceSums,
  type ListedInvoice,
  selectInvoices,
  selectSums,
} from './list/list.ts'
import { hashOfToken } from './share-token.ts'
import type { InvoiceDetails } from './view.ts'

export {
  listBilledQuotes,
  listOfQuote as listInvoicesOfQuote,
  listUsedUnits,
} from './inner/repository.ts'
export { findEntries as findInvoiceEntries } from './list/list.ts'

export async function getInvoice(work: ReadWork, id: string): Promise<InvoiceDetails> {
  if (!isId('inv', id)) throw invoiceNotFound()
  return hydrate(work, await repository.requireInvoice(work, id))
}

/** The invoice that a share token opens; any fault of the token gives the same 404. */
export async function findSharedInvoice(work: ReadWork, token: string): Promise<InvoiceDetails> {
  const stored = await repository.findSharedInvoice(work, hashOfToken(work.company, token))
  if (!stored) throw shareNotFound()
  return hydrate(work, stored)
}

export async function listInvoices(
  work: ReadWork,
  filter: InvoiceFilter,
  request: PageRequest,
): Promise<Page<ListedInvoice> & { readonly today: string }> {
  const today = dayOf(work.at, await currentTimeZone(work))
  const page = await inTurn(work, () => selectInvoices(work, { ...filter, today }, request))
  return { ...page, today }
}

export async function sumInvoices(work: ReadWork, filter: InvoiceFilter): Promise<InvoiceSums> {
  const today = dayOf(work.at, await currentTimeZone(work))
  return inTurn(work, () => selectSums(work, { ...filter, today }))
}

/** Oldest first; also for a deleted invoice, whose revisions stay. */
export async function listInvoiceRevisions(
  work: ReadWork,
  id: string,
  page: { readonly after: bigint; readonly limit: number },
) {
  const revisions = await listRevisions(work, { ...page, limit: page.limit + 1, invoiceId: id })
  if (revisions.length === 0 && page.after === 0n) throw invoiceNotFound()
  return { data: revisions.slice(0, page.limit), hasMore: revisions.length > page.limit }
}
