/**
 * `file_unreadable`: broken, cut off, or over a limit. `format_not_supported`: another format.
 * `xml_forbidden`: XML with a DOCTYPE. `csv_profile_needed`: a table that no profile fits.
 */
export type BankFileErrorCode =
  | 'file_unreadable'
  | 'format_not_supported'
  | 'xml_forbidden'
  | 'csv_profile_needed'

/** The values in a message, for translations. `reason` selects the sentence. */
export interface BankFileParams {
  readonly reason?: UnreadableReason
  readonly line?: number
  readonly max?: number
  /** The format that is not supported. */
  readonly name?: string
  /** Of the table that no profile fits. */
  readonly columns?: readonly string[]
}

/** A file that cannot be read. Its message has no words of the file, so that it may be logged. */
export class BankFileError extends Error {
  readonly code: BankFileErrorCode
  readonly params: BankFileParams

  constructor(code: BankFileErrorCode, message: string, params: BankFileParams = {}) {
    super(message)
    this.name = 'BankFileError'
    this.code = code
    this.params = params
  }
}

export type UnreadableReason = keyof typeof REASONS

const REASONS = {
  empty: 'It is empty.',
  bytes: 'It is too large. Export a shorter period.',
  no_text: 'It is not a text file.',
  encoding: 'It has bytes that are invalid in its encoding.',
  not_xml: 'It is not well-formed XML.',
  depth: 'Its XML has too many nested levels.',
  elements: 'Its XML has too many elements.',
  attributes: 'An XML element has too many attributes.',
  entries: 'It has too many entries. Export a shorter period.',
  statements: 'It has too many statements. Export a shorter period.',
  text: 'A text is too long.',
  line: 'A line is too long.',
  quote: 'A quote is not closed.',
  cut: 'It ends too early. Download it again.',
  record: 'A line has the wrong form.',
  date: 'A date is missing or does not exist.',
  amount: 'An amount is missing or not a number.',
  currency: 'A currency is missing or unknown.',
} as const

/** A broken file, or one over a limit. */
export function unreadable(
  reason: UnreadableReason,
  { line, max }: { readonly line?: number; readonly max?: number } = {},
): BankFileError {
  const where = line === undefined ? '' : `, line ${line}`
  return new BankFileError(
    'file_unreadable',
    `The bank statement cannot be read${where}. ${REASONS[reason]}`,
    { reason, ...(line === undefined ? {} : { line }), ...(max === undefined ? {} : { max }) },
  )
}

/** `name` is one of ours, or a namespace; never words of the file. */
export const notSupported = (name: string): BankFileError =>
  new BankFileError(
    'format_not_supported',
    `The file is ${name}, which is not supported. Export camt.053, camt.054, MT940 or CSV.`,
    { name },
  )

export const forbiddenXml = (line: number): BankFileError =>
  new BankFileError('xml_forbidden', 'The XML has a DOCTYPE, which is not allowed.', { line })

export const profileNeeded = (columns: readonly string[]): BankFileError =>
  new BankFileError(
    'csv_profile_needed',
    'No known profile fits the columns of this table. Say which column is which.',
    { columns },
  )
