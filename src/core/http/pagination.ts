import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { isStorable } from './text.ts'

export const PAGE_SIZE_MAX = 100
const PAGE_SIZE = 25
const CURSOR_LENGTH_MAX = 500

/** The end of a page: sort value and id of its last row. */
export interface Position {
  readonly value: string | null
  readonly id: string
}

export interface PageRequest {
  readonly limit: number
  readonly after: Position | null
  readonly sort: string
  readonly direction: 'asc' | 'desc'
  /** Whether to count all matches, too. */
  readonly withTotal: boolean
}

export interface Page<T> {
  readonly data: readonly T[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly total: number | null
}

/** Query parameters of every list. */
const pageQuery = (sorts: readonly string[]) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      description: `Page size. Default: ${PAGE_SIZE}.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: CURSOR_LENGTH_MAX,
      description: '`next_cursor` of the previous page.',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      enum: sorts.flatMap((sort) => [sort, `-${sort}`]),
      description: 'Prefix with `-` for descending order.',
    }),
  ),
  include: Type.Optional(
    Type.String({ enum: ['total'], description: '`total` adds the number of matches.' }),
  ),
})

const PageQuery = Type.Object(pageQuery(['created_at']))
export type PageQueryInput = Static<typeof PageQuery>

/** A search text on one line. Text that PostgreSQL cannot compare is refused on both databases. */
export const searched = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$', description }),
  )

/** Query schema of a list: its filters plus the common parameters. */
export const listQuery = <P extends TProperties>(filters: P, sorts: readonly string[]) =>
  Type.Object({ ...filters, ...pageQuery(sorts) }, { additionalProperties: false })

export const pageOf = <T extends TSchema>(entry: T) =>
  Type.Object({
    data: Type.Array(entry),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Optional(Type.Integer()),
    sync_until: Type.Optional(
      Type.String({ description: 'With `updated_since`: send it as the next `updated_since`.' }),
    ),
  })

/** An entry of a list has its ETag, for `If-Match`. */
export const etag = Type.String({ description: 'For `If-Match` of a change.' })

export const ETAG_EXAMPLE = '"019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e-1"'

export const entryOf = <P extends TProperties>(
  { title, properties }: TObject<P> & { title?: string },
  entryTitle = `${title}Entry`,
) => Type.Object({ ...properties, etag }, { title: entryTitle })

export function toPageRequest(query: PageQueryInput, defaultSort: string): PageRequest {
  const sort = query.sort ?? defaultSort
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, sort)
  return {
    limit: query.limit ?? PAGE_SIZE,
    after,
    sort: sort.replace(/^-/, ''),
    direction,
    withTotal: query.include === 'total',
  }
}

/** Reads one row more than the page, to know without counting whether there are more. */
export function toPage<T>(
  rows: readonly T[],
  request: PageRequest,
  position: (row: T) => Position,
  total: number | null,
): Page<T> {
  const data = rows.slice(0, request.limit)
  const last = data.at(-1)
  const hasMore = rows.length > request.limit
  const sort = request.direction === 'desc' ? `-${request.sort}` : request.sort
  const nextCursor = hasMore && last ? encodeCursor(position(last), sort) : null
  return { data, hasMore, nextCursor, total }
}

export const pageView = <T, V>(page: Page<T>, view: (entry: T) => V) => ({
  data: page.data.map(view),
  has_more: page.hasMore,
  next_cursor: page.nextCursor,
  ...(page.total === null ? {} : { total: page.total }),
})

const encodeCursor = ({ value, id }: Position, sort: string): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

function decodeCursor(cursor: string, sort: string): Position {
  const parts = parseCursor(cursor)
  if (parts && parts[0] === sort) return { value: parts[1], id: parts[2] }
  throw invalidCursor()
}

export const invalidCursor = (): AppError =>
  new AppError(
    'invalid',
    'invalid_cursor',
    'The cursor does not belong to this list and sort order. Start without a cursor.',
    {
      faults: [
        {
          pointer: '?cursor',
          code: 'invalid_cursor',
          message: 'Invalid cursor: use `next_cursor` of the previous page.',
        },
      ],
    },
  )

function parseCursor(cursor: string): readonly [string, string | null, string] | null {
  try {
    const [sort, value, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const isValue = value === null || typeof value === 'string'
    if (typeof sort !== 'string' || !isValue || typeof id !== 'string' || rest.length > 0)
      return null
    return [sort, value, id].every(isCursorText) ? [sort, value, id] : null
  } catch {
    return null
  }
}

/** Our cursors never contain NUL or invalid Unicode, which the database cannot compare. */
const isCursorText = (part: string | null): boolean => part === null || isStorable(part)
