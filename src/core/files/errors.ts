import { AppError, invalidRequest, type Params } from '../../kernel/errors.ts'

export const fileNotFound = (): AppError =>
  new AppError('not_found', 'file_not_found', 'There is no file with this id here.')

export const fileTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'too_large',
    'file_too_large',
    `The file is larger than ${limitBytes / 1024 / 1024} MiB. Send a smaller one.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )

export const tooManyFiles = (files: number, bytes: number): AppError =>
  new AppError(
    'conflict',
    'too_many_files',
    `At most ${files} files of ${bytes / 1024 / 1024} MiB in total are possible here. Delete one first.`,
    {
      allowed: ['delete'],
      limitFiles: files,
      limitBytes: bytes,
      params: { max: files, max_bytes: bytes },
    },
  )

/** `sentence` says why. */
export const fileTypeRefused = (sentence: string, params?: Params): AppError =>
  new AppError(
    'invalid',
    'file_type_refused',
    `${sentence} Send PDF, PNG, JPEG, CSV, XLSX or ODS.`,
    { params },
  )

export const fileLocked = (): AppError =>
  new AppError(
    'conflict',
    'file_locked',
    'The document is issued, so files that are visible to the customer cannot change. Add an internal file, or use a new document.',
    { allowed: ['add_internal'] },
  )

export const invalidFileName = (code: string, message: string): AppError =>
  invalidRequest([{ pointer: '?name', code, message }])

const STORE_AGAIN_SECONDS = 10

export const fileStoreAway = (): AppError =>
  new AppError(
    'unavailable',
    'file_store_away',
    'The file store does not answer or returns other bytes. Try again in a moment.',
    { retryAfterSeconds: STORE_AGAIN_SECONDS },
  )
