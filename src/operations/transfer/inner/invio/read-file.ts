import {
  ForeignFileError,
  openForeignDatabase,
} from '../../../../platform/database/sqlite/foreign.ts'
import { TransferError } from '../../report.ts'
import { type InvioSource, readInvio } from './source.ts'

/**
 * Reads a database of Invio, at a path or from its bytes.
 *
 * @throws TransferError if it is none
 */
export function readInvioFile(file: string | Uint8Array): InvioSource {
  try {
    const database = openForeignDatabase(file)
    try {
      return readInvio(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof TransferError) throw error
    const why =
      error instanceof ForeignFileError ? error.message : 'it is missing, damaged or no database'
    const name = typeof file === 'string' ? file : 'The file'
    throw new TransferError(`${name} cannot be read as a SQLite database: ${why}.`, {
      cause: error,
    })
  }
}
