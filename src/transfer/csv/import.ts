import type { ReadWork, Work } from '../../record/work.ts'
import { toFaults } from '../checks.ts'
import { withDryRun } from '../dry-run.ts'
import { readJsonLines } from '../imports/json-lines.ts'
import { type ImportKind, prepare, type SourceRecord, toFault } from '../kind.ts'
import type { CsvReport, ImportFault } from '../report.ts'
import { readBytes, readCsv } from './file.ts'
import type { ColumnNames, CsvImportOptions, CsvSource } from './source.ts'

const PROGRESS_STEP = 100

/**
 * Imports a whole file in one transaction; any fault cancels all of it. Existing resources change
 * only if the kind supports that.
 */
export const createCsvImport =
  (kind: ImportKind) =>
  async (
    work: ReadWork,
    source: CsvSource,
    { dryRun, onProgress, columns }: CsvImportOptions,
  ): Promise<CsvReport> => {
    const { records, rows, faults: unread } = await readRecords(kind, source, columns)
    return withDryRun(work, dryRun, async (work) => {
      const faults = [...unread]
      // Before the first is created, because a second record of the same file is a fault, not
      // known.
      const known = kind.update ? NONE : await knownOf(work, kind, records)
      for (const [index, record] of records.entries()) {
        if (!known.has(record)) faults.push(...(await importRecord(work, kind, record)))
        if (index % PROGRESS_STEP === 0) onProgress?.(index, records.length)
      }
      const ok = faults.length === 0
      const imported = ok ? records.length - known.size : 0
      return { dryRun, ok, rows, imported, known: known.size, faults }
    })
  }

/** From a CSV, or from JSON lines if the file name of a command ends in `.jsonl`. */
async function readRecords(
  kind: ImportKind,
  source: CsvSource,
  columns: ColumnNames | undefined,
): Promise<ReturnType<ImportKind['read']> & { readonly rows: number }> {
  if (typeof source === 'string' && source.endsWith('.jsonl')) {
    const records = await readJsonLines(readBytes(source, source))
    return { records, rows: records.length, faults: [] }
  }
  const csv = await readCsv(source, kind.isColumn, columns)
  const { records, faults } = kind.read(csv.rows)
  return { records, rows: csv.rows.length, faults: [...csv.faults, ...faults] }
}

const NONE: ReadonlySet<SourceRecord> = new Set()

/** The records whose resources already exist. */
async function knownOf(
  work: ReadWork,
  kind: ImportKind,
  records: readonly SourceRecord[],
): Promise<ReadonlySet<SourceRecord>> {
  const known = new Set<SourceRecord>()
  for (const record of records) {
    const { body, faults } = await prepare(work, kind, record)
    if (faults.length === 0 && (await kind.find(work, body)) !== undefined) known.add(record)
  }
  return known
}

async function importRecord(
  work: Work,
  kind: ImportKind,
  record: SourceRecord,
): Promise<readonly ImportFault[]> {
  const { body, faults } = await prepare(work, kind, record)
  if (faults.length > 0) return faults
  try {
    const known = kind.update && (await kind.find(work, body))
    if (known !== undefined) await kind.update?.(work, known, body)
    else await kind.create(work, body)
    return []
  } catch (error) {
    return toFaults(error).map((fault) => toFault(kind, record, fault))
  }
}
