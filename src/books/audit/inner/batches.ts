export const ROWS_PER_BATCH = 500

/** All rows in batches, so that memory does not grow; `read` reads the rows after a row. */
export async function* batches<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows = await read(undefined)
  while (rows.length > 0) {
    yield rows
    rows = await read(rows.at(-1))
  }
}
