import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { newSecret } from '../../platform/ids.ts'
import { change, unpaid } from './inner/changes.ts'
import * as lifecycle from './lifecycle.ts'
import type { InvoiceDetails } from './view.ts'

export async function publishInvoice(
  work: ReadWork,
  request: VersionedRef,
): Promise<InvoiceDetails> {
  const details = await change(work, request, (work, invoice) =>
    unpaid(lifecycle.publish(invoice, newSecret(), work.at)),
  )
  void work.app.renderer.warm()
  return details
}

export function unpublishInvoice(work: ReadWork, request: VersionedRef): Promise<InvoiceDetails> {
  return change(work, request, (_work, invoice) => unpaid(lifecycle.unpublish(invoice)))
}
