import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { deduct, openDeposits } from './deposits/deposits.ts'
import type { DeductBody } from './deposits/inner/schema.ts'
import { creditNoteFixed, depositsUnnamed, invoiceLocked } from './errors.ts'
import { change, unpaid } from './inner/changes.ts'
import type { InvoiceDetails } from './view.ts'

/** The issued deposits for a quote or a key that no invoice deducts yet. */
export function listOpenDeposits(work: Work, key: string) {
  return openDeposits(work, key, '')
}

/**
 * Deducts deposits from a draft instead of its former ones; default: all for its key or quote.
 */
export function deductDeposits(
  work: ReadWork,
  request: VersionedRef,
  body: DeductBody,
): Promise<InvoiceDetails> {
  return change(work, request, async (work, draft) => {
    if (draft.status !== 'draft') throw invoiceLocked(['items'])
    if (draft.type === 'credit_note') throw creditNoteFixed(['items'])
    const key = body.deposit_for ?? draft.quoteId
    const given = body.deposits ?? (key ? await openDeposits(work, key, draft.id) : null)
    if (given === null) throw depositsUnnamed()
    return unpaid(await deduct(work, draft, [...new Set(given)]))
  })
}
