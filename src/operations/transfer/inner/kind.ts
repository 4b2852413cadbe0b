import type { ReadWork, Work } from '../../../core/record/work.ts'
import type { AppError, Fault } from '../../../kernel/errors.ts'
import { type ColumnKinds, columnOf, EXTERNAL_ID, toBody } from '../csv/inner/body.ts'
import type { CsvRow } from '../csv/inner/file.ts'
import { faultAt, type ImportFault, type ImportNote } from '../report.ts'
import type { Check } from './checks.ts'
import { changedSince } from './errors.ts'

export type Body = Readonly<Record<string, unknown>>

/**
 * The content of a file for one resource, with its position. Plain JSON, so that it can be stored.
 */
export interface SourceRecord {
  readonly line: number
  /** Of a program with several kinds of records: its kind, and its name for people. */
  readonly kind?: string
  readonly label?: string
  /** An earlier record of the file that it may repeat. */
  readonly twin?: Twin
  /** In the form of the API, except for names that are looked up first; null: unreadable. */
  readonly body: Body | null
  /** The lines of the entries in the list `parts.list` of its kind. */
  readonly parts: readonly number[]
  /** The lines of columns that first appear in a later row. */
  readonly columns: Readonly<Record<string, number>>
  /** Faults of the text itself. */
  readonly faults: readonly ImportFault[]
}

/** A record or resource that another one may repeat, and what they have in common. */
export interface Twin {
  /** Of the resource; null: it is a record of the same file. */
  readonly id: string | null
  readonly line: number | null
  readonly name: string
  readonly reason: string
}

export interface Made {
  readonly id: string
  readonly version: number
  readonly report?: readonly ImportNote[]
}

/** How a kind of resource is imported. */
export interface ImportKind {
  /** The list of the body that has a row for each entry, and the pointer of its columns. */
  readonly parts?: { readonly list: string; readonly pointer: string }
  /** The file's names for pointers of the body, if they differ. */
  readonly pointer?: (pointer: string) => string
  readonly check: Check
  /** The body with ids instead of names, and what takes long, before the transaction. */
  readonly resolve?: (
    work: ReadWork,
    body: Body,
  ) => Promise<{ readonly body: Body; readonly faults: readonly Fault[] }>
  /** The id of the existing resource. */
  readonly find: (work: ReadWork, body: Body) => Promise<string | undefined>
  /** What else the records may repeat: for each, an existing resource. The import asks what to do then. */
  readonly twins?: (
    work: ReadWork,
    bodies: readonly Body[],
  ) => Promise<readonly (Twin | undefined)[]>
  /** What two records of a file with the same content have in common, as text. */
  readonly likeness?: (body: Body) => readonly (readonly [reason: string, text: string])[]
  /** Gives an existing resource what it lacks. Absent: it stays as it is. */
  readonly fill?: (work: Work, id: string, body: Body) => Promise<void>
  readonly create: (work: Work, body: Body) => Promise<Made>
  /** Runs after the last record, in separate transactions. It may run twice. */
  readonly complete?: (work: ReadWork) => Promise<unknown>
  /** Absent: existing resources never change. */
  readonly update?: (work: Work, id: string, body: Body) => Promise<void>
  /**
   * Why these cannot be deleted, by id: found with few statements. What only the deletion finds is left
   * out.
   */
  readonly used?: (work: ReadWork, made: readonly Made[]) => Promise<ReadonlyMap<string, AppError>>
  /** Throws an AppError if it changed since, or is in use. */
  readonly delete: (work: Work, made: Made) => Promise<void>
}

interface Present {
  readonly id: string
  readonly version: number
  /** Why it cannot be deleted. */
  readonly refusal?: AppError | undefined
}

/** The remaining resources that changed or are in use. */
export const usedOf = (
  made: readonly Made[],
  present: readonly Present[],
): ReadonlyMap<string, AppError> => {
  const versions = new Map(made.map(({ id, version }) => [id, version]))
  return new Map(
    present.flatMap(({ id, version, refusal }) => {
      if (refusal) return [[id, refusal] as const]
      return versions.get(id) === version ? [] : [[id, changedSince()] as const]
    }),
  )
}

/** A kind of resource that a CSV or JSON lines contain. */
export interface TableKind extends ImportKind {
  readonly isColumn: (name: string) => boolean
  /** The records of the rows of a CSV. */
  readonly read: (rows: readonly CsvRow[]) => readonly SourceRecord[]
}

/** The data of another program. */
export interface ProgramKind {
  /** The records of its file, at a path or from its bytes. The first has what concerns all of them. */
  readonly readFile: (work: ReadWork, file: string | Uint8Array) => Promise<readonly SourceRecord[]>
  /** How its records are imported. */
  readonly open: (work: ReadWork, first: SourceRecord) => Promise<ImportKind>
}

/** A resource for each row. */
export const oneEach =
  (kinds: ColumnKinds): TableKind['read'] =>
  (rows) =>
    rows.map(({ line, cells }) => ({
      line,
      body: toBody(cells, kinds),
      parts: [],
      columns: {},
      faults: [],
    }))

/** The body for the API, and every fault that can be found without saving. */
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

/** A fault of an entry belongs to the row of that entry, any other to the first row with its column. */
export function toFault(
  { parts, pointer: place = (it) => it }: ImportKind,
  { line, label, body, columns, parts: lines }: SourceRecord,
  fault: Fault,
): ImportFault {
  const placed = place(fault.pointer)
  const [, list, index, rest = ''] = /^\/(\w+)\/(\d+)(\/.*)?$/.exec(placed) ?? []
  const own = parts && list === parts.list ? lines[Number(index)] : undefined
  const pointer = own === undefined || !parts ? placed : `${parts.pointer}${rest}`
  const column = columnOf(pointer)
  const at = own ?? columns[column] ?? line
  // A part of the cell is missing, not all of it.
  const params = column === EXTERNAL_ID ? { reason: EXTERNAL_ID, ...fault.params } : fault.params
  const found = faultAt(at, column, fault.code, fault.message, params)
  const value = valueAt(body, fault.pointer)
  return {
    ...found,
    ...(label === undefined ? {} : { where: label }),
    ...(value === undefined ? {} : { value }),
  }
}

const VALUE_LENGTH = 40

/** The beginning of a text or number of the body. */
function valueAt(body: Body | null, pointer: string): string | undefined {
  const path = pointer.split('/').slice(1)
  const value = path.reduce<unknown>(
    (it, key) => (it as Record<string, unknown> | null | undefined)?.[key],
    body,
  )
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text
}
