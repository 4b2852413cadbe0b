import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { finishedFiles, openDropFolder, putAside, readDropped } from '../../platform/drop-folder.ts'
import { FILE_BYTES_MAX } from './inner/read-file.ts'
import { type Uploaded, uploadBankFile } from './upload.ts'

/** Programs write a file in parts; after that long it is complete. */
const UNCHANGED_MS = 10_000
/** The next look takes the others. */
const FILES_AT_ONCE = 100
const NAME_LENGTH_MAX = 200

/**
 * Stores the statements that other programs put into the folder of the company. Each file moves to `done` or
 * `refused`, with a text that says what came of it. After a crash in between, its bytes are known.
 */
export async function takeDroppedFiles(work: ReadWork, signal: AbortSignal): Promise<void> {
  const { bankFolders } = work.app.config
  const { bankFolder } = await currentSettings(work)
  if (bankFolders === null || bankFolder === null) return
  const folder = await openDropFolder(bankFolders, [work.company.id, ...bankFolder.split('/')])
  const names = await finishedFiles(folder, Date.parse(work.at) - UNCHANGED_MS)
  const failures: unknown[] = []
  for (const name of names.slice(0, FILES_AT_ONCE)) {
    if (signal.aborted) return
    // A file that this process may not read keeps no other one waiting.
    await take(work, folder, name)
      .then((result) => putAside(folder, name, result))
      .catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function take(work: ReadWork, folder: string, name: string) {
  const bytes = await readDropped(folder, name, FILE_BYTES_MAX)
  if (bytes === null)
    return {
      into: 'refused',
      text: `file_too_large: The file has more than ${FILE_BYTES_MAX} bytes.`,
    }
  try {
    const given = { name: name.slice(0, NAME_LENGTH_MAX), bankAccountId: null, profileId: null }
    return { into: 'done', text: inWords(await uploadBankFile(work, { bytes, ...given })) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { into: 'refused', text: refusalOf(error) }
  }
}

const inWords = ({ file, isKnown }: Uploaded): string =>
  isKnown
    ? `${file.id}: imported before`
    : [
        `${file.id}: ${file.format}, ${file.entries} entries, ${file.added} new, ${file.known} known, ${file.pending} pending`,
        ...file.problems,
      ].join('; ')

/** With what helps to mend it: the line, or the account that is missing. */
function refusalOf({ code, message, params = {} }: AppError): string {
  const facts = Object.entries(params).map(([name, value]) => `${name}: ${String(value)}`)
  return [`${code}: ${message}`, ...facts].join('\n')
}
