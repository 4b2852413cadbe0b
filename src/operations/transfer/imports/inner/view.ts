import { stampsOf } from '../../../../kernel/fields/shapes.ts'
import type { ImportFault, KindCount } from '../../report.ts'
import { type Import, type ImportOptions, type ImportRecord, progressOf } from '../import.ts'

/** `contents`: only for an import that is read alone. */
export const importView = (it: Import, contents: readonly KindCount[] = []) => ({
  id: it.id,
  kind: it.kind,
  format: it.format,
  name: it.name,
  status: it.status,
  ...progressOf(it),
  rows: it.rows,
  valid: it.valid,
  faulty: it.faulty,
  known: it.known,
  duplicates: it.duplicates,
  imported: it.imported,
  updated: it.updated,
  failed: it.failed,
  undone: it.undone,
  kept: it.kept,
  issues: it.issues,
  contents: [...contents],
  ...stampsOf(it),
})

/** `options`: columns are those of the file. */
export const recordView = (it: ImportRecord, options: ImportOptions) => ({
  position: it.position,
  line: it.line,
  kind: it.kind,
  label: it.label,
  status: it.status,
  resource_id: it.resourceId,
  faults: it.faults.map((fault) => faultView(fault, options)),
  notes: [...it.notes],
})

const faultView = (
  { line = 0, field, value, code, message, params }: ImportFault,
  options: ImportOptions,
) => ({
  line,
  column: titleOf(field, options),
  value: value ?? null,
  code,
  message,
  params,
})

export const REPORT_COLUMNS = [
  'position',
  'line',
  'status',
  'resource_id',
  'column',
  'value',
  'code',
  'message',
] as const

/** A row for each fault of a record, or one row without a fault. */
export function reportRows(it: ImportRecord, options: ImportOptions) {
  const own = [it.position, it.line, it.status, it.resourceId]
  if (it.faults.length === 0) return [[...own, null, null, null, null]]
  return it.faults.map(({ line = it.line, field, value, code, message }) => [
    it.position,
    line,
    it.status,
    it.resourceId,
    titleOf(field, options),
    value ?? null,
    code,
    message,
  ])
}

/** The title of the column in the file, if it was mapped to the field. */
const titleOf = (field: string, { columns = {} }: ImportOptions): string =>
  Object.entries(columns).find(([, ours]) => ours === field)?.[0] ?? field

/** The data of an event. */
export const eventData = (it: Import) => ({
  id: it.id,
  kind: it.kind,
  rows: it.rows,
  imported: it.imported,
  failed: it.failed,
  version: it.version,
})
