import Database from 'better-sqlite3'

export type ForeignRow = Readonly<Record<string, unknown>>

/** Why a file is refused, as the end of a sentence. */
export class ForeignFileError extends Error {}

export type ForeignDatabase = ReturnType<typeof openForeignDatabase>

/** More rows of one table do not fit into memory beside the service. */
const ROWS_MAX = 500_000
/** Bytes of the header that name the journal; a copy in memory has none (SQLite file format §1.3). */
const WRITE_VERSION = 18
const READ_VERSION = 19

/**
 * Another program's SQLite file, or its bytes: read-only, with an unknown schema. Only plain tables
 * and stored columns are read, since views and computed columns run what the file says.
 *
 * @throws ForeignFileError if the file is refused; another error if it is unreadable or not a database
 */
export function openForeignDatabase(source: string | Uint8Array) {
  const database = new Database(typeof source === 'string' ? source : withoutJournal(source), {
    readonly: true,
    fileMustExist: true,
  })
  try {
    database.pragma('trusted_schema = off')
    if (typeof source !== 'string') checkUploaded(database)
  } catch (error) {
    database.close()
    throw error
  }
  const describe = (pragma: string, table: string) =>
    database.pragma(`${pragma}(${quoted(table)})`) as readonly ForeignRow[]
  /** The columns of a table; empty if it does not exist. */
  const columns = (table: string): ReadonlySet<string> => {
    const isPlain = describe('table_list', table).some(({ type }) => type === 'table')
    return new Set(isPlain ? describe('table_info', table).map(({ name }) => String(name)) : [])
  }
  const select = (table: string, what: string, rest = ''): readonly ForeignRow[] => {
    if (columns(table).size === 0) return []
    const all = database.prepare(`select ${what} from ${quoted(table)}${rest} limit ?`)
    const rows = all.all(ROWS_MAX + 1) as ForeignRow[]
    if (rows.length > ROWS_MAX)
      throw new ForeignFileError(`${table} has more than ${ROWS_MAX} rows`)
    return rows
  }
  return {
    has: (table: string): boolean => columns(table).size > 0,
    columns,
    /** All rows, ordered by the columns of `orderBy` that exist. */
    rows(table: string, orderBy: readonly string[] = []): readonly ForeignRow[] {
      const known = columns(table)
      const order = orderBy.filter((column) => known.has(column)).map(quoted)
      const stored = [...known].map(quoted).join(', ')
      return select(table, stored, order.length > 0 ? ` order by ${order.join(', ')}` : '')
    },
    count: (table: string): number => Number(select(table, 'count(*) as count')[0]?.count ?? 0),
    close: (): void => void database.close(),
  }
}

/**
 * `quick_check` would run the file's own code in constraints, computed columns and virtual tables.
 */
function checkUploaded(database: Database.Database): void {
  const finds = (from: string) =>
    database.prepare(`select 1 from ${from} limit 1`).get() !== undefined
  database.pragma('ignore_check_constraints = on')
  if (finds("sqlite_schema where type = 'table' and rootpage = 0"))
    throw new ForeignFileError('it has virtual tables')
  // The schema of a forged file gives a virtual table a page.
  if (finds("pragma_table_list where type = 'virtual'"))
    throw new ForeignFileError('it has virtual tables')
  if (
    finds(
      "sqlite_schema s, pragma_table_xinfo(s.name) c where s.type = 'table' and c.hidden in (2, 3)",
    )
  )
    throw new ForeignFileError('it has computed columns')
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok')
    throw new ForeignFileError('it is damaged')
}

function withoutJournal(source: Uint8Array): Buffer {
  const bytes = Buffer.from(source)
  if (bytes[WRITE_VERSION] === 2) bytes[WRITE_VERSION] = 1
  if (bytes[READ_VERSION] === 2) bytes[READ_VERSION] = 1
  return bytes
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
