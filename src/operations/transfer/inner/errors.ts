import { AppError, invalidRequest, type Params } from '../../../kernel/errors.ts'
import type { FileReport } from '../report.ts'

/** `message` is a whole sentence. */
export const csvUnreadable = (why: {
  readonly message: string
  readonly params: Params
}): AppError => new AppError('invalid', 'csv_unreadable', why.message, { params: why.params })

export const csvTooLarge = (bytesMax: number): AppError =>
  new AppError(
    'too_large',
    'csv_too_large',
    `The file is larger than ${bytesMax / 1024 / 1024} MiB. Split it, or use the command line.`,
    { limitBytes: bytesMax, params: { max_bytes: bytesMax } },
  )

export const invioUnreadable = (reason: string): AppError =>
  new AppError('invalid', 'invio_unreadable', reason)

export const invioTooComplex = (): AppError =>
  new AppError(
    'invalid',
    'invio_too_complex',
    'Reading the file takes too long or too much memory. Import it on the command line.',
  )

/** A kind of import takes either tables or the file of a program. */
export const wrongFileOf = (kind: string, types: readonly string[]): AppError =>
  new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    `Send a file of ${kind} as ${types.join(' or ')}.`,
  )

/** The faults of a file, by line and column. */
export const csvFaults = ({ faults }: Pick<FileReport, 'faults'>): AppError =>
  invalidRequest(
    faults.map(({ line = 0, field, code, message, params }) => ({
      pointer: `/lines/${line}/${field}`,
      code,
      message,
      params,
    })),
  )

export const wrongMapping = (): AppError =>
  invalidRequest([
    {
      pointer: '?columns',
      code: 'wrong_format',
      message: 'Wrong format: use a JSON object such as {"Artikel":"name"}.',
    },
  ])

export const importNotFound = (): AppError =>
  new AppError('not_found', 'import_not_found', 'There is no import with this id.')

/** `allowed`: the steps that are possible in this status. */
export const importNotReady = (status: string, allowed: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'import_not_ready',
    `This is not possible while the import is ${status}.`,
    {
      import_status: status,
      allowed,
    },
  )

export const importHasFaults = (faulty: number): AppError =>
  new AppError(
    'conflict',
    'import_has_faults',
    `${faulty} records have faults. Fix the file and upload it again, or send \`accept: ["faults"]\` to import the others.`,
    { faulty, params: { count: faulty } },
  )

/** A person must choose what happens to records that look like others. */
export const importHasDuplicates = (count: number): AppError =>
  new AppError(
    'conflict',
    'import_has_duplicates',
    `${count} records look like others that exist or that the file has twice. Send \`duplicates\`: "create", "skip" or "use".`,
    { duplicates: count, params: { count } },
  )

export const alreadyImported = (id: string | null): AppError =>
  new AppError(
    'conflict',
    'already_imported',
    'The same file was imported before. Undo that import first.',
    id === null ? {} : { resource_id: id },
  )

export const tooManyImports = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_imports',
    `${max} imports wait to be committed, which is the limit. Commit or delete one first.`,
    { allowed: ['commit', 'delete'], params: { max } },
  )

/** Nothing was deleted: the first of the records that changed or are in use. */
export const importInUse = (
  used: { readonly count: number; readonly of: number },
  records: readonly {
    readonly line: number
    readonly resource_id: string
    readonly code: string
  }[],
): AppError =>
  new AppError(
    'conflict',
    'import_in_use',
    `${used.count} of the ${used.of} imported records were changed since or are in use, so nothing was deleted. Send \`keep: "used"\` to keep these and delete the others.`,
    { allowed: ['undo'], records, params: { count: used.count, max: used.of } },
  )

/** Why undoing an import did not delete a resource. */
export const changedSince = (): AppError =>
  new AppError(
    'conflict',
    'import_in_use',
    'The record was changed since the import, so it was not deleted.',
  )
