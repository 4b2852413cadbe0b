/** `integers` and `texts` are lists in one cell, separated by spaces, commas or semicolons. */
type CellKind = 'text' | 'day' | 'flag' | 'integer' | 'decimal' | 'integers' | 'texts'

/** Columns by their wire names, with parts after a dot; any `metadata.…` is allowed. */
export type ColumnKinds = Readonly<Record<string, CellKind>>

const METADATA = 'metadata.'
/** An assignment to it would be lost silently. */
const FORBIDDEN = `${METADATA}__proto__`
/** `system:id`, instead of a list of external ids. */
export const EXTERNAL_ID = 'external_id'

export const isColumnOf = (kinds: ColumnKinds, column: string): boolean =>
  Object.hasOwn(kinds, column) ||
  (column.startsWith(METADATA) && column.length > METADATA.length && column !== FORBIDDEN)

/**
 * A body in the form of the API. A cell with another type stays text, and the schema refuses it.
 */
export function toBody(
  cells: ReadonlyMap<string, string>,
  kinds: ColumnKinds,
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  for (const [column, cell] of cells) {
    if (!isColumnOf(kinds, column)) continue
    if (column === EXTERNAL_ID) body.external_ids = [toExternalId(cell)]
    else place(body, pathOf(column), cellValue(cell, kinds[column] ?? 'text'))
  }
  return body
}

/** For `system:id`. */
export function toExternalId(cell: string) {
  const at = cell.indexOf(':')
  return { system: cell.slice(0, Math.max(at, 0)), id: cell.slice(at + 1) }
}

/** A cell has the whole external id. */
export const namedExternalId = (pointer: string): string =>
  pointer.replace(/^\/external_ids\/0(\/\w+)?$/, `/${EXTERNAL_ID}`)

/** A metadata name may contain dots. */
const pathOf = (column: string): readonly string[] =>
  column.startsWith(METADATA) ? ['metadata', column.slice(METADATA.length)] : column.split('.')

function place(
  body: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) body[key] = value
  else {
    const part = (body[key] ?? {}) as Record<string, unknown>
    body[key] = part
    place(part, rest, value)
  }
}

function cellValue(cell: string, kind: CellKind): unknown {
  if (kind === 'flag' && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true'
  if (kind === 'integer' && /^-?\d{1,9}$/.test(cell)) return Number(cell)
  if (kind === 'integers') return partsOf(cell).map((part) => cellValue(part, 'integer'))
  if (kind === 'texts') return partsOf(cell)
  return cell
}

const partsOf = (cell: string): readonly string[] =>
  cell.split(/[\s,;]+/).filter((part) => part !== '')

/** `/address/city` is the column `address.city`. */
export const columnOf = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
