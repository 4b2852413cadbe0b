import type { Contents } from './contents.ts'
import {
  type ContentsRow,
  type LineRows,
  toAdjustmentRows,
  toContents,
  toContentsRow,
  toItemRows,
  toTaxRows,
} from './rows.ts'

/* Contents that have no rows of their own, as one text. */

export const toStoredText = (contents: Contents): string =>
  toExactJson({
    contents: toContentsRow(contents),
    items: toItemRows(contents),
    adjustments: toAdjustmentRows(contents),
    taxes: toTaxRows(contents),
  })

export function fromStoredText(text: string): Contents {
  const { contents, items, adjustments, taxes } = fromExactJson(text) as StoredContents
  return toContents(withNewerColumns(contents), {
    items: items.map(withNewerColumns),
    adjustments: adjustments.map(withNewerColumns),
    taxes: taxes.map(withNewerColumns),
  })
}

/** Columns that a row of an older version lacks are null, as in a table. */
const withNewerColumns = <Row extends object>(row: Row): Row =>
  new Proxy(row, { get: (target, name) => Reflect.get(target, name) ?? null })

interface StoredContents extends LineRows {
  readonly contents: ContentsRow
}

/** JSON that keeps whole numbers of any size: `{"int":"12"}`. */
export const toExactJson = (value: object): string =>
  JSON.stringify(value, (_key, value) =>
    typeof value === 'bigint' ? { int: String(value) } : value,
  )

export const fromExactJson = (text: string): unknown =>
  JSON.parse(text, (_key, value) => (typeof value?.int === 'string' ? BigInt(value.int) : value))
