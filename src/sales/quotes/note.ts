import { recordRevision } from '../../core/record/journal.ts'
import { stateAfter } from '../../core/record/state.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { lock } from './inner/changes.ts'
import * as repository from './inner/repository.ts'
import type { Quote } from './quote.ts'
import { toRow } from './rows.ts'
import { QUOTE_STATE } from './state.ts'

/** Stores the hash of the printed PDF of an opened quote. */
export async function recordQuotePrinted(
  work: ReadWork,
  quote: Quote,
  pdfSha256: string,
): Promise<void> {
  if (quote.pdfSha256 === pdfSha256 || quote.documentHash === null) return
  await transaction(work, async (work) => {
    const { quote: before } = await lock(work, { id: quote.id, ifMatch: undefined })
    // An answer refers to the PDF that was printed before it.
    if (before.status !== 'open' || before.pdfSha256 === pdfSha256) return
    await repository.updateQuote(work, { ...before, pdfSha256 })
    recordRevision(work, {
      resourceId: before.id,
      version: before.version,
      action: 'printed',
      changes: { pdf_sha256: [before.pdfSha256, pdfSha256] },
      ...stateAfter(QUOTE_STATE, toRow(before)),
    })
  })
}
