import type { Params } from '../errors.ts'
import { FAULTS_MAX } from '../record/bulk.ts'

/** Why nothing was imported: one fault, as close to its position as the source allows. */
export interface ImportFault {
  /** E.g. `invoice INV-2025-001` or `line 7`. */
  readonly where: string
  /** The line of a file, from 1. */
  readonly line?: number
  /** The column or field. */
  readonly field: string
  readonly code: string
  readonly message: string
  readonly params?: Params | undefined
}

export const faultAt = (
  line: number,
  column: string,
  code: string,
  message: string,
  params?: Params,
): ImportFault => ({ where: `line ${line}`, line, field: column, code, message, params })

/** A value that changed in the import or was left out. */
export interface ImportNote {
  readonly where: string
  readonly code: string
  /** The values in the sentence by name; `reason` is the code of the fault that caused it. */
  readonly params: Readonly<Record<string, string>>
  readonly message: string
}

export interface Counts {
  readonly imported: number
  /** Imported by an earlier run. */
  readonly alreadyThere: number
}

export type DifferenceReason =
  | 'float_noise'
  | 'currency_digits'
  | 'line_rounding'
  | 'discount_spread'
  | 'taxes_combined'
  | 'tax_rounding'
  | 'price_with_tax'
  | 'follows'
  | 'no_items'
  | 'unexplained'

/** A total of the source that differs from the total of the same items here. Decimals as text. */
export interface TotalDifference {
  readonly invoice: string
  readonly field: 'subtotal' | 'discount' | 'tax' | 'total'
  readonly source: string
  readonly ours: string
  readonly reason: DifferenceReason
  readonly explanation: string
}

export interface InvioReport {
  readonly dryRun: boolean
  /** Whether the import succeeded, or would after a dry run: there are no faults. */
  readonly ok: boolean
  readonly customers: Counts
  readonly invoices: Counts
  /** Names of settings. */
  readonly settings: { readonly set: readonly string[]; readonly kept: readonly string[] }
  readonly differences: readonly TotalDifference[]
  readonly faults: readonly ImportFault[]
  readonly notes: readonly ImportNote[]
  /** Numbers of invoices that had a public link there, which cannot be kept. Publish them again. */
  readonly unpublished: readonly string[]
}

export interface CsvReport {
  readonly dryRun: boolean
  readonly ok: boolean
  readonly rows: number
  readonly imported: number
  /** Existing records, which stay unchanged. */
  readonly known: number
  readonly faults: readonly ImportFault[]
}

/** The output of the API and of `--json`. */
export const invioReportView = ({ dryRun, customers, invoices, ...report }: InvioReport) => ({
  dry_run: dryRun,
  ok: report.ok,
  customers: countsView(customers),
  invoices: countsView(invoices),
  settings: { set: [...report.settings.set], kept: [...report.settings.kept] },
  differences: report.differences.slice(0, FAULTS_MAX),
  faults: report.faults.slice(0, FAULTS_MAX),
  notes: report.notes.slice(0, FAULTS_MAX),
  unpublished: [...report.unpublished],
})

const countsView = ({ imported, alreadyThere }: Counts) => ({
  imported,
  already_there: alreadyThere,
})

/** The source cannot be read at all; the message gives the reason. */
export class TransferError extends Error {
  readonly params: Params

  constructor(message: string, given: { readonly params?: Params; readonly cause?: unknown } = {}) {
    super(message, given.cause === undefined ? undefined : { cause: given.cause })
    this.params = given.params ?? {}
  }
}
