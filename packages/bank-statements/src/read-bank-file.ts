import { unreadable } from './bank-file-error.ts'
import { readCamt } from './camt/read.ts'
import { readCoda } from './coda/read.ts'
import type { CsvProfile } from './csv/profile.ts'
import { readCsv } from './csv/read.ts'
import { formatOf } from './format.ts'
import { readGpc } from './gpc/read.ts'
import { BYTES_MAX, STATEMENTS_MAX } from './limits.ts'
import { readMt940 } from './mt940/read.ts'
import type { BankFile } from './statement.ts'
import { decodeText } from './text.ts'

export interface BankFileOptions {
  readonly bytesMax?: number
  /** A mapping for CSV; without one, the built-in ones are tried. */
  readonly profile?: CsvProfile
  /** Of the account, for CSV and GPC files that do not say it. */
  readonly currency?: string
}

/**
 * Reads a bank's file: camt.053, camt.054, MT940, CODA 2, GPC or CSV. The content decides which one
 * it is. Problems of a statement are results; only a file that cannot be read as a whole is refused.
 *
 * @throws BankFileError
 */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions = {}): BankFile {
  const { bytesMax = BYTES_MAX } = options
  if (bytes.length > bytesMax) throw unreadable('bytes', { max: bytesMax })
  const { text } = decodeText(bytes)
  if (text.trim() === '') throw unreadable('empty')
  const file = readText(text, options)
  if (file.statements.length > STATEMENTS_MAX)
    throw unreadable('statements', { max: STATEMENTS_MAX })
  return file
}

function readText(text: string, options: BankFileOptions): BankFile {
  switch (formatOf(text)) {
    case 'xml':
      // Nothing may stand before the declaration, but some files have a blank line there.
      return readCamt(text.trimStart())
    case 'mt940':
      return readMt940(text)
    case 'coda':
      return readCoda(text)
    case 'gpc':
      return readGpc(text, options)
    default:
      return readCsv(text, options)
  }
}
