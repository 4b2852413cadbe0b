import type { Params } from '../../kernel/errors.ts'

/** Why nothing was imported: one fault, as close to its position as the source allows. */
export interface ImportFault {
  /** E.g. `invoice INV-2025-001` or `line 7`. */
  readonly where: string
  /** The line of a file, from 1. */
  readonly line?: number
  /** The column or field. */
  readonly field: string
  /** The beginning of what the file has there. */
  readonly value?: string | undefined
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

/** How many records of a kind of a program have a status. */
export interface KindCount {
  readonly kind: string
  readonly status: string
  readonly count: number
}

/** The result of importing a file at once. */
export interface FileReport {
  readonly dryRun: boolean
  /** Whether the import succeeded, or would after a dry run: there are no faults. */
  readonly ok: boolean
  readonly rows: number
  readonly imported: number
  /** Existing records, which stay unchanged. */
  readonly known: number
  readonly faults: readonly ImportFault[]
  readonly notes: readonly ImportNote[]
  /** Of a program: the number of its records by kind and status. */
  readonly contents: readonly KindCount[]
}

/** A table that can be read, but whose rows cannot become records. */
export class FaultyFile extends Error {
  readonly faults: readonly ImportFault[]

  constructor(faults: readonly ImportFault[]) {
    super('The file has faults.')
    this.faults = faults
  }
}

/** The source cannot be read at all; the message gives the reason. */
export class TransferError extends Error {
  readonly params: Params

  constructor(message: string, given: { readonly params?: Params; readonly cause?: unknown } = {}) {
    super(message, given.cause === undefined ? undefined : { cause: given.cause })
    this.params = given.params ?? {}
  }
}
