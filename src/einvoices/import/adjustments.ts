import type { DocumentAdjustmentBody } from '../../invoices/input-schema.ts'
import { formatCents } from '../model/decimal.ts'
import type { DocumentAllowance, EInvoice } from '../model/document.ts'
import { taxInput } from './lines.ts'
import { given, type ImportReport } from './report.ts'

/** Amounts are not negative: a negative allowance becomes a charge. */
export function documentAdjustmentsInput(document: EInvoice, report: ImportReport) {
  const { allowances, charges } = document
  const input = (path: string, factor: bigint) => (it: DocumentAllowance, index: number) =>
    adjustmentInput({ ...it, amountCents: factor * it.amountCents }, `${path}/${index}`, {
      document,
      report,
    })
  const of = (list: readonly DocumentAllowance[], path: string, isWanted: boolean) =>
    list
      .filter(({ amountCents }) => amountCents >= 0n === isWanted)
      .map(input(path, isWanted ? 1n : -1n))
  return {
    discounts: [...of(allowances, '/allowances', true), ...of(charges, '/charges', false)],
    charges: [...of(charges, '/charges', true), ...of(allowances, '/allowances', false)],
  }
}

function adjustmentInput(
  { amountCents, reason, reasonCode, tax }: DocumentAllowance,
  at: string,
  context: { readonly document: EInvoice; readonly report: ImportReport },
): DocumentAdjustmentBody {
  const { report } = context
  return given<DocumentAdjustmentBody>({
    amount: formatCents(amountCents),
    reason: report.text(`${at}/reason`, reason, 200),
    reason_code: report.code(`${at}/reasonCode`, reasonCode, /^[A-Z0-9]{1,3}$/),
    tax: taxInput(tax, `${at}/tax`, context),
  })
}
