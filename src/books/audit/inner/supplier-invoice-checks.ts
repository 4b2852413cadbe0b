import { stateHash } from '../../../core/record/state.ts'
import { SUPPLIER_INVOICE_STATE } from '../../../einvoicing/supplier-invoices/state.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type Break, breakOf } from '../report.ts'
import type { Audited } from './repository.ts'

/** The faults of one stored supplier invoice, compared with its last revision and its file. */
export function supplierInvoiceBreaks(
  { row, last }: Audited<Tables['supplier_invoices']>,
  kept: ReadonlySet<string>,
): readonly Break[] {
  const name = `Supplier invoice ${row.number} (${row.id})`
  const about = { invoiceId: row.id, number: row.number }
  if (!last) return [breakOf('revision_missing', `${name} has no revision.`, about)]
  const found = stateHash(SUPPLIER_INVOICE_STATE, row, Number(last.state_version))
  const details = { ...about, revision: last.sequence, expected: last.state_hash, found }
  return [
    ...(found === last.state_hash
      ? []
      : [
          breakOf(
            'supplier_invoice_state',
            `${name} differs from its last revision, ${last.sequence}.`,
            details,
          ),
        ]),
    ...(kept.has(row.sha256)
      ? []
      : [
          breakOf('file_content', `The original of ${name} is missing.`, {
            ...about,
            expected: row.sha256,
          }),
        ]),
  ]
}
