import type { Fault } from '../errors.ts'
import type { ReadWork, Work } from '../record/work.ts'
import type { Check } from './checks.ts'
import { columnOf } from './csv/body.ts'
import type { CsvRow } from './csv/file.ts'
import { faultAt, type ImportFault } from './report.ts'

export type Body = Readonly<Record<string, unknown>>

/** What a file says about one resource, and where. Plain JSON, so that it can be stored. */
export interface SourceRecord {
  readonly line: number
  /** As the API takes it, but for names that are looked up first; null if it cannot be read. */
  readonly body: Body | null
  /** The lines of the entries of the list `parts.list` of its kind. */
  readonly parts: readonly number[]
  /** The lines of columns that a later row than the first names. */
  readonly columns: Readonly<Record<string, number>>
  /** What is wrong with the text itself. */
  readonly faults: readonly ImportFault[]
}

export interface Made {
  readonly id: string
  readonly version: number
}

/** How resources of one kind come in. */
export interface ImportKind {
  readonly isColumn: (name: string) => boolean
  /** The records of the rows of a CSV. */
  readonly read: (rows: readonly CsvRow[]) => {
    readonly records: readonly SourceRecord[]
    readonly faults: readonly ImportFault[]
  }
  /** The list of the body of which each entry has a row, and the pointer of its columns. */
  readonly parts?: { readonly list: string; readonly pointer: string }
  /** Where a file has what the body has there, if it is elsewhere. */
  readonly pointer?: (pointer: string) => string
  readonly check: Check
  /** The body with the ids of what it names. */
  readonly resolve?: (
    work: ReadWork,
    body: Body,
  ) => Promise<{ readonly body: Body; readonly faults: readonly Fault[] }>
  /** The id of the resource that is there already. */
  readonly find: (work: ReadWork, body: Body) => Promise<string | undefined>
  readonly create: (work: Work, body: Body) => Promise<Made>
  /** Absent: what is there is never changed. */
  readonly update?: (work: Work, id: string, body: Body) => Promise<void>
  /** Refused with an AppError if it changed since, or is in use. */
  readonly delete: (work: Work, made: Made) => Promise<void>
}

/** The body that the API would take, and every fault that can be found without saving. */
export async function prepare(
  work: ReadWork,
  kind: ImportKind,
  record: SourceRecord,
): Promise<{ readonly body: Body; readonly faults: readonly ImportFault[] }> {
  const { resolve } = kind
  if (record.body === null) return { body: {}, faults: record.faults }
  const given = { body: record.body, faults: [] }
  const { body, faults } = resolve ? await resolve(work, record.body) : given
  const found = [...faults, ...kind.check(body)].map((fault) => toFault(kind, record, fault))
  return { body, faults: [...record.faults, ...found] }
}

/** A fault of an entry is in the row of that entry, any other in the first that names its column. */
export function toFault(
  { parts, pointer: place = (it) => it }: ImportKind,
  { line, columns, parts: lines }: SourceRecord,
  fault: Fault,
): ImportFault {
  const placed = place(fault.pointer)
  const [, list, index, rest = ''] = /^\/(\w+)\/(\d+)(\/.*)?$/.exec(placed) ?? []
  const own = parts && list === parts.list ? lines[Number(index)] : undefined
  const pointer = own === undefined || !parts ? placed : `${parts.pointer}${rest}`
  const column = columnOf(pointer)
  return faultAt(own ?? columns[column] ?? line, column, fault.code, fault.message)
}
