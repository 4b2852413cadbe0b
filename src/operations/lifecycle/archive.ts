import type { ArchivedKey } from '../../company/access/company-access.ts'
import type { Company } from '../../core/companies/company.ts'
import type { AnchorPath } from '../../core/record/anchors/anchors.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Row, TableShape, Value } from '../../platform/database/company-rows.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { archiveUnreadable } from './inner/errors.ts'
import { checkManifest } from './inner/manifest.ts'

export const FORMAT = 'billwright-company'
export const FORMAT_VERSION = 1
export const PASSPHRASE_LENGTH_MIN = 12

export const MANIFEST = 'manifest.json'

/** The file of a table in a company's archive. */
export const fileOf = (table: string): string => `tables/${table}.jsonl`

export interface Manifest {
  readonly format: typeof FORMAT
  readonly format_version: typeof FORMAT_VERSION
  /** Version of the service that wrote it. */
  readonly version: string
  readonly created_at: string
  readonly company: Pick<Company, 'id' | 'handle' | 'name' | 'limits'> & {
    readonly handles: readonly string[]
    readonly created_at: string
    /** Its number in that installation: the search texts of its invoices begin with it. */
    readonly number: string
    /** The hash before its first revision. */
    readonly genesis: string
  }
  readonly head: { readonly revisions: string; readonly hash: string; readonly events: string }
  /** The path from its head in the newest anchor to the root; null: no anchor has it. */
  readonly anchor: ArchivedAnchor | null
  readonly tables: Readonly<Record<string, ArchivedTable>>
  readonly keys: readonly ArchivedKey[]
  /** Salt of the passphrase, and a text that it seals. */
  readonly sealing: { readonly salt: string; readonly proof: string }
}

interface ArchivedAnchor {
  readonly number: string
  readonly day: string
  readonly root: string
  readonly head: { readonly revisions: string; readonly hash: string }
  readonly path: AnchorPath['path']
}

export interface ArchivedTable {
  readonly rows: number
  /** SHA-256 of its file. */
  readonly sha256: string
}

export const PROOF = 'billwright'

/** Tables about this installation only; another installation makes new rows. */
export const NOT_COPIED: readonly string[] = ['verified_heads', 'arrivals']

/**
 * Encrypted with the passphrase, because the archive alone must not allow creating links or
 * signatures.
 */
const SEALED = { table: 'company_secrets', column: 'value' } as const

const isSealed = (table: string, column: string): boolean =>
  table === SEALED.table && column === SEALED.column

/** A row as a line: integers as decimal text, bytes as base64. */
export function toLine({ name, columns }: TableShape, row: Row, secret: string): string {
  const wire: Record<string, string | null> = {}
  for (const column of columns.keys()) {
    const text = toText(row[column] ?? null)
    wire[column] = text !== null && isSealed(name, column) ? seal(secret, name, text) : text
  }
  return JSON.stringify(wire)
}

function toText(value: Value): string | null {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'bigint' ? `${value}` : Buffer.from(value).toString('base64')
}

/** The row in a line. A column that the archive lacks keeps its default. */
export function readLine(shape: TableShape, line: string, secret: string): Row {
  try {
    return toRow(shape, JSON.parse(line), secret)
  } catch (error) {
    throw error instanceof AppError
      ? error
      : archiveUnreadable(`A row of ${shape.name} is damaged.`)
  }
}

function toRow(
  { name, columns }: TableShape,
  wire: Readonly<Record<string, unknown>>,
  secret: string,
): Row {
  const row: Record<string, Value> = {}
  for (const [column, text] of Object.entries(wire)) {
    const kind = columns.get(column)
    if (kind === undefined || (text !== null && typeof text !== 'string'))
      throw archiveUnreadable(`This release has no column ${column} in ${name}.`)
    const opened = text !== null && isSealed(name, column) ? unseal(secret, name, text) : text
    row[column] = opened === null ? null : fromText(kind, opened)
  }
  return row
}

function fromText(kind: 'integer' | 'text' | 'bytes', text: string): Value {
  if (kind === 'text') return text
  if (kind === 'bytes') return Buffer.from(text, 'base64')
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
  throw archiveUnreadable('A number of it is none.')
}

const MEMBERS = ['company', 'head', 'tables', 'keys', 'sealing'] as const

export function readManifest(text: string): Manifest {
  const it = parsed(text)
  const isWhole = MEMBERS.every((name) => typeof it?.[name] === 'object' && it[name] !== null)
  if (it?.format === FORMAT && it.format_version === FORMAT_VERSION && isWhole) {
    checkManifest(it)
    return it as Manifest
  }
  throw archiveUnreadable('Its manifest was not written for a company by this release.')
}

function parsed(text: string): Partial<Manifest> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
