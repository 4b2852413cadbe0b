import { currentSettings } from '../../company/settings/read.ts'
import { requireFreeExternalIds } from '../../core/external-ids/external-ids.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { draftCreditNote } from './credit-notes/inner/credits.ts'
import type { CreditNoteBody } from './credit-notes/inner/schema.ts'
import { insert } from './inner/changes.ts'
import { move } from './inner/transitions.ts'
import type { InvoiceStatus } from './invoice.ts'
import { lockForChange } from './lock.ts'
import type { InvoiceDetails } from './view.ts'

/** Credits an issued invoice in full or in part; `request` names the invoice. */
export function creditInvoice(
  work: ReadWork,
  request: VersionedRef,
  body: CreditNoteBody,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const invoice = await lockForChange(work, request)
    // A repeated call learns of its note, not that nothing is left.
    await requireFreeExternalIds(work, 'invoice', body)
    const current = await currentSettings(work)
    const today = dayOf(work.at, current.timeZone)
    const draft = await draftCreditNote(work, invoice, { body, today })
    const status = (body.status ?? 'draft') as InvoiceStatus
    return insert(work, draft, await move(work, draft, status, {}))
  })
}
