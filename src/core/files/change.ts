import { newId, sha256 } from '../../platform/ids.ts'
import { requireRoom } from '../companies/limits.ts'
import type { AppScope, Work } from '../record/work.ts'
import { DangerousFile } from './dangerous.ts'
import { fileTooLarge, fileTypeRefused, tooManyFiles } from './errors.ts'
import {
  FILE_BYTES_MAX,
  FILES_BYTES_MAX,
  FILES_MAX,
  type FileCopy,
  type FileOwner,
  type StoredFile,
  type Visibility,
} from './file.ts'
import { createPdfChecker } from './inner/check-pdf.ts'
import { fileNameFor, uniqueName } from './inner/name.ts'
import * as repository from './inner/repository.ts'
import { FILE_KINDS, type FileKind, type KindOptions, kindOfBytes } from './kind.ts'
import { EMPTY, wholeBytes } from './read.ts'
import { storeOf } from './store.ts'

export { deleteFilesOf, deleteUnused as deleteUnusedFiles } from './inner/repository.ts'

export interface NewFile {
  readonly name: string
  readonly visible: Visibility
  readonly bytes: Uint8Array
  /** The type that the sender claims; the bytes decide. */
  readonly mediaType?: string | undefined
}

/** A file whose bytes were checked. */
export interface CheckedFile extends Omit<NewFile, 'mediaType'> {
  readonly kind: FileKind
  /** Whether its bytes are already in the object store, and not in the database. */
  readonly isStored: boolean
}

type PdfCheck = NonNullable<KindOptions['checkPdf']>

async function checkFile(
  { mediaType, ...file }: NewFile,
  checkPdf: PdfCheck,
): Promise<Omit<CheckedFile, 'isStored'>> {
  if (file.bytes.length > FILE_BYTES_MAX) throw fileTooLarge(FILE_BYTES_MAX)
  const kind = await kindOf(file.bytes, checkPdf)
  const said = FILE_KINDS.find((it) => it.mediaType === mediaType)
  if (said && said !== kind)
    throw fileTypeRefused(`The file is ${kind.name}, but it was sent as ${said.name}.`)
  return { ...file, kind, name: fileNameFor(file.name, kind) }
}

async function kindOf(bytes: Uint8Array, checkPdf: PdfCheck): Promise<FileKind> {
  try {
    const kind = await kindOfBytes(bytes, { checkPdf })
    if (kind) return kind
  } catch (error) {
    if (!(error instanceof DangerousFile)) throw error
    throw fileTypeRefused(error.message)
  }
  throw fileTypeRefused('This file type is not accepted.')
}

const checker = createPdfChecker()

/**
 * The file with its kind and stored name. Call it before the transaction that adds the file:
 * large files go to the object store.
 *
 * @throws AppError `file_too_large`, `file_type_refused` or `invalid_request`
 */
export async function checkNewFile(scope: AppScope, file: NewFile): Promise<CheckedFile> {
  const checked = await checkFile(file, (pdf) => checker.run(scope.companyId, pdf))
  return { ...checked, isStored: (await storeOf(scope.app)?.put(scope, checked.bytes)) ?? false }
}

/**
 * Whether the object store accepted the bytes: then a row may have only their hash. Runs
 * before the transaction.
 */
export async function keepLargeBytes(scope: AppScope, bytes: Uint8Array): Promise<boolean> {
  return (await storeOf(scope.app)?.put(scope, bytes)) ?? false
}

/** A row with `sha256` and the bytes from wherever they are stored. */
export async function withWholeBytes<Row extends Readonly<Record<string, unknown>>>(
  scope: AppScope,
  row: Row,
): Promise<Row> {
  const { sha256: hash, bytes } = row
  if (typeof hash !== 'string') return row
  const own = typeof bytes === 'string' ? Buffer.from(bytes.slice(2), 'hex') : bytes
  if (!(own instanceof Uint8Array)) return row
  return { ...row, bytes: await wholeBytes(scope, hash, own) }
}

/** Stores bytes unchanged, for an owner that has already accepted them. */
export async function keepFile(
  work: Work,
  owner: FileOwner,
  { bytes, ...given }: Pick<FileCopy, 'name' | 'mediaType'> & { readonly bytes: Uint8Array },
): Promise<void> {
  await requireRoomFor(work, bytes.length)
  const stored = {
    ...given,
    id: newId('fil'),
    owner,
    size: bytes.length,
    sha256: sha256(bytes),
    visible: 'internal' as const,
    createdAt: work.at,
  }
  await repository.insertFile(work, stored, bytes)
}

/** Copies the files of another owner to one without files. */
export async function copyFiles(work: Work, from: FileOwner, to: FileOwner): Promise<void> {
  const files = await repository.findFiles(work, from)
  const copies = files.map((file) => ({
    ...file,
    id: newId('fil'),
    owner: to,
    createdAt: work.at,
  }))
  await repository.insertCopies(work, copies)
}

export function deleteFile(work: Work, { id }: StoredFile): Promise<void> {
  return repository.deleteFile(work, id)
}

/** Adds a file to an owner, which the caller has locked. */
export async function addFile(
  work: Work,
  owner: FileOwner,
  file: CheckedFile,
): Promise<StoredFile> {
  const others = await repository.findFiles(work, owner)
  const bytes = others.reduce((sum, { size }) => sum + size, file.bytes.length)
  if (others.length >= FILES_MAX || bytes > FILES_BYTES_MAX)
    throw tooManyFiles(FILES_MAX, FILES_BYTES_MAX)
  await requireRoomFor(work, file.bytes.length)
  const stored = {
    id: newId('fil'),
    owner,
    name: uniqueName(
      file.name,
      others.map(({ name }) => name),
    ),
    mediaType: file.kind.mediaType,
    size: file.bytes.length,
    sha256: sha256(file.bytes),
    visible: file.visible,
    createdAt: work.at,
  }
  await repository.insertFile(work, stored, file.isStored ? EMPTY : file.bytes)
  return stored
}

function requireRoomFor(work: Work, bytes: number): Promise<void> {
  return requireRoom(work, 'file_bytes', () => repository.sumBytes(work), bytes)
}
