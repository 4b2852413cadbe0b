import { closedUntil } from '../../company/closing/open.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { hasMovedCodes } from '../contents/early-payment.ts'
import type { InvoiceDetails } from './view.ts'

/** `period_closed`: cannot be issued on its day. `skonto_moved`: codes in the terms became discounts. */
export const DRAFT_WARNINGS = ['period_closed', 'skonto_moved'] as const
type DraftWarning = (typeof DRAFT_WARNINGS)[number]

/** What a person should know about a draft that was just saved. */
export async function warningsOf(
  work: ReadWork,
  body: { readonly terms?: unknown },
  { invoice: { status, issueDate, terms }, today }: InvoiceDetails,
): Promise<readonly DraftWarning[]> {
  if (status !== 'draft') return []
  // Only past days can be closed.
  const until = issueDate < today ? await closedUntil(work) : null
  return [
    ...(until !== null && issueDate <= until ? (['period_closed'] as const) : []),
    ...(hasMovedCodes(body.terms, terms) ? (['skonto_moved'] as const) : []),
  ]
}
