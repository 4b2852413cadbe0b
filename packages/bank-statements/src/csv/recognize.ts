import { profileNeeded } from '../bank-file-error.ts'
import { BUILT_INS } from './built-in.ts'
import { type CsvDelimiter, type CsvProfile, DELIMITERS } from './profile.ts'
import { headRows, type Row } from './rows.ts'

/** A profile that fits a table. */
export interface Recognized {
  /** Of a built-in one. */
  readonly name: string | null
  readonly profile: CsvProfile
  readonly delimiter: CsvDelimiter
  /** Where the header ends. */
  readonly line: number
  /** The rows above it. */
  readonly preamble: readonly Row[]
  /** Where each column of the profile is. */
  readonly indexOf: (column: string) => number | undefined
}

/** `profile`, or else the first built-in one, if its columns are there. */
export function recognized(text: string, profile: CsvProfile | undefined): Recognized | undefined {
  if (profile) {
    const rows = headRows(text, profile.delimiter)
    return fitting(rows, { name: null, profile, delimiter: profile.delimiter, synonyms: {} })
  }
  for (const delimiter of DELIMITERS) {
    const rows = headRows(text, delimiter)
    for (const { name, profile: known, synonyms = {} } of BUILT_INS) {
      const found = fitting(rows, { name, profile: known, delimiter, synonyms })
      if (found) return found
    }
  }
  return undefined
}

/** Whether a table with these columns has those that a profile needs. */
export function fitsColumns({ header }: CsvProfile, columns: readonly string[]): boolean {
  const names = new Set(columns.map(folded))
  return header.every((name) => names.has(folded(name)))
}

interface Candidate {
  readonly name: string | null
  readonly profile: CsvProfile
  readonly delimiter: CsvDelimiter
  readonly synonyms: Readonly<Partial<Record<string, string>>>
}

function fitting(rows: readonly Row[], candidate: Candidate): Recognized | undefined {
  const { synonyms, ...rest } = candidate
  const known = new Map(
    Object.entries(synonyms).map(([name, of]) => [folded(name), folded(of ?? name)] as const),
  )
  for (const [index, { cells, line }] of rows.entries()) {
    const places = placesOf(cells, known)
    if (!candidate.profile.header.every((name) => places.has(folded(name)))) continue
    const indexOf = remembered((column) => places.get(folded(column)))
    if (!hasNeeded(candidate.profile, indexOf)) continue
    return { ...rest, line, preamble: rows.slice(0, index), indexOf }
  }
  return undefined
}

/** The first of several columns with one name. A name of the profile goes before a synonym. */
function placesOf(
  cells: readonly string[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const name = folded(cell)
    if (name !== '' && !places.has(name)) places.set(name, index)
  }
  for (const [synonym, name] of known) {
    const place = places.get(synonym)
    if (place !== undefined && !places.has(name)) places.set(name, place)
  }
  return places
}

/** Every row asks for the same few columns. */
function remembered(
  find: (column: string) => number | undefined,
): (column: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return (column) => {
    if (!known.has(column)) known.set(column, find(column))
    return known.get(column)
  }
}

function hasNeeded(
  { columns }: CsvProfile,
  indexOf: (column: string) => number | undefined,
): boolean {
  const has = (column: string | undefined) => column !== undefined && indexOf(column) !== undefined
  const hasAmount = has(columns.amount) || (has(columns.credit) && has(columns.debit))
  return has(columns.booking_date) && hasAmount
}

/** Case and blanks do not matter. */
export const folded = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The most likely header: the first row of the most cells, with the delimiter that gives most. */
export function likelyHeader(text: string): {
  readonly delimiter: CsvDelimiter
  readonly header: Row | undefined
  readonly rows: readonly Row[]
} {
  const widthOf = ({ cells }: Row) => cells.filter((cell) => cell !== '').length
  const tables = DELIMITERS.map((delimiter) => {
    const rows = headRows(text, delimiter)
    const header = rows.reduce<Row | undefined>(
      (best, row) => (best === undefined || widthOf(row) > widthOf(best) ? row : best),
      undefined,
    )
    return { delimiter, header, rows, width: header ? widthOf(header) : 0 }
  })
  return tables.reduce((best, it) => (it.width > best.width ? it : best))
}

/** @throws BankFileError `csv_profile_needed` */
export function requireRecognized(text: string, profile: CsvProfile | undefined): Recognized {
  const found = recognized(text, profile)
  if (found) return found
  throw profileNeeded(likelyHeader(text).header?.cells.filter((cell) => cell !== '') ?? [])
}
