import Database from 'better-sqlite3'

export type ForeignRow = Readonly<Record<string, unknown>>

export type ForeignDatabase = ReturnType<typeof openForeignDatabase>

/**
 * Another program's SQLite file: read-only, with an unknown schema.
 *
 * @throws an error of better-sqlite3 if the file is unreadable or not a database
 */
export function openForeignDatabase(path: string) {
  const database = new Database(path, { readonly: true, fileMustExist: true })
  /** The columns of a table; empty if it does not exist. */
  const columns = (table: string): ReadonlySet<string> =>
    new Set(
      (database.pragma(`table_info(${quoted(table)})`) as ForeignRow[]).map(({ name }) =>
        String(name),
      ),
    )
  const select = (table: string, what: string, rest = ''): readonly ForeignRow[] =>
    columns(table).size === 0
      ? []
      : (database.prepare(`select ${what} from ${quoted(table)}${rest}`).all() as ForeignRow[])
  return {
    has: (table: string): boolean => columns(table).size > 0,
    columns,
    /** All rows, ordered by the columns of `orderBy` that exist. */
    rows(table: string, orderBy: readonly string[] = []): readonly ForeignRow[] {
      const known = columns(table)
      const order = orderBy.filter((column) => known.has(column)).map(quoted)
      return select(table, '*', order.length > 0 ? ` order by ${order.join(', ')}` : '')
    },
    count: (table: string): number => Number(select(table, 'count(*) as count')[0]?.count ?? 0),
    close: (): void => void database.close(),
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
