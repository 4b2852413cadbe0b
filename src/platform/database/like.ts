import { type RawBuilder, sql } from 'kysely'

/* Parts of text as they stand: `%` and `_` of the reader's are no wildcards. */

export const contains = (column: string, part: string): RawBuilder<boolean> =>
  like(column, `%${escaped(part)}%`)

export const startsWith = (column: string, start: string): RawBuilder<boolean> =>
  like(column, `${escaped(start)}%`)

const like = (column: string, pattern: string) =>
  sql<boolean>`${sql.ref(column)} like ${pattern} escape '!'`

const escaped = (text: string): string => text.replace(/[!%_]/g, '!$&')
