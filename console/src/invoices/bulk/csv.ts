/** The maximum of ids in the filter of the export. */
export const ROWS_AT_ONCE = 50

const BYTE_ORDER_MARK = '\ufeff'

export const batchesOf = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )

/**
 * Joins tables with the same header. The byte order mark tells spreadsheet programs that it is
 * UTF-8.
 */
export function csvFile(tables: readonly string[]): Blob {
  const rows = tables.map((table, at) => (at === 0 ? table : table.slice(table.indexOf('\n') + 1)))
  return new Blob([BYTE_ORDER_MARK, ...rows], { type: 'text/csv' })
}
