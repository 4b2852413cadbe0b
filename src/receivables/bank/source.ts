import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { FILE_BYTES_MAX } from './inner/read-file.ts'
import { type Uploaded, uploadBankFile } from './upload.ts'

/** What came of a file of a source. */
interface SourceOutcome {
  readonly state: 'done' | 'refused'
  /** For the operator: counts, or the code of the refusal with what helps to mend it. */
  readonly text: string
}

/** Where files of banks come from by themselves: a folder, or a connection to a bank. */
export interface BankSource {
  /** Names of the files that are complete and not settled yet, at most `limit`. */
  list(limit: number): Promise<readonly string[]>
  /** Null: the file has more bytes than that. */
  read(name: string, bytesMax: number): Promise<Buffer | null>
  /** The source does not list the file again. */
  settle(name: string, outcome: SourceOutcome): Promise<void>
}

/** The next look takes the others. */
const FILES_AT_ONCE = 100
const NAME_LENGTH_MAX = 200

/** Stores the files of a source. After a crash before a file is settled, its bytes are known. */
export async function takeFilesFrom(
  work: ReadWork,
  source: BankSource,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const name of await source.list(FILES_AT_ONCE)) {
    if (signal.aborted) return
    // A file that cannot be read keeps no other one waiting.
    await take(work, source, name)
      .then((outcome) => source.settle(name, outcome))
      .catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function take(work: ReadWork, source: BankSource, name: string): Promise<SourceOutcome> {
  const bytes = await source.read(name, FILE_BYTES_MAX)
  if (bytes === null)
    return {
      state: 'refused',
      text: `file_too_large: The file has more than ${FILE_BYTES_MAX} bytes.`,
    }
  try {
    const given = { name: name.slice(0, NAME_LENGTH_MAX), bankAccountId: null, profileId: null }
    return { state: 'done', text: inWords(await uploadBankFile(work, { bytes, ...given })) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { state: 'refused', text: refusalOf(error) }
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
