import { recordRevision } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { hashOf, lock } from './inner/changes.ts'
import * as repository from './inner/repository.ts'
import type { Quote } from './quote.ts'
import { QUOTE_STATE_VERSION } from './state.ts'

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
      stateVersion: QUOTE_STATE_VERSION,
      stateHash: hashOf(work, before),
    })
  })
}
