import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import type { Work } from '../../core/record/work.ts'
import { isId } from '../../platform/ids.ts'
import { invoiceNotFound } from './errors.ts'
import { invoiceEtag } from './etag.ts'
import { hydrate } from './inner/hydrate.ts'
import * as repository from './inner/repository.ts'
import type { StoredInvoice } from './invoice.ts'
import { versionTag } from './version-tag.ts'

export { findInvoiceToChange, lockInvoice } from './inner/repository.ts'

/** Locks and reads an invoice for a change by another room; checks `If-Match`. */
export async function lockForChange(
  work: Work,
  { id, ifMatch }: VersionedRef,
): Promise<StoredInvoice> {
  if (!isId('inv', id)) throw invoiceNotFound()
  const stored = await repository.requireInvoiceToChange(work, id)
  const isStored = ifMatch === versionTag(stored.version)
  if (ifMatch !== undefined && !isStored)
    checkIfMatch(ifMatch, invoiceEtag(await hydrate(work, stored)))
  return stored
}
