import { closedUntil } from '../../company/closing/open.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { hasMovedCodes } from '../contents/early-payment.ts'
import type { InvoiceDetails } from './view.ts'

/** `period_closed`: cannot be issued on its day. `skonto_moved`: codes in the terms became discounts. */
export const DRAFT_WARNINGS = ['period_closed', 'skonto_moved'] as const
type DraftWarning = (typeof DRAFT_WARNINGS)[number]

/** A document that was just saved, and the body that was sent. */
interface Saved {
  readonly body: { readonly terms?: unknown }
  readonly details: InvoiceDetails
}

/** What a person should know about each document, if it is a draft. */
export async function warningsOf(
  work: ReadWork,
  saved: readonly Saved[],
): Promise<readonly (readonly DraftWarning[])[]> {
  const isDraft = ({ details }: Saved): boolean => details.invoice.status === 'draft'
  const until = saved.some(isDraft) ? await closedUntil(work) : null
  return saved.map((it) => (isDraft(it) ? warningsUntil(until, it) : []))
}

const warningsUntil = (
  until: string | null,
  { body, details: { invoice } }: Saved,
): readonly DraftWarning[] => [
  ...(until !== null && invoice.issueDate <= until ? (['period_closed'] as const) : []),
  ...(hasMovedCodes(body.terms, invoice.terms) ? (['skonto_moved'] as const) : []),
]
