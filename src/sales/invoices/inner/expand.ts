import { byId } from '../../../core/http/expand.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { findCustomers } from '../../customers/read.ts'
import { listPaymentsOf } from '../../ledger/payments.ts'
import { listCreditNotesOf } from '../list/list.ts'
import type { InvoiceExpansion, ShareLink } from './expansion.ts'
import { shareLinkOf } from './hydrate.ts'
import { listShared } from './repository.ts'

/* The requested related resources: one query for each kind, for any number of invoices. */

interface Expandable {
  readonly id: string
  readonly customerId: string
  readonly currency: string
}

type Expansions = (invoice: Expandable) => InvoiceExpansion | undefined

/** Undefined for each invoice if none were requested. */
export async function expandInvoices(
  work: ReadWork,
  {
    invoices,
    names,
  }: { readonly invoices: readonly Expandable[]; readonly names: ReadonlySet<string> },
): Promise<Expansions> {
  if (names.size === 0) return () => undefined
  const ids = invoices.map(({ id }) => id)
  const customerIds = [...new Set(invoices.map(({ customerId }) => customerId))]
  const found = names.has('customer') ? byId(await findCustomers(work, customerIds)) : null
  const payments = names.has('payments') ? await listPaymentsOf(work, invoices) : null
  const notes = names.has('credit_notes') ? await listCreditNotesOf(work, ids) : null
  const links = names.has('share_links') ? await linksOf(ids) : null
  return ({ id, customerId }) => ({
    ...(found && { customer: found.get(customerId) }),
    ...(payments && { payments: payments.get(id) ?? [] }),
    ...(notes && { creditNotes: notes.get(id) ?? [] }),
    ...(links && { shareLinks: links.get(id) ?? [] }),
  })

  async function linksOf(ids: readonly string[]): Promise<ReadonlyMap<string, ShareLink[]>> {
    const shared = await listShared(work, ids)
    const links = await Promise.all(shared.map((it) => shareLinkOf(work, it)))
    return new Map(shared.map(({ id }, at) => [id, [links[at] ?? []].flat()]))
  }
}
