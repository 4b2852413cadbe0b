import { stampsOf } from '../../http/shapes.ts'
import type { ImportFault } from '../report.ts'
import { type Import, type ImportRecord, progressOf } from './import.ts'

export const importView = (it: Import) => ({
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
  imported: it.imported,
  failed: it.failed,
  undone: it.undone,
  kept: it.kept,
  issues: it.issues,
  ...stampsOf(it),
})

export const recordView = (it: ImportRecord) => ({
  position: it.position,
  line: it.line,
  status: it.status,
  resource_id: it.resourceId,
  faults: it.faults.map(faultView),
})

const faultView = ({ line = 0, field, code, message, params }: ImportFault) => ({
  line,
  column: field,
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
  'code',
  'message',
] as const

/** A row for each fault of a record, or one row without a fault. */
export function reportRows(it: ImportRecord) {
  const own = [it.position, it.line, it.status, it.resourceId]
  if (it.faults.length === 0) return [[...own, null, null, null]]
  return it.faults.map(({ line = it.line, field, code, message }) => [
    it.position,
    line,
    it.status,
    it.resourceId,
    field,
    code,
    message,
  ])
}

/** The data of an event. */
export const eventData = (it: Import) => ({
  id: it.id,
  kind: it.kind,
  rows: it.rows,
  imported: it.imported,
  failed: it.failed,
  version: it.version,
})
