import { numberOrder } from '@billwright/rules/folding'
import { stateHash } from '../../../core/record/state.ts'
import { sha256 } from '../../../platform/ids.ts'
import { tokenOf } from '../../../sales/invoices/share-token.ts'
import { toQuote, toRow } from '../../../sales/quotes/rows.ts'
import { QUOTE_STATE } from '../../../sales/quotes/state.ts'
import { type Break, breakOf } from '../report.ts'
import type { AuditedQuote } from './repository.ts'

/** The faults of one stored quote, on its own and compared with its revisions. */
export function quoteBreaks(
  audited: AuditedQuote,
  installed: { readonly secret: string },
): readonly Break[] {
  const { quote, last } = audited
  const name = `Quote ${quote.number ?? quote.id}`
  const about = { invoiceId: quote.id, number: quote.number }
  if (!last) return [breakOf('revision_missing', `${name} has no revision.`, about)]
  const found = stateHash(QUOTE_STATE, quote, Number(last.state_version))
  if (found !== last.state_hash) {
    const message = `${name} differs from its last revision, ${last.sequence}.`
    const details = { revision: last.sequence, expected: last.state_hash, found }
    return [breakOf('quote_state', message, { ...about, ...details })]
  }
  return expectedColumns(audited, installed)
    .filter(([field, expected]) => quote[field] !== expected)
    .map(([field, expected]) =>
      breakOf('quote_state', `${name} was changed in \`${field}\`.`, {
        ...about,
        field,
        expected,
        found: quote[field],
      }),
    )
}

/** Columns outside the state hash, which follow from the revisions or other columns. */
function expectedColumns(
  { quote, openedHash, printedHash }: AuditedQuote,
  { secret }: { readonly secret: string },
) {
  const { share_nonce: nonce } = quote
  const link = nonce === null ? null : sha256(tokenOf(secret, quote.id, nonce))
  return [
    ['document_hash', openedHash],
    ['pdf_sha256', printedHash],
    ['share_hash', link],
    ['number_order', numberOrder(quote.number)],
    ['search_text', toRow(toQuote(quote)).search_text],
  ] as const
}
