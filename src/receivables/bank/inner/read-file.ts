import type { BankFile, CsvProfile, Statement } from '@billwright/bank-statements'
import { onePerApp } from '../../../core/record/app.ts'
import type { AppScope } from '../../../core/record/work.ts'
import { createWorker } from '../../../platform/worker.ts'
import { unpackAll } from '../../../platform/zip/reader.ts'
import { fileEmpty, fileTooComplex, zipTooLarge, zipUnreadable } from './errors.ts'

export const FILE_BYTES_MAX = 20 * 1024 * 1024
const ZIP_LIMITS = { filesMax: 100, bytesMax: 60 * 1024 * 1024, ratioMax: 100 }
const TIMEOUT_MS = 30_000

export interface ReadJob {
  readonly files: readonly Uint8Array[]
  readonly profile: CsvProfile | null
  /** Of the account, for files that do not say it. */
  readonly currency: string | null
}

/** A statement with the format of its file. */
export interface ReadStatement extends Statement {
  readonly format: string
}

export interface ReadFile extends BankFile {
  readonly statements: readonly ReadStatement[]
}

/** A separate process, so that other requests do not wait. */
const readerOf = onePerApp(() =>
  createWorker<ReadJob, ReadFile>({
    module: new URL('./read-file-worker.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    timedOut: fileTooComplex,
    outOfMemory: fileTooComplex,
  }),
)

/** @throws AppError `file_unreadable` and the other refusals of the library */
export async function readFile(
  { app, companyId }: AppScope,
  bytes: Uint8Array,
  options: Omit<ReadJob, 'files'>,
): Promise<ReadFile> {
  if (bytes.length === 0) throw fileEmpty()
  const files = isZip(bytes) ? await unpacked(bytes) : [bytes]
  return readerOf(app).run(companyId, { files, ...options })
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

async function unpacked(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const files = await unpackAll(Buffer.from(bytes), ZIP_LIMITS).catch(() => {
    throw zipUnreadable()
  })
  if (files === null || files.some(isZip)) throw zipTooLarge()
  if (files.length === 0) throw zipUnreadable()
  return files
}
