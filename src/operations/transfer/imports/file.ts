import { existsSync, readFileSync } from 'node:fs'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { readSource } from '../csv/inner/file.ts'
import type { CsvSource } from '../csv/source.ts'
import { IMPORTER } from '../importer.ts'
import {
  FaultyFile,
  type FileReport,
  type ImportFault,
  type ImportNote,
  type KindCount,
  TransferError,
} from '../report.ts'
import { commitImport, deleteImport } from './change.ts'
import { createImport } from './create.ts'
import type { Import, ImportKindName, ImportOptions } from './import.ts'
import { countContents, eachRecord, importEtag, progressOfImport, requireImport } from './read.ts'
import { runImport } from './run.ts'

interface FileImport {
  readonly kind: ImportKindName
  /** The path of a file, or its bytes. */
  readonly source: CsvSource
  /** Check everything and save nothing. */
  readonly dryRun: boolean
  readonly options?: ImportOptions
  /** What happens to records that may repeat others; absent: nothing is imported. */
  readonly duplicates?: ImportOptions['duplicates']
  readonly onProgress?: ((done: number, of: number) => void) | undefined
}

/**
 * Imports a file and waits until it is done; with any fault it imports nothing. The steps are those of
 * the API, so other work runs in between, and any process continues an import that was stopped.
 *
 * @throws TransferError if the file cannot be read at all
 */
export async function importFile(
  given: ReadWork,
  { kind, source, dryRun, options = {}, duplicates, onProgress }: FileImport,
): Promise<FileReport> {
  const work = { ...given, actor: IMPORTER }
  const isLines = typeof source === 'string' && source.endsWith('.jsonl')
  const format = kind === 'invio' ? 'sqlite' : isLines ? 'jsonl' : 'csv'
  const bytes = format === 'sqlite' ? bytesOf(source) : readSource(source)
  const path = format === 'sqlite' && typeof source === 'string' ? source : undefined
  const file = { kind, format, name: null, options, bytes, path } as const
  const created = await createImport(work, file).catch((error: unknown) => {
    if (error instanceof FaultyFile) return error.faults
    throw error instanceof AppError ? new TransferError(error.message) : error
  })
  if (!('it' in created)) return { ...NOTHING, dryRun, faults: created }
  const { it: made, isNew } = created
  const { id } = made
  const runToEnd = async (): Promise<Import> => {
    const check = async () => {
      const { done, of } = await progressOfImport(work, id)
      onProgress?.(done, of)
    }
    const job = { key: id, payload: { id }, signal: new AbortController().signal }
    await runImport(work, { ...job, check, finish: async () => {} })
    return requireImport(work, id)
  }
  const reportOf = async (it: Import, imported: number, known: number): Promise<FileReport> => {
    const { faults, notes } = await found(work, id)
    const contents = await countContents(work, it)
    const { rows } = it
    return { dryRun, ok: faults.length === 0, rows, imported, known, faults, notes, contents }
  }
  if (!isNew) {
    const report = await reportOf(made, 0, made.rows)
    const contents = report.contents.map((it) => ({ ...it, status: 'known' }))
    return { ...report, ok: true, faults: [], notes: [], contents }
  }
  const checked = await runToEnd()
  const isUndecided = checked.duplicates > 0 && duplicates === undefined
  if (dryRun || checked.faulty > 0 || isUndecided) {
    const imported = checked.faulty > 0 || isUndecided ? 0 : checked.valid
    const found = await reportOf(checked, imported, checked.known)
    const report = isUndecided
      ? { ...found, ok: false, faults: [...found.faults, ...found.notes.flatMap(toFaults)] }
      : found
    await deleteImport(work, { id, ifMatch: importEtag(checked) })
    await runToEndOfDeletion(work, id)
    return report
  }
  await commitImport(work, {
    ...{ id, ifMatch: importEtag(checked), accept: [], duplicates },
  })
  const done = await runToEnd()
  return reportOf(done, done.imported + done.updated, done.known)
}

/** With the journal beside a database, which is a part of it. */
function bytesOf(source: CsvSource): Uint8Array {
  if (typeof source !== 'string') return source
  const parts = [source, `${source}-wal`].filter((path) => existsSync(path))
  return Buffer.concat(parts.map((path) => readFileSync(path)))
}

const NOTHING: FileReport = {
  ...{ dryRun: true, ok: false, rows: 0, imported: 0, known: 0 },
  ...{ faults: [], notes: [], contents: [] },
}

/** A person must decide. */
const toFaults = ({ where, code, message }: ImportNote): readonly ImportFault[] =>
  code.startsWith('duplicate_') ? [{ where, field: '', code, message }] : []

const runToEndOfDeletion = (work: ReadWork, id: string) =>
  runImport(work, {
    ...{ key: id, payload: { id }, signal: new AbortController().signal },
    ...{ check: async () => {}, finish: async () => {} },
  })

async function found(work: ReadWork, id: string) {
  const faults: ImportFault[] = []
  const notes: ImportNote[] = []
  for await (const record of eachRecord(work, id)) {
    faults.push(...record.faults)
    notes.push(...record.notes)
  }
  return { faults, notes }
}

/** The number of records of a kind of a program that are new, and that existed before. */
export function countsOf(contents: readonly KindCount[], kind: string) {
  const countOf = (...statuses: readonly string[]) =>
    contents
      .filter((it) => it.kind === kind && statuses.includes(it.status))
      .reduce((sum, { count }) => sum + count, 0)
  return { imported: countOf('valid', 'imported'), alreadyThere: countOf('known') }
}
