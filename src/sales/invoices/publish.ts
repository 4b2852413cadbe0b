import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { newSecret } from '../../platform/ids.ts'
import { change, unpaid } from './inner/changes.ts'
import { move } from './inner/transitions.ts'
import type { InvoicePublishBody } from './input-schema.ts'
import * as lifecycle from './lifecycle.ts'
import type { InvoiceDetails } from './view.ts'

/** `issue`: a draft gets its number in the same transaction. */
export async function publishInvoice(
  work: ReadWork,
  request: VersionedRef,
  { issue = false, ...options }: InvoicePublishBody = {},
): Promise<InvoiceDetails> {
  const details = await change(work, request, async (work, invoice) => {
    const isToIssue = issue && invoice.status === 'draft'
    const moved = isToIssue ? await move(work, invoice, 'sent', options) : unpaid(invoice)
    return { ...moved, invoice: lifecycle.publish(moved.invoice, newSecret(), work.at) }
  })
  void work.app.renderer.warm()
  return details
}

export function unpublishInvoice(work: ReadWork, request: VersionedRef): Promise<InvoiceDetails> {
  return change(work, request, (_work, invoice) => unpaid(lifecycle.unpublish(invoice)))
}
